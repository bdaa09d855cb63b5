//! Noun: a toolset whose handlers the program makes when it starts, and what they are configured with.

use crate::node::{Map, Node, Value, escape_pointer};
use crate::schema::shape::{Keyword, Object, Shape, ShapeId, Shapes};
use crate::source::{Span, Spanned};
use std::collections::BTreeMap;
use toolc_runtime::json::write_string;

/// A toolset that is mounted.
#[derive(Debug, Clone)]
pub struct Mount {
    /// Its namespace.
    pub namespace: String,
    /// Where the worker names it; `None` for the worker of a build without workers.
    pub span: Option<Span>,
    /// What says that the worker goes on without it.
    pub optional: Option<Span>,
    /// What it is configured with; `None` where nothing can be.
    pub config: Option<Configured>,
}

/// The values of a configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Configured {
    /// Where they are written, or would be.
    pub place: Span,
    /// The values as they are written; empty where none are.
    pub written: Node,
    /// The same as JSON text, with the defaults of the schema, and `null` in place of what comes
    /// from the environment.
    pub text: String,
    /// What comes from the environment.
    pub places: Vec<Place>,
}

/// A value that comes from the environment.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// Where it is: a JSON Pointer.
    pub pointer: String,
    /// The value in parts.
    pub parts: Vec<Part>,
    /// Whether the schema accepts a string there: else the value is read as JSON.
    pub is_text: bool,
    /// Where it is written.
    pub span: Span,
}

/// A part of such a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// This text.
    Text(String),
    /// What an environment variable holds.
    Variable(String),
}

impl Configured {
    /// Whether both come to the same, wherever they are written.
    pub fn says_same(&self, other: &Configured) -> bool {
        let parts =
            |one: &Place, other: &Place| one.pointer == other.pointer && one.parts == other.parts;
        let mut pairs = self.places.iter().zip(&other.places);
        self.text == other.text
            && self.places.len() == other.places.len()
            && pairs.all(|(one, other)| parts(one, other))
    }

    /// Reads values by the schema that they are for.
    pub fn new(
        shapes: &Shapes,
        shape: ShapeId,
        Spanned {
            value: written,
            span,
        }: Spanned<Node>,
    ) -> Self {
        let mut writer = Writer {
            shapes,
            text: String::new(),
            places: Vec::new(),
            pointer: String::new(),
        };
        writer.value(Some(shape), &written);
        let Writer { text, places, .. } = writer;
        Configured {
            place: span,
            written,
            text,
            places,
        }
    }
}

/// The parts of a text. `$${` stands for `${`; a `${` without its end is text.
pub fn split_variables(text: &str) -> Vec<Part> {
    let (mut parts, mut plain, mut rest) = (Vec::new(), String::new(), text);
    while let Some((before, after)) = rest.split_once("${") {
        if let Some(before) = before.strip_suffix('$') {
            plain.push_str(before);
            plain.push_str("${");
            rest = after;
            continue;
        }
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        plain.push_str(before);
        if !plain.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut plain)));
        }
        parts.push(Part::Variable(name.to_owned()));
        rest = after;
    }
    plain.push_str(rest);
    if !plain.is_empty() || parts.is_empty() {
        parts.push(Part::Text(plain));
    }
    parts
}

/// A value of an object: as it is written, or the default of its schema.
enum Said<'n> {
    Here(&'n Node),
    Default(&'n str),
}

struct Writer<'s> {
    shapes: &'s Shapes,
    text: String,
    places: Vec<Place>,
    pointer: String,
}

impl Writer<'_> {
    fn value(&mut self, shape: Option<ShapeId>, node: &Node) {
        match &node.value {
            Value::Map(map) => self.object(shape, map),
            Value::List(items) => self.list(shape, items),
            Value::String(text) => self.string(shape, text, node.span),
            _ => self.text.push_str(&node.to_json()),
        }
    }

    fn object(&mut self, shape: Option<ShapeId>, map: &Map) {
        let object = shape.and_then(|shape| object(self.shapes, shape));
        let fields = object.into_iter().flat_map(|object| &object.fields);
        let defaults = fields.filter_map(|field| {
            let default = field.doc.default.as_ref()?;
            Some((field.name.as_str(), Said::Default(default)))
        });
        let written = map.iter();
        let written = written.map(|entry| (entry.key.as_str(), Said::Here(&entry.value)));
        // in the order of the keys, so that the same values are the same text
        let said: BTreeMap<&str, Said<'_>> = defaults.chain(written).collect();
        self.text.push('{');
        for (index, (key, said)) in said.into_iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            write_string(key, &mut self.text);
            self.text.push(':');
            match said {
                Said::Default(default) => self.text.push_str(default),
                Said::Here(node) => {
                    let shape = object.map(|object| field(object, key));
                    self.below(&escape_pointer(key), shape, node);
                }
            }
        }
        self.text.push('}');
    }

    fn list(&mut self, shape: Option<ShapeId>, items: &[Node]) {
        let list = shape.map(|shape| &self.shapes.get(inner(self.shapes, shape)).shape);
        self.text.push('[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            let shape = match list {
                Some(Shape::List(list)) => Some(*list.prefix.get(index).unwrap_or(&list.items)),
                _ => None,
            };
            self.below(&index.to_string(), shape, item);
        }
        self.text.push(']');
    }

    fn below(&mut self, step: &str, shape: Option<ShapeId>, node: &Node) {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(step);
        self.value(shape, node);
        self.pointer.truncate(length);
    }

    fn string(&mut self, shape: Option<ShapeId>, text: &str, span: Span) {
        let parts = split_variables(text);
        if let [Part::Text(text)] = parts.as_slice() {
            return write_string(text, &mut self.text);
        }
        self.text.push_str("null");
        self.places.push(Place {
            pointer: self.pointer.clone(),
            is_text: shape.is_none_or(|shape| takes_text(self.shapes, shape)),
            parts,
            span,
        });
    }
}

/// The shape of the value, without `null` beside it and rules over it.
fn inner(shapes: &Shapes, mut id: ShapeId) -> ShapeId {
    while let Shape::Nullable(next) | Shape::Complete(next, _) = &shapes.get(id).shape {
        id = *next;
    }
    id
}

fn object(shapes: &Shapes, id: ShapeId) -> Option<&Object> {
    match &shapes.get(inner(shapes, id)).shape {
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

fn field(object: &Object, key: &str) -> ShapeId {
    let found = object.fields.iter().find(|field| field.name == key);
    found.map_or(object.rest, |field| field.shape)
}

/// Whether a shape may accept a string.
fn takes_text(shapes: &Shapes, id: ShapeId) -> bool {
    let (mut waiting, mut known) = (vec![id], Vec::new());
    while let Some(id) = waiting.pop() {
        if known.contains(&id) {
            continue;
        }
        known.push(id);
        match &shapes.get(id).shape {
            Shape::Any | Shape::Text(_) | Shape::Choice(_) => return true,
            Shape::Nullable(inner) => waiting.push(*inner),
            Shape::Union(_, branches) => waiting.extend(branches),
            Shape::Complete(base, keywords) => match alternatives(keywords) {
                Some(Ok(ids)) => waiting.extend(ids),
                Some(Err(is_text)) if is_text => return true,
                Some(Err(_)) => {}
                None => waiting.push(*base),
            },
            _ => {}
        }
    }
    false
}

/// What decides over a value of any type: further shapes, or whether one of the values is a string.
fn alternatives(keywords: &[Keyword]) -> Option<Result<&[ShapeId], bool>> {
    keywords.iter().find_map(|keyword| match keyword {
        Keyword::AnyOf(ids) | Keyword::OneOf(ids) => Some(Ok(ids.as_slice())),
        Keyword::Enum(values) => Some(Err(values.iter().any(|value| value.starts_with('"')))),
        _ => None,
    })
}

/// Whether a pointer to secrets, as the runtime reads them, leads to the place of another: in the first,
/// `*` is every key or index, `**` any number of them, and `~2` a `*` of a key.
pub fn points_at(secret: &str, pointer: &str) -> bool {
    let steps = |pointer: &'_ str| -> Vec<String> {
        let steps = pointer.split('/').skip(1);
        steps.map(|step| step.replace("~2", "*")).collect()
    };
    let secret: Vec<&str> = secret.split('/').skip(1).collect();
    leads(&secret, &steps(pointer))
}

fn leads(secret: &[&str], steps: &[String]) -> bool {
    match (secret, steps) {
        ([], []) => true,
        (["**", rest @ ..], _) => {
            leads(rest, steps) || matches!(steps, [_, below @ ..] if leads(secret, below))
        }
        ([step, rest @ ..], [first, below @ ..]) => {
            (*step == "*" || step.replace("~2", "*") == *first) && leads(rest, below)
        }
        _ => false,
    }
}
