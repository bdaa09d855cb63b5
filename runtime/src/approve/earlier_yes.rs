//! What an approver is told of an earlier yes.

/// An earlier yes to the same tool in the same session, which does not hold for this call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EarlierYes {
    /// Whether the tool's definition was another one: its names, texts, schemas or effect.
    pub definition_changed: bool,
    /// The arguments of that call, as they were shown; `None` where these are the same.
    pub other_arguments: Option<String>,
}
