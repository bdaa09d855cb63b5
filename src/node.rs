//! Noun: a JSON-like tree in which every key and value knows its place. YAML and JSON both
//! become Nodes, so every later message can point at line and column.

mod json;
mod map;
mod pointer;

use crate::source::Span;
pub use map::{Entry, Map};
pub use pointer::{escape_pointer, unescape_pointer};

/// How deep values may nest: every stage walks down a tree by recursion.
pub const MAX_DEPTH: u16 = 512;

/// A value and where it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What was written.
    pub value: Value,
    /// Where.
    pub span: Span,
}

/// The value of a [`Node`].
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as JSON text (RFC 8259 section 6), so that no digit is lost.
    Number(Box<str>),
    /// A string.
    String(String),
    /// An array or sequence.
    List(Vec<Node>),
    /// An object or mapping.
    Map(Map),
}

impl Node {
    /// A node of this value at this place.
    pub fn new(value: Value, span: Span) -> Self {
        Node { value, span }
    }

    /// A text.
    pub fn string(text: impl Into<String>, span: Span) -> Self {
        Node::new(Value::String(text.into()), span)
    }

    /// `true` or `false`.
    pub fn bool(value: bool, span: Span) -> Self {
        Node::new(Value::Bool(value), span)
    }

    /// A list.
    pub fn list(list: Vec<Node>, span: Span) -> Self {
        Node::new(Value::List(list), span)
    }

    /// A map.
    pub fn map(map: Map, span: Span) -> Self {
        Node::new(Value::Map(map), span)
    }

    /// The schema of all values of a type.
    pub fn of_type(name: &str, span: Span) -> Self {
        let mut map = Map::default();
        map.insert("type", span, Node::string(name, span));
        Node::map(map, span)
    }

    /// The value under a key, where this is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.as_map()?.get(key)
    }

    /// The text under a key.
    pub fn get_str(&self, key: &str) -> Option<&str> {
        self.as_map()?.get_str(key)
    }

    /// The list under a key.
    pub fn get_list(&self, key: &str) -> Option<&[Node]> {
        self.as_map()?.get_list(key)
    }

    /// The map under a key.
    pub fn get_map(&self, key: &str) -> Option<&Map> {
        self.as_map()?.get_map(key)
    }

    /// Whether `true` is under a key.
    pub fn is_true(&self, key: &str) -> bool {
        self.as_map().is_some_and(|map| map.is_true(key))
    }

    /// The entries of the map under a key; none where there is no such map.
    pub fn entries(&self, key: &str) -> std::slice::Iter<'_, Entry> {
        self.get_map(key).map_or_else(Default::default, Map::iter)
    }

    /// What distinguishes this node from all others but its copies: those share one address as long as they
    /// share what they hold.
    pub fn identity(&self) -> *const () {
        match &self.value {
            Value::Map(map) => map.address(),
            _ => std::ptr::from_ref(self).cast(),
        }
    }

    /// The map, where this is one.
    pub fn as_map(&self) -> Option<&Map> {
        match &self.value {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The map to change, where this is one.
    pub fn as_map_mut(&mut self) -> Option<&mut Map> {
        match &mut self.value {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The elements, where this is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// The text, where this is a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The truth value, where this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// What the value is called in messages: `a list`, `a string` …
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
        }
    }
}
