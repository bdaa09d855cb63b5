//! Noun: the JSON types, and collections with a value for each.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A JSON type. The order is that of all tables by type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JsonType {
    /// `null`
    Null,
    /// `true` and `false`
    Boolean,
    /// Numbers, including integers.
    Number,
    /// Strings.
    String,
    /// Arrays.
    Array,
    /// Objects.
    Object,
}

impl JsonType {
    /// Every type.
    pub const ALL: [JsonType; 6] = [
        JsonType::Null,
        JsonType::Boolean,
        JsonType::Number,
        JsonType::String,
        JsonType::Array,
        JsonType::Object,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            JsonType::Null => "null",
            JsonType::Boolean => "boolean",
            JsonType::Number => "number",
            JsonType::String => "string",
            JsonType::Array => "array",
            JsonType::Object => "object",
        }
    }

    /// The type of a JSON text.
    pub fn of(json: &str) -> Self {
        match json.as_bytes().first() {
            Some(b'n') => JsonType::Null,
            Some(b't' | b'f') => JsonType::Boolean,
            Some(b'"') => JsonType::String,
            Some(b'[') => JsonType::Array,
            Some(b'{') => JsonType::Object,
            _ => JsonType::Number,
        }
    }
}

/// A value for each JSON type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ByType<T>([T; 6]);

/// The values under the names of their types.
impl<T: fmt::Debug> fmt::Debug for ByType<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self
            .iter()
            .map(|(json_type, value)| (json_type.name(), value));
        out.debug_map().entries(named).finish()
    }
}

impl<T> ByType<T> {
    /// Calls a function for each type.
    pub fn new(of: impl FnMut(JsonType) -> T) -> Self {
        ByType(JsonType::ALL.map(of))
    }

    /// All values with their types.
    pub fn iter(&self) -> impl Iterator<Item = (JsonType, &T)> {
        JsonType::ALL.into_iter().zip(&self.0)
    }

    /// All mutable values.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (JsonType, &mut T)> {
        JsonType::ALL.into_iter().zip(&mut self.0)
    }

    /// Maps each value.
    pub fn map<Other>(self, to: impl FnMut(T) -> Other) -> ByType<Other> {
        ByType(self.0.map(to))
    }

    /// All values, in the order of the types.
    pub fn into_array(self) -> [T; 6] {
        self.0
    }
}

impl ByType<Option<u8>> {
    /// The branch for values of a type, where `self` maps types to indices.
    pub fn branch<'b, T>(&self, json_type: JsonType, branches: &'b [T]) -> Option<&'b T> {
        branches.get(usize::from(self[json_type]?))
    }
}

impl<T> Index<JsonType> for ByType<T> {
    type Output = T;

    fn index(&self, json_type: JsonType) -> &T {
        &self.0[json_type as usize]
    }
}

impl<T> IndexMut<JsonType> for ByType<T> {
    fn index_mut(&mut self, json_type: JsonType) -> &mut T {
        &mut self.0[json_type as usize]
    }
}
