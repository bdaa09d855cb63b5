//! Noun: a JSON-like tree in which every key and value has its place. Both YAML and JSON become
//! Nodes, so that every later message can point at a line and column.

mod json;
mod map;
mod pointer;
mod view;

use crate::source::Span;
pub use map::{Entry, Map};
pub use pointer::{escape_pointer, unescape_pointer};
use std::fmt;

/// How deeply values may nest: every stage traverses trees recursively.
pub const MAX_DEPTH: u16 = 512;

/// A value with its place.
#[derive(Clone, PartialEq)]
pub struct Node {
    /// The value as written.
    pub value: Value,
    /// Its place.
    pub span: Span,
}

/// The value of a [`Node`].
#[derive(Clone, PartialEq)]
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

/// As in JSON, with the place of each value.
impl fmt::Debug for Node {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(out)?;
        write!(out, " {:?}", self.span)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => out.write_str("null"),
            Value::Bool(flag) => flag.fmt(out),
            Value::Number(text) => out.write_str(text),
            Value::String(text) => text.fmt(out),
            Value::List(list) => list.fmt(out),
            Value::Map(map) => map.fmt(out),
        }
    }
}

impl Node {
    /// A node with this value at this place.
    pub fn new(value: Value, span: Span) -> Self {
        Node { value, span }
    }

    /// A string.
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

    /// The schema that accepts all values of a type.
    pub fn of_type(name: &str, span: Span) -> Self {
        let mut map = Map::default();
        map.insert("type", span, Node::string(name, span));
        Node::map(map, span)
    }

    /// The value of a key, if this is a map with that key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.as_map()?.get(key)
    }

    /// The string value of a key.
    pub fn get_str(&self, key: &str) -> Option<&str> {
        self.as_map()?.get_str(key)
    }

    /// The list value of a key.
    pub fn get_list(&self, key: &str) -> Option<&[Node]> {
        self.as_map()?.get_list(key)
    }

    /// The map value of a key.
    pub fn get_map(&self, key: &str) -> Option<&Map> {
        self.as_map()?.get_map(key)
    }

    /// Whether the value of a key is `true`.
    pub fn is_true(&self, key: &str) -> bool {
        self.as_map().is_some_and(|map| map.is_true(key))
    }

    /// The entries of a key's map; empty if there is no such map.
    pub fn entries(&self, key: &str) -> std::slice::Iter<'_, Entry> {
        self.get_map(key).map_or_else(Default::default, Map::iter)
    }

    /// An address that distinguishes this node from all others except its copies, which have the
    /// same address as long as they share their contents.
    pub fn identity(&self) -> *const () {
        match &self.value {
            Value::Map(map) => map.address(),
            _ => std::ptr::from_ref(self).cast(),
        }
    }

    /// The map, if this is one.
    pub fn as_map(&self) -> Option<&Map> {
        match &self.value {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The mutable map, if this is one.
    pub fn as_map_mut(&mut self) -> Option<&mut Map> {
        match &mut self.value {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The elements, if this is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// The text, if this is a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The boolean, if this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// How messages refer to the value: `a list`, `a string` …
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

    /// What messages say was found where something else was expected. If the kind is right, it says how the value
    /// differs: `an empty list` in place of `a list of names`.
    pub fn kind_instead_of(&self, expected: &str) -> String {
        let kind = self.kind();
        let mut alternatives = expected.split(" or ");
        let is_kind = |expected: &str| {
            expected.starts_with(kind)
                || matches!(self.value, Value::Number(_)) && expected.contains("number")
        };
        if !alternatives.any(is_kind) {
            return kind.to_owned();
        }
        match &self.value {
            Value::List(items) if items.is_empty() => "an empty list".to_owned(),
            Value::List(_) => "a list with other elements".to_owned(),
            Value::Map(map) if map.is_empty() => "an empty mapping".to_owned(),
            Value::Map(_) => "a mapping with other entries".to_owned(),
            Value::Number(text) => format!("`{text}`"),
            _ => kind.replacen("a ", "another ", 1),
        }
    }
}
