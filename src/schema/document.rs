//! Noun: schemas as readers hand them on, and the documents that they refer to.

use crate::node::Node;
use std::sync::Arc;

/// A document that schemas may refer to.
#[derive(Debug, Clone)]
pub struct DraftDocument {
    /// What it holds, every schema of it in JSON Schema 2020-12.
    pub node: Arc<Node>,
    /// What that is.
    pub kind: DocumentKind,
    /// Its addresses, without fragments; references in it are relative to the first.
    pub addresses: Vec<String>,
}

/// What a document is, and so where in it schemas are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// It is a schema.
    Schema,
    /// It describes tools or an API: schemas are anywhere in it.
    Description,
}

/// A schema in JSON Schema 2020-12 and the document that its `$ref`s point into.
#[derive(Debug, Clone)]
pub struct DraftSchema {
    /// The schema.
    pub node: Arc<Node>,
    /// What `#` means in its references; the same as `node` for a self-contained schema.
    pub root: Arc<Node>,
    /// What the root is.
    pub kind: DocumentKind,
}

impl DraftSchema {
    /// A schema whose references point into itself.
    pub fn standalone(node: Node) -> Self {
        let node = Arc::new(node);
        DraftSchema {
            root: Arc::clone(&node),
            kind: DocumentKind::Schema,
            node,
        }
    }

    /// A schema whose references point into the description that it is part of.
    pub fn within(root: &Arc<Node>, node: Node) -> Self {
        DraftSchema {
            node: Arc::new(node),
            root: Arc::clone(root),
            kind: DocumentKind::Description,
        }
    }
}
