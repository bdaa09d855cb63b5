//! Pointers of references to schemas that stand under no keyword of JSON Schema.

use crate::model::position::Position;
use crate::node::{Node, Value};

/// Whether a pointer leads through a keyword that is none, and through no data.
pub(super) fn leads_elsewhere(pointer: &str) -> bool {
    let mut segments = pointer.split('/').skip(1);
    while let Some(segment) = segments.next() {
        match Position::of(segment) {
            Position::One => {}
            Position::List | Position::Map => drop(segments.next()),
            // lists of older drafts, which are rewritten where they stand
            Position::Other if matches!(segment, "additionalItems" | "dependencies") => {}
            Position::Other => return true,
            Position::Data => return false,
        }
    }
    false
}

/// The node under a pointer, to change.
pub(super) fn find<'n>(node: &'n mut Node, pointer: &str) -> Option<&'n mut Node> {
    let mut node = node;
    for segment in pointer.split('/').skip(1) {
        let key = segment.replace("~1", "/").replace("~0", "~");
        node = match &mut node.value {
            Value::Map(map) => map.get_mut(&key)?,
            Value::List(list) => list.get_mut(key.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(node)
}
