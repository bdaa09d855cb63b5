//! Noun: what was recorded of one answer of a model: the question, the tools that it was offered, its calls.

use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Span;

/// One answer of a model.
#[derive(Debug, Clone)]
pub struct Record {
    /// Where it is recorded.
    pub span: Span,
    /// The name of the form that it is recorded in.
    pub form: &'static str,
    /// What the file calls it.
    pub id: Option<String>,
    /// What the user asked for; `None` where the record does not say.
    pub question: Option<String>,
    /// The tools that the model was offered.
    pub tools: Tools,
    /// The answer: a list of calls, each with `name`, `arguments` and perhaps `id`; or a text to be read as one.
    pub answer: Node,
    /// What the calls returned, by their ids; `None` where the record does not say.
    pub results: Option<Map>,
    /// How it is judged, unless the user says otherwise.
    pub checks: Checks,
}

/// What a record says of the tools that the model was offered.
#[derive(Debug, Clone, Default)]
pub enum Tools {
    /// Nothing.
    #[default]
    Unstated,
    /// Their names.
    Named(Vec<String>),
    /// Their definitions.
    Carried(Vec<Node>),
}

/// Which checks of a record are made, besides those that always are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checks {
    /// Whether tools are found by their short name alone, of which the first counts.
    pub first_of_name: bool,
    /// Whether an argument that the schema does not declare is refused even if the schema allows any others.
    pub declared_only: bool,
    /// Whether the question may not contain a call.
    pub validate_question: bool,
    /// Whether each value has to occur in the question.
    pub overlap: bool,
    /// Whether several calls are expected.
    pub multi_output: bool,
    /// Whether arguments may refer to results of earlier calls.
    pub allow_nested: bool,
    /// Whether some argument has to.
    pub require_nested: bool,
    /// Types whose values need not occur in the question; also `date`.
    pub ignore_types: Vec<String>,
}

impl Checks {
    /// For what a model called while it worked: only the calls count.
    pub fn of_logs() -> Self {
        Checks {
            first_of_name: false,
            declared_only: false,
            validate_question: false,
            overlap: false,
            multi_output: false,
            allow_nested: false,
            require_nested: false,
            ignore_types: vec!["boolean".to_owned()],
        }
    }

    /// For questions and answers that were made to train or test a model.
    pub fn of_samples() -> Self {
        Checks {
            first_of_name: true,
            declared_only: true,
            validate_question: true,
            overlap: true,
            ..Checks::of_logs()
        }
    }
}

/// A call as all forms are read: its name, its arguments, and its id if it has one.
pub(crate) fn write_call(
    span: Span,
    id: Option<&Node>,
    name: Option<Node>,
    arguments: Option<Node>,
) -> Node {
    let parts = [
        ("id", id.cloned()),
        ("name", name),
        ("arguments", arguments),
    ];
    let entries = parts.into_iter().filter_map(|(key, value)| {
        Some(Entry {
            key: key.to_owned(),
            key_span: span,
            value: value?,
        })
    });
    Node::map(Map::new(entries.collect()), span)
}

/// Arguments that are written as a JSON text, at its place; blank ones are none. A text that is not JSON stays one.
pub(crate) fn read_arguments(node: &Node) -> Node {
    match &node.value {
        Value::String(text) if text.trim().is_empty() => Node::map(Map::default(), node.span),
        Value::String(text) => toolc_base::parse::parse_text(text, node.span),
        _ => node.clone(),
    }
}
