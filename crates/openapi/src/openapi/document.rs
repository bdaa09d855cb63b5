//! The document that operations share: its schemas in a single dialect, and its references.

use super::methods::{ADDITIONAL, METHODS};
use super::object_map::{self, Kind, decode_pointer};
use super::skip::Skip;
use std::sync::Arc;
use toolc_base::node::{Entry, Map, Node};
use toolc_model::reading::Reading;
use toolc_model::reading::dialect::{Dialect, normalise_in_place};
use toolc_schema::schema::uri;

/// How many references to references are followed.
const MAX_HOPS: usize = 32;

/// A document after its schemas were rewritten.
#[derive(Clone)]
pub(super) struct Document {
    pub(super) root: Arc<Node>,
}

impl Document {
    /// Whether the document is of OpenAPI 3.2 or later.
    pub(super) fn is_32(&self) -> bool {
        let version = self.root.get_str("openapi");
        version.is_some_and(|version| version.starts_with("3.2"))
    }

    /// The paths, as written.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Entry> {
        let paths = self.root.entries("paths");
        paths.filter(|path| !path.key.starts_with("x-"))
    }

    /// The operations of a path item by method, as written.
    pub(super) fn methods<'d>(&'d self, item: &'d Map) -> impl Iterator<Item = &'d Entry> {
        let is_fixed = |entry: &&Entry| METHODS.contains(&entry.key.as_str());
        let additional = item.get(ADDITIONAL).and_then(|node| self.resolve_map(node));
        let further = additional.into_iter().flat_map(Map::iter);
        let further = further.filter(|entry| !entry.key.starts_with("x-"));
        item.iter().filter(is_fixed).chain(further)
    }

    /// All operations that can be read: path, method, and operation object.
    pub(super) fn operations(&self) -> impl Iterator<Item = (&Entry, &str, &Map)> {
        let items = self
            .paths()
            .filter_map(|path| Some((path, self.resolve_map(&path.value)?)));
        items.flat_map(move |(path, item)| {
            self.methods(item).filter_map(move |entry| {
                let operation = self.resolve_map(&entry.value)?;
                Some((path, entry.key.as_str(), operation))
            })
        })
    }

    /// The mapping that a node stands for, if any.
    pub(super) fn resolve_map<'d>(&'d self, node: &'d Node) -> Option<&'d Map> {
        self.resolve(node).ok()?.as_map()
    }

    /// The target of a reference within the document.
    pub(super) fn follow_local(&self, reference: &str) -> Option<&Node> {
        self.root
            .pointer(&decode_pointer(reference.strip_prefix('#')?))
    }

    /// What a node stands for: itself, or the target of its `$ref`.
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
            let Some(found) = self.root.pointer(&decode_pointer(pointer)) else {
                let reason = format!("`{target}` refers to nothing");
                return Err(skip(reason, "correct the reference, or add what it names"));
            };
            node = found;
        }
        let reason = "its references form a cycle".to_owned();
        Err(Skip {
            reason,
            remedy: "let one of them hold a value".to_owned(),
            span: Some(node.span),
        })
    }
}

/// Why a reference out of the document cannot be resolved, and what can be done about it.
fn unread(target: &str) -> (String, &'static str) {
    let path = target.strip_prefix("file:///").unwrap_or(target);
    if uri::is_absolute(path) {
        let reason = format!("`{path}` is an address, and toolc fetches nothing over the network");
        return (
            reason,
            "store what it names beside the document, and refer to the file",
        );
    }
    let reason = format!("`{path}` does not lead to anything that was read");
    let remedy = "correct the reference: it must name a file beneath the folder of the document \
                  or of `toolc.yaml`";
    (reason, remedy)
}

/// Rewrites every schema in a document, wherever OpenAPI allows one.
pub(super) fn normalise_document(reading: &mut Reading<'_>, root: &mut Node, dialect: Dialect) {
    object_map::walk_objects(root, &mut |kind, node| {
        if kind == Kind::Schema {
            normalise_in_place(reading, node, dialect);
        }
    });
}
