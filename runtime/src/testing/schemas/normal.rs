//! A normal form for schemas, which can be written in several ways.

use super::members;
use serde_json::{Map, Value};

/// Keywords that neither accept nor reject anything.
const ANNOTATIONS: &[&str] = &[
    "$schema",
    "$id",
    "$defs",
    "$comment",
    "definitions",
    "title",
    "description",
    "default",
    "deprecated",
    "examples",
    "readOnly",
    "writeOnly",
];

/// The limits of integer formats.
const LIMITS: &[(&str, f64, f64)] = &[
    ("int8", -128.0, 127.0),
    ("int16", -32_768.0, 32_767.0),
    ("int32", i32::MIN as f64, i32::MAX as f64),
    ("int64", i64::MIN as f64, i64::MAX as f64),
    ("int", i64::MIN as f64, i64::MAX as f64),
    ("uint8", 0.0, 255.0),
    ("uint16", 0.0, 65_535.0),
    ("uint32", 0.0, u32::MAX as f64),
    ("uint64", 0.0, u64::MAX as f64),
    ("uint", 0.0, u64::MAX as f64),
];

/// A schema, divided into plain values and subschemas.
#[derive(Debug, Default)]
pub(super) struct Normal {
    pub(super) plain: Map<String, Value>,
    pub(super) schemas: Map<String, Value>,
}

/// The normal form of a schema: local references are followed, and equivalent notations become one.
pub(super) fn normal_form(schema: &Value, root: &Value) -> Normal {
    let mut map = joined(schema, root, 0);
    if schema == &Value::Bool(false) {
        map.insert("not".to_owned(), Value::Bool(true));
    }
    map.retain(|key, _| !ANNOTATIONS.contains(&key.as_str()));
    choose(&mut map, root);
    limit(&mut map);
    let mut found = Normal::default();
    for (key, value) in map {
        match key.as_str() {
            "properties" => {
                let entries = members(&value).into_iter();
                let named = entries.map(|(name, schema)| (format!("properties/{name}"), schema));
                found.schemas.extend(named);
            }
            "items" | "additionalProperties" if says_nothing(&value) => {}
            "additionalProperties" if value == false => drop(found.plain.insert(key, value)),
            "items" | "additionalProperties" | "contains" | "not" => {
                found.schemas.insert(key, value);
            }
            "prefixItems" | "anyOf" | "oneOf" => {
                let list = value.as_array().cloned().unwrap_or_default();
                let list = list.into_iter().enumerate();
                let numbered = list.map(|(at, schema)| (format!("{key}/{at}"), schema));
                found.schemas.extend(numbered);
            }
            "required" | "enum" => {
                let mut list = value.as_array().cloned().unwrap_or_default();
                list.sort_by_key(Value::to_string);
                if !list.is_empty() {
                    found.plain.insert(key, Value::Array(list));
                }
            }
            _ => drop(found.plain.insert(key, value)),
        }
    }
    // Values imply their own type.
    if found.plain.contains_key("enum") {
        found.plain.remove("type");
    }
    found
}

fn says_nothing(schema: &Value) -> bool {
    *schema == Value::Bool(true) || schema.as_object().is_some_and(Map::is_empty)
}

/// A schema merged with what it refers to and with its `allOf`.
fn joined(schema: &Value, root: &Value, depth: usize) -> Map<String, Value> {
    let mut map = members(schema);
    let mut parts = Vec::new();
    if let Some(Value::String(reference)) = map.remove("$ref") {
        let pointer = reference.strip_prefix('#').unwrap_or("");
        parts.extend(root.pointer(pointer).cloned());
    }
    if let Some(Value::Array(all)) = map.remove("allOf") {
        parts.extend(all);
    }
    for part in parts {
        if depth < 32 {
            join(&mut map, joined(&part, root, depth + 1));
        }
    }
    if let Some(value) = map.remove("const") {
        map.insert("enum".to_owned(), Value::Array(vec![value]));
    }
    if let Some(Value::Array(kinds)) = map.get_mut("type") {
        kinds.sort_by_key(Value::to_string);
    }
    map
}

/// Merges further members. Keys that are already there are kept, except for those that accumulate.
fn join(map: &mut Map<String, Value>, other: Map<String, Value>) {
    for (key, value) in other {
        match (map.get_mut(&key), value) {
            (Some(Value::Object(own)), Value::Object(more)) if key == "properties" => {
                own.extend(more);
            }
            (Some(Value::Array(own)), Value::Array(more)) if key == "required" => own.extend(more),
            (Some(_), _) => {}
            (None, value) => drop(map.insert(key, value)),
        }
    }
}

/// Turns alternatives that are single values into one list of values.
fn choose(map: &mut Map<String, Value>, root: &Value) {
    for key in ["oneOf", "anyOf"] {
        let Some(Value::Array(alternatives)) = map.remove(key) else {
            continue;
        };
        let mut values = Vec::new();
        let mut others = Vec::new();
        for alternative in alternatives {
            let schema = joined(&alternative, root, 0);
            let is_own = alternative.get("$ref").is_none();
            match schema.get("enum") {
                Some(Value::Array(list)) if is_own => values.extend(list.clone()),
                _ => others.push(alternative),
            }
        }
        if others.is_empty() {
            map.insert("enum".to_owned(), Value::Array(values));
            continue;
        }
        if !values.is_empty() {
            others.insert(0, serde_json::json!({ "enum": values }));
        }
        match others.as_slice() {
            [only] => {
                let only = joined(only, root, 0);
                let only = only.into_iter();
                join(
                    map,
                    only.filter(|(key, _)| !ANNOTATIONS.contains(&key.as_str()))
                        .collect(),
                );
            }
            _ => drop(map.insert(key.to_owned(), Value::Array(others))),
        }
    }
}

/// Turns number formats into limits, and makes the limits numbers of one kind.
fn limit(map: &mut Map<String, Value>) {
    let format = map.get("format").and_then(Value::as_str);
    let limits = LIMITS.iter().find(|(name, ..)| Some(*name) == format);
    let limits = limits.map(|(_, minimum, maximum)| (*minimum, *maximum));
    let is_number = limits.is_some() || matches!(format, Some("float" | "double"));
    if is_number {
        map.remove("format");
    }
    let number = |map: &Map<String, Value>, key: &str| map.get(key).and_then(Value::as_f64);
    let minimum = match (number(map, "minimum"), limits) {
        (Some(own), Some((minimum, _))) => Some(own.max(minimum)),
        (own, limits) => own.or(limits.map(|(minimum, _)| minimum)),
    };
    let maximum = match (number(map, "maximum"), limits) {
        (Some(own), Some((_, maximum))) => Some(own.min(maximum)),
        (own, limits) => own.or(limits.map(|(_, maximum)| maximum)),
    };
    for (key, value) in [("minimum", minimum), ("maximum", maximum)] {
        if let Some(value) = value {
            map.insert(key.to_owned(), Value::from(value));
        }
    }
}
