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
    /// Whether a text has a part that matches; one that is too costly counts as a match, which only adds
    /// rules.
    pub fn matches(&self, text: &str) -> bool {
        let compiled = self.compiled.leak(&self.source);
        compiled.is_match(text).unwrap_or(true)
    }
}
