//! `closed_objects: true` of a registry entry: the objects in the arguments of its tools take no properties that they
//! do not declare.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use toolc_base::node::{Map, Node, Value, escape_pointer};
use toolc_base::source::Span;
use toolc_model::config::Config;
use toolc_model::draft::{DocumentKind, Draft};
use toolc_schema::schema::uri;

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
    let mut descriptions: HashMap<_, Description> = HashMap::new();
    for tool in &mut draft.tools {
        let entry = tool.entry.and_then(|id| config.entry(id));
        if !entry.is_some_and(|entry| entry.closes_objects) {
            continue;
        }
        let root = Arc::clone(&tool.input.root);
        // results refer to the description as well, and stay as they are
        let description = match tool.input.kind {
            DocumentKind::Schema => None,
            DocumentKind::Description => {
                let read = || Description::read(&root);
                Some(&*descriptions.entry(root.identity()).or_insert_with(read))
            }
        };
        let closing = Closing {
            root: &root,
            composed: description.map(|description| &description.composed),
        };
        let node = Arc::make_mut(&mut tool.input.node);
        let span = node.span;
        if let Some(map) = node.as_map_mut() {
            closing.close(map, Place::Root, span, DEPTH);
        }
        tool.input.root = match description {
            Some(description) => Arc::clone(&description.closed),
            None => Arc::clone(&tool.input.node),
        };
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

/// A description of an API, and what is the same in all of its requests.
struct Description {
    closed: Arc<Node>,
    /// The schemas that are combined with others, by the references to them.
    composed: HashSet<String>,
    /// Kept so that no other document has the same identity.
    _original: Arc<Node>,
}

impl Description {
    fn read(root: &Arc<Node>) -> Self {
        let mut composed = HashSet::new();
        find_composed(root, &mut composed, DEPTH);
        add_targets(root, &mut composed);
        let closing = Closing {
            root,
            composed: Some(&composed),
        };
        let mut closed = Node::clone(root);
        closing.close_below(&mut closed, None, DEPTH);
        Description {
            closed: Arc::new(closed),
            composed,
            _original: Arc::clone(root),
        }
    }
}

/// Finds the references to schemas that are combined with others.
fn find_composed(node: &Node, found: &mut HashSet<String>, depth: usize) {
    if depth == 0 {
        return;
    }
    for item in node.as_list().unwrap_or_default() {
        find_composed(item, found, depth - 1);
    }
    let Some(map) = node.as_map() else { return };
    let mut others = map.iter().filter(|entry| entry.key != "$ref");
    let is_joined = others.any(|entry| {
        let key = entry.key.as_str();
        IN_PLACE.contains(&key) || NAMED.contains(&key) || SAYS.contains(&key)
    });
    if is_joined {
        found.extend(map.get("$ref").and_then(Node::as_str).map(str::to_owned));
    }
    for entry in map.iter() {
        if IN_PLACE.contains(&entry.key.as_str()) {
            let parts = entry.value.as_list().unwrap_or_default().iter();
            let named = entry.value.as_map().into_iter().flat_map(Map::iter);
            let parts = parts
                .chain(named.map(|entry| &entry.value))
                .chain([&entry.value]);
            let targets = parts.filter_map(|part| part.get("$ref")?.as_str());
            found.extend(targets.map(str::to_owned));
        }
        find_composed(&entry.value, found, depth - 1);
    }
}

/// Adds what the schemas at references refer to themselves.
fn add_targets(root: &Node, composed: &mut HashSet<String>) {
    let mut waiting: Vec<String> = composed.iter().cloned().collect();
    while let Some(reference) = waiting.pop() {
        let target = follow(root, &reference).and_then(|target| target.get("$ref")?.as_str());
        if let Some(target) = target
            && composed.insert(target.to_owned())
        {
            waiting.push(target.to_owned());
        }
    }
}

/// The schema at a reference.
fn follow<'d>(root: &'d Node, reference: &str) -> Option<&'d Map> {
    let pointer = uri::decode_percent(reference.strip_prefix('#')?)?;
    root.pointer(&pointer)?.as_map()
}

/// How schemas are closed.
#[derive(Clone, Copy)]
struct Closing<'d> {
    /// What `#` refers to.
    root: &'d Node,
    /// In a description, the references to schemas that are combined with others.
    composed: Option<&'d HashSet<String>>,
}

impl Closing<'_> {
    /// Closes the schemas in a part of a description, or those of a map, to which this is the reference. One that is
    /// combined with others is closed within, and the whole where it is referred to.
    fn close_below(self, node: &mut Node, schemas: Option<&str>, depth: usize) {
        if depth == 0 {
            return;
        }
        match &mut node.value {
            Value::Map(map) => {
                for (key, value) in map.values_mut() {
                    let span = value.span;
                    let own = schemas.map(|schemas| format!("{schemas}{}", escape_pointer(key)));
                    let place = match &own {
                        Some(own) if self.is_plain(own) => Place::Value,
                        _ => Place::Part,
                    };
                    match value.as_map_mut() {
                        Some(map) if own.is_some() || key == "schema" => {
                            self.close(map, place, span, DEPTH);
                        }
                        _ => self.close_below(value, schemas_at(key), depth - 1),
                    }
                }
            }
            Value::List(items) => {
                for item in items {
                    self.close_below(item, None, depth - 1);
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
        if may_close && !self.leaves_to_target(schema) {
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

    /// Whether a schema of a description, to which this is a reference, is closed where it stands.
    fn is_plain(self, reference: &str) -> bool {
        let Some(composed) = self.composed else {
            return false;
        };
        let target = follow(self.root, reference);
        let is_joined = |map: &Map| IN_PLACE.iter().any(|key| map.contains(key));
        !composed.contains(reference) && target.is_some_and(|target| !is_joined(target))
    }

    /// Whether a schema only refers to one that stays open or is closed where it stands. In one's own files, that is one
    /// without any properties.
    fn leaves_to_target(self, schema: &Map) -> bool {
        let mut others = IN_PLACE.iter().chain(NAMED).filter(|key| **key != "$ref");
        if others.any(|key| schema.contains(key)) {
            return false;
        }
        let mut reference = schema.get("$ref").and_then(Node::as_str);
        for _ in 0..DEPTH {
            let Some((at, target)) = reference.and_then(|at| Some((at, follow(self.root, at)?)))
            else {
                return false;
            };
            let has = |keys: &[&str]| keys.iter().any(|key| target.contains(key));
            if !has(IN_PLACE) {
                let is_free = !has(NAMED) && !has(SAYS);
                return match self.composed {
                    Some(composed) => {
                        let is_listed = SCHEMAS.iter().any(|(_, schemas)| at.starts_with(schemas));
                        is_free || has(SAYS) || is_listed && !composed.contains(at)
                    }
                    None => is_free && is_typed_object(target),
                };
            }
            reference = target.get("$ref").and_then(Node::as_str);
        }
        false
    }
}

/// Where a description has its schemas, by key, with the beginning of references to them.
const SCHEMAS: &[(&str, &str)] = &[
    ("schemas", "#/components/schemas/"),
    ("definitions", "#/definitions/"),
];

/// The beginning of references to what stands under a key of a description, if these are schemas.
fn schemas_at(key: &str) -> Option<&'static str> {
    let found = SCHEMAS.iter().find(|(name, _)| *name == key);
    found.map(|(_, schemas)| *schemas)
}

fn is_typed_object(schema: &Map) -> bool {
    schema.get("type").and_then(Node::as_str) == Some("object")
}
