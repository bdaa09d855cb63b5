//! Noun: what a tool file declares for all of its tools: their configuration, and the events that they emit.

use crate::schema::shape::ShapeId;
use crate::source::Span;

/// One declaration of a namespace.
#[derive(Debug, Clone)]
pub struct Declared {
    /// The namespace.
    pub namespace: String,
    /// What it is.
    pub what: Declaration,
    /// What values must be: always an object.
    pub shape: ShapeId,
    /// The schema as it is written, as JSON: documentation and logs show its texts.
    pub text: String,
    /// SHA-256 of what the schema accepts.
    pub fingerprint: String,
    /// Where secrets are in values: pointers as the runtime reads them.
    pub secrets: Vec<String>,
    /// Its place.
    pub span: Span,
}

/// What is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declaration {
    /// `config`
    Config,
    /// One of `events`.
    Event {
        /// Its name within the namespace.
        name: String,
    },
}

impl Declaration {
    /// What messages call it.
    pub fn words(&self) -> String {
        match self {
            Declaration::Config => "`config`".to_owned(),
            Declaration::Event { name } => format!("the event `{name}`"),
        }
    }
}
