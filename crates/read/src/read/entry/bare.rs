//! Slips in schemas of one's own that would check nothing: a mapping of properties where a schema belongs, every key of
//! which would be unknown to JSON Schema, and a keyword without a space after its colon.

use crate::read::flow_text::{write_flow, write_text};
use toolc_base::diagnostic::fix::Replacement;
use toolc_base::diagnostic::suggest::nearest;
use toolc_base::diagnostic::{Code, Diagnostic, Help};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_schema::schema::rules;
use toolc_schema::schema::vocabulary::{find_word, split_glued_keyword};

/// Names of types that people write in place of a schema, and the types that they mean.
const TYPES: &[(&str, &str)] = &[
    ("string", "string"),
    ("integer", "integer"),
    ("number", "number"),
    ("boolean", "boolean"),
    ("array", "array"),
    ("object", "object"),
    ("str", "string"),
    ("int", "integer"),
    ("float", "number"),
    ("double", "number"),
    ("bool", "boolean"),
    ("list", "array"),
    ("dict", "object"),
];

fn find_type(word: &str) -> Option<&'static str> {
    let mut types = TYPES.iter();
    types
        .find(|(known, _)| *known == word)
        .map(|(_, meant)| *meant)
}

/// Keywords whose values are schemas, or lists or mappings of schemas.
const WITHIN: &[&str] = &[
    "items",
    "additionalProperties",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "propertyNames",
    "allOf",
    "anyOf",
    "oneOf",
    "prefixItems",
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
];

/// Keywords among [`WITHIN`] whose values map names to schemas.
const MAPS: &[&str] = &[
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
];

/// How deep schemas are looked into.
const DEPTH: usize = 64;

/// The first mapping of properties in place of a schema, or the first keyword without a space after its colon, as an
/// error with the finished text.
pub(super) fn find_slip(what: &str, schema: &Node) -> Option<Diagnostic> {
    find_within(what, schema, DEPTH)
}

fn find_within(what: &str, schema: &Node, depth: usize) -> Option<Diagnostic> {
    let map = schema.as_map().filter(|_| depth > 0)?;
    let mut entries = map.iter();
    if let Some(glued) = entries.find_map(glued_keyword) {
        return Some(glued);
    }
    let strays: Vec<&Entry> = map.iter().filter(|entry| is_stray(entry)).collect();
    if !strays.is_empty() && !has_properties(map) && !is_misspelt(map, &strays) {
        return Some(bare_map(what, map, &strays, schema));
    }
    let mut within = list_within(map).into_iter();
    within.find_map(|(name, schema)| find_within(&format!("`{name}`"), schema, depth - 1))
}

/// Whether the only stray key is a keyword that is misspelt, which is reported as one: `{ type: array, item: {…} }` says itself that
/// it has no properties.
fn is_misspelt(map: &Map, strays: &[&Entry]) -> bool {
    let [stray] = strays else { return false };
    let is_other = map.get_str("type").is_some_and(|kind| kind != "object");
    is_other && nearest(&stray.key, WITHIN.iter().copied()).is_some()
}

/// `{ maximum:100 }`, which YAML reads as a key without a value.
fn glued_keyword(entry: &Entry) -> Option<Diagnostic> {
    let is_bare = entry.value.value == Value::Null;
    let (keyword, value) = split_glued_keyword(&entry.key).filter(|_| is_bare)?;
    let message = format!(
        "`{}` is a key without a value, so it would check nothing",
        entry.key
    );
    let meant = format!("{keyword}: {value}");
    let help = Help {
        text: format!("write `{meant}`, with a space after the colon"),
        replacement: Some(Replacement::Value(meant)),
    };
    Some(Diagnostic::new(Code::GLUED_KEYWORD, entry.key_span, message).help(help))
}

/// The schemas directly within one, each with its name or that of its keyword.
pub(super) fn list_within(map: &Map) -> Vec<(&str, &Node)> {
    let mut found = Vec::new();
    for entry in map
        .iter()
        .filter(|entry| WITHIN.contains(&entry.key.as_str()))
    {
        let key = entry.key.as_str();
        match &entry.value.value {
            Value::Map(named) if MAPS.contains(&key) => {
                let named = named.iter();
                found.extend(named.map(|entry| (entry.key.as_str(), &entry.value)));
            }
            Value::List(items) => found.extend(items.iter().map(|item| (key, item))),
            _ => found.push((key, &entry.value)),
        }
    }
    found
}

/// Whether the properties are where they belong, or, below an empty `properties:`, are reported for that.
fn has_properties(map: &Map) -> bool {
    let is_written = |key: &str| {
        let node = map.get(key);
        node.is_some_and(|node| node.as_map().is_some() || node.value == Value::Null)
    };
    is_written("properties") || is_written("patternProperties") || map.contains("$ref")
}

/// Whether a key names a property rather than a keyword: no keyword is called so, or none takes this value.
fn is_stray(entry: &Entry) -> bool {
    let key = entry.key.as_str();
    if key.starts_with("x-") || key.starts_with('$') {
        return false;
    }
    is_type_name(entry) || is_schema(&entry.value) && (!is_keyword(key) || takes_no_schema(key))
}

fn is_keyword(key: &str) -> bool {
    find_word(key).is_some() || is_rule(key)
}

/// Whether a keyword has a single value.
fn is_rule(key: &str) -> bool {
    rules::all_rows().any(|row| row.keyword == key)
}

/// Keywords that are favourite names of properties, and never have a mapping as their value.
fn takes_no_schema(key: &str) -> bool {
    ["title", "description", "type", "required"].contains(&key) || is_rule(key)
}

/// Whether a value is a schema.
fn is_schema(node: &Node) -> bool {
    match &node.value {
        Value::Map(map) => map.iter().any(|entry| is_keyword(&entry.key)),
        _ => false,
    }
}

/// The name of a type in place of a schema: `order: string`.
fn is_type_name(entry: &Entry) -> bool {
    let word = entry.value.as_str();
    word.is_some_and(|word| find_type(word).is_some()) && !is_keyword(&entry.key)
}

fn bare_map(what: &str, map: &Map, strays: &[&Entry], schema: &Node) -> Diagnostic {
    let names: Vec<String> = strays
        .iter()
        .map(|entry| format!("`{}`", entry.key))
        .collect();
    let (are, them) = match names.len() {
        1 => ("is the name of a property", "it"),
        _ => ("are names of properties", "them"),
    };
    let message = format!(
        "{what} is not a JSON Schema: {} {are}, so nothing would check {them}",
        names.join(", ")
    );
    let place = strays.first().map_or(schema.span, |entry| entry.key_span);
    Diagnostic::new(Code::BARE_PROPERTIES, place, message)
        .label("this belongs below `properties`")
        .help(format!("write `{}`", finish(map, strays)))
}

/// The schema that was meant.
fn finish(map: &Map, strays: &[&Entry]) -> String {
    let is_stray = |entry: &&Entry| strays.iter().any(|stray| stray.key == entry.key);
    let mut parts = vec!["type: object".to_owned()];
    let properties: Vec<String> = strays
        .iter()
        .map(|entry| {
            let schema = match &entry.value.value {
                Value::String(word) => format!("{{ type: {} }}", find_type(word).unwrap_or(word)),
                _ => write_flow(&entry.value),
            };
            format!("{}: {schema}", write_text(&entry.key))
        })
        .collect();
    parts.push(format!("properties: {{ {} }}", properties.join(", ")));
    let rest = map
        .iter()
        .filter(|entry| !is_stray(entry) && entry.key != "type");
    parts.extend(rest.map(|entry| format!("{}: {}", entry.key, write_flow(&entry.value))));
    format!("{{ {} }}", parts.join(", "))
}
