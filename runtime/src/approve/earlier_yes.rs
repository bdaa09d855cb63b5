//! What an approver is told about an earlier approval.

use std::fmt;

/// An earlier approval of the same tool in the same session that does not cover this call.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EarlierYes {
    /// Whether the tool's definition was a different one then: its names, texts, schemas or effect.
    pub definition_changed: bool,
    /// The arguments of the earlier call, as they were shown; `None` if they are the same as now.
    pub other_arguments: Option<String>,
}

/// Leaves out the arguments, which logs may not have.
impl fmt::Debug for EarlierYes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EarlierYes")
            .field("definition_changed", &self.definition_changed)
            .field("has_other_arguments", &self.other_arguments.is_some())
            .finish_non_exhaustive()
    }
}
