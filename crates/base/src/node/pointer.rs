//! JSON Pointers (RFC 6901): resolving them, and escaping keys in them.

use super::{Node, Value};
use std::borrow::Cow;

impl Node {
    /// The node at a JSON Pointer (RFC 6901), given without percent-encoding.
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

    /// The mutable node at a JSON Pointer.
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
}

/// Escapes a key as a segment of a JSON Pointer.
pub fn escape_pointer(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The key that a segment of a JSON Pointer stands for.
pub fn unescape_pointer(segment: &str) -> Cow<'_, str> {
    if segment.contains('~') {
        Cow::Owned(segment.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(segment)
    }
}
