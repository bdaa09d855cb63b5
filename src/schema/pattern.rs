//! Noun: a regular expression in a schema.

use crate::pattern::CompiledPattern;

/// A `pattern`, as text and compiled.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The text in the schema.
    pub source: String,
    /// The compiled form.
    pub compiled: CompiledPattern,
}

impl Pattern {
    /// Whether part of a text matches; `None` if that takes too long.
    pub fn find_match(&self, text: &str) -> Option<bool> {
        let compiled = self.compiled.leak(&self.source);
        compiled.is_match(text).ok()
    }

    /// The same, but a match that takes too long counts as one, which can only add rules.
    pub fn matches(&self, text: &str) -> bool {
        self.find_match(text).unwrap_or(true)
    }
}
