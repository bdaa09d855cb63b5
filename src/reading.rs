//! Noun: a document while it is read, and what the readers of all formats share: the keys of
//! mappings, the dialects of JSON Schema, and what others may say of their tools.

pub mod dialect;
pub mod fields;
pub mod foreign;
pub mod restricted;

use crate::config::Entry;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::draft::{DocumentKind, Draft, DraftDocument, Lost, Skipped};
use crate::model::failure::DeclaredError;
use crate::node::Node;
use crate::schema::uri;
use crate::source::{Role, SchemaListing, Spanned};
use dialect::Dialects;
use foreign::Foreign;
use std::collections::HashSet;
use std::sync::Arc;

/// One document while it is read.
pub struct Reading<'r> {
    pub diagnostics: &'r mut Diagnostics,
    pub role: &'r Role,
    /// The path of the document as it is shown.
    pub path: &'r str,
    /// What a worker file says behind its head.
    pub behind: Option<Spanned<&'r str>>,
    pub dialects: &'r Dialects,
    /// The registry entry that lists the document or, of `toolc.yaml`, holds the tools.
    pub entry: Option<&'r Entry>,
    /// Whether nothing lists the document and a tool in it is written as servers write theirs.
    pub is_by_server: bool,
    /// What the program gives to the handlers of all tools of the file.
    pub inject: Vec<Spanned<String>>,
    /// The failures that the file declares for all of its tools.
    pub errors: Vec<DeclaredError>,
    /// The keys without effect that were reported.
    pub idle: HashSet<String>,
    pub draft: Draft,
}

impl<'r> Reading<'r> {
    /// A document of which nothing is read yet, and that nothing lists.
    pub fn new(
        diagnostics: &'r mut Diagnostics,
        role: &'r Role,
        path: &'r str,
        dialects: &'r Dialects,
    ) -> Self {
        Reading {
            diagnostics,
            role,
            path,
            behind: None,
            dialects,
            entry: None,
            is_by_server: false,
            inject: Vec::new(),
            errors: Vec::new(),
            idle: HashSet::new(),
            draft: Draft::default(),
        }
    }

    /// Lets the schemas of other files refer to this document.
    pub fn offer_document(&mut self, node: &Arc<Node>, kind: DocumentKind) {
        let path = uri::of_path(self.path);
        let addresses = match self.role {
            Role::Schema(SchemaListing { uri: Some(uri), .. }) => vec![uri.clone(), path],
            _ => vec![path],
        };
        self.draft.documents.push(DraftDocument {
            node: Arc::clone(node),
            kind,
            addresses,
        });
    }

    /// Leaves a tool out: its finding, its name as far as one is known, and what is around it.
    pub fn skip_tool(&mut self, name: &str, around: &Surroundings, diagnostic: Diagnostic) {
        if let Some(span) = diagnostic.span() {
            let entry = self.entry.and_then(|entry| entry.namespace.as_ref());
            let namespace = around.own.as_ref().or(entry).or(around.namespace.as_ref());
            self.draft.skipped.push(Skipped {
                name: name.to_owned(),
                namespace: namespace.map(|namespace| namespace.value.clone()),
                foreign: around.foreign.is_some(),
                code: diagnostic.code,
                cause: span,
                span,
            });
        }
        self.diagnostics.push(diagnostic);
    }

    /// Says that what was reported hides the tools of the document, or of one namespace in it.
    pub fn note_lost(&mut self, namespace: Option<&str>) {
        let lost = Lost::of(self.role, self.entry).map(|lost| Lost {
            namespace: lost.namespace.or(namespace.map(str::to_owned)),
        });
        self.draft.lost.extend(lost);
    }
}

/// What is around a definition.
#[derive(Default)]
pub struct Surroundings {
    /// The namespace that the definition gives itself.
    pub own: Option<Spanned<String>>,
    /// The namespace that the file gives.
    pub namespace: Option<Spanned<String>>,
    /// The key under which the definition is.
    pub key: Option<Spanned<String>>,
    /// Who wrote it, where it is not the user.
    pub foreign: Option<Foreign>,
}

impl Surroundings {
    /// What is around the definitions of a list by others.
    pub fn of(foreign: Foreign) -> Self {
        Surroundings {
            foreign: Some(foreign),
            ..Surroundings::default()
        }
    }
}
