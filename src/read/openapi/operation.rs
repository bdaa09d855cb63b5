//! One operation to one tool: its name, its text, and the object that holds all its arguments.

use super::document::Document;
use super::{Place, Skip, body, parameters};
use crate::diagnostic::Diagnostics;
use crate::draft::{DraftSchema, DraftTool};
use crate::node::{Map, Node, Value};
use crate::source::{Span, Spanned};
use std::sync::Arc;

/// A tool's name and where it comes from.
pub(super) type Name = Spanned<String>;

/// One argument of the tool.
pub(super) struct Argument {
    pub(super) name: String,
    pub(super) schema: Node,
    pub(super) required: bool,
    pub(super) span: Span,
    /// How a request carries it.
    pub(super) route: Node,
}

/// The `operationId`, else the method and the path: `get_pets_petId`.
pub(super) fn name(place: &Place<'_>, operation: &Map) -> Name {
    let given = operation
        .get("operationId")
        .and_then(|node| Some((node.as_str()?.trim(), node.span)));
    if let Some((id, span)) = given.filter(|(id, _)| !id.is_empty()) {
        return Spanned::new(id.to_owned(), span);
    }
    let words = place
        .path
        .split(|char: char| !char.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    let slug = words.fold(place.method.to_owned(), |slug, word| slug + "_" + word);
    Spanned::new(slug, place.span)
}

/// Makes a tool of an operation; its name may still change.
pub(super) fn read(
    diagnostics: &mut Diagnostics,
    document: &Document,
    place: &Place<'_>,
    operation: &Map,
    item: &Map,
) -> Result<DraftTool, Skip> {
    let mut arguments = parameters::read(diagnostics, document, place, operation, item)?;
    if let Some(body) = body::read(document, place, operation, &arguments)? {
        arguments.push(body);
    }
    let root = &document.root;
    let routes = arguments
        .iter()
        .map(|argument| argument.route.clone())
        .collect();
    let output = body::output(document, operation);
    Ok(DraftTool {
        name: name(place, operation),
        own_namespace: None,
        file_namespace: None,
        description: description(operation),
        title: None,
        input: DraftSchema {
            node: Arc::new(object(arguments, place.span)),
            root: Arc::clone(root),
        },
        output: output.map(|schema| DraftSchema {
            node: Arc::new(schema.clone()),
            root: Arc::clone(root),
        }),
        approval: None,
        metadata: metadata(place, operation, routes),
        http: None,
        raw_fingerprint: None,
        foreign: true,
        span: place.span,
    })
}

/// Summary and description; the summary alone where the description repeats it.
fn description(operation: &Map) -> String {
    let text = |key| {
        operation
            .get(key)
            .and_then(Node::as_str)
            .map_or("", str::trim)
    };
    let (summary, description) = (text("summary"), text("description"));
    if description.starts_with(summary) {
        return description.to_owned();
    }
    if description.is_empty() {
        return summary.to_owned();
    }
    format!("{summary}\n\n{description}")
}

/// The schema of the object that holds all arguments.
fn object(arguments: Vec<Argument>, span: Span) -> Node {
    let required: Vec<Node> = arguments
        .iter()
        .filter(|argument| argument.required)
        .map(|argument| string(&argument.name, argument.span))
        .collect();
    let properties = arguments
        .into_iter()
        .map(|argument| crate::node::Entry {
            key: argument.name,
            key_span: argument.span,
            value: argument.schema,
        })
        .collect();
    let mut map = Map::default();
    map.insert("type", span, string("object", span));
    map.insert(
        "properties",
        span,
        Node::new(Value::Map(Map::new(properties)), span),
    );
    if !required.is_empty() {
        map.insert("required", span, Node::new(Value::List(required), span));
    }
    Node::new(Value::Map(map), span)
}

/// What an engine needs to make the request, and what else the document says of the operation.
fn metadata(place: &Place<'_>, operation: &Map, routes: Vec<Node>) -> Vec<(String, Node)> {
    let mut http = Map::default();
    http.insert(
        "method",
        place.span,
        string(&place.method.to_ascii_uppercase(), place.span),
    );
    http.insert("path", place.span, string(place.path, place.span));
    http.insert(
        "arguments",
        place.span,
        Node::new(Value::List(routes), place.span),
    );
    let mut metadata = vec![("http".to_owned(), Node::new(Value::Map(http), place.span))];
    for key in ["tags", "deprecated", "security"] {
        metadata.extend(
            operation
                .get(key)
                .map(|node| (key.to_owned(), node.clone())),
        );
    }
    metadata
}

/// A string node.
pub(super) fn string(text: &str, span: Span) -> Node {
    Node::new(Value::String(text.to_owned()), span)
}
