//! Turns one operation into a tool: its name, its description, the object that holds all its
//! arguments, and the request that it makes.

use super::argument::{Argument, OperationPlace, Subject};
use super::names::name_operation;
use super::parameters::{Parameters, ReportedHeaders};
use super::security::Schemes;
use super::skip::Skip;
use super::{Prepared, body, methods, parameters, path, responses, route, servers};
use std::sync::Arc;
use toolc_base::diagnostic::Diagnostics;
use toolc_base::node::{Map, Node};
use toolc_base::source::{EntryId, Span};
use toolc_model::config::BodyOptions;
use toolc_model::draft::{DraftSchema, DraftTool};
use toolc_model::model::effect::Stated;
use toolc_model::model::evolution::Evolution;
use toolc_model::model::execution::Execution;
use toolc_model::model::http::{Body, Operation, Parameter, Requirement, Server};
use toolc_model::reading::Reading;
use toolc_schema::schema::written::ObjectSchema;

/// What a document sets for operations that do not set it themselves.
pub(super) struct Common {
    servers: Vec<Server>,
    security: Option<Vec<Vec<Requirement>>>,
    schemes: Schemes,
    entry: Option<EntryId>,
    bodies: BodyOptions,
    reported_headers: ReportedHeaders,
}

impl Common {
    pub(super) fn read(reading: &mut Reading<'_>, prepared: &Prepared<'_>) -> Self {
        let document = &prepared.document;
        let entry = reading.entry;
        let bodies = entry.map(|entry| entry.bodies.clone());
        let diagnostics = &mut *reading.diagnostics;
        let schemes = Schemes::read(diagnostics, document);
        let root = document.root.as_map();
        let servers = root.and_then(|root| servers::own_servers(diagnostics, document, root));
        let security = root.and_then(|root| schemes.read_alternatives(diagnostics, root));
        Common {
            servers: servers.unwrap_or_default(),
            security: security.or_else(|| (!prepared.is_silent).then(Vec::new)),
            schemes,
            entry: entry.map(|entry| entry.id),
            bodies: bodies.unwrap_or_default(),
            reported_headers: ReportedHeaders::default(),
        }
    }
}

/// Makes a tool of an operation. The name is not final.
pub(super) fn read_operation(
    diagnostics: &mut Diagnostics,
    common: &mut Common,
    subject: &Subject<'_>,
) -> Result<DraftTool, Skip> {
    let Subject {
        document,
        at,
        operation,
        ..
    } = *subject;
    let Parameters {
        mut arguments,
        routes,
        path,
        ..
    } = parameters::read_parameters(diagnostics, &mut common.reported_headers, subject)?;
    let added = body::read_body(diagnostics, subject, &common.bodies, &arguments)?;
    let mut frame = Frame::default();
    let body = added.map(|added| {
        arguments.extend(added.arguments);
        frame.closed = added.closed;
        frame.description = added.description;
        added.body
    });
    let path = path::bare_path(&path, &routes);
    let http = request(diagnostics, common, subject, (path, routes), body);
    let schema = |node| DraftSchema::within(&document.root, node);
    let input = object(arguments, frame, at.span);
    Ok(DraftTool {
        native: None,
        remote: None,
        name: name_operation(at, operation),
        own_namespace: None,
        file_namespace: None,
        description: description(operation),
        described: described(operation),
        title: None,
        metadata: metadata(&http, &input, operation),
        input: schema(input),
        output: responses::output_schema(document, operation).map(schema),
        approval: None,
        timeout: None,
        engine: None,
        effect: Stated::default(),
        untrusted: None,
        served: false,
        inject: Vec::new(),
        errors: Vec::new(),
        rules: Vec::new(),
        execution: Execution::default(),
        http: Some(Arc::new(http)),
        refusals: responses::read_refusals(document, operation),
        given: Vec::new(),
        constants: Vec::new(),
        injected: Vec::new(),
        raw_fingerprint: None,
        overload: false,
        wire_name: None,
        evolution: Evolution::default(),
        foreign: true,
        entry: common.entry,
        span: at.span,
    })
}

/// The request that the tool makes.
fn request(
    diagnostics: &mut Diagnostics,
    common: &Common,
    subject: &Subject<'_>,
    (path, parameters): (String, Vec<Parameter>),
    body: Option<Body>,
) -> Operation {
    let Subject {
        document,
        at,
        operation,
        item,
        ..
    } = *subject;
    let servers = servers::own_servers(diagnostics, document, operation)
        .or_else(|| servers::own_servers(diagnostics, document, item));
    let security = common.schemes.read_alternatives(diagnostics, operation);
    Operation {
        method: methods::sent_method(at.method),
        path,
        parameters,
        body,
        servers: servers.unwrap_or_else(|| common.servers.clone()),
        security: security.or_else(|| common.security.clone()),
        accepts: responses::accepted_media(document, operation),
        span: at.span,
        extent: extent(at, operation),
    }
}

/// From the key of an operation to its end; through a reference, this may be in another file.
fn extent(place: &OperationPlace<'_>, operation: &Map) -> Span {
    let values = operation.iter().map(|entry| entry.value.span);
    let beside = values.filter(|span| span.source == place.span.source);
    let end = beside.map(|span| span.end).max();
    Span {
        end: end.unwrap_or(0).max(place.span.end),
        ..place.span
    }
}

/// The place of the text returned by [`description`].
fn described(operation: &Map) -> Option<Span> {
    let mut keys = ["description", "summary"].into_iter();
    keys.find_map(|key| Some(operation.get(key)?.span))
}

/// Summary and description; just the summary if the description repeats it.
fn description(operation: &Map) -> String {
    let text = |key| operation.get_str(key).map_or("", str::trim);
    let (summary, description) = (text("summary"), text("description"));
    if description.starts_with(summary) {
        return description.to_owned();
    }
    if description.is_empty() {
        return summary.to_owned();
    }
    format!("{summary}\n\n{description}")
}

/// The keywords of the object that holds all arguments, other than the arguments.
#[derive(Default)]
struct Frame {
    /// Whether it allows no others.
    closed: bool,
    description: Option<Node>,
}

/// The schema of the object that holds all arguments.
fn object(arguments: Vec<Argument>, frame: Frame, span: Span) -> Node {
    let required: Vec<Node> = arguments
        .iter()
        .filter(|argument| argument.required)
        .map(|argument| Node::string(&argument.name, argument.span))
        .collect();
    let properties = arguments
        .into_iter()
        .map(|argument| toolc_base::node::Entry {
            key: argument.name,
            key_span: argument.span,
            value: argument.schema,
        })
        .collect();
    let object = ObjectSchema {
        properties: Map::new(properties),
        required,
        is_closed: frame.closed,
    };
    let mut map = object.into_map(span);
    if let Some(description) = frame.description {
        map.insert("description", description.span, description);
    }
    Node::map(map, span)
}

/// The request, and the rest of the metadata that the document has for the operation.
fn metadata(http: &Operation, input: &Node, operation: &Map) -> Vec<(String, Node)> {
    let mut metadata = vec![("http".to_owned(), route::summarise_operation(http, input))];
    for key in ["tags", "deprecated", "security"] {
        let node = operation.get(key);
        metadata.extend(node.map(|node| (key.to_owned(), node.clone())));
    }
    metadata
}
