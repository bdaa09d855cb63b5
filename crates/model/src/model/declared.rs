//! Noun: what a tool file declares for all of its tools: their configuration, and the events they emit.

use toolc_base::source::Span;
use toolc_schema::schema::shape::ShapeId;

/// One declaration for a namespace.
#[derive(Debug, Clone)]
pub struct Declared {
    /// The namespace.
    pub namespace: String,
    /// What is declared.
    pub what: Declaration,
    /// The shape of its values, always an object.
    pub shape: ShapeId,
    /// The schema as written, as JSON. Documentation and logs use its texts.
    pub text: String,
    /// SHA-256 of what the schema accepts.
    pub fingerprint: String,
    /// Where values contain secrets, as pointers in the runtime's syntax.
    pub secrets: Vec<String>,
    /// Its place.
    pub span: Span,
}

/// The kind of declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declaration {
    /// `config`
    Config,
    /// One of the `events`.
    Event {
        /// Its name within the namespace.
        name: String,
    },
}

impl Declaration {
    /// How messages refer to it.
    pub fn words(&self) -> String {
        match self {
            Declaration::Config => "`config`".to_owned(),
            Declaration::Event { name } => format!("the event `{name}`"),
        }
    }
}
