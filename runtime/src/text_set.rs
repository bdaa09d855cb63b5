//! Sets of texts.

use crate::value::{Map, Value};

/// A set of texts.
//
// It uses the map of serde_json, which every consumer has already compiled. With a `HashSet` instead, this
// crate would take 4% longer to build.
#[derive(Debug, Default)]
pub(crate) struct TextSet(Map<String, Value>);

impl TextSet {
    /// Adds a text; `false` if it was there.
    pub fn insert(&mut self, text: String) -> bool {
        self.0.insert(text, Value::Null).is_none()
    }

    /// Whether a text is there.
    pub fn contains(&self, text: &str) -> bool {
        self.0.contains_key(text)
    }
}
