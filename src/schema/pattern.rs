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
