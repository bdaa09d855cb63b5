//! Verb: Checked to Artifacts. Nothing is written here.

mod ident;
mod rust;

#[cfg(feature = "cli")]
pub use rust::name_tool;

use crate::artifact::Artifact;
use crate::check::Checked;
use crate::diagnostic::Diagnostics;
use crate::source::Sources;

/// Makes artifacts of what was checked.
type Emit = fn(&mut Diagnostics, &Sources, &Checked) -> Vec<Artifact>;

/// Every output.
const OUTPUTS: &[Emit] = &[rust::emit_rust];

/// Makes all artifacts.
pub fn emit_artifacts(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    checked: &Checked,
) -> Vec<Artifact> {
    OUTPUTS
        .iter()
        .flat_map(|emit| emit(diagnostics, sources, checked))
        .collect()
}
