//! Noun: which patterns stand alone, and what they are called.

use crate::schema::pattern::Pattern;
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
    /// Meets a pattern once more.
    pub fn count(&mut self, pattern: &Pattern) {
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

    /// The name of a pattern that stands alone.
    pub fn name_of(&self, pattern: &Pattern) -> Option<&str> {
        self.names.get(&pattern.source).map(String::as_str)
    }

    /// The patterns that stand alone.
    pub fn named(&self) -> impl Iterator<Item = (&str, &Pattern)> {
        let patterns = self.counts.iter().map(|(pattern, _)| pattern);
        patterns.filter_map(|pattern| Some((self.name_of(pattern)?, pattern)))
    }
}
