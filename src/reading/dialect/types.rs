//! Type names: what benchmarks, providers and programming languages call the seven types of JSON Schema.

use crate::node::{Node, Value};
use crate::source::Span;

/// The types of JSON Schema.
const STANDARD: &[&str] = &[
    "string", "object", "integer", "boolean", "array", "number", "null",
];

/// Other names, in lower case; `None` stands for any type.
const ALIASES: &[(&[&str], Option<&str>)] = &[
    (
        &[
            "object",
            "dict",
            "dictionary",
            "hashmap",
            "hashtable",
            "hash",
            "map",
            "record",
            "struct",
        ],
        Some("object"),
    ),
    (
        &[
            "array",
            "list",
            "tuple",
            "arraylist",
            "set",
            "hashset",
            "vector",
            "vec",
            "queue",
            "stack",
        ],
        Some("array"),
    ),
    (
        &[
            "number",
            "float",
            "double",
            "decimal",
            "float32",
            "float64",
            "bigdecimal",
        ],
        Some("number"),
    ),
    (
        &[
            "integer",
            "int",
            "long",
            "short",
            "byte",
            "bigint",
            "biginteger",
            "int32",
            "int64",
        ],
        Some("integer"),
    ),
    (
        &["string", "str", "char", "character", "text"],
        Some("string"),
    ),
    (&["boolean", "bool"], Some("boolean")),
    (&["null", "none", "nil"], Some("null")),
    (&["any", "", "type_unspecified"], None),
];

/// Whether the value of `type` needs no change.
pub(super) fn is_standard(kind: &Node) -> bool {
    match &kind.value {
        Value::String(name) => STANDARD.contains(&name.as_str()),
        Value::List(items) => items
            .iter()
            .all(|item| item.as_str().is_some_and(|name| STANDARD.contains(&name))),
        _ => true,
    }
}

/// What the value of `type` is replaced by.
pub(super) enum Renamed {
    /// Nothing changes.
    Same,
    /// The keyword is removed.
    Any,
    /// Another value.
    Other(Node),
}

/// The new value, and the names that were replaced.
pub(super) struct Outcome {
    pub(super) value: Renamed,
    pub(super) changes: Vec<(String, Option<&'static str>, Span)>,
}

/// Replaces the type names under `type`, which is a name or a list of names.
pub(super) fn rename_type(kind: &Node) -> Outcome {
    let mut changes = Vec::new();
    let value = match &kind.value {
        Value::String(name) => match target(name, kind.span, &mut changes) {
            Some(Some(name)) => {
                Renamed::Other(Node::new(Value::String(name.to_owned()), kind.span))
            }
            Some(None) => Renamed::Any,
            None => Renamed::Same,
        },
        Value::List(items) => rename_list(items, kind.span, &mut changes),
        _ => Renamed::Same,
    };
    Outcome { value, changes }
}

fn rename_list(
    items: &[Node],
    span: Span,
    changes: &mut Vec<(String, Option<&'static str>, Span)>,
) -> Renamed {
    let mut renamed: Vec<Node> = Vec::new();
    let mut any = false;
    for item in items {
        let name = item.as_str().unwrap_or("");
        let node = match item
            .as_str()
            .and_then(|name| target(name, item.span, changes))
        {
            Some(None) => {
                any = true;
                continue;
            }
            Some(Some(name)) => Node::new(Value::String(name.to_owned()), item.span),
            None => item.clone(),
        };
        if name.is_empty() || !renamed.iter().any(|known| known.value == node.value) {
            renamed.push(node);
        }
    }
    match (any, changes.is_empty()) {
        (true, _) => Renamed::Any,
        (false, true) => Renamed::Same,
        (false, false) => Renamed::Other(Node::new(Value::List(renamed), span)),
    }
}

/// What a non-standard name stands for; the replacement is recorded.
fn target(
    name: &str,
    span: Span,
    changes: &mut Vec<(String, Option<&'static str>, Span)>,
) -> Option<Option<&'static str>> {
    if STANDARD.contains(&name) {
        return None;
    }
    let lower = name.trim().to_ascii_lowercase();
    let (_, target) = ALIASES
        .iter()
        .find(|(names, _)| names.contains(&lower.as_str()))?;
    changes.push((name.to_owned(), *target, span));
    Some(*target)
}
