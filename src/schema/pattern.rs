//! Noun: a regular expression of a schema.

use crate::pattern::CompiledPattern;

/// A compiled `pattern` beside its text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// As the schema has it.
    pub source: String,
    /// As it is matched.
    pub compiled: CompiledPattern,
}

impl Pattern {
    /// Whether a text has a part that matches; `None` where that takes too long.
    pub fn find_match(&self, text: &str) -> Option<bool> {
        let compiled = self.compiled.leak(&self.source);
        compiled.is_match(text).ok()
    }

    /// The same, where one that takes too long counts as a match, which only adds rules.
    pub fn matches(&self, text: &str) -> bool {
        self.find_match(text).unwrap_or(true)
    }
}
