//! Finished values: their extent, cost and depth, and how `<<` takes them in.

use crate::node::{Entry, Node, Value};
use crate::source::Span;

/// The end of the last value, because the end of a block is on a later line.
pub(super) fn last_end(value: &Value, start: Span) -> Option<u32> {
    if start.end > start.start {
        return None;
    }
    match value {
        Value::List(items) => items.last().map(|item| item.span.end),
        Value::Map(map) => map
            .iter()
            .map(|entry| entry.value.span.end.max(entry.key_span.end))
            .max(),
        _ => None,
    }
}

/// What a copy of a value costs: one per value and one per 64 bytes of text.
pub(super) fn node_cost(node: &Node) -> usize {
    let text = |text: &str| text.len() / 64;
    1 + match &node.value {
        Value::String(string) => text(string),
        Value::List(items) => items.iter().map(node_cost).sum(),
        Value::Map(map) => map
            .iter()
            .map(|entry| text(&entry.key) + node_cost(&entry.value))
            .sum(),
        _ => 0,
    }
}

/// How many levels of collections a value has.
pub(super) fn node_depth(node: &Node) -> usize {
    match &node.value {
        Value::List(items) => 1 + items.iter().map(node_depth).max().unwrap_or(0),
        Value::Map(map) => {
            1 + map
                .iter()
                .map(|entry| node_depth(&entry.value))
                .max()
                .unwrap_or(0)
        }
        _ => 0,
    }
}

/// Takes in the entries of a mapping or of a list of mappings; `false` where it is neither.
pub(super) fn merge_keys(merged: &mut Vec<Entry>, node: Node) -> bool {
    match node.value {
        Value::Map(map) => merged.extend(map.iter().cloned()),
        Value::List(items) => {
            return items
                .into_iter()
                .all(|item| item.as_map().is_some() && merge_keys(merged, item));
        }
        _ => return false,
    }
    true
}
