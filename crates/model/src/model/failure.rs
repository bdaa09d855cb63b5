//! Noun: a failure declared in a spec, with all its texts.

use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::{Span, Spanned};

/// An entry under `errors`.
#[derive(Debug, Clone)]
pub struct DeclaredError {
    /// Its code.
    pub code: Spanned<String>,
    /// The message that the model reads.
    pub message: String,
    /// What the model should do.
    pub guidance: Option<String>,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// Whether the user or the model can fix the problem.
    pub user_fixable: bool,
}

/// Declared failures as written in the lock.
pub fn to_node(errors: &[DeclaredError]) -> Option<Node> {
    let span = errors.first()?.code.span;
    let entries = errors.iter().map(|error| {
        let span = error.code.span;
        let flag = |flag: bool| flag.then_some(Value::Bool(true));
        let facts = [
            ("message", Some(Value::String(error.message.clone()))),
            ("guidance", error.guidance.clone().map(Value::String)),
            ("retryable", flag(error.retryable)),
            ("user_fixable", flag(error.user_fixable)),
        ];
        let facts = facts
            .into_iter()
            .filter_map(|(key, value)| Some(entry(key, value?, span)));
        entry(
            &error.code.value,
            Value::Map(Map::new(facts.collect())),
            span,
        )
    });
    Some(Node::new(Value::Map(Map::new(entries.collect())), span))
}

fn entry(key: &str, value: Value, span: Span) -> Entry {
    Entry {
        key: key.to_owned(),
        key_span: span,
        value: Node::new(value, span),
    }
}
