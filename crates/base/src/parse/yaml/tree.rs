//! Finished values: their extent, cost and depth, and how `<<` merges them.

use crate::node::{Entry, Node, Value};
use crate::source::Span;

/// The end of the last value in a block, because the parser ends the block on a later line.
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

/// The cost of copying a value: one per value and one per 64 bytes of text.
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

/// The number of nested collection levels in a value.
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

/// Merges the entries of a mapping, or of a list of mappings; returns `false` if the value is
/// neither.
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
