//! The document that operations share: its schemas in one dialect, and its references.

use super::Skip;
use crate::node::{Map, Node};
use crate::read::Reading;
use crate::read::dialect::{Dialect, normalise_in_place};
use std::sync::Arc;

/// References to references are followed so far.
const MAX_HOPS: usize = 32;

/// A document after its schemas were rewritten.
#[derive(Clone)]
pub(super) struct Document {
    pub(super) root: Arc<Node>,
}

impl Document {
    /// Whether the document is of OpenAPI 3.2 or later.
    pub(super) fn is_32(&self) -> bool {
        let version = self.root.get("openapi").and_then(Node::as_str);
        version.is_some_and(|version| version.starts_with("3.2"))
    }

    /// What a node means: itself, or what its `$ref` points to.
    pub(super) fn resolve<'d>(&'d self, node: &'d Node) -> Result<&'d Node, Skip> {
        let mut node = node;
        for _ in 0..MAX_HOPS {
            let Some(reference) = node.get("$ref") else {
                return Ok(node);
            };
            let Some(target) = reference.as_str() else {
                return Ok(node);
            };
            let skip = |reason: String, remedy: &str| Skip {
                reason,
                remedy: remedy.to_owned(),
                span: Some(reference.span),
            };
            let Some(pointer) = target.strip_prefix('#') else {
                let reason = format!("`{target}` refers to another file");
                return Err(skip(reason, "bundle the description into one file"));
            };
            let Some(found) = self.root.pointer(&decode(pointer)) else {
                let reason = format!("`{target}` refers to nothing");
                return Err(skip(reason, "correct the reference, or add what it names"));
            };
            node = found;
        }
        let reason = "its references go round in a circle".to_owned();
        Err(Skip {
            reason,
            remedy: "let one of them hold a value".to_owned(),
            span: Some(node.span),
        })
    }
}

/// A pointer in a reference is percent-encoded.
pub(super) fn decode(pointer: &str) -> String {
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = (first == b'%').then(|| tail.get(..2)).flatten();
        let value = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(value.unwrap_or(first));
        rest = if value.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| pointer.to_owned())
}

/// Rewrites every schema of a document, wherever OpenAPI has one.
pub(super) fn normalise(reading: &mut Reading<'_>, root: &mut Node, dialect: Dialect) {
    let mut walk = Walk { reading, dialect };
    if let Some(components) = root.as_map_mut().and_then(|map| map.get_mut("components")) {
        walk.each(components, "schemas", Walk::schema);
        walk.each(components, "parameters", Walk::parameter);
        walk.each(components, "headers", Walk::parameter);
        walk.each(components, "requestBodies", Walk::contents);
        walk.each(components, "responses", Walk::response);
        walk.each(components, "pathItems", Walk::path_item);
    }
    walk.each(root, "paths", Walk::path_item);
}

struct Walk<'w, 'r> {
    reading: &'w mut Reading<'r>,
    dialect: Dialect,
}

impl Walk<'_, '_> {
    /// Applies a step to every value of a mapping under a key.
    fn each(&mut self, node: &mut Node, key: &str, step: fn(&mut Self, &mut Node)) {
        let inner = node
            .as_map_mut()
            .and_then(|map| map.get_mut(key))
            .and_then(Node::as_map_mut);
        for (_, value) in inner.into_iter().flat_map(Map::values_mut) {
            step(self, value);
        }
    }

    fn schema(&mut self, node: &mut Node) {
        normalise_in_place(self.reading, node, self.dialect);
    }

    /// A parameter or header: a schema, or contents.
    fn parameter(&mut self, node: &mut Node) {
        if let Some(schema) = node.as_map_mut().and_then(|map| map.get_mut("schema")) {
            self.schema(schema);
        }
        self.contents(node);
    }

    fn contents(&mut self, node: &mut Node) {
        self.each(node, "content", |walk, media| {
            if let Some(schema) = media.as_map_mut().and_then(|map| map.get_mut("schema")) {
                walk.schema(schema);
            }
        });
    }

    fn response(&mut self, node: &mut Node) {
        self.contents(node);
        self.each(node, "headers", Walk::parameter);
    }

    fn path_item(&mut self, node: &mut Node) {
        self.parameters(node);
        let Some(map) = node.as_map_mut() else { return };
        for (_, operation) in map
            .values_mut()
            .filter(|(key, _)| super::METHODS.contains(key))
        {
            self.parameters(operation);
            if let Some(body) = operation
                .as_map_mut()
                .and_then(|map| map.get_mut("requestBody"))
            {
                self.contents(body);
            }
            self.each(operation, "responses", Walk::response);
        }
    }

    fn parameters(&mut self, node: &mut Node) {
        let list = node.as_map_mut().and_then(|map| map.get_mut("parameters"));
        if let Some(Node {
            value: crate::node::Value::List(items),
            ..
        }) = list
        {
            items.iter_mut().for_each(|item| self.parameter(item));
        }
    }
}
