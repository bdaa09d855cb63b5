//! Noun: a regular expression in a schema.

use super::work::Work;
use crate::data::Data;
use crate::pattern::{CompiledPattern, SharedSets};
use crate::rust::{Rust, Tokens, put};

/// What a match that was given up has cost.
const MOST_STEPS: usize = 3_000_000;

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

    /// The same, charged to a budget; `None` also if it is used up.
    pub fn find_match_within(&self, text: &str, work: &Work) -> Option<bool> {
        if work.is_used_up() {
            return None;
        }
        let decided = self.compiled.leak(&self.source).decide(text);
        let steps = decided.as_ref().map_or(MOST_STEPS, |(_, steps)| *steps);
        work.charge(2 + steps).then_some(decided.ok()?.0)
    }

    /// The same, but a match that takes too long counts as one, which can only add rules.
    pub fn matches(&self, text: &str) -> bool {
        self.find_match(text).unwrap_or(true)
    }
}

/// A reference to the pattern, with sets of its own.
impl Rust for Pattern {
    fn put(&self, out: &mut Tokens) {
        let sets = SharedSets::default();
        put!(out, &#(self.compiled.code(&self.source, &sets)));
    }
}

impl Data for Pattern {
    type Value = &'static toolc_runtime::pattern::Pattern;

    fn build(&self) -> Self::Value {
        self.compiled.leak(&self.source)
    }
}
