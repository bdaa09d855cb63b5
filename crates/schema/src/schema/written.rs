//! Noun: the schema of an object as written, before it is read. Stages that build, inspect or
//! change one use these parts, so that they need not know how JSON Schema spells them.

use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Span;

/// Keywords whose schemas apply to the same value as the schema that contains them.
pub const JOINED: &[&str] = &["allOf", "anyOf", "oneOf"];

/// The parts of an object schema that a stage builds.
#[derive(Debug, Default)]
pub struct ObjectSchema {
    /// The schemas of the properties.
    pub properties: Map,
    /// The names of the required ones.
    pub required: Vec<Node>,
    /// Whether no other properties are allowed.
    pub is_closed: bool,
}

impl ObjectSchema {
    /// Builds the schema, to which more may be added.
    pub fn into_map(self, span: Span) -> Map {
        let ObjectSchema {
            properties,
            required,
            is_closed,
        } = self;
        let mut map = Map::default();
        map.insert("type", span, Node::string("object", span));
        map.insert("properties", span, Node::map(properties, span));
        if !required.is_empty() {
            map.insert("required", span, Node::list(required, span));
        }
        if is_closed {
            close_object(&mut map, span);
        }
        map
    }
}

/// What a schema refers to.
pub fn reference_of(schema: &Node) -> Option<&str> {
    schema.as_map()?.get_str("$ref")
}

/// Whether a schema describes properties.
pub fn has_properties(schema: &Map) -> bool {
    schema.contains("properties")
}

/// The properties that a schema describes.
pub fn list_properties(schema: &Node) -> std::slice::Iter<'_, Entry> {
    schema.entries("properties")
}

/// Likewise, mutable.
pub fn properties_mut(schema: &mut Map) -> Option<&mut Map> {
    schema.get_map_mut("properties")
}

/// The schema of a property.
pub fn find_property<'s>(schema: &'s Map, name: &str) -> Option<&'s Node> {
    schema.get_map("properties")?.get(name)
}

/// Likewise, mutable.
pub fn find_property_mut<'s>(schema: &'s mut Map, name: &str) -> Option<&'s mut Node> {
    properties_mut(schema)?.get_mut(name)
}

/// Whether a property is required.
pub fn is_required(schema: &Map, name: &str) -> bool {
    let required = schema.get_list("required");
    required.is_some_and(|list| list.iter().any(|node| node.as_str() == Some(name)))
}

/// Makes the properties that `keep` rejects optional.
pub fn retain_required(schema: &mut Map, keep: impl Fn(&str) -> bool) {
    let Some(names) = schema.get_list_mut("required") else {
        return;
    };
    names.retain(|name| name.as_str().is_none_or(&keep));
    if names.is_empty() {
        schema.remove("required");
    }
}

/// Keywords outside of `properties` through which a schema may describe or require a property.
const ELSEWHERE: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
    "$ref",
    "$dynamicRef",
];

/// Those of them that may describe one. If they are there, the schema cannot be closed by `additionalProperties`.
const DESCRIBING: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "dependencies",
    "$ref",
    "$dynamicRef",
];

/// Whether a schema may say something about a property outside of `properties`, `required` and the rules for
/// all other keys.
pub fn is_said_elsewhere(schema: &Map, name: &str) -> bool {
    let mut elsewhere = schema
        .iter()
        .filter(|entry| ELSEWHERE.contains(&entry.key.as_str()));
    elsewhere.any(|entry| entry.key.starts_with('$') || may_name(&entry.value, name))
}

/// Whether a name occurs in a schema, which may also be behind a reference.
fn may_name(node: &Node, name: &str) -> bool {
    match &node.value {
        Value::Map(map) => map.iter().any(|entry| {
            let key = entry.key.as_str();
            key == name || matches!(key, "$ref" | "$dynamicRef") || may_name(&entry.value, name)
        }),
        Value::List(items) => items.iter().any(|item| may_name(item, name)),
        Value::String(text) => text == name,
        _ => false,
    }
}

/// Removes a property from a schema, so that the property is not valid as an unknown key either:
/// the schema is closed, or, if it describes its other properties, forbids this one.
pub fn remove_property(schema: &mut Map, name: &str) {
    let Some(span) = schema.entry("properties").map(|entry| entry.value.span) else {
        return;
    };
    retain_required(schema, |required| required != name);
    let others = [
        "additionalProperties",
        "patternProperties",
        "unevaluatedProperties",
    ];
    let mut describing = DESCRIBING.iter();
    let is_open = describing.any(|key| schema.contains(key))
        || others.iter().any(|key| {
            let others = schema.get(key);
            others.is_some_and(|node| node.as_bool() != Some(false))
        });
    if let Some(properties) = properties_mut(schema) {
        if is_open {
            properties.insert(name, span, Node::bool(false, span));
        } else {
            properties.remove(name);
        }
    }
    if !is_open {
        close_object(schema, span);
    }
}

fn close_object(schema: &mut Map, span: Span) {
    schema.insert("additionalProperties", span, Node::bool(false, span));
}
