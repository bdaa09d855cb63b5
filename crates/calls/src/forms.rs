//! Verb: a text with recorded calls to records. What a document is, is recognized by its content.

mod bfcl;
mod mcp;
mod provider;
mod reference;

use crate::record::{Record, Tools};
use std::ops::Range;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Node, Value};
use toolc_base::parse::parse_json_part;
use toolc_base::source::{SourceId, Sources, Span, Spanned};

/// A form in which calls are recorded.
struct Form {
    /// Its name in messages.
    name: &'static str,
    /// What it is recognized by, in words.
    sign: &'static str,
    /// Whether a document has this form.
    recognizes: fn(&Node) -> bool,
    /// The records of a document; none of one that records no call.
    read: fn(&mut Diagnostics, &Node) -> Vec<Record>,
}

/// Every form; the first that recognizes a document is used to read it. Those of providers are rows of
/// [`provider::BLOCKS`].
const FORMS: &[Form] = &[
    Form {
        name: reference::NAME,
        sign: "`answer`",
        recognizes: reference::is_reference,
        read: reference::read_reference,
    },
    Form {
        name: bfcl::NAME,
        sign: "`calls`, `ground_truth` or `result` with names of functions",
        recognizes: bfcl::is_bfcl,
        read: bfcl::read_bfcl,
    },
    Form {
        name: mcp::NAME,
        sign: "`jsonrpc`, or the method `tools/call`",
        recognizes: mcp::is_mcp,
        read: mcp::read_mcp,
    },
    Form {
        name: "a request, a response or messages of a provider",
        sign: "`messages`, `choices`, `input`, `output`, `content`, `contents`, `candidates`, or one call",
        recognizes: provider::is_provider,
        read: provider::read_provider,
    },
];

/// Where logs and batches have the document: the keys that lead there.
const WRAPPERS: &[&[&str]] = &[
    &["response", "body"],
    &["result", "message"],
    &["message"],
    &["payload"],
    &["body"],
    &["params"],
];

/// Reads every record of a source: one JSON document, a list of them, or JSON Lines. What is in no known form is
/// reported at its place, and the rest is read.
pub fn read_records(diagnostics: &mut Diagnostics, sources: &Sources, id: SourceId) -> Vec<Record> {
    let text = &sources.get(id).text;
    let mut apart = diagnostics.begin_apart();
    let whole = parse_json_part(&mut apart, sources, id, 0..text.len());
    let documents = match whole {
        Ok(node) => {
            apart.into_found().for_each(|found| diagnostics.push(found));
            split_list(node)
        }
        Err(error) => match read_lines(diagnostics, sources, id) {
            Some(lines) => lines,
            None => {
                diagnostics.push(not_json(&error));
                Vec::new()
            }
        },
    };
    let mut records = Vec::new();
    for document in &documents {
        records.extend(read_document(diagnostics, document));
    }
    records
}

/// The values on the lines of a text; `None` if no line is an object or a list.
fn read_lines(diagnostics: &mut Diagnostics, sources: &Sources, id: SourceId) -> Option<Vec<Node>> {
    let mut apart = diagnostics.begin_apart();
    let mut nodes = Vec::new();
    for line in list_lines(&sources.get(id).text) {
        match parse_json_part(&mut apart, sources, id, line) {
            Ok(node) => nodes.push(node),
            Err(error) => apart.push(not_json(&error)),
        }
    }
    let is_document = |node: &Node| matches!(node.value, Value::Map(_) | Value::List(_));
    if !nodes.iter().any(is_document) {
        return None;
    }
    apart.into_found().for_each(|found| diagnostics.push(found));
    Some(nodes)
}

/// Where the lines with something on them are.
fn list_lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            lines.push(start..start + line.trim_end().len());
        }
        start += line.len();
    }
    lines
}

fn not_json(error: &Spanned<String>) -> Diagnostic {
    let message = format!("this is not valid JSON: {}", error.value);
    Diagnostic::new(Code::UNKNOWN_RECORD, error.span, message)
        .label(error.value.clone())
        .help("write one JSON value on each line, or one JSON document")
}

/// The documents of a list, unless it is one: the messages of a conversation, or the parts of a message.
fn split_list(node: Node) -> Vec<Node> {
    match node.value {
        Value::List(items) if !provider::is_conversation(&items) => items,
        value => vec![Node::new(value, node.span)],
    }
}

fn read_document(diagnostics: &mut Diagnostics, node: &Node) -> Vec<Record> {
    if let Some(exchange) = provider::read_exchange(node) {
        return exchange;
    }
    let inner = WRAPPERS.iter().filter_map(|path| {
        let inner = path.iter().try_fold(node, |node, key| node.get(key))?;
        inner.as_map().is_some().then_some(inner)
    });
    for document in std::iter::once(node).chain(inner) {
        let form = FORMS.iter().find(|form| (form.recognizes)(document));
        if let Some(form) = form {
            return (form.read)(diagnostics, document);
        }
    }
    diagnostics.push(unknown(node));
    Vec::new()
}

fn unknown(node: &Node) -> Diagnostic {
    let signs: Vec<String> = FORMS
        .iter()
        .map(|form| format!("{} has {}", form.name, form.sign))
        .collect();
    let message = format!("{} that is in no form of recorded calls", node.kind());
    Diagnostic::new(Code::UNKNOWN_RECORD, node.span, message).help(signs.join("; "))
}

/// What a key of a record must be.
fn unfit_key(node: &Node, key: &str, expected: &str) -> Diagnostic {
    let message = format!(
        "`{key}` must be {expected}, not {}; it is left aside",
        node.kind_instead_of(expected)
    );
    Diagnostic::new(Code::UNKNOWN_RECORD, node.span, message)
        .help(format!("write {expected}, or leave `{key}` out"))
}

/// The tools that a record, or a request, says were offered: their names, or their definitions.
fn read_tools(node: &Node) -> Tools {
    const PLACES: &[&[&str]] = &[
        &["functions"],
        &["function"],
        &["tools"],
        &["toolConfig", "tools"],
        &["config", "tools"],
    ];
    let lists = PLACES.iter().filter_map(|path| {
        path.iter()
            .try_fold(node, |node, key| node.get(key))?
            .as_list()
    });
    for list in lists {
        let names = list.iter().map(|item| item.as_str().map(str::to_owned));
        if let Some(names) = names
            .collect::<Option<Vec<String>>>()
            .filter(|_| !list.is_empty())
        {
            return Tools::Named(names);
        }
        if list.iter().all(|item| item.as_map().is_some()) {
            return Tools::Carried(list.to_vec());
        }
    }
    Tools::Unstated
}

/// What the file calls a record.
fn read_id(node: &Node) -> Option<String> {
    let id = ["custom_id", "id"].iter().find_map(|key| node.get(key))?;
    match &id.value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// What the user says in a text, or in the texts of a list of parts.
fn read_text(node: &Node) -> Option<String> {
    match &node.value {
        Value::String(text) => Some(text.clone()),
        Value::List(parts) => {
            let texts: Vec<&str> = parts
                .iter()
                .filter_map(|part| part.get_str("text"))
                .collect();
            (!texts.is_empty()).then(|| texts.join("\n"))
        }
        _ => None,
    }
}

/// A list at a place.
fn list_at(items: Vec<Node>, span: Span) -> Node {
    Node::list(items, span)
}
