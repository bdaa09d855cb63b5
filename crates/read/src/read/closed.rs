//! `closed_objects: true` of a registry entry: the objects in the arguments of its tools take no properties that they
//! do not declare.

use std::sync::Arc;
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Span;
use toolc_model::config::Config;
use toolc_model::draft::Draft;

/// Keywords whose schemas describe the same value as the schema that they are in.
const IN_PLACE: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "$ref",
    "$dynamicRef",
    "dependentSchemas",
];

/// Keywords that say what else an object may have.
const SAYS: &[&str] = &["additionalProperties", "unevaluatedProperties"];

/// Keywords whose values map names to schemas of other values.
const NAMED: &[&str] = &["properties", "patternProperties"];

/// Keywords whose values are schemas of other values, or lists of them.
const PARTS: &[&str] = &[
    "items",
    "prefixItems",
    "additionalProperties",
    "contains",
    "unevaluatedItems",
];

/// How deep schemas are looked into.
const DEPTH: usize = 128;

/// Closes the objects in the arguments of the tools whose entries say so.
pub fn close_objects(config: &Config, draft: &mut Draft) {
    for tool in &mut draft.tools {
        let entry = tool.entry.and_then(|id| config.entry(id));
        if entry.is_some_and(|entry| entry.closes_objects) {
            let node = Arc::make_mut(&mut tool.input.node);
            let span = node.span;
            if let Some(map) = node.as_map_mut() {
                close(map, Place::Root, span, DEPTH);
            }
            tool.input.root = Arc::clone(&tool.input.node);
        }
    }
}

/// What a schema stands for.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Root,
    /// A value of its own.
    Value,
    /// A part of the description of another place, where the whole is closed.
    Part,
}

fn close(schema: &mut Map, place: Place, span: Span, depth: usize) {
    if depth == 0 {
        return;
    }
    let says = SAYS.iter().any(|key| schema.contains(key));
    let is_joined = IN_PLACE.iter().any(|key| schema.contains(key));
    let has_properties = NAMED.iter().any(|key| schema.contains(key));
    let is_object = has_properties || place == Place::Root;
    if place != Place::Part && !says && (is_object || is_joined) {
        let key = match is_joined {
            true => "unevaluatedProperties",
            false => "additionalProperties",
        };
        schema.insert(key, span, Node::bool(false, span));
    }
    let keys: Vec<String> = schema.iter().map(|entry| entry.key.clone()).collect();
    for key in keys {
        let key = key.as_str();
        let Some(node) = schema.get_mut(key) else {
            continue;
        };
        let is_map =
            NAMED.contains(&key) || ["$defs", "definitions", "dependentSchemas"].contains(&key);
        let place = match NAMED.contains(&key) || PARTS.contains(&key) {
            true => Place::Value,
            false if is_map || IN_PLACE.contains(&key) => Place::Part,
            false => continue,
        };
        match &mut node.value {
            Value::Map(map) if is_map => {
                for (_, schema) in map.values_mut() {
                    let span = schema.span;
                    if let Some(schema) = schema.as_map_mut() {
                        close(schema, place, span, depth - 1);
                    }
                }
            }
            Value::Map(map) => close(map, place, span, depth - 1),
            Value::List(items) => items.iter_mut().for_each(|item| {
                let span = item.span;
                if let Some(map) = item.as_map_mut() {
                    close(map, place, span, depth - 1);
                }
            }),
            _ => {}
        }
    }
}
