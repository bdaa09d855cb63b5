//! Schemas as trees in which every value has a place in the file.

use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Span;

/// Makes nodes that all have the same place.
#[derive(Debug, Clone, Copy)]
pub(super) struct At(pub(super) Span);

impl At {
    pub(super) fn text(self, text: &str) -> Node {
        Node::new(Value::String(text.to_owned()), self.0)
    }

    pub(super) fn flag(self, flag: bool) -> Node {
        Node::new(Value::Bool(flag), self.0)
    }

    pub(super) fn number(self, digits: impl ToString) -> Node {
        Node::new(Value::Number(digits.to_string().into()), self.0)
    }

    pub(super) fn list(self, list: Vec<Node>) -> Node {
        Node::new(Value::List(list), self.0)
    }

    /// A mapping with distinct keys.
    pub(super) fn map(self, entries: Vec<(&str, Node)>) -> Node {
        let entries = entries
            .into_iter()
            .map(|(key, value)| self.entry(key, value));
        Node::new(Value::Map(Map::new(entries.collect())), self.0)
    }

    pub(super) fn entry(self, key: &str, value: Node) -> Entry {
        Entry {
            key: key.to_owned(),
            key_span: self.0,
            value,
        }
    }

    /// `{type: …}`
    pub(super) fn typed(self, name: &str) -> Node {
        self.map(vec![("type", self.text(name))])
    }

    /// An object with these properties.
    pub(super) fn object(self, properties: Vec<Entry>, required: Vec<Node>) -> Node {
        let properties = Node::new(Value::Map(Map::new(properties)), self.0);
        let mut entries = vec![("type", self.text("object")), ("properties", properties)];
        if !required.is_empty() {
            entries.push(("required", self.list(required)));
        }
        self.map(entries)
    }
}

/// Sets a keyword in a schema. The schema `true` becomes a mapping.
pub(super) fn set_key(schema: &mut Node, key: &str, value: Node) {
    if !matches!(schema.value, Value::Map(_)) {
        schema.value = Value::Map(Map::default());
    }
    let span = value.span;
    if let Some(map) = schema.as_map_mut() {
        map.insert(key, span, value);
    }
}

/// The same schema, or also `null`.
pub(super) fn make_nullable(mut schema: Node) -> Node {
    let at = At(schema.span);
    let null = at.text("null");
    let Some(map) = schema.as_map_mut() else {
        return schema;
    };
    let only = ["enum", "const", "$ref", "anyOf", "oneOf", "properties"];
    // a number that is excluded is not `null`
    let excludes_number = |not: &Node| {
        let excluded = not.get("const").map(|value| &value.value);
        matches!(excluded, Some(Value::Number(_)))
    };
    let is_plain = only.iter().all(|keyword| !map.contains(keyword))
        && map.get("not").is_none_or(excludes_number);
    match map.get_mut("type").filter(|_| is_plain) {
        Some(Node {
            value: Value::List(kinds),
            ..
        }) => {
            if !kinds.iter().any(|kind| kind.as_str() == Some("null")) {
                kinds.push(null);
            }
            schema
        }
        Some(kind) => {
            *kind = at.list(vec![kind.clone(), null]);
            schema
        }
        None if is_plain => schema,
        None => at.map(vec![("anyOf", at.list(vec![schema, at.typed("null")]))]),
    }
}
