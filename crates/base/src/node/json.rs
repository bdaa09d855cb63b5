//! Nodes as JSON text.

use super::{Entry, Map, Node, Value};

/// In which order the keys of a mapping are written.
#[derive(Clone, Copy)]
enum KeyOrder {
    Source,
    Sorted,
}

impl Node {
    /// The value as JSON text without white space, keys in source order.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.write_json(&mut out, KeyOrder::Source);
        out
    }

    /// Appends the output of [`Node::to_json`] to a text.
    pub fn append_json(&self, out: &mut String) {
        self.write_json(out, KeyOrder::Source);
    }

    /// The value as JSON text with sorted keys and without white space: the form that fingerprints
    /// are computed from.
    pub fn to_canonical_json(&self) -> String {
        let mut out = String::new();
        self.write_json(&mut out, KeyOrder::Sorted);
        out
    }

    fn write_json(&self, out: &mut String, order: KeyOrder) {
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
                    node.write_json(out, order);
                }
                out.push(']');
            }
            Value::Map(map) => map.write_json(out, order),
        }
    }
}

impl Map {
    fn write_json(&self, out: &mut String, order: KeyOrder) {
        let mut entries: Vec<&Entry> = self.iter().collect();
        match order {
            KeyOrder::Source => {}
            KeyOrder::Sorted => entries.sort_by(|a, b| a.key.cmp(&b.key)),
        }
        out.push('{');
        for (index, entry) in entries.into_iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            toolc_runtime::json::write_string(&entry.key, out);
            out.push(':');
            entry.value.write_json(out, order);
        }
        out.push('}');
    }
}
