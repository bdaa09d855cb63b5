//! What is where in an API description: the one table of all walks over it.

use super::methods::{ADDITIONAL, METHODS};
use crate::node::{Node, Value};
use crate::schema::position::Position;
use crate::schema::uri;
use crate::schema::written::reference_of;
use std::collections::{BTreeMap, HashSet};

/// What a part of a description is. The plural is a mapping or a list of such parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Document,
    Components,
    PathItem,
    PathItems,
    Operation,
    Operations,
    /// A parameter, or a header.
    Parameter,
    Parameters,
    Body,
    Bodies,
    Response,
    Responses,
    Media,
    Medias,
    Schema,
    Schemas,
}

use Kind::{
    Bodies, Body, Components, Document, Media, Medias, Operation, Operations, Parameter,
    Parameters, PathItem, PathItems, Response, Responses, Schema, Schemas,
};

/// What the elements of each plural are.
const PLURALS: &[(Kind, Kind)] = &[
    (PathItems, PathItem),
    (Operations, Operation),
    (Parameters, Parameter),
    (Bodies, Body),
    (Responses, Response),
    (Medias, Media),
    (Schemas, Schema),
];

/// What is under the keys of each kind, in every version; what Swagger 2.0 alone has comes last.
const MAP: &[(Kind, &str, Kind)] = &[
    (Document, "components", Components),
    (Document, "paths", PathItems),
    (Components, "schemas", Schemas),
    (Components, "parameters", Parameters),
    (Components, "headers", Parameters),
    (Components, "requestBodies", Bodies),
    (Components, "responses", Responses),
    (Components, "pathItems", PathItems),
    (Components, "mediaTypes", Medias),
    (PathItem, "parameters", Parameters),
    (PathItem, ADDITIONAL, Operations),
    (Operation, "parameters", Parameters),
    (Operation, "requestBody", Body),
    (Operation, "responses", Responses),
    (Parameter, "schema", Schema),
    (Parameter, "content", Medias),
    (Body, "content", Medias),
    (Response, "content", Medias),
    (Response, "headers", Parameters),
    (Media, "schema", Schema),
    (Media, "itemSchema", Schema),
    (Document, "definitions", Schemas),
    (Document, "parameters", Parameters),
    (Document, "responses", Responses),
    (Response, "schema", Schema),
];

impl Kind {
    /// What the elements are, where this is a plural.
    pub(super) fn element(self) -> Option<Kind> {
        let mut rows = PLURALS.iter();
        rows.find(|(plural, _)| *plural == self)
            .map(|(_, element)| *element)
    }

    /// What is under a key.
    fn below(self, key: &str) -> Option<Kind> {
        match self {
            Schema => match Position::of(key) {
                Position::One => Some(Schema),
                Position::List | Position::Map => Some(Schemas),
                Position::Data | Position::Other => None,
            },
            PathItem if METHODS.contains(&key) => Some(Operation),
            _ => self.element().or_else(|| {
                let mut rows = MAP.iter();
                rows.find(|(owner, name, _)| *owner == self && *name == key)
                    .map(|(.., kind)| *kind)
            }),
        }
    }

    /// What the items are, where the part is a list: a plural's, or schemas in the manner of older
    /// drafts.
    fn item(self) -> Option<Kind> {
        self.element().or((self == Schema).then_some(Schema))
    }
}

/// Shows every part of a document to `visit` before what is below it: those in their places,
/// and those that references find elsewhere. A schema is shown once, as a whole.
pub(super) fn walk_objects(root: &mut Node, visit: &mut dyn FnMut(Kind, &mut Node)) {
    let elsewhere = references_elsewhere(root);
    walk_with(root, &elsewhere, visit);
}

/// The same walk, where it is known what is outside of its places.
pub(super) fn walk_with(
    root: &mut Node,
    elsewhere: &[(Kind, String)],
    visit: &mut dyn FnMut(Kind, &mut Node),
) {
    each(Document, root, visit);
    for (kind, pointer) in elsewhere {
        if let Some(node) = root.pointer_mut(pointer) {
            each(*kind, node, visit);
        }
    }
}

fn each(kind: Kind, node: &mut Node, visit: &mut dyn FnMut(Kind, &mut Node)) {
    visit(kind, node);
    if kind != Schema {
        each_child_mut(kind, node, &mut |kind, node| each(kind, node, visit));
    }
}

/// Shows what is directly below a part.
pub(super) fn each_child<'n>(kind: Kind, node: &'n Node, visit: &mut dyn FnMut(Kind, &'n Node)) {
    match &node.value {
        Value::Map(map) => {
            for entry in map.iter() {
                if let Some(kind) = kind.below(&entry.key) {
                    visit(kind, &entry.value);
                }
            }
        }
        Value::List(list) => {
            if let Some(kind) = kind.item() {
                list.iter().for_each(|node| visit(kind, node));
            }
        }
        _ => {}
    }
}

/// Shows what is directly below a part, to change it.
pub(super) fn each_child_mut(kind: Kind, node: &mut Node, visit: &mut dyn FnMut(Kind, &mut Node)) {
    match &mut node.value {
        Value::Map(map) => {
            for (key, value) in map.values_mut() {
                if let Some(kind) = kind.below(key) {
                    visit(kind, value);
                }
            }
        }
        Value::List(list) => {
            if let Some(kind) = kind.item() {
                list.iter_mut().for_each(|node| visit(kind, node));
            }
        }
        _ => {}
    }
}

/// Shows every reference of a document to `visit`: what it stands for, and the node that has it.
/// What a reference leads to is looked at in its turn.
pub(super) fn walk_references<'n>(root: &'n Node, visit: &mut dyn FnMut(Kind, &'n Node)) {
    let mut known: HashSet<(Kind, String)> = HashSet::new();
    let mut waiting = vec![(Document, String::new())];
    while let Some((kind, pointer)) = waiting.pop() {
        let Some(node) = root
            .pointer(&pointer)
            .filter(|_| known.insert((kind, pointer)))
        else {
            continue;
        };
        each_reference(kind, node, &mut |kind, node| {
            visit(kind, node);
            waiting.extend(elsewhere_of(node).map(|pointer| (kind, pointer)));
        });
    }
}

/// Shows every reference below a part of a document to `visit`; none is followed.
pub(super) fn each_reference<'n>(
    kind: Kind,
    node: &'n Node,
    visit: &mut dyn FnMut(Kind, &'n Node),
) {
    if is_reference(node) {
        visit(kind, node);
    }
    each_child(kind, node, &mut |kind, node| {
        each_reference(kind, node, visit)
    });
}

/// Shows every reference below a part of a document to `visit`, to change it.
pub(super) fn each_reference_mut(
    kind: Kind,
    node: &mut Node,
    visit: &mut dyn FnMut(Kind, &mut Node),
) {
    if is_reference(node) {
        visit(kind, node);
    }
    each_child_mut(kind, node, &mut |kind, node| {
        each_reference_mut(kind, node, visit);
    });
}

fn is_reference(node: &Node) -> bool {
    reference_of(node).is_some()
}

/// What is outside of its places and is referred to: the outermost parts.
pub(super) fn references_elsewhere(root: &Node) -> Vec<(Kind, String)> {
    let mut found = Vec::new();
    walk_references(root, &mut |kind, node| {
        found.extend(elsewhere_of(node).map(|pointer| (kind, pointer)));
    });
    outermost_parts(found)
}

/// The pointer of a reference to what is outside of its places.
fn elsewhere_of(node: &Node) -> Option<String> {
    let pointer = reference_of(node)?.strip_prefix('#')?;
    // most lead to components, and are written as they are
    if !pointer.contains('%') && leads_to(Document, pointer).is_some() {
        return None;
    }
    let pointer = decode_pointer(pointer);
    leads_to(Document, &pointer).is_none().then_some(pointer)
}

/// The parts that lie in no other one.
pub(super) fn outermost_parts(parts: Vec<(Kind, String)>) -> Vec<(Kind, String)> {
    let parts: BTreeMap<String, Kind> = parts
        .into_iter()
        .map(|(kind, pointer)| (pointer, kind))
        .collect();
    let is_within = |pointer: &str, kind: Kind| {
        pointer.match_indices('/').any(|(at, _)| {
            let outer = parts.get(&pointer[..at]);
            outer.is_some_and(|outer| leads_to(*outer, &pointer[at..]) == Some(kind))
        })
    };
    let outermost = parts
        .iter()
        .filter(|(pointer, kind)| !is_within(pointer, **kind));
    outermost
        .map(|(pointer, kind)| (*kind, pointer.clone()))
        .collect()
}

/// What the table says that a pointer leads to.
pub(super) fn leads_to(from: Kind, pointer: &str) -> Option<Kind> {
    let mut segments = pointer.split('/').skip(1);
    segments.try_fold(from, |kind, segment| kind.below(segment))
}

/// The pointer of a reference within its document.
pub(super) fn pointer_of(node: &Node) -> Option<String> {
    let text = reference_of(node)?;
    text.strip_prefix('#').map(decode_pointer)
}

/// A pointer in a reference is percent-encoded.
pub(super) fn decode_pointer(pointer: &str) -> String {
    uri::decode_percent(pointer).unwrap_or_else(|| pointer.to_owned())
}
