//! Noun: a JSON-like tree in which every key and value knows its place. YAML and JSON both
//! become Nodes, so every later message can point at line and column.

use crate::source::Span;
use std::borrow::Cow;
use std::sync::Arc;

/// How deep values may nest: every stage walks down a tree by recursion.
pub const MAX_DEPTH: u16 = 512;

/// A value and where it stands.
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

/// Keys and values in the order of the text. Each key appears once: the parsers report a repeated
/// key and keep the first. A copy shares what it holds with the first until one of them is changed,
/// so what is said once and holds in many places is there once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Map {
    shared: Arc<Entries>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Entries {
    entries: Vec<Entry>,
    sorted: Vec<u32>,
}

/// One key with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key; a YAML key that is not a string is kept as it was written.
    pub key: String,
    /// The place of the key.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

/// Up to here a scan over the keys is faster than the index.
const SCAN: usize = 8;

impl Entries {
    fn new(entries: Vec<Entry>) -> Self {
        let mut map = Entries {
            entries,
            sorted: Vec::new(),
        };
        map.index();
        map
    }

    fn is_distinct(&self) -> bool {
        let key = |at: u32| &self.entries[at as usize].key;
        let mut pairs = self.sorted.windows(2);
        let mut scanned = self.entries.iter().take(SCAN + 1).enumerate();
        if self.sorted.is_empty() {
            scanned.all(|(at, entry)| self.entries[..at].iter().all(|e| e.key != entry.key))
        } else {
            pairs.all(|pair| key(pair[0]) != key(pair[1]))
        }
    }

    fn index(&mut self) {
        self.sorted.clear();
        if self.entries.len() > SCAN {
            self.sorted = (0u32..).take(self.entries.len()).collect();
            let entries = &self.entries;
            self.sorted
                .sort_by(|&a, &b| entries[a as usize].key.cmp(&entries[b as usize].key));
        }
    }

    fn position(&self, key: &str) -> Option<usize> {
        if self.entries.len() <= SCAN {
            return self.entries.iter().position(|entry| entry.key == key);
        }
        let found = self
            .sorted
            .binary_search_by(|&at| self.entries[at as usize].key.as_str().cmp(key))
            .ok()?;
        Some(self.sorted[found] as usize)
    }
}

impl Map {
    /// Makes a map of entries whose keys are distinct.
    pub fn new(entries: Vec<Entry>) -> Self {
        Map {
            shared: Arc::new(Entries::new(entries)),
        }
    }

    /// Makes a map where the keys are distinct, else gives the entries back.
    pub fn distinct(entries: Vec<Entry>) -> Result<Self, Vec<Entry>> {
        let map = Entries::new(entries);
        if map.is_distinct() {
            Ok(Map {
                shared: Arc::new(map),
            })
        } else {
            Err(map.entries)
        }
    }

    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The text under a key.
    pub fn get_str(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_str()
    }

    /// The list under a key.
    pub fn get_list(&self, key: &str) -> Option<&[Node]> {
        self.get(key)?.as_list()
    }

    /// The map under a key.
    pub fn get_map(&self, key: &str) -> Option<&Map> {
        self.get(key)?.as_map()
    }

    /// Whether `true` is under a key.
    pub fn is_true(&self, key: &str) -> bool {
        self.get(key).and_then(Node::as_bool) == Some(true)
    }

    /// The entries of the map under a key; none where there is no such map.
    pub fn entries(&self, key: &str) -> std::slice::Iter<'_, Entry> {
        self.get_map(key).map_or_else(Default::default, Map::iter)
    }

    /// The entry under a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        let Entries { entries, .. } = &*self.shared;
        self.shared.position(key).map(|at| &entries[at])
    }

    /// The value under a key, to change.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        let at = self.shared.position(key)?;
        Some(&mut Arc::make_mut(&mut self.shared).entries[at].value)
    }

    /// The map under a key, to change.
    pub fn get_map_mut(&mut self, key: &str) -> Option<&mut Map> {
        self.get_mut(key)?.as_map_mut()
    }

    /// The list under a key, to change.
    pub fn get_list_mut(&mut self, key: &str) -> Option<&mut Vec<Node>> {
        match &mut self.get_mut(key)?.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// Sets a key: replaces the value in its place, or appends.
    pub fn insert(&mut self, key: &str, key_span: Span, value: Node) {
        let map = Arc::make_mut(&mut self.shared);
        if let Some(at) = map.position(key) {
            map.entries[at].value = value;
        } else {
            map.entries.push(Entry {
                key: key.to_owned(),
                key_span,
                value,
            });
            map.index();
        }
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &str) -> Option<Entry> {
        let at = self.shared.position(key)?;
        let map = Arc::make_mut(&mut self.shared);
        let entry = map.entries.remove(at);
        map.index();
        Some(entry)
    }

    /// Whether the key is there.
    pub fn contains(&self, key: &str) -> bool {
        self.shared.position(key).is_some()
    }

    /// The entries in the order of the text.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.shared.entries.iter()
    }

    /// The entries in the order of the text.
    pub fn into_entries(self) -> Vec<Entry> {
        Arc::unwrap_or_clone(self.shared).entries
    }

    /// The values in the order of the text, to change; keys stay.
    pub fn values_mut(&mut self) -> impl Iterator<Item = (&str, &mut Node)> {
        Arc::make_mut(&mut self.shared)
            .entries
            .iter_mut()
            .map(|entry| (entry.key.as_str(), &mut entry.value))
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.shared.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.shared.entries.is_empty()
    }
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

    /// What tells this node from all others but its copies: those share one address as long as they
    /// share what they hold.
    pub fn identity(&self) -> *const () {
        match &self.value {
            Value::Map(map) => Arc::as_ptr(&map.shared).cast(),
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

    /// The node under a JSON Pointer (RFC 6901), given without percent-encoding.
    pub fn pointer(&self, pointer: &str) -> Option<&Node> {
        let mut node = self;
        for segment in pointer.split('/').skip(1) {
            let key = unescape_pointer(segment);
            node = match &node.value {
                Value::Map(map) => map.get(&key)?,
                Value::List(list) => list.get(key.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        Some(node)
    }

    /// The node under a JSON Pointer, to change.
    pub fn pointer_mut(&mut self, pointer: &str) -> Option<&mut Node> {
        let mut node = self;
        for segment in pointer.split('/').skip(1) {
            let key = unescape_pointer(segment);
            node = match &mut node.value {
                Value::Map(map) => map.get_mut(&key)?,
                Value::List(list) => list.get_mut(key.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        Some(node)
    }

    /// The value as JSON text without white space, keys in the order of the text.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.write_json(&mut out, false);
        out
    }

    /// Writes what [`Node::to_json`] gives behind a text.
    pub fn append_json(&self, out: &mut String) {
        self.write_json(out, false);
    }

    /// Writes the value as JSON text with sorted keys and without white space: the form of which
    /// fingerprints are taken.
    pub fn to_canonical_json(&self) -> String {
        let mut out = String::new();
        self.write_json(&mut out, true);
        out
    }

    fn write_json(&self, out: &mut String, sorted: bool) {
        match &self.value {
            Value::Null => out.push_str("null"),
            Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Value::Number(text) => out.push_str(text),
            Value::String(text) => toolc_runtime::json::write_string(text, out),
            Value::List(list) => {
                out.push('[');
                for (index, node) in list.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    node.write_json(out, sorted);
                }
                out.push(']');
            }
            Value::Map(map) => map.write_json(out, sorted),
        }
    }
}

impl Map {
    fn write_json(&self, out: &mut String, sorted: bool) {
        let mut entries: Vec<&Entry> = self.iter().collect();
        if sorted {
            entries.sort_by(|a, b| a.key.cmp(&b.key));
        }
        out.push('{');
        for (index, entry) in entries.into_iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            toolc_runtime::json::write_string(&entry.key, out);
            out.push(':');
            entry.value.write_json(out, sorted);
        }
        out.push('}');
    }
}

/// A key as a segment of a JSON Pointer.
pub fn escape_pointer(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// A segment of a JSON Pointer as the key that it stands for.
pub fn unescape_pointer(segment: &str) -> Cow<'_, str> {
    if segment.contains('~') {
        Cow::Owned(segment.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(segment)
    }
}
