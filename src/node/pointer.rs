//! JSON Pointers (RFC 6901): the node that one leads to, and how keys are written in one.

use super::{Node, Value};
use std::borrow::Cow;

impl Node {
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
