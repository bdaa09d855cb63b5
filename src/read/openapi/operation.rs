//! One operation to one tool: its name, its text, the object that holds all its arguments, and the
//! request that it makes.

use super::described::Described;
use super::document::Document;
use super::parameters::{Parameters, Told};
use super::security::Schemes;
use super::{Place, Skip, body, methods, parameters, path, responses, route, servers};
use crate::config::BodyOptions;
use crate::diagnostic::Diagnostics;
use crate::draft::{DraftSchema, DraftTool};
use crate::model::effect::Stated;
use crate::model::http::{Body, Operation, Parameter, Requirement, Server};
use crate::model::policy::Execution;
use crate::node::{Map, Node, Value};
use crate::read::Reading;
use crate::source::{EntryId, Span, Spanned};
use std::sync::Arc;

/// A tool's name and where it comes from.
pub(super) type Name = Spanned<String>;

/// One argument of the tool.
pub(super) struct Argument {
    pub(super) name: String,
    pub(super) schema: Node,
    pub(super) required: bool,
    pub(super) span: Span,
}

/// An operation and what surrounds it.
#[derive(Clone, Copy)]
pub(super) struct Subject<'d> {
    pub(super) document: &'d Document,
    pub(super) place: &'d Place<'d>,
    pub(super) operation: &'d Map,
    /// The path item.
    pub(super) item: &'d Map,
    pub(super) described: &'d Described,
}

/// What a document says for the operations that do not say it themselves.
pub(super) struct Common {
    servers: Vec<Server>,
    security: Option<Vec<Vec<Requirement>>>,
    schemes: Schemes,
    entry: Option<EntryId>,
    bodies: BodyOptions,
    told: Told,
}

impl Common {
    /// `is_silent`: nothing is said of credentials.
    pub(super) fn read(reading: &mut Reading<'_>, document: &Document, is_silent: bool) -> Self {
        let entry = reading.entry;
        let bodies = entry.map(|entry| entry.bodies.clone());
        let diagnostics = &mut *reading.diagnostics;
        let schemes = Schemes::read(diagnostics, document);
        let root = document.root.as_map();
        let servers = root.and_then(|root| servers::own(diagnostics, document, root));
        let security = root.and_then(|root| schemes.own(diagnostics, root));
        Common {
            servers: servers.unwrap_or_default(),
            security: security.or_else(|| (!is_silent).then(Vec::new)),
            schemes,
            entry: entry.map(|entry| entry.id),
            bodies: bodies.unwrap_or_default(),
            told: Told::default(),
        }
    }
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
    let slug = words.fold(place.method.to_ascii_lowercase(), |slug, word| {
        slug + "_" + word
    });
    Spanned::new(slug, place.span)
}

/// Makes a tool of an operation; its name may still change.
pub(super) fn read(
    diagnostics: &mut Diagnostics,
    common: &mut Common,
    subject: &Subject<'_>,
) -> Result<DraftTool, Skip> {
    let Subject {
        document,
        place,
        operation,
        ..
    } = *subject;
    let Parameters {
        mut arguments,
        routes,
        ..
    } = parameters::read(diagnostics, &mut common.told, subject)?;
    let carried = body::read(diagnostics, subject, &common.bodies, &arguments)?;
    let mut frame = Frame::default();
    let body = carried.map(|carried| {
        arguments.extend(carried.arguments);
        frame.closed = carried.closed;
        frame.description = carried.description;
        carried.body
    });
    let http = request(diagnostics, common, subject, routes, body);
    let schema = |node| DraftSchema::within(&document.root, node);
    Ok(DraftTool {
        name: name(place, operation),
        own_namespace: None,
        file_namespace: None,
        description: description(operation),
        described: described(operation),
        title: None,
        input: schema(object(arguments, frame, place.span)),
        output: responses::output(document, operation).map(schema),
        approval: None,
        timeout: None,
        effect: Stated::default(),
        untrusted: None,
        served: false,
        inject: Vec::new(),
        errors: Vec::new(),
        rules: Vec::new(),
        execution: Execution::default(),
        metadata: metadata(&http, operation),
        http: Some(Arc::new(http)),
        given: Vec::new(),
        raw_fingerprint: None,
        foreign: true,
        entry: common.entry,
        span: place.span,
    })
}

/// The request that the tool makes.
fn request(
    diagnostics: &mut Diagnostics,
    common: &Common,
    subject: &Subject<'_>,
    parameters: Vec<Parameter>,
    body: Option<Body>,
) -> Operation {
    let Subject {
        document,
        place,
        operation,
        item,
        ..
    } = *subject;
    let servers = servers::own(diagnostics, document, operation)
        .or_else(|| servers::own(diagnostics, document, item));
    let security = common.schemes.own(diagnostics, operation);
    Operation {
        method: methods::sent(place.method),
        path: path::bare(place.path, &parameters),
        parameters,
        body,
        servers: servers.unwrap_or_else(|| common.servers.clone()),
        security: security.or_else(|| common.security.clone()),
        accepts: responses::accepts(document, operation),
        span: place.span,
    }
}

/// Where what [`description`] gives stands.
fn described(operation: &Map) -> Option<Span> {
    let mut keys = ["description", "summary"].into_iter();
    keys.find_map(|key| Some(operation.get(key)?.span))
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

/// What the object that holds all arguments says beside them.
#[derive(Default)]
struct Frame {
    /// Whether it has no others.
    closed: bool,
    description: Option<Node>,
}

/// The schema of the object that holds all arguments.
fn object(arguments: Vec<Argument>, frame: Frame, span: Span) -> Node {
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
    if frame.closed {
        let no = Node::new(Value::Bool(false), span);
        map.insert("additionalProperties", span, no);
    }
    if let Some(description) = frame.description {
        map.insert("description", description.span, description);
    }
    Node::new(Value::Map(map), span)
}

/// The request, and what else the document says of the operation.
fn metadata(http: &Operation, operation: &Map) -> Vec<(String, Node)> {
    let mut metadata = vec![("http".to_owned(), route::summary(http))];
    for key in ["tags", "deprecated", "security"] {
        let node = operation.get(key);
        metadata.extend(node.map(|node| (key.to_owned(), node.clone())));
    }
    metadata
}

/// A string node.
pub(super) fn string(text: &str, span: Span) -> Node {
    Node::new(Value::String(text.to_owned()), span)
}

/// The schema of all values of a type.
pub(super) fn typed(kind: &str, span: Span) -> Node {
    let mut map = Map::default();
    map.insert("type", span, string(kind, span));
    Node::new(Value::Map(map), span)
}
