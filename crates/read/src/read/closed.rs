//! `closed_objects: true` of a registry entry: the objects in the arguments of its tools take no properties that they
//! do not declare.

use std::collections::HashMap;
use std::sync::Arc;
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::Span;
use toolc_model::config::Config;
use toolc_model::draft::{DocumentKind, Draft};

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
    // each with its original, so that no other document has the same identity
    let mut descriptions: HashMap<_, (Arc<Node>, Arc<Node>)> = HashMap::new();
    for tool in &mut draft.tools {
        let entry = tool.entry.and_then(|id| config.entry(id));
        if !entry.is_some_and(|entry| entry.closes_objects) {
            continue;
        }
        let root = Arc::clone(&tool.input.root);
        // results refer to the description as well, and stay as they are
        let (closing, root) = match tool.input.kind {
            DocumentKind::Schema => (Closing { description: None }, None),
            DocumentKind::Description => {
                let closing = Closing {
                    description: Some(&root),
                };
                let close = || (Arc::clone(&root), closing.close_description(&root));
                let (_, closed) = descriptions.entry(root.identity()).or_insert_with(close);
                (closing, Some(Arc::clone(closed)))
            }
        };
        let node = Arc::make_mut(&mut tool.input.node);
        let span = node.span;
        if let Some(map) = node.as_map_mut() {
            closing.close(map, Place::Root, span, DEPTH);
        }
        tool.input.root = root.unwrap_or_else(|| Arc::clone(&tool.input.node));
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

/// How schemas are closed.
#[derive(Clone, Copy)]
struct Closing<'d> {
    /// The description that they are part of.
    description: Option<&'d Node>,
}

impl Closing<'_> {
    /// The description with closed objects within its schemas. What refers to a schema closes the whole of it.
    fn close_description(self, description: &Node) -> Arc<Node> {
        let mut closed = description.clone();
        self.close_below(&mut closed, false, DEPTH);
        Arc::new(closed)
    }

    /// Closes the schemas in a part of a description, or each value of a map of schemas.
    fn close_below(self, node: &mut Node, are_schemas: bool, depth: usize) {
        if depth == 0 {
            return;
        }
        match &mut node.value {
            Value::Map(map) => {
                for (key, value) in map.values_mut() {
                    let span = value.span;
                    match value.as_map_mut() {
                        Some(map) if are_schemas || key == "schema" => {
                            self.close(map, Place::Part, span, DEPTH);
                        }
                        _ => self.close_below(value, key == "schemas", depth - 1),
                    }
                }
            }
            Value::List(items) => {
                for item in items {
                    self.close_below(item, false, depth - 1);
                }
            }
            _ => {}
        }
    }

    fn close(self, schema: &mut Map, place: Place, span: Span, depth: usize) {
        if depth == 0 {
            return;
        }
        let says = SAYS.iter().any(|key| schema.contains(key));
        let is_joined = IN_PLACE.iter().any(|key| schema.contains(key));
        let has_properties = NAMED.iter().any(|key| schema.contains(key));
        let is_object = has_properties || place == Place::Root;
        let may_close = place != Place::Part && !says && (is_object || is_joined);
        if may_close && !self.refers_to_no_object(schema) {
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
                            self.close(schema, place, span, depth - 1);
                        }
                    }
                }
                Value::Map(map) => self.close(map, place, span, depth - 1),
                Value::List(items) => items.iter_mut().for_each(|item| {
                    let span = item.span;
                    if let Some(map) = item.as_map_mut() {
                        self.close(map, place, span, depth - 1);
                    }
                }),
                _ => {}
            }
        }
    }

    /// Whether a schema of a description refers to one that only takes other values than objects.
    fn refers_to_no_object(self, schema: &Map) -> bool {
        let mut schema = schema;
        for _ in 0..DEPTH {
            let types = match schema.get("type").map(|node| &node.value) {
                Some(Value::String(name)) => vec![name.as_str()],
                Some(Value::List(names)) => names.iter().filter_map(Node::as_str).collect(),
                _ => Vec::new(),
            };
            if !types.is_empty() {
                return !types.contains(&"object");
            }
            let target = schema.get("$ref").and_then(Node::as_str);
            let pointer = target.and_then(|target| target.strip_prefix('#'));
            let root = self.description;
            let next = root.zip(pointer).and_then(|(root, at)| root.pointer(at));
            let Some(next) = next.and_then(Node::as_map) else {
                return false;
            };
            schema = next;
        }
        false
    }
}
