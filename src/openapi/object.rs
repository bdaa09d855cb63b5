//! Objects that are nothing but their properties: what a body may be so that each of its properties
//! can be an argument of its own.

use super::document::Document;
use crate::node::{Entry, Map, Node, Value};
use crate::reading::dialect::is_harmless;
use crate::source::Span;
use std::collections::{HashMap, HashSet};

/// How many schemas are joined to one object, in depth and in all.
const MAX_DEPTH: usize = 16;
const MAX_PARTS: usize = 256;

/// An object whose schema says which properties there are, and no more.
#[derive(Default)]
pub(super) struct Object<'d> {
    pub(super) properties: Vec<Property<'d>>,
    pub(super) required: Vec<(&'d str, Span)>,
    /// Whether it has no other properties.
    pub(super) closed: bool,
    /// The names that are required.
    needed: HashSet<&'d str>,
    /// Where each property is in the list.
    known: HashMap<&'d str, usize>,
    /// Whether anything says that it is an object.
    is_object: bool,
    /// Whether anything says which properties there are.
    has_properties: bool,
    /// Whether anything says that it may have others.
    is_open: bool,
    /// How many properties the smallest closed part lists.
    closing: Option<usize>,
    /// How many schemas were joined.
    parts: usize,
}

/// A property and the schemas that hold for it.
pub(super) struct Property<'d> {
    pub(super) name: &'d str,
    pub(super) span: Span,
    pub(super) schemas: Vec<&'d Node>,
}

impl Property<'_> {
    /// The one schema that says what all of them say.
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

/// The object that a schema describes, through `$ref` and `allOf`; `None` where the schema says more
/// than which properties there are.
pub(super) fn plain_object<'d>(document: &'d Document, schema: &'d Node) -> Option<Object<'d>> {
    let mut object = Object::default();
    object.join(document, schema, 0)?;
    let is_map = object.is_open && object.properties.is_empty();
    let is_plain = object.is_object && object.has_properties && !is_map;
    // a closed part refuses the properties that only other parts list
    let is_whole = object
        .closing
        .is_none_or(|count| count == object.properties.len());
    object.closed = object.closing.is_some();
    // nothing is an object that must have what it may not have
    let is_possible = !object.closed || object.undescribed().next().is_none();
    (is_plain && is_whole && is_possible).then_some(object)
}

impl<'d> Object<'d> {
    /// Whether a property must be there.
    pub(super) fn requires(&self, name: &str) -> bool {
        self.needed.contains(name)
    }

    /// The properties that must be there and of which nothing else is said.
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
            // what a reference in another file leads to is relative to that file
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

/// Adds a schema unless it is there, wherever it is.
pub(super) fn add_distinct<'d>(schemas: &mut Vec<&'d Node>, schema: &'d Node) {
    let text = schema.to_canonical_json();
    if schemas
        .iter()
        .all(|known| known.to_canonical_json() != text)
    {
        schemas.push(schema);
    }
}

/// Whether `type` says object; `None` where it allows anything else.
fn is_object(kind: &Node) -> Option<bool> {
    let only = match kind.as_list() {
        Some([kind]) => kind.as_str(),
        Some(_) => None,
        None => kind.as_str(),
    };
    only.filter(|kind| *kind == "object").map(|_| true)
}
