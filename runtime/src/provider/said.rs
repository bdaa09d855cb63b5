//! Noun: what a model says in a response besides calls.

use serde_json::Value;

/// What a response says besides calls.
pub(super) struct Said {
    /// The text, without thinking.
    pub text: String,
    /// That the model declined, in words.
    pub refusal: Option<String>,
    /// Why the response was cut off, in the provider's terms.
    pub cut: Option<String>,
}

/// The texts of some blocks, after the last of them that is neither a text nor passed over.
pub(super) fn join_texts<'v>(
    blocks: impl IntoIterator<Item = &'v Value>,
    read: impl Fn(&'v Value) -> Block<'v>,
) -> String {
    let mut text = String::new();
    for block in blocks {
        match read(block) {
            Block::Text(more) => text.push_str(more),
            Block::Aside => {}
            Block::Other => text.clear(),
        }
    }
    text
}

/// A block of a message.
pub(super) enum Block<'v> {
    /// A part of the text.
    Text(&'v str),
    /// Thinking, which is not part of the answer.
    Aside,
    /// Anything else, before which a text announces it.
    Other,
}
