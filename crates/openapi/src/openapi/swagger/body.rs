//! The request body: a parameter with `in: body`, or all those with `in: formData`.

use super::parameters::{take_schema, take_style};
use super::{copy_entry, mapping_at};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Map, Node};
use toolc_base::source::{Span, Spanned};
use toolc_model::reading::dialect::is_yes;
use toolc_schema::schema::written::ObjectSchema;

/// The `requestBody` of an operation, with its place.
pub(super) fn read_swagger_body(
    diagnostics: &mut Diagnostics,
    payload: Vec<Node>,
    consumes: &[Spanned<String>],
) -> Option<(Span, Node)> {
    let is_body = |node: &Node| node.get_str("in") == Some("body");
    let (bodies, fields): (Vec<Node>, Vec<Node>) = payload.into_iter().partition(is_body);
    if let Some(body) = bodies.first() {
        for other in bodies.iter().skip(1).chain(&fields) {
            let message = "an operation has one body; this parameter has no effect beside it";
            let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, other.span, message);
            diagnostics.push(
                finding
                    .also(body.span, "the body")
                    .help("make it a property of the body's schema, or remove it"),
            );
        }
        return Some((body.span, of_parameter(body, consumes)));
    }
    let span = fields.first()?.span;
    Some((span, of_fields(diagnostics, fields, consumes, span)))
}

fn of_parameter(parameter: &Node, consumes: &[Spanned<String>]) -> Node {
    let span = parameter.span;
    let mut body = Map::default();
    let mut media = Map::default();
    if let Some(parameter) = parameter.as_map() {
        copy_entry(parameter, "description", &mut body, "description");
        copy_entry(parameter, "required", &mut body, "required");
        copy_entry(parameter, "schema", &mut media, "schema");
    }
    let json = [Spanned::new("application/json".to_owned(), span)];
    let kinds = if consumes.is_empty() { &json } else { consumes };
    write_contents(&mut body, kinds, &Node::map(media, span));
    Node::map(body, span)
}

/// Writes the same content for every media type.
pub(super) fn write_contents(owner: &mut Map, kinds: &[Spanned<String>], media: &Node) {
    let Some(content) = mapping_at(owner, "content", media.span) else {
        return;
    };
    for kind in kinds {
        content.insert(&kind.value, kind.span, media.clone());
    }
}

const URLENCODED: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

fn of_fields(
    diagnostics: &mut Diagnostics,
    fields: Vec<Node>,
    consumes: &[Spanned<String>],
    span: Span,
) -> Node {
    let has_file = fields.iter().any(is_file);
    let mut form = Form::default();
    for field in fields {
        form.add(diagnostics, field);
    }
    let is_required = !form.required.is_empty();
    let mut body = Map::default();
    if is_required {
        body.insert("required", span, Node::bool(true, span));
    }
    write_contents(
        &mut body,
        &kinds(consumes, has_file, span),
        &form.media(span),
    );
    Node::map(body, span)
}

fn is_file(field: &Node) -> bool {
    field.get_str("type") == Some("file")
}

/// The media types of a form. A file makes it multipart, whatever the document states.
fn kinds(consumes: &[Spanned<String>], has_file: bool, span: Span) -> Vec<Spanned<String>> {
    let is_form = |kind: &&Spanned<String>| {
        let bare = kind.value.split(';').next().unwrap_or("").trim();
        bare.eq_ignore_ascii_case(MULTIPART) || !has_file && bare.eq_ignore_ascii_case(URLENCODED)
    };
    let said: Vec<_> = consumes.iter().filter(is_form).cloned().collect();
    if !said.is_empty() {
        return said;
    }
    let usual = if has_file { MULTIPART } else { URLENCODED };
    vec![Spanned::new(usual.to_owned(), span)]
}

/// Form fields that are being combined into an object.
#[derive(Default)]
struct Form {
    properties: Map,
    required: Vec<Node>,
    /// How lists are serialized.
    encoding: Map,
}

impl Form {
    fn add(&mut self, diagnostics: &mut Diagnostics, mut field: Node) {
        let span = field.span;
        let Some(map) = field.as_map_mut() else {
            return;
        };
        let name = map
            .get("name")
            .and_then(|name| Some((name.as_str()?.to_owned(), name.span)));
        let Some((name, place)) = name else {
            let message = "a field of the form has no `name` and is left out";
            let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, span, message);
            return diagnostics.push(finding.help("add a `name`"));
        };
        if let Some(style) = take_style(diagnostics, map) {
            let mut encoding = Map::default();
            encoding.insert("style", style.span, Node::string(style.name, style.span));
            let explode = Node::bool(style.explode, style.span);
            encoding.insert("explode", style.span, explode);
            style.insert_inner(&mut encoding);
            let encoding = Node::map(encoding, style.span);
            self.encoding.insert(&name, place, encoding);
        }
        let mut schema = take_schema(map, span);
        if let Some(schema) = schema.as_map_mut() {
            copy_entry(map, "description", schema, "description");
            copy_entry(map, "deprecated", schema, "deprecated");
        }
        if map.get("required").is_some_and(is_yes) {
            self.required.push(Node::string(&name, place));
        }
        self.properties.insert(&name, place, schema);
    }

    fn media(self, span: Span) -> Node {
        let schema = ObjectSchema {
            properties: self.properties,
            required: self.required,
            is_closed: false,
        };
        let schema = schema.into_map(span);
        let mut media = Node::map(Map::default(), span);
        if let Some(map) = media.as_map_mut() {
            map.insert("schema", span, Node::map(schema, span));
            if !self.encoding.is_empty() {
                map.insert("encoding", span, Node::map(self.encoding, span));
            }
        }
        media
    }
}
