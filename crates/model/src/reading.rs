//! Noun: a document during reading, and what the readers of all formats share: the keys of
//! mappings, the dialects of JSON Schema, and what third parties may state about their tools.

pub mod dialect;
pub mod fields;
pub mod foreign;
pub mod old_arguments;
pub mod restricted;
pub mod words_of_others;

use crate::config::Entry;
use crate::draft::{DocumentKind, Draft, DraftDocument, Lost, Skipped};
use crate::model::failure::DeclaredError;
use dialect::Dialects;
use foreign::Foreign;
use std::collections::HashSet;
use std::sync::Arc;
use toolc_base::diagnostic::{Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_base::source::{Role, SchemaListing, Spanned};
use toolc_schema::schema::uri;

/// One document during reading.
pub struct Reading<'r> {
    /// Where findings go.
    pub diagnostics: &'r mut Diagnostics,
    /// Why the document is read.
    pub role: &'r Role,
    /// The path of the document, as shown in messages.
    pub path: &'r str,
    /// The text after the front matter of a worker file.
    pub body: Option<Spanned<&'r str>>,
    /// The dialects that the configuration names.
    pub dialects: &'r Dialects,
    /// The registry entry that lists the document or, for `toolc.yaml`, contains the tools.
    pub entry: Option<&'r Entry>,
    /// Whether the document is unlisted and contains a tool in the format of servers.
    pub is_by_server: bool,
    /// The values that the program provides to the handlers of all tools in the file.
    pub inject: Vec<Spanned<String>>,
    /// The failures that the file declares for all its tools.
    pub errors: Vec<DeclaredError>,
    /// The keys without effect that have been reported.
    pub idle: HashSet<String>,
    /// What was found so far.
    pub draft: Draft,
}

impl<'r> Reading<'r> {
    /// An unlisted document, before anything is read.
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
            body: None,
            dialects,
            entry: None,
            is_by_server: false,
            inject: Vec::new(),
            errors: Vec::new(),
            idle: HashSet::new(),
            draft: Draft::default(),
        }
    }

    /// Makes this document available to the schemas of other files.
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

    /// Leaves a tool out, given its finding, its name if known, and its context.
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

    /// Records that the tools in the document, or in one namespace of it, are lost because of a
    /// reported finding.
    pub fn note_lost(&mut self, namespace: Option<&str>) {
        let lost = Lost::of(self.role, self.entry).map(|lost| Lost {
            namespace: lost.namespace.or(namespace.map(str::to_owned)),
        });
        self.draft.lost.extend(lost);
    }
}

/// The context of a definition.
#[derive(Default)]
pub struct Surroundings {
    /// The namespace set by the definition itself.
    pub own: Option<Spanned<String>>,
    /// The namespace set by the file.
    pub namespace: Option<Spanned<String>>,
    /// The key that contains the definition.
    pub key: Option<Spanned<String>>,
    /// Who wrote it, if not the user.
    pub foreign: Option<Foreign>,
    /// Whether it is a final answer, which is written like a tool.
    pub is_answer: bool,
}

impl Surroundings {
    /// What is defined, in one word.
    pub fn noun(&self) -> &'static str {
        if self.is_answer { "answer" } else { "tool" }
    }

    /// The same with its article.
    pub fn one(&self) -> &'static str {
        if self.is_answer {
            "an answer"
        } else {
            "a tool"
        }
    }

    /// The context of definitions in a list written by others.
    pub fn of(foreign: Foreign) -> Self {
        Surroundings {
            foreign: Some(foreign),
            ..Surroundings::default()
        }
    }
}
