//! Turns a request body into arguments: one for each of its properties if that is equivalent, else one for the whole.

use super::argument::{Argument, Subject};
use super::form::{Fields, restrict_to_objects};
use super::object::{self, Object};
use super::skip::Skip;
use super::{file, media};
use std::collections::HashSet;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node};
use toolc_base::source::Span;
use toolc_model::config::BodyOptions;
use toolc_model::model::http::{Body, Content, Encoding};
use toolc_model::reading::dialect::is_yes;

/// Names for the argument that holds the body; the first one that no parameter uses is taken.
const NAMES: &[&str] = &["body", "requestBody", "request_body", "bodyContent"];

/// The text for the model in the description of an argument that holds a document.
const DOCUMENT: &str = "The XML document as text.";

/// What a body adds to the arguments.
pub(super) struct BodyArguments {
    pub(super) body: Body,
    pub(super) arguments: Vec<Argument>,
    /// Whether no arguments other than those listed are allowed.
    pub(super) closed: bool,
    /// The description of the body, if no argument contains it.
    pub(super) description: Option<Node>,
}

/// A body with the media type that is chosen for it.
struct ChosenBody<'d> {
    /// The request body.
    node: &'d Node,
    /// The chosen media type.
    media: &'d Entry,
    encoding: Encoding,
    schema: Option<&'d Node>,
    required: bool,
}

/// Reads a request body; `parameters` are the arguments read so far.
pub(super) fn read_body(
    diagnostics: &mut Diagnostics,
    subject: &Subject<'_>,
    options: &BodyOptions,
    parameters: &[Argument],
) -> Result<Option<BodyArguments>, Skip> {
    let document = subject.document;
    let Some(chosen) = choose_body(diagnostics, subject, options)? else {
        return Ok(None);
    };
    let object = chosen.schema.filter(|_| is_structure(chosen.encoding));
    let object = object.and_then(|schema| object::plain_object(document, schema));
    // without `properties`, an object may be any: they say nothing if they are empty (JSON Schema 2020-12, section
    // 10.3.2.1)
    let is_any = |object: &Object<'_>| object.has_nothing() && !chosen.required;
    let object = match object {
        Some(object) if is_any(&object) && object.closed => return Ok(None),
        object => object.filter(|object| !is_any(object)),
    };
    let mut fields = Fields::new(document, chosen.encoding, chosen.media);
    let flat =
        object.filter(|object| can_flatten(diagnostics, options, &chosen, object, parameters));
    let mut added = match flat {
        Some(object) => argument_per_property(diagnostics, &chosen, object, &mut fields),
        None => one_argument(diagnostics, subject, &chosen, parameters, &mut fields)?,
    };
    if let Some(skip) = fields.unwritable.take() {
        return Err(skip);
    }
    fields.report_idle_encodings(diagnostics);
    added.body.names = fields.names();
    added.body.fields = fields.found;
    added.body.headers = fields.headers;
    Ok(Some(added))
}

/// The body of an operation with the chosen media type; `None` if there is no body.
fn choose_body<'d>(
    diagnostics: &mut Diagnostics,
    subject: &Subject<'d>,
    options: &BodyOptions,
) -> Result<Option<ChosenBody<'d>>, Skip> {
    let document = subject.document;
    let Some(node) = subject.operation.get("requestBody") else {
        return Ok(None);
    };
    let node = document.resolve(node)?;
    let content = node.get("content").map(|content| document.resolve(content));
    let content = content.transpose()?.and_then(Node::as_map);
    let Some(content) = content.filter(|content| !content.is_empty()) else {
        return Ok(None);
    };
    let Some((media, encoding)) = media::choose_media(document, content, &options.content) else {
        return Err(inexpressible(content, node));
    };
    if media::is_vendors_own(&media::bare_media(&media.key)) && encoding == Encoding::Json {
        let message = format!(
            "toolc does not know the format `{}`; the body is written as JSON",
            media.key
        );
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, media.key_span, message);
        diagnostics.push(finding.help(BYTES));
    }
    Ok(Some(ChosenBody {
        node,
        media,
        encoding,
        schema: media.value.get("schema"),
        required: node.get("required").is_some_and(is_yes),
    }))
}

/// Whether the properties of a body could be arguments.
fn is_structure(encoding: Encoding) -> bool {
    matches!(
        encoding,
        Encoding::Json | Encoding::Form | Encoding::Multipart
    )
}

/// Whether the properties of a body can become arguments so that the same calls are valid.
fn can_flatten(
    diagnostics: &mut Diagnostics,
    options: &BodyOptions,
    chosen: &ChosenBody<'_>,
    object: &Object<'_>,
    parameters: &[Argument],
) -> bool {
    // the body may be absent, but its required properties may not
    if options.nested || !chosen.required && !object.required.is_empty() {
        return false;
    }
    let parameters: HashSet<&str> = parameters.iter().map(|one| one.name.as_str()).collect();
    let mut names = object.properties.iter().map(|property| property.name);
    let Some(taken) = names.find(|name| parameters.contains(name)) else {
        return true;
    };
    let message = format!(
        "`{taken}` is both a parameter and a property of the body, so the body is one argument"
    );
    let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, chosen.media.key_span, message);
    diagnostics.push(finding.help("give one of the two another name"));
    false
}

/// Makes an argument of each property.
fn argument_per_property(
    diagnostics: &mut Diagnostics,
    chosen: &ChosenBody<'_>,
    object: Object<'_>,
    fields: &mut Fields<'_>,
) -> BodyArguments {
    let mut arguments: Vec<Argument> = Vec::with_capacity(object.properties.len());
    for property in &object.properties {
        let mut schema = property.join_schemas();
        fields.note_property(diagnostics, property.name, &mut schema);
        arguments.push(Argument {
            name: property.name.to_owned(),
            schema,
            required: object.requires(property.name),
            span: property.span,
        });
    }
    // a required property without a schema may be anything
    for (name, span) in object.undescribed() {
        let mut schema = Node::map(Map::default(), span);
        fields.note_property(diagnostics, name, &mut schema);
        arguments.push(Argument {
            name: name.to_owned(),
            schema,
            required: true,
            span,
        });
    }
    BodyArguments {
        body: new_body(chosen, Content::Rest(Vec::new())),
        arguments,
        closed: object.closed,
        description: chosen.node.get("description").cloned(),
    }
}

/// Makes one argument of the whole body.
fn one_argument(
    diagnostics: &mut Diagnostics,
    subject: &Subject<'_>,
    chosen: &ChosenBody<'_>,
    parameters: &[Argument],
    fields: &mut Fields<'_>,
) -> Result<BodyArguments, Skip> {
    let is_taken = |name: &str| parameters.iter().any(|parameter| parameter.name == name);
    let name = NAMES.iter().find(|name| !is_taken(name));
    let mut name = name.map_or_else(|| NAMES[0].to_owned(), |name| (*name).to_owned());
    while is_taken(&name) {
        name.push('_');
    }
    let mut schema = whole_schema(diagnostics, chosen, fields);
    if matches!(chosen.encoding, Encoding::Form | Encoding::Multipart) {
        let content = chosen.node.get_map("content");
        let refuse = || inexpressible(content.unwrap_or(&Map::default()), chosen.node);
        schema = restrict_to_objects(subject.document, schema).ok_or_else(refuse)?;
    }
    describe(&mut schema, chosen.node);
    let argument = Argument {
        name: name.clone(),
        schema,
        required: chosen.required,
        span: chosen.media.key_span,
    };
    Ok(BodyArguments {
        body: new_body(chosen, Content::Argument(name)),
        arguments: vec![argument],
        closed: false,
        description: None,
    })
}

/// The schema of the argument that holds the whole body.
fn whole_schema(
    diagnostics: &mut Diagnostics,
    chosen: &ChosenBody<'_>,
    fields: &mut Fields<'_>,
) -> Node {
    let span = chosen.media.key_span;
    let described = || [Some(chosen.node), chosen.schema].into_iter().flatten();
    match chosen.encoding {
        Encoding::Bytes => file::file_schema(described(), span),
        Encoding::Text => text_schema(chosen, described(), span),
        Encoding::Json
        | Encoding::Form
        | Encoding::Multipart
        | Encoding::JsonLines
        | Encoding::JsonSequence => {
            let open = || match chosen.encoding {
                Encoding::Form | Encoding::Multipart => Node::of_type("object", span),
                _ => match chosen.media.value.get("itemSchema") {
                    Some(item) => list_of(item, span),
                    None => Node::map(Map::default(), span),
                },
            };
            let schema = chosen
                .schema
                .filter(|schema| schema.as_bool() != Some(true));
            let schema = schema.map(|schema| fields.rewrite_schema(diagnostics, schema));
            schema.unwrap_or_else(open)
        }
    }
}

/// The schema of a stream of values (3.2).
fn list_of(item: &Node, span: Span) -> Node {
    let mut list = Node::of_type("array", span);
    if let Some(map) = list.as_map_mut() {
        map.insert("items", item.span, item.clone());
    }
    list
}

/// The schema for a text body: the given schema if it accepts only strings, else any string.
fn text_schema<'n>(
    chosen: &ChosenBody<'n>,
    described: impl IntoIterator<Item = &'n Node>,
    span: Span,
) -> Node {
    let is_string = |schema: &&Node| schema.get_str("type") == Some("string");
    let given = chosen
        .schema
        .filter(is_string)
        .filter(|schema| !file::is_file(schema));
    let mut schema = given
        .cloned()
        .unwrap_or_else(|| Node::of_type("string", span));
    let is_xml = media::bare_media(&chosen.media.key).ends_with("xml");
    if let Some(map) = schema.as_map_mut().filter(|_| is_xml) {
        map.insert(
            "description",
            span,
            file::file_sentence(described, DOCUMENT, span),
        );
    }
    schema
}

fn new_body(chosen: &ChosenBody<'_>, content: Content) -> Body {
    Body {
        media_type: media::concrete_media(&chosen.media.key, chosen.encoding),
        encoding: chosen.encoding,
        content,
        required: chosen.required,
        within: Vec::new(),
        fields: Vec::new(),
        names: Vec::new(),
        headers: Vec::new(),
    }
}

/// Adds the body's own description, which is not part of its schema.
fn describe(schema: &mut Node, body: &Node) {
    let entry = body.as_map().and_then(|map| map.entry("description"));
    if let (Some(entry), Some(map)) = (entry, schema.as_map_mut())
        && !map.contains("description")
    {
        map.insert("description", entry.key_span, entry.value.clone());
    }
}

const PARTS: &str = "describe the parts of the body as the properties of an object";

const BYTES: &str = "if the API takes JSON as well, describe it; else describe the body as what it is on the wire: \
                     `{ type: string, format: binary }`, or `{ type: string }` for a text";

fn inexpressible(content: &Map, body: &Node) -> Skip {
    let kinds = content.iter().map(|media| media.key.as_str());
    let is_form = |media: &Entry| {
        let bare = media::bare_media(&media.key);
        bare.starts_with("multipart/") || bare.ends_with("/x-www-form-urlencoded")
    };
    let (what, remedy) = if content.iter().any(media::is_positional) {
        (
            "its parts have positions instead of names, but toolc sends parts by name",
            PARTS,
        )
    } else if content.iter().any(is_form) {
        ("its schema is not an object", PARTS)
    } else {
        ("toolc cannot write such a value in that format", BYTES)
    };
    Skip {
        reason: format!(
            "its body is {}, and {what}",
            toolc_model::reading::fields::quote_names(kinds)
        ),
        remedy: remedy.to_owned(),
        span: Some(body.span),
    }
}
