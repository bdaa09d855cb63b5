//! What fits where the cursor is.

use super::Offer;
use super::cursor::Cursor;
use crate::analysis::Analysis;
use crate::keys::{KeySchema, find_description, list_values};
use crate::names::names_tool;
use serde_json::{Map, Value};
use toolc_base::node::Node;
use toolc_model::model::{ANSWERS, Catalog, Tool};
use toolc_schema::schema::rules::all_rows;
use toolc_schema::schema::vocabulary::all_words;

/// Kinds of the protocol.
const FUNCTION: u32 = 3;
const MODULE: u32 = 9;
const PROPERTY: u32 = 10;
const VALUE: u32 = 12;
const KEYWORD: u32 = 14;
const REFERENCE: u32 = 18;

/// Keys whose values are JSON Schemas.
const SCHEMAS: &[&str] = &[
    "parameters",
    "input_schema",
    "inputSchema",
    "output_schema",
    "outputSchema",
    "output",
    "config",
];

/// Everything that fits.
pub(super) fn list_offers(analysis: &Analysis, schema: &KeySchema, cursor: &Cursor) -> Vec<Offer> {
    let keys = cursor.keys();
    let catalog = analysis.catalog();
    let tools = |offers: &dyn Fn(&Catalog) -> Vec<Offer>| catalog.map(offers).unwrap_or_default();
    // what is below `parameters` and is not one of our keys
    if let Some(at) = find_schema(&keys) {
        let is_own = schema
            .find_parts(&keys)
            .iter()
            .any(|part| part.contains_key("enum"));
        if !is_own {
            return list_keywords(cursor, &keys, at);
        }
    }
    if let [Some("toolsets"), rest @ ..] = keys.as_slice() {
        match (rest, cursor.on_key) {
            ([], true) => return tools(&|catalog| list_namespaces(catalog, cursor)),
            ([Some(namespace), below @ ..], _) => {
                let mut below = below.to_vec();
                if cursor.on_key {
                    below.push(Some(""));
                }
                if names_tool(&below, cursor.on_key) {
                    return tools(&|catalog| list_tools(catalog, namespace, cursor));
                }
                if let [Some("approval"), Some("rules"), None, Some("when"), Some(_)] = *below {
                    return tools(&|catalog| list_pointers(catalog, namespace, cursor));
                }
            }
            _ => {}
        }
    }
    match (keys.as_slice(), cursor.on_key) {
        ([.., Some("engine")], false) => list_engines(analysis),
        ([Some("extends")] | [Some("extends"), None], false) => tools(&list_workers),
        ([.., Some("defer"), None], false) => tools(&list_qualified),
        ([.., Some("rules"), None, Some("when")], true) => list_own_pointers(cursor, keys.len()),
        (_, true) => list_keys(schema, cursor, &keys),
        (_, false) => {
            let values = list_values(&schema.find_parts(&keys)).into_iter();
            let text = |value: &Value| {
                value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned)
            };
            values
                .map(|value| Offer::new(text(value), VALUE, ""))
                .collect()
        }
    }
}

/// The position of the key below which there is a JSON Schema.
fn find_schema(keys: &[Option<&str>]) -> Option<usize> {
    let is_schema = |key: &Option<&str>| key.is_some_and(|it| SCHEMAS.contains(&it));
    match keys {
        [Some(ANSWERS), _, Some("schema"), ..] => Some(2),
        _ => keys.iter().position(is_schema),
    }
}

/// The keys of a mapping that it does not have yet.
fn list_keys(schema: &KeySchema, cursor: &Cursor, keys: &[Option<&str>]) -> Vec<Offer> {
    let around = cursor.value_at(keys.len());
    let has = |key: &str| around.is_some_and(|node| node.get(key).is_some());
    let parts = schema.find_parts(keys);
    let mut offers: Vec<Offer> = Vec::new();
    for part in &parts {
        let properties = part.get("properties").and_then(Value::as_object);
        for (key, _) in properties.into_iter().flatten() {
            let is_known = offers.iter().any(|offer| offer.label == *key);
            if is_known || has(key) || is_deprecated(&parts, key) {
                continue;
            }
            let mut below: Vec<Option<&str>> = keys.to_vec();
            below.push(Some(key));
            let words = schema.find_parts(&below);
            let words = find_description(&words).unwrap_or("");
            offers.push(Offer::new(key, PROPERTY, "").key(words));
        }
    }
    offers
}

/// Whether a key is another spelling, which people need not learn.
fn is_deprecated(parts: &[&Map<String, Value>], key: &str) -> bool {
    let mut properties = parts
        .iter()
        .filter_map(|part| part.get("properties")?.get(key));
    properties.any(|schema| schema["deprecated"] == true)
}

fn list_namespaces(catalog: &Catalog, cursor: &Cursor) -> Vec<Offer> {
    let around = cursor.value_at(1);
    let mut names: Vec<&str> = catalog
        .tools
        .iter()
        .map(|it| it.namespace.as_str())
        .collect();
    names.extend(["filesystem", "shell"]);
    names.sort_unstable();
    names.dedup();
    names.retain(|name| around.is_none_or(|node| node.get(name).is_none()));
    let offer = |name| Offer::new(name, MODULE, "namespace").key("");
    names.into_iter().map(offer).collect()
}

fn list_tools(catalog: &Catalog, namespace: &str, cursor: &Cursor) -> Vec<Offer> {
    let tools = catalog.tools.iter();
    let tools = tools.filter(|tool| tool.namespace == namespace && tool.overload == 0);
    let offer = |tool: &Tool| {
        let offer = Offer::new(&tool.name, FUNCTION, tool.effect.class.name());
        Offer {
            words: tool.description.clone(),
            is_key: cursor.on_key,
            ..offer
        }
    };
    tools.map(offer).collect()
}

fn list_qualified(catalog: &Catalog) -> Vec<Offer> {
    let tools = catalog.tools.iter().filter(|tool| tool.overload == 0);
    let offer = |tool: &Tool| Offer {
        words: tool.description.clone(),
        ..Offer::new(tool.qualified(), FUNCTION, tool.effect.class.name())
    };
    tools.map(offer).collect()
}

fn list_workers(catalog: &Catalog) -> Vec<Offer> {
    let workers = catalog
        .workers
        .iter()
        .filter(|worker| worker.span.is_some());
    workers
        .map(|worker| Offer::new(&worker.name, MODULE, "worker"))
        .collect()
}

fn list_engines(analysis: &Analysis) -> Vec<Offer> {
    let engines = analysis.loaded.config.engines.iter();
    engines
        .map(|engine| Offer::new(&engine.name, MODULE, "engine"))
        .collect()
}

/// The arguments of the tools that a rule of a worker names, as JSON Pointers.
fn list_pointers(catalog: &Catalog, namespace: &str, cursor: &Cursor) -> Vec<Offer> {
    // toolsets, the namespace, approval, rules, the rule
    let Some(rule) = cursor.value_at(5) else {
        return Vec::new();
    };
    let several = rule.get_list("tools").into_iter().flatten();
    let names: Vec<&str> = rule
        .get("tool")
        .into_iter()
        .chain(several)
        .filter_map(Node::as_str)
        .collect();
    let mut offers: Vec<Offer> = Vec::new();
    for tool in catalog
        .tools
        .iter()
        .filter(|tool| tool.namespace == namespace)
    {
        if !names.contains(&tool.name.as_str()) && !names.contains(&tool.qualified().as_str()) {
            continue;
        }
        let properties = tool.written.get_map("properties");
        add_pointers(
            &mut offers,
            properties.into_iter().flat_map(|map| map.iter()),
        );
    }
    offers
}

/// The arguments of the tool whose own rule is written.
fn list_own_pointers(cursor: &Cursor, depth: usize) -> Vec<Offer> {
    let mut offers = Vec::new();
    // the tool, rules, the rule, when
    if let Some(tool) = depth.checked_sub(3).and_then(|at| cursor.value_at(at)) {
        let parameters = SCHEMAS.iter().find_map(|key| tool.get(key));
        let properties = parameters.and_then(|node| node.get_map("properties"));
        add_pointers(
            &mut offers,
            properties.into_iter().flat_map(|map| map.iter()),
        );
    }
    offers
}

fn add_pointers<'n>(
    offers: &mut Vec<Offer>,
    properties: impl Iterator<Item = &'n toolc_base::node::Entry>,
) {
    for entry in properties {
        let label = format!("/{}", toolc_base::node::escape_pointer(&entry.key));
        if offers.iter().any(|offer| offer.label == label) {
            continue;
        }
        let words = entry.value.get_str("description").unwrap_or("");
        let kind = entry.value.get_str("type").unwrap_or("");
        offers.push(Offer::new(label, PROPERTY, kind).key(words));
    }
}

/// Keywords and values within a JSON Schema, which begins below the key at a position.
fn list_keywords(cursor: &Cursor, keys: &[Option<&str>], at: usize) -> Vec<Offer> {
    let inner = &keys[at + 1..];
    if !cursor.on_key {
        return list_schema_values(cursor, keys, inner);
    }
    // the keys of these are names of the user's
    if matches!(
        inner.last(),
        Some(Some(
            "properties" | "$defs" | "patternProperties" | "definitions"
        ))
    ) {
        return Vec::new();
    }
    let around = cursor.value_at(keys.len());
    let words = all_words().map(|word| word.name);
    let words = words.chain(all_rows().map(|row| row.keyword));
    let words = words.filter(|name| around.is_none_or(|node| node.get(name).is_none()));
    let mut names: Vec<&str> = words.collect();
    names.sort_unstable();
    names.dedup();
    names
        .into_iter()
        .map(|name| Offer::new(name, KEYWORD, "JSON Schema").key(""))
        .collect()
}

fn list_schema_values(
    cursor: &Cursor,
    keys: &[Option<&str>],
    inner: &[Option<&str>],
) -> Vec<Offer> {
    const TYPES: &[&str] = &[
        "string", "integer", "number", "boolean", "object", "array", "null",
    ];
    match inner {
        [.., Some("type")] | [.., Some("type"), None] => TYPES
            .iter()
            .map(|name| Offer::new(*name, VALUE, ""))
            .collect(),
        [.., Some("required"), None] => {
            let around = cursor.value_at(keys.len() - 2);
            let properties = around.and_then(|node| node.get_map("properties"));
            let properties = properties.into_iter().flat_map(|map| map.iter());
            properties
                .map(|entry| Offer::new(&entry.key, PROPERTY, ""))
                .collect()
        }
        [.., Some("$ref")] => {
            let root = cursor.value_at(keys.len() - inner.len());
            let definitions = root.and_then(|node| node.get_map("$defs"));
            let definitions = definitions.into_iter().flat_map(|map| map.iter());
            definitions
                .map(|entry| Offer::new(format!("#/$defs/{}", entry.key), REFERENCE, ""))
                .collect()
        }
        _ => Vec::new(),
    }
}
