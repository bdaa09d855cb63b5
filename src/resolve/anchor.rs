//! The anchors of a document: `$anchor`, and the `$id: '#name'` of drafts before 2019-09.

use super::schema::Root;
use crate::model::position::Position;
use crate::node::{Map, Node, Value};
use std::collections::HashMap;

/// The anchors of every document that was asked for one, each document walked once.
#[derive(Debug, Default)]
pub struct Anchors<'n> {
    documents: HashMap<*const Node, HashMap<&'n str, &'n Node>>,
}

impl<'n> Anchors<'n> {
    /// The schema that an anchor of a document stands at.
    pub fn find(&mut self, root: Root<'n>, anchor: &str) -> Option<&'n Node> {
        let anchors = self
            .documents
            .entry(std::ptr::from_ref(root))
            .or_insert_with(|| {
                let mut found = HashMap::new();
                // schemas stand anywhere in an OpenAPI document
                let anywhere = root.get("openapi").is_some();
                collect(root, root, anywhere, &mut found);
                found
            });
        anchors.get(anchor).copied()
    }
}

fn collect<'n>(
    node: &'n Node,
    root: Root<'n>,
    anywhere: bool,
    found: &mut HashMap<&'n str, &'n Node>,
) {
    match &node.value {
        Value::List(list) => list
            .iter()
            .for_each(|node| collect(node, root, anywhere, found)),
        Value::Map(map) if std::ptr::eq(node, root) || !is_resource(map) => {
            for name in names(map) {
                found.entry(name).or_insert(node);
            }
            let mut each = |node: &'n Node| collect(node, root, anywhere, found);
            for entry in map.iter() {
                match (Position::of(&entry.key), &entry.value.value) {
                    (Position::Data, _) => {}
                    (Position::Other, _) if !anywhere => {}
                    (Position::Map, Value::Map(schemas)) => {
                        schemas.iter().for_each(|entry| each(&entry.value));
                    }
                    _ => each(&entry.value),
                }
            }
        }
        _ => {}
    }
}

fn names(map: &Map) -> impl Iterator<Item = &str> {
    let text = |key: &str| map.get(key).and_then(Node::as_str);
    let old = text("$id").and_then(|id| id.strip_prefix('#'));
    text("$anchor").into_iter().chain(old)
}

/// Whether a schema is a document of its own: `#` in it means the schema itself.
pub fn is_resource(map: &Map) -> bool {
    map.get("$id")
        .and_then(Node::as_str)
        .is_some_and(|id| !id.starts_with('#'))
}
