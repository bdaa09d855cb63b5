//! The document that operations share: its schemas in one dialect, and its references.

use super::Skip;
use super::sites::{self, Kind, decode};
use crate::node::Node;
use crate::read::Reading;
use crate::read::dialect::{Dialect, normalise_in_place};
use crate::schema::uri;
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

    /// What a reference within the document leads to.
    pub(super) fn local(&self, reference: &str) -> Option<&Node> {
        self.root.pointer(&decode(reference.strip_prefix('#')?))
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
                let (reason, remedy) = unread(target);
                return Err(skip(reason, remedy));
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

/// Why a reference out of the document leads nowhere, and what can be done about it.
fn unread(target: &str) -> (String, &'static str) {
    let path = target.strip_prefix("file:///").unwrap_or(target);
    if uri::is_absolute(path) {
        let reason = format!("`{path}` is an address, and nothing is fetched from addresses");
        return (
            reason,
            "store what it names beside the document, and refer to the file",
        );
    }
    let reason = format!("`{path}` leads to nothing that was read");
    let remedy = "correct the reference; it may lead to files beneath the folder of the document \
                  and beneath that of `toolc.yaml`";
    (reason, remedy)
}

/// Rewrites every schema of a document, wherever OpenAPI has one.
pub(super) fn normalise(reading: &mut Reading<'_>, root: &mut Node, dialect: Dialect) {
    sites::walk(root, &mut |kind, node| {
        if kind == Kind::Schema {
            normalise_in_place(reading, node, dialect);
        }
    });
}
