//! The form of a schema in requests and in responses: `readOnly` properties are not sent,
//! `writeOnly` ones are not returned. A component that reaches such a property gets a second form,
//! such as `PetRequest` for `Pet`; everything else is shared.

mod facts;

use super::object_map::{self, Kind, pointer_of};
use facts::Facts;
use std::collections::BTreeSet;
use toolc_base::node::{Entry, Map, Node, Value, escape_pointer};
use toolc_schema::schema::position::Position;
use toolc_schema::schema::written;

/// A direction of traffic.
struct Variant {
    /// The kind of part that carries it.
    carrier: Kind,
    /// The flag on properties that it does not carry.
    flag: &'static str,
    /// The suffix for the second form of a component.
    suffix: &'static str,
}

const VARIANTS: &[Variant] = &[
    Variant {
        carrier: Kind::Body,
        flag: "readOnly",
        suffix: "Request",
    },
    Variant {
        carrier: Kind::Response,
        flag: "writeOnly",
        suffix: "Response",
    },
];

/// Removes the properties that are not carried from the schemas of bodies and responses.
pub(super) fn apply_variants(root: &mut Node) {
    let mut stands = [false; VARIANTS.len()];
    find_flags(root, &mut stands);
    for (variant, _) in VARIANTS.iter().zip(stands).filter(|(_, stands)| *stands) {
        let mut starts = Vec::new();
        let elsewhere = object_map::references_elsewhere(root);
        object_map::walk_with(root, &elsewhere, &mut |kind, node| {
            if kind == variant.carrier {
                schemas(node).for_each(|schema| facts::collect_references(schema, &mut starts));
            }
        });
        let facts = Facts::of(root, variant, starts);
        let forms: Vec<Entry> = facts
            .forms
            .iter()
            .filter_map(|(pointer, name)| {
                let mut value = root.pointer(pointer)?.clone();
                facts.cut(&mut value, &BTreeSet::new());
                Some(Entry {
                    key: name.clone(),
                    key_span: value.span,
                    value,
                })
            })
            .collect();
        object_map::walk_with(root, &elsewhere, &mut |kind, node| {
            if kind == variant.carrier {
                schemas(node).for_each(|schema| facts.cut(schema, &BTreeSet::new()));
            }
        });
        add(root, forms);
    }
}

/// Determines which flags occur in any schema.
fn find_flags(node: &Node, stands: &mut [bool; VARIANTS.len()]) {
    match &node.value {
        Value::List(list) => list.iter().for_each(|node| find_flags(node, stands)),
        Value::Map(map) => map.iter().for_each(|entry| match entry.value.value {
            Value::Bool(true) => {
                for (variant, stands) in VARIANTS.iter().zip(stands.iter_mut()) {
                    *stands |= entry.key == variant.flag;
                }
            }
            _ => find_flags(&entry.value, stands),
        }),
        _ => {}
    }
}

/// The schemas of a body or response.
fn schemas(carrier: &mut Node) -> impl Iterator<Item = &mut Node> {
    let content = carrier.as_map_mut().and_then(|map| map.get_mut("content"));
    let medias = content.and_then(Node::as_map_mut);
    let medias = medias.into_iter().flat_map(Map::values_mut);
    medias.filter_map(|(_, media)| media.as_map_mut()?.get_mut("schema"))
}

/// Adds the second forms to the components.
fn add(root: &mut Node, forms: Vec<Entry>) {
    let mut node = root;
    for key in ["components", "schemas"] {
        let span = node.span;
        let Some(map) = node.as_map_mut().filter(|_| !forms.is_empty()) else {
            return;
        };
        if !map.contains(key) {
            map.insert(key, span, Node::map(Map::default(), span));
        }
        let Some(below) = map.get_mut(key) else {
            return;
        };
        node = below;
    }
    if let Some(map) = node.as_map_mut() {
        let mut entries = std::mem::take(map).into_entries();
        entries.extend(forms);
        *map = Map::new(entries);
    }
}

impl Facts {
    /// Removes what is not carried from a schema. `hidden` are the properties that enclosing
    /// schemas hide, which cannot be required either.
    fn cut(&self, schema: &mut Node, hidden: &BTreeSet<String>) {
        let mut hidden = hidden.clone();
        self.collect_hidden(schema, &mut hidden);
        if let Some(form) = pointer_of(schema).and_then(|pointer| self.forms.get(&pointer))
            && let Some(reference) = schema.as_map_mut().and_then(|map| map.get_mut("$ref"))
        {
            reference.value = Value::String(format!("#/components/schemas/{}", escaped(form)));
        }
        let Some(map) = schema.as_map_mut() else {
            return;
        };
        if let Some(properties) = written::properties_mut(map)
            && properties.iter().any(|entry| self.is_hidden(&entry.value))
        {
            let mut entries = std::mem::take(properties).into_entries();
            entries.retain(|entry| !self.is_hidden(&entry.value));
            *properties = Map::new(entries);
        }
        written::retain_required(map, |name| !hidden.contains(name));
        let none = BTreeSet::new();
        for (key, value) in map.values_mut() {
            let of_same = written::JOINED.contains(&key);
            let hidden = if of_same { &hidden } else { &none };
            match (Position::of(key), &mut value.value) {
                (Position::One, _) => self.cut(value, hidden),
                (Position::List, Value::List(list)) => {
                    list.iter_mut().for_each(|part| self.cut(part, hidden));
                }
                (Position::Map, Value::Map(map)) => {
                    map.values_mut()
                        .for_each(|(_, part)| self.cut(part, hidden));
                }
                _ => {}
            }
        }
    }
}

/// Escapes a key as a segment of a reference.
fn escaped(key: &str) -> String {
    escape_pointer(key).replace('%', "%25")
}
