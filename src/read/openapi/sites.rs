//! What stands where in an OpenAPI document: the one table of all walks over it.

use super::METHODS;
use crate::model::position::Position;
use crate::node::{Map, Node, Value};
use std::collections::{HashMap, HashSet};

/// What a part of a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Document,
    Components,
    PathItem,
    Operation,
    /// A parameter, or a header.
    Parameter,
    Body,
    Response,
    Media,
    Schema,
}

use Kind::{Body, Components, Document, Media, Operation, Parameter, PathItem, Response, Schema};

/// How many stand under a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Under {
    One,
    /// The items of a list, or the values of a mapping.
    Each,
}

use Under::{Each, One};

/// What stands under the keys of each kind, in every version; what Swagger 2.0 alone has comes last.
const SITES: &[(Kind, &str, Under, Kind)] = &[
    (Document, "components", One, Components),
    (Document, "paths", Each, PathItem),
    (Components, "schemas", Each, Schema),
    (Components, "parameters", Each, Parameter),
    (Components, "headers", Each, Parameter),
    (Components, "requestBodies", Each, Body),
    (Components, "responses", Each, Response),
    (Components, "pathItems", Each, PathItem),
    (Components, "mediaTypes", Each, Media),
    (PathItem, "parameters", Each, Parameter),
    (PathItem, "additionalOperations", Each, Operation),
    (Operation, "parameters", Each, Parameter),
    (Operation, "requestBody", One, Body),
    (Operation, "responses", Each, Response),
    (Parameter, "schema", One, Schema),
    (Parameter, "content", Each, Media),
    (Body, "content", Each, Media),
    (Response, "content", Each, Media),
    (Response, "headers", Each, Parameter),
    (Media, "schema", One, Schema),
    (Media, "itemSchema", One, Schema),
    (Document, "definitions", Each, Schema),
    (Document, "parameters", Each, Parameter),
    (Document, "responses", Each, Response),
    (Response, "schema", One, Schema),
];

/// What stands under a key.
fn site(kind: Kind, key: &str) -> Option<(Under, Kind)> {
    if kind == PathItem && METHODS.contains(&key) {
        return Some((One, Operation));
    }
    let mut rows = SITES.iter();
    let row = rows.find(|(owner, name, ..)| *owner == kind && *name == key);
    row.map(|(_, _, under, kind)| (*under, *kind))
}

/// Shows every part of a document to `visit` before what stands below it: those in their places,
/// and those that references find elsewhere. A schema is shown once, as a whole.
pub(super) fn walk(root: &mut Node, visit: &mut dyn FnMut(Kind, &mut Node)) {
    let elsewhere = elsewhere(root);
    each(Document, root, visit);
    for (kind, pointer) in elsewhere {
        if let Some(node) = root.pointer_mut(&pointer) {
            each(kind, node, visit);
        }
    }
}

fn each(kind: Kind, node: &mut Node, visit: &mut dyn FnMut(Kind, &mut Node)) {
    visit(kind, node);
    let Some(map) = node.as_map_mut() else { return };
    for (key, value) in map.values_mut() {
        match (site(kind, key), &mut value.value) {
            (Some((One, kind)), _) => each(kind, value, visit),
            (Some((Each, kind)), Value::Map(map)) => map
                .values_mut()
                .for_each(|(_, value)| each(kind, value, visit)),
            (Some((Each, kind)), Value::List(list)) => {
                list.iter_mut().for_each(|value| each(kind, value, visit));
            }
            _ => {}
        }
    }
}

/// Shows every reference of a document to `visit`: what it stands for, and the node that has it.
/// What a reference leads to is looked at in its turn.
pub(super) fn references<'n>(root: &'n Node, visit: &mut dyn FnMut(Kind, &'n Node)) {
    let mut search = Search {
        visit,
        waiting: Vec::new(),
    };
    search.site(Document, root);
    let mut known: HashSet<(Kind, String)> = HashSet::new();
    while let Some((kind, pointer)) = search.waiting.pop() {
        if let Some(node) = root
            .pointer(&pointer)
            .filter(|_| known.insert((kind, pointer)))
        {
            search.site(kind, node);
        }
    }
}

struct Search<'s, 'n> {
    visit: &'s mut dyn FnMut(Kind, &'n Node),
    /// What references lead to outside of the places that the table has.
    waiting: Vec<(Kind, String)>,
}

impl<'n> Search<'_, 'n> {
    fn site(&mut self, kind: Kind, node: &'n Node) {
        if kind == Schema {
            return self.schema(node);
        }
        self.reference(kind, node);
        for entry in node.as_map().into_iter().flat_map(Map::iter) {
            match (site(kind, &entry.key), &entry.value.value) {
                (Some((One, kind)), _) => self.site(kind, &entry.value),
                (Some((Each, kind)), Value::Map(map)) => {
                    map.iter().for_each(|entry| self.site(kind, &entry.value));
                }
                (Some((Each, kind)), Value::List(list)) => {
                    list.iter().for_each(|node| self.site(kind, node));
                }
                _ => {}
            }
        }
    }

    fn schema(&mut self, node: &'n Node) {
        self.reference(Schema, node);
        for entry in node.as_map().into_iter().flat_map(Map::iter) {
            match (Position::of(&entry.key), &entry.value.value) {
                // `items` of older drafts
                (Position::One | Position::List, Value::List(list)) => {
                    list.iter().for_each(|node| self.schema(node));
                }
                (Position::One, _) => self.schema(&entry.value),
                (Position::Map, Value::Map(map)) => {
                    map.iter().for_each(|entry| self.schema(&entry.value));
                }
                _ => {}
            }
        }
    }

    fn reference(&mut self, kind: Kind, node: &'n Node) {
        let Some(text) = node.get("$ref").and_then(Node::as_str) else {
            return;
        };
        (self.visit)(kind, node);
        if let Some(pointer) = text.strip_prefix('#').map(decode)
            && leads_to(Document, &pointer).is_none()
        {
            self.waiting.push((kind, pointer));
        }
    }
}

/// What stands outside of its places and is referred to: the outermost parts.
fn elsewhere(root: &Node) -> Vec<(Kind, String)> {
    let mut found: HashMap<String, Kind> = HashMap::new();
    references(root, &mut |kind, node| {
        let pointer = pointer_of(node);
        if let Some(pointer) = pointer.filter(|to| leads_to(Document, to).is_none()) {
            found.entry(pointer).or_insert(kind);
        }
    });
    let is_within = |pointer: &str, kind: Kind| {
        let mut starts = pointer.match_indices('/').skip(1);
        starts.any(|(at, _)| {
            let outer = found.get(&pointer[..at]);
            outer.is_some_and(|outer| leads_to(*outer, &pointer[at..]) == Some(kind))
        })
    };
    let outermost = found
        .iter()
        .filter(|(pointer, kind)| !is_within(pointer, **kind));
    let mut outermost: Vec<(Kind, String)> = outermost
        .map(|(pointer, kind)| (*kind, pointer.clone()))
        .collect();
    outermost.sort_by(|(_, one), (_, other)| one.cmp(other));
    outermost
}

/// What the table says that a pointer leads to.
fn leads_to(from: Kind, pointer: &str) -> Option<Kind> {
    let mut kind = from;
    let mut segments = pointer.split('/').skip(1);
    while let Some(segment) = segments.next() {
        let under = match kind {
            Schema => match Position::of(segment) {
                Position::One => One,
                Position::List | Position::Map => Each,
                Position::Data | Position::Other => return None,
            },
            _ => {
                let (under, below) = site(kind, segment)?;
                kind = below;
                under
            }
        };
        if under == Each {
            segments.next()?;
        }
    }
    Some(kind)
}

/// The pointer of a reference within its document.
pub(super) fn pointer_of(node: &Node) -> Option<String> {
    let text = node.get("$ref")?.as_str()?;
    text.strip_prefix('#').map(decode)
}

/// A pointer in a reference is percent-encoded.
pub(super) fn decode(pointer: &str) -> String {
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = (first == b'%').then(|| tail.get(..2)).flatten();
        let value = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(value.unwrap_or(first));
        rest = if value.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| pointer.to_owned())
}
