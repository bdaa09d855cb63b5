//! The header line that names the source files of a module's tools.

use super::prose;
use std::collections::BTreeSet;
use toolc_base::source::Sources;
use toolc_model::model::{Catalog, ToolId};

/// The paths of the tools' source files.
pub fn sources_line(catalog: &Catalog, sources: &Sources, ids: &[ToolId]) -> String {
    let paths: BTreeSet<&str> = ids
        .iter()
        .map(|id| sources.origin(catalog.tool(*id).span.source))
        .collect();
    let shown: Vec<String> = paths
        .into_iter()
        .map(|path| {
            path.chars()
                .map(|char| if prose::is_hidden(char) { ' ' } else { char })
                .collect()
        })
        .collect();
    shown.join(", ")
}
