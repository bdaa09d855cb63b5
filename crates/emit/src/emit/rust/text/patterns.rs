//! References to patterns, and the constants that patterns share.

use crate::emit::rust::layout::Layout;
use toolc_schema::rust::{Ident, Rust, put, rust, write_snippet};
use toolc_schema::schema::pattern::Pattern;

impl Layout<'_> {
    /// A reference to a pattern.
    pub fn pattern_ref(&self, pattern: &Pattern) -> impl Rust {
        write_snippet(move |out| match self.patterns.name_of(pattern) {
            Some(name) => put!(out, &#(Ident(name))),
            None => put!(out, &#(pattern.compiled.code(&pattern.source, &self.sets))),
        })
    }

    /// The patterns that are separate items.
    pub fn pattern_items(&self) -> impl Iterator<Item = impl Rust> {
        self.patterns.named().map(|(name, pattern)| {
            let code = pattern.compiled.code(&pattern.source, &self.sets);
            rust!(static #(Ident(name)): rt::Pattern = #code;)
        })
    }
}
