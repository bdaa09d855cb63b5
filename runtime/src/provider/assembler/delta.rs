//! What an assembler says about each event.

/// A part of an answer that has just arrived, to be shown or looked at. Nothing may run because of it: a call is only
/// one once [`Assembler::finish`](super::Assembler::finish) has returned the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Delta {
    /// More of the text for the user; of a refusal, too.
    Text(String),
    /// More of what the model thinks, as far as the provider shows it.
    Thinking(String),
    /// A call of a tool of yours has begun.
    CallBegun {
        /// The number of the call in this answer, from 0.
        call: usize,
        /// The provider's id of the call; empty if it has none, or none yet.
        id: String,
        /// The name of the tool, as [`ToolCall::name`](crate::ToolCall) will have it.
        name: String,
    },
    /// More of the arguments of a call, as JSON text. The texts of one call, one after another, are its arguments.
    Arguments {
        /// The number of the call.
        call: usize,
        /// The next part of the text.
        text: String,
    },
    /// The provider says that the answer is complete, or why it is not.
    Finished {
        /// The reason, in the provider's terms: `stop`, `tool_use`, `completed`, `MAX_TOKENS` …
        reason: String,
    },
}
