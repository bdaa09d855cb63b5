//! How a request appears in `toolc.lock`, so that a person reviews changes of location or style.

use super::style::{style_name, usual_style};
use toolc_base::node::{Map, Node, escape_pointer};
use toolc_base::source::Span;
use toolc_model::model::http::{
    Body, Content, Field, Form, Operation, Origin, Parameter, PartHeader, Place, Styled,
};

/// The entry `http` of a tool's metadata; `input` is the schema of its arguments.
pub(super) fn summarise_operation(operation: &Operation, input: &Node) -> Node {
    let span = operation.span;
    let mut routes: Vec<Node> = operation
        .parameters
        .iter()
        .filter_map(|parameter| route(parameter, span))
        .collect();
    if let Some(body) = &operation.body {
        let is_unsaid = body.required && may_lack_all(operation, body, input);
        routes.push(body_route(body, is_unsaid, span));
        routes.extend(constants(body, span));
    }
    let mut page = Page::new(span);
    page.text("method", &operation.method);
    page.text("path", &operation.path);
    page.node("arguments", Node::list(routes, span));
    if !accepts_json(operation) {
        let accepts = operation
            .accepts
            .iter()
            .map(|media| Node::string(media, span));
        page.node("accepts", Node::list(accepts.collect(), span));
    }
    page.done()
}

/// Whether nothing but JSON is asked for, which goes without saying.
fn accepts_json(operation: &Operation) -> bool {
    let mut accepts = operation.accepts.iter();
    accepts.all(|media| media == "application/json")
}

/// Whether a call may have no argument for the body, so that only `required` decides whether there is one.
fn may_lack_all(operation: &Operation, body: &Body, input: &Node) -> bool {
    let is_parameter = |name: &str| {
        let mut parameters = operation.parameters.iter();
        parameters.any(|one| matches!(&one.value, Origin::Argument(known) if known == name))
    };
    let required = input.get("required").and_then(Node::as_list);
    let mut required = required.unwrap_or_default().iter().filter_map(Node::as_str);
    match &body.content {
        Content::Argument(_) => false,
        Content::Rest(constants) => constants.is_empty() && required.all(is_parameter),
    }
}

/// `None` for a hidden parameter, which is never sent.
fn route(parameter: &Parameter, span: Span) -> Option<Node> {
    let mut page = Page::new(span);
    match &parameter.value {
        Origin::Argument(name) => page.text("argument", name),
        Origin::Constant(text) => page.text("constant", text),
        Origin::Hidden => return None,
    }
    page.text("name", &parameter.name);
    page.text("in", parameter.place.name());
    page.form(&parameter.form, usual_style(parameter.place));
    Some(page.done())
}

fn body_route(body: &Body, is_always_sent: bool, span: Span) -> Node {
    let mut page = Page::new(span);
    if let Content::Argument(name) = &body.content {
        page.text("argument", name);
    }
    page.text("in", "body");
    page.text("contentType", &body.media_type);
    if is_always_sent {
        page.node("required", Node::bool(true, span));
    }
    if !body.fields.is_empty() {
        let fields = body.fields.iter().map(|field| self::field(field, span));
        page.node("fields", Node::list(fields.collect(), span));
    }
    if !body.headers.is_empty() {
        let headers = body.headers.iter().map(|header| part_header(header, span));
        page.node("headers", Node::list(headers.collect(), span));
    }
    page.done()
}

/// The constants in the body that the configuration sets.
fn constants(body: &Body, span: Span) -> Vec<Node> {
    let constant = |name: &str, value: &str| {
        let mut page = Page::new(span);
        page.text("constant", value);
        page.text("name", name);
        page.text("in", "body");
        page.done()
    };
    let whole = match &body.content {
        Content::Rest(constants) => &constants[..],
        Content::Argument(_) => &[],
    };
    let whole = whole.iter().map(|(name, value)| constant(name, value));
    let within = body.within.iter().map(|within| {
        let name = within.path.iter().fold(String::new(), |pointer, name| {
            pointer + "/" + &escape_pointer(name)
        });
        constant(&name, &within.value)
    });
    whole.chain(within).collect()
}

fn field(field: &Field, span: Span) -> Node {
    let mut page = Page::new(span);
    page.text("name", &field.name);
    page.form(&field.form, usual_style(Place::Query));
    if field.is_file {
        page.node("file", Node::bool(true, span));
    }
    page.done()
}

fn part_header(header: &PartHeader, span: Span) -> Node {
    let mut page = Page::new(span);
    page.text("part", &header.part);
    page.text("name", &header.name);
    page.text("constant", &header.value);
    page.done()
}

/// A mapping under construction.
struct Page {
    map: Map,
    span: Span,
}

impl Page {
    fn new(span: Span) -> Self {
        Page {
            map: Map::default(),
            span,
        }
    }

    fn node(&mut self, key: &str, node: Node) {
        self.map.insert(key, self.span, node);
    }

    fn text(&mut self, key: &str, text: &str) {
        self.node(key, Node::string(text, self.span));
    }

    /// The media type, or the differences from the default style.
    fn form(&mut self, form: &Form, usual: Styled) {
        let styled = match form {
            Form::Content(media) => return self.text("contentType", media),
            Form::Style(styled) => *styled,
        };
        if styled.style != usual.style {
            self.text("style", style_name(styled.style));
        }
        if styled.explode != usual.explode {
            self.node("explode", Node::bool(styled.explode, self.span));
        }
        if styled.allow_reserved {
            self.node("allowReserved", Node::bool(true, self.span));
        }
        if let Some(inner) = styled.inner {
            self.text("innerStyle", style_name(inner));
        }
    }

    fn done(self) -> Node {
        Node::map(self.map, self.span)
    }
}
