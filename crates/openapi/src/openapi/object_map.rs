//! The structure of API descriptions: a single table for all walks over them.

use super::methods::{ADDITIONAL, METHODS};
use std::collections::{BTreeMap, HashSet};
use toolc_base::node::{Node, Value};
use toolc_schema::schema::position::Position;
use toolc_schema::schema::uri;
use toolc_schema::schema::written::reference_of;

/// The kind of a part of a description. A plural is a mapping or a list of such parts.
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
    Encoding,
    Encodings,
    Schema,
    Schemas,
    Server,
    Servers,
    ServerVariable,
    ServerVariables,
    SecurityScheme,
    SecuritySchemes,
    /// An OAuth flow.
    Flow,
    Flows,
}

use Kind::{
    Bodies, Body, Components, Document, Encoding, Encodings, Flow, Flows, Media, Medias, Operation,
    Operations, Parameter, Parameters, PathItem, PathItems, Response, Responses, Schema, Schemas,
    SecurityScheme, SecuritySchemes, Server, ServerVariable, ServerVariables, Servers,
};

/// The kind of the elements of each plural.
const PLURALS: &[(Kind, Kind)] = &[
    (PathItems, PathItem),
    (Operations, Operation),
    (Parameters, Parameter),
    (Bodies, Body),
    (Responses, Response),
    (Medias, Media),
    (Encodings, Encoding),
    (Schemas, Schema),
    (Servers, Server),
    (ServerVariables, ServerVariable),
    (SecuritySchemes, SecurityScheme),
    (Flows, Flow),
];

/// The kind of the value of each key, in all versions; keys of Swagger 2.0 come last.
const MAP: &[(Kind, &str, Kind)] = &[
    (Document, "components", Components),
    (Document, "paths", PathItems),
    (Document, "servers", Servers),
    (Components, "schemas", Schemas),
    (Components, "parameters", Parameters),
    (Components, "headers", Parameters),
    (Components, "requestBodies", Bodies),
    (Components, "responses", Responses),
    (Components, "pathItems", PathItems),
    (Components, "mediaTypes", Medias),
    (Components, "securitySchemes", SecuritySchemes),
    (PathItem, "servers", Servers),
    (PathItem, "parameters", Parameters),
    (PathItem, ADDITIONAL, Operations),
    (Operation, "servers", Servers),
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
    (Media, "encoding", Encodings),
    (Media, "prefixEncoding", Encodings),
    (Media, "itemEncoding", Encoding),
    (Server, "variables", ServerVariables),
    (SecurityScheme, "flows", Flows),
    (Document, "definitions", Schemas),
    (Document, "parameters", Parameters),
    (Document, "responses", Responses),
    (Document, "securityDefinitions", SecuritySchemes),
    (Response, "schema", Schema),
];

impl Kind {
    /// The kind of the elements, if this is a plural.
    pub(super) fn element(self) -> Option<Kind> {
        let mut rows = PLURALS.iter();
        rows.find(|(plural, _)| *plural == self)
            .map(|(_, element)| *element)
    }

    /// The kind of the value of a key.
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

    /// The kind of the items, if the part is a list: those of a plural, or schemas in the style of
    /// older drafts.
    fn item(self) -> Option<Kind> {
        self.element().or((self == Schema).then_some(Schema))
    }
}

/// Passes every part of a document to `visit` before its own parts: those in their regular places,
/// and those that references find elsewhere. A schema is visited only as a whole.
pub(super) fn walk_objects(root: &mut Node, visit: &mut dyn FnMut(Kind, &mut Node)) {
    let elsewhere = references_elsewhere(root);
    walk_with(root, &elsewhere, visit);
}

/// The same walk, given the parts that are elsewhere.
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

/// The same walk over a document that is only read.
pub(super) fn visit_objects<'n>(root: &'n Node, visit: &mut dyn FnMut(Kind, &'n Node)) {
    visit_each(Document, root, visit);
    for (kind, pointer) in references_elsewhere(root) {
        if let Some(node) = root.pointer(&pointer) {
            visit_each(kind, node, visit);
        }
    }
}

fn visit_each<'n>(kind: Kind, node: &'n Node, visit: &mut dyn FnMut(Kind, &'n Node)) {
    visit(kind, node);
    if kind != Schema {
        each_child(kind, node, &mut |kind, node| visit_each(kind, node, visit));
    }
}

fn each(kind: Kind, node: &mut Node, visit: &mut dyn FnMut(Kind, &mut Node)) {
    visit(kind, node);
    if kind != Schema {
        each_child_mut(kind, node, &mut |kind, node| each(kind, node, visit));
    }
}

/// Visits the direct children of a part.
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

/// Visits the direct children of a part, mutably.
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

/// Passes every reference in a document to `visit`: the kind that it stands for, and the node that
/// contains it. The targets of references are walked as well.
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

/// Passes every reference below a part of a document to `visit`, without following any.
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

/// Passes every reference below a part of a document to `visit`, mutably.
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

/// The outermost parts that are referred to outside the regular places.
pub(super) fn references_elsewhere(root: &Node) -> Vec<(Kind, String)> {
    let mut found = Vec::new();
    walk_references(root, &mut |kind, node| {
        found.extend(elsewhere_of(node).map(|pointer| (kind, pointer)));
    });
    outermost_parts(found)
}

/// The pointer of a reference to a part outside the regular places.
fn elsewhere_of(node: &Node) -> Option<String> {
    let pointer = reference_of(node)?.strip_prefix('#')?;
    // most references lead to components, and need no decoding
    if !pointer.contains('%') && leads_to(Document, pointer).is_some() {
        return None;
    }
    let pointer = decode_pointer(pointer);
    leads_to(Document, &pointer).is_none().then_some(pointer)
}

/// The parts that are not within another one.
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

/// The kind, according to the table, of what a pointer leads to.
pub(super) fn leads_to(from: Kind, pointer: &str) -> Option<Kind> {
    let mut segments = pointer.split('/').skip(1);
    segments.try_fold(from, |kind, segment| kind.below(segment))
}

/// The pointer of a reference within its document.
pub(super) fn pointer_of(node: &Node) -> Option<String> {
    let text = reference_of(node)?;
    text.strip_prefix('#').map(decode_pointer)
}

/// Removes the percent-encoding from the pointer in a reference.
pub(super) fn decode_pointer(pointer: &str) -> String {
    uri::decode_percent(pointer).unwrap_or_else(|| pointer.to_owned())
}
