//! Objects that consist only of properties: what a body must be for each of its properties to become an argument.

use super::document::Document;
use std::collections::{HashMap, HashSet};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Span;
use toolc_model::reading::dialect::is_harmless;

/// How many schemas are merged into one object, in depth and in total.
const MAX_DEPTH: usize = 16;
const MAX_PARTS: usize = 256;

/// An object whose schema only determines its properties.
#[derive(Default)]
pub(super) struct Object<'d> {
    pub(super) properties: Vec<Property<'d>>,
    pub(super) required: Vec<(&'d str, Span)>,
    /// Whether no other properties are allowed.
    pub(super) closed: bool,
    /// The names of required properties.
    needed: HashSet<&'d str>,
    /// The index of each property in the list.
    known: HashMap<&'d str, usize>,
    /// Whether any part requires an object.
    is_object: bool,
    /// Whether any part lists properties.
    has_properties: bool,
    /// Whether any part allows other properties.
    is_open: bool,
    /// The number of properties listed by the smallest closed part.
    closing: Option<usize>,
    /// The number of merged schemas.
    parts: usize,
}

/// A property, and the schemas that apply to it.
pub(super) struct Property<'d> {
    pub(super) name: &'d str,
    pub(super) span: Span,
    pub(super) schemas: Vec<&'d Node>,
}

impl Property<'_> {
    /// A single schema equivalent to all of them.
    pub(super) fn join_schemas(&self) -> Node {
        match self.schemas.as_slice() {
            [schema] => (*schema).clone(),
            schemas => {
                let all = schemas.iter().map(|schema| (*schema).clone()).collect();
                let mut map = Map::default();
                map.insert("allOf", self.span, Node::list(all, self.span));
                Node::map(map, self.span)
            }
        }
    }
}

/// The object that a schema describes, through `$ref` and `allOf`; `None` if the schema does more
/// than determine its properties.
pub(super) fn plain_object<'d>(document: &'d Document, schema: &'d Node) -> Option<Object<'d>> {
    let mut object = Object::default();
    object.join(document, schema, 0)?;
    let is_map = object.is_open && object.properties.is_empty();
    let is_plain = object.is_object && object.has_properties && !is_map;
    // a closed part refuses properties that only other parts list
    let is_whole = object
        .closing
        .is_none_or(|count| count == object.properties.len());
    object.closed = object.closing.is_some();
    // an object cannot be required to have a property that it must not have
    let is_possible = !object.closed || object.undescribed().next().is_none();
    (is_plain && is_whole && is_possible).then_some(object)
}

impl<'d> Object<'d> {
    /// Whether a property is required.
    pub(super) fn requires(&self, name: &str) -> bool {
        self.needed.contains(name)
    }

    /// Whether it has no properties.
    pub(super) fn has_nothing(&self) -> bool {
        self.properties.is_empty() && self.required.is_empty()
    }

    /// The required properties without a schema.
    pub(super) fn undescribed(&self) -> impl Iterator<Item = (&'d str, Span)> {
        let required = self.required.iter().copied();
        required.filter(|(name, _)| !self.known.contains_key(name))
    }

    fn join(&mut self, document: &'d Document, schema: &'d Node, depth: usize) -> Option<()> {
        self.parts += 1;
        let is_affordable = depth < MAX_DEPTH && self.parts < MAX_PARTS;
        let map = schema.as_map().filter(|_| is_affordable)?;
        for entry in map.iter() {
            self.keyword(document, map, entry, depth)?;
        }
        Some(())
    }

    fn keyword(
        &mut self,
        document: &'d Document,
        map: &'d Map,
        entry: &'d Entry,
        depth: usize,
    ) -> Option<()> {
        let value = &entry.value;
        match entry.key.as_str() {
            "type" => self.is_object |= is_object(value)?,
            "properties" => {
                self.has_properties = true;
                value
                    .as_map()?
                    .iter()
                    .for_each(|entry| self.property(entry));
            }
            "required" => {
                for name in value.as_list()? {
                    let (name, span) = (name.as_str()?, name.span);
                    if self.needed.insert(name) {
                        self.required.push((name, span));
                    }
                }
            }
            "additionalProperties" => match &value.value {
                Value::Bool(true) => self.is_open = true,
                Value::Map(rules) if rules.is_empty() => self.is_open = true,
                Value::Bool(false) => {
                    let own = map.get_map("properties");
                    let count = own.map_or(0, Map::len);
                    self.closing = Some(self.closing.map_or(count, |other| other.min(count)));
                }
                _ => return None,
            },
            "allOf" => {
                for part in value.as_list()? {
                    self.join(document, part, depth + 1)?;
                }
            }
            // references in the other file would be relative to that file
            "$ref" => self.join(document, document.follow_local(value.as_str()?)?, depth + 1)?,
            "x-rust-type" => return None,
            "discriminator" => {}
            key if is_harmless(key) => {}
            _ => return None,
        }
        Some(())
    }

    fn property(&mut self, entry: &'d Entry) {
        let at = *self
            .known
            .entry(&entry.key)
            .or_insert(self.properties.len());
        match self.properties.get_mut(at) {
            Some(property) => add_distinct(&mut property.schemas, &entry.value),
            None => self.properties.push(Property {
                name: &entry.key,
                span: entry.key_span,
                schemas: vec![&entry.value],
            }),
        }
    }
}

/// Adds a schema unless an equal one is already there, wherever it was written.
pub(super) fn add_distinct<'d>(schemas: &mut Vec<&'d Node>, schema: &'d Node) {
    let text = schema.to_canonical_json();
    if schemas
        .iter()
        .all(|known| known.to_canonical_json() != text)
    {
        schemas.push(schema);
    }
}

/// Whether `type` is just `object`; `None` if it allows anything else.
fn is_object(kind: &Node) -> Option<bool> {
    let only = match kind.as_list() {
        Some([kind]) => kind.as_str(),
        Some(_) => None,
        None => kind.as_str(),
    };
    only.filter(|kind| *kind == "object").map(|_| true)
}
