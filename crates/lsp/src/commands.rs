//! What the language server asks of the command line, so that both always say the same.

use std::path::Path;
use toolc_base::diagnostic::render::Places;
use toolc_compile::compile::Outcome;
use toolc_compile::kept::Kept;
use toolc_model::model::{Catalog, ToolId};
use toolc_read::load::{Files, Loaded, Overlay};

/// The commands that an editor sees through the language server.
pub trait Commands: Send + Sync {
    /// Whether `toolc check` in a folder, without further arguments, reads specs that are configured there.
    fn is_project(&self, files: &dyn Files, folder: &Path) -> bool;

    /// What `toolc check` finds in a folder. Paths in what is loaded are relative to it. Only one thread asks, and paths
    /// are not resolved by any other meanwhile. What is kept of an earlier check of the folder makes this one faster.
    fn check(&self, files: &Overlay, folder: &Path, kept: &mut Kept) -> (Loaded, Outcome);

    /// Who may call a tool, and by what that is decided: a line for each worker, and for each of its rules.
    fn list_callers(&self, catalog: &Catalog, places: &Places<'_>, tool: ToolId) -> Vec<String>;
}
