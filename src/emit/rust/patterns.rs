//! Which patterns stand alone, and the constants that they share.

use super::plan::Names;
use crate::rust::{Ident, Rust, put, rust, write_snippet};
use crate::schema::pattern::Pattern;
use crate::schema::shape::{Keyword, Shape, ShapeId};
use std::collections::HashMap;

/// A pattern with more parts is written once.
const LARGE: usize = 16;

/// The patterns of a module that are large and used at several places.
#[derive(Debug, Default)]
pub struct SharedPatterns {
    /// How often each large one is met, in the order in which they were met.
    counts: Vec<(Pattern, usize)>,
    known: HashMap<String, usize>,
    names: HashMap<String, String>,
}

impl SharedPatterns {
    fn count(&mut self, pattern: &Pattern) {
        if pattern.compiled.parts() <= LARGE {
            return;
        }
        match self.known.get(&pattern.source) {
            Some(at) => self.counts[*at].1 += 1,
            None => {
                self.known.insert(pattern.source.clone(), self.counts.len());
                self.counts.push((pattern.clone(), 1));
            }
        }
    }

    /// Names those that are used at several places.
    pub fn name(&mut self, mut claim: impl FnMut(&str) -> String) {
        for (pattern, count) in &self.counts {
            if *count > 1 {
                self.names.insert(pattern.source.clone(), claim("PATTERN"));
            }
        }
    }
}

impl Names<'_> {
    /// Counts the patterns that a shape has of its own.
    pub(super) fn count_patterns(&mut self, id: ShapeId) {
        let mut patterns: Vec<&Pattern> = Vec::new();
        match &self.form(id).shape {
            Shape::Text(text) => patterns.extend(&text.pattern),
            Shape::Object(object) => patterns.extend(object.patterns.iter().map(|(own, _)| own)),
            Shape::Complete(_, keywords) => {
                let evaluated = keywords.iter().filter_map(|keyword| match keyword {
                    Keyword::UnevaluatedProperties(evaluated, _) => Some(evaluated),
                    _ => None,
                });
                patterns.extend(evaluated.flat_map(|evaluated| &evaluated.patterns));
            }
            _ => {}
        }
        for pattern in patterns {
            self.sets.count(&pattern.compiled);
            self.patterns.count(pattern);
        }
    }

    /// A reference to a pattern.
    pub fn pattern_ref(&self, pattern: &Pattern) -> impl Rust {
        write_snippet(move |out| match self.patterns.names.get(&pattern.source) {
            Some(name) => put!(out, &#(Ident(name))),
            None => put!(out, &#(pattern.compiled.code(&pattern.source, &self.sets))),
        })
    }

    /// The patterns that stand alone.
    pub fn pattern_items(&self) -> impl Iterator<Item = impl Rust> {
        self.patterns.counts.iter().filter_map(|(pattern, _)| {
            let name = Ident(self.patterns.names.get(&pattern.source)?);
            let code = pattern.compiled.code(&pattern.source, &self.sets);
            Some(rust!(static #name: rt::Pattern = #code;))
        })
    }
}
