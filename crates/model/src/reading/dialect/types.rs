//! Type names: what benchmarks, providers and programming languages call the seven types of JSON Schema.

use toolc_base::node::{Node, Value};
use toolc_base::source::Span;

/// The types of JSON Schema.
const STANDARD: &[&str] = &[
    "string", "object", "integer", "boolean", "array", "number", "null",
];

/// What a name stands for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Meaning {
    /// This type.
    Type(&'static str),
    /// Any type.
    Any,
}

/// Other names, in lower case.
const ALIASES: &[(&[&str], Meaning)] = &[
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
        Meaning::Type("object"),
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
        Meaning::Type("array"),
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
        Meaning::Type("number"),
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
        Meaning::Type("integer"),
    ),
    (
        &["string", "str", "char", "character", "text"],
        Meaning::Type("string"),
    ),
    (&["boolean", "bool"], Meaning::Type("boolean")),
    (&["null", "none", "nil"], Meaning::Type("null")),
    (&["any", "", "type_unspecified"], Meaning::Any),
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
    pub(super) changes: Vec<Change>,
}

/// A name that was replaced.
pub(super) struct Change {
    pub(super) from: String,
    pub(super) to: Meaning,
    pub(super) span: Span,
}

impl Change {
    fn new(from: &str, to: Meaning, span: Span) -> Self {
        Change {
            from: from.to_owned(),
            to,
            span,
        }
    }
}

/// Replaces the type names under `type`, which is a name or a list of names.
pub(super) fn rename_type(kind: &Node) -> Outcome {
    let mut changes = Vec::new();
    let value = match &kind.value {
        Value::String(name) => rename_name(name, kind.span, &mut changes),
        Value::List(items) => rename_list(items, kind.span, &mut changes),
        _ => Renamed::Same,
    };
    Outcome { value, changes }
}

fn rename_name(name: &str, span: Span, changes: &mut Vec<Change>) -> Renamed {
    let Some(meaning) = find_alias(name) else {
        return Renamed::Same;
    };
    changes.push(Change::new(name, meaning, span));
    match meaning {
        Meaning::Type(name) => Renamed::Other(name_node(name, span)),
        Meaning::Any => Renamed::Any,
    }
}

fn rename_list(items: &[Node], span: Span, changes: &mut Vec<Change>) -> Renamed {
    let mut renamed: Vec<Node> = Vec::new();
    let mut any = false;
    for item in items {
        let name = item.as_str().unwrap_or("");
        let meaning = item.as_str().and_then(find_alias);
        changes.extend(meaning.map(|meaning| Change::new(name, meaning, item.span)));
        let node = match meaning {
            Some(Meaning::Any) => {
                any = true;
                continue;
            }
            Some(Meaning::Type(name)) => name_node(name, item.span),
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

fn name_node(name: &str, span: Span) -> Node {
    Node::new(Value::String(name.to_owned()), span)
}

/// What a name stands for, unless it is standard or unknown.
fn find_alias(name: &str) -> Option<Meaning> {
    if STANDARD.contains(&name) {
        return None;
    }
    let lower = name.trim().to_ascii_lowercase();
    let row = ALIASES
        .iter()
        .find(|(names, _)| names.contains(&lower.as_str()))?;
    Some(row.1)
}
