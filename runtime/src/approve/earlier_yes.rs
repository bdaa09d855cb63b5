//! What an approver is told about an earlier approval.

/// An earlier approval of the same tool in the same session that does not cover this call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EarlierYes {
    /// Whether the tool's definition was a different one then: its names, texts, schemas or effect.
    pub definition_changed: bool,
    /// The arguments of the earlier call, as they were shown; `None` if they are the same as now.
    pub other_arguments: Option<String>,
}
