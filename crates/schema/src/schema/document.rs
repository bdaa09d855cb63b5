//! Noun: schemas as passed on by readers, and the documents they refer to.

use std::fmt;
use std::sync::Arc;
use toolc_base::node::Node;

/// A document that schemas may refer to.
#[derive(Debug, Clone)]
pub struct DraftDocument {
    /// Its content, with every schema in JSON Schema 2020-12.
    pub node: Arc<Node>,
    /// The kind of content.
    pub kind: DocumentKind,
    /// Its addresses, without fragments; references in it are relative to the first one.
    pub addresses: Vec<String>,
}

/// The kind of a document, which determines where it contains schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// The whole document is a schema.
    Schema,
    /// A description of tools or an API, with schemas anywhere in it.
    Description,
}

/// A schema in JSON Schema 2020-12, with the document that its references point into.
#[derive(Clone)]
pub struct DraftSchema {
    /// The schema.
    pub node: Arc<Node>,
    /// What `#` refers to in the schema; the same as `node` for a self-contained schema.
    pub root: Arc<Node>,
    /// The kind of the root document.
    pub kind: DocumentKind,
}

/// Without the document that its references lead into.
impl fmt::Debug for DraftSchema {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(out)
    }
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
