//! Noun: a toolset whose handlers are made by the program at startup, and its configuration.

use std::collections::BTreeMap;
use toolc_base::node::{Map, Node, Value, escape_pointer};
use toolc_base::source::{Span, Spanned};
use toolc_runtime::json::write_string;
use toolc_runtime::variables::{self, split_variables};
use toolc_schema::schema::shape::{Keyword, Object, Shape, ShapeId, Shapes};

/// A mounted toolset.
#[derive(Debug, Clone)]
pub struct Mount {
    /// Its namespace.
    pub namespace: String,
    /// Where the worker names it; `None` for the default worker of a build without workers.
    pub span: Option<Span>,
    /// The place that lets the worker start without it.
    pub optional: Option<Span>,
    /// Its configuration; `None` if it declares none.
    pub config: Option<Configured>,
}

/// The values of a configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Configured {
    /// Where they are written, or would be.
    pub place: Span,
    /// The values as written; empty if there are none.
    pub written: Node,
    /// The values as JSON text, with the defaults of the schema, and `null` for values from the
    /// environment.
    pub text: String,
    /// The values that come from the environment.
    pub places: Vec<Place>,
}

/// A value that comes from the environment.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// A JSON Pointer to the value.
    pub pointer: String,
    /// The parts of the value.
    pub parts: Vec<Part>,
    /// Whether the schema accepts a string there; otherwise the value is parsed as JSON.
    pub is_text: bool,
    /// Where it is written.
    pub span: Span,
}

/// A part of such a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Literal text.
    Text(String),
    /// The value of an environment variable.
    Variable(String),
}

impl Configured {
    /// Whether both have the same effect, wherever they are written.
    pub fn says_same(&self, other: &Configured) -> bool {
        let parts =
            |one: &Place, other: &Place| one.pointer == other.pointer && one.parts == other.parts;
        let mut pairs = self.places.iter().zip(&other.places);
        self.text == other.text
            && self.places.len() == other.places.len()
            && pairs.all(|(one, other)| parts(one, other))
    }

    /// Interprets values according to their schema.
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

/// The parts of a text, at least one; between two texts there is a variable.
fn list_parts(text: &str) -> Vec<Part> {
    let (mut parts, mut plain) = (Vec::new(), String::new());
    for part in split_variables(text) {
        match part {
            variables::Part::Text(text) => plain.push_str(text),
            variables::Part::Variable(name) => {
                if !plain.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                }
                parts.push(Part::Variable(name.to_owned()));
            }
        }
    }
    if !plain.is_empty() || parts.is_empty() {
        parts.push(Part::Text(plain));
    }
    parts
}

/// The value of an object's key: as written, or the default of its schema.
enum FieldValue<'n> {
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
            Some((field.name.as_str(), FieldValue::Default(default)))
        });
        let written = map.iter();
        let written = written.map(|entry| (entry.key.as_str(), FieldValue::Here(&entry.value)));
        // sorted by key, so that equal values have equal texts
        let said: BTreeMap<&str, FieldValue<'_>> = defaults.chain(written).collect();
        self.text.push('{');
        for (index, (key, said)) in said.into_iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            write_string(key, &mut self.text);
            self.text.push(':');
            match said {
                FieldValue::Default(default) => self.text.push_str(default),
                FieldValue::Here(node) => {
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
        let parts = list_parts(text);
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

/// The shape of the value itself, looking through `Nullable` and `Complete`.
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

/// What determines a value of any type: either further shapes, or an `enum`, with whether it
/// contains a string.
fn alternatives(keywords: &[Keyword]) -> Option<Result<&[ShapeId], bool>> {
    keywords.iter().find_map(|keyword| match keyword {
        Keyword::AnyOf(ids) | Keyword::OneOf(ids) => Some(Ok(ids.as_slice())),
        Keyword::Enum(values) => Some(Err(values.iter().any(|value| value.starts_with('"')))),
        _ => None,
    })
}

/// Whether a pointer to secrets, in the runtime's syntax, matches another pointer. In the former,
/// `*` is any key or index, `**` any number of them, and `~2` a literal `*` in a key.
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
