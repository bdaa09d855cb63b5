//! Noun: which patterns are separate items, and their names.

use std::collections::HashMap;
use toolc_schema::schema::pattern::Pattern;

/// A pattern with more parts than this is written only once.
const LARGE: usize = 16;

/// The large patterns of a module that are used in several places.
#[derive(Debug, Default)]
pub struct SharedPatterns {
    /// How often each large pattern occurs, in the order they are encountered.
    counts: Vec<(Pattern, usize)>,
    known: HashMap<String, usize>,
    names: HashMap<String, String>,
}

impl SharedPatterns {
    /// Counts an occurrence of a pattern.
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

    /// Names the patterns that are used in several places.
    pub fn name(&mut self, mut claim: impl FnMut(&str) -> String) {
        for (pattern, count) in &self.counts {
            if *count > 1 {
                self.names.insert(pattern.source.clone(), claim("PATTERN"));
            }
        }
    }

    /// The name of a pattern that is a separate item.
    pub fn name_of(&self, pattern: &Pattern) -> Option<&str> {
        self.names.get(&pattern.source).map(String::as_str)
    }

    /// The patterns that are separate items.
    pub fn named(&self) -> impl Iterator<Item = (&str, &Pattern)> {
        let patterns = self.counts.iter().map(|(pattern, _)| pattern);
        patterns.filter_map(|pattern| Some((self.name_of(pattern)?, pattern)))
    }
}
