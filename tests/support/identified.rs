//! Schemas with identifiers, anchors and dynamic references in place of pointers.

use crate::random::Random;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The URI of the whole schema; those of its definitions are relative to it.
const ROOT: &str = "https://random.test/root";

/// Returns the same schema with each definition as a resource of its own with an anchor `n`. Each reference
/// leads to one of them by its URI, by its anchor, or through the dynamic scope.
pub fn identified(random: &mut Random, schema: &Value) -> Value {
    let mut schema = schema.clone();
    let definitions = schema["$defs"].as_object().expect("definitions");
    let resources = definitions.iter().filter(|(_, schema)| schema.is_object());
    let resources: Resources = resources
        .map(|(name, _)| (name.clone(), anchor(random, 70)))
        .collect();
    refer(random, &mut schema, &resources);
    for (name, anchor) in &resources {
        let definition = &mut schema["$defs"][name];
        definition["$id"] = json!(name);
        definition[*anchor] = json!("n");
    }
    schema["$id"] = json!(ROOT);
    if random.chance(20) {
        schema[anchor(random, 50)] = json!("n");
    }
    schema
}

/// The definitions, and the keyword that names each of them.
type Resources = BTreeMap<String, &'static str>;

fn anchor(random: &mut Random, dynamic: usize) -> &'static str {
    match random.chance(dynamic) {
        true => "$dynamicAnchor",
        false => "$anchor",
    }
}

/// Rewrites every reference below a value.
fn refer(random: &mut Random, value: &mut Value, resources: &Resources) {
    match value {
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| refer(random, item, resources)),
        Value::Object(map) => {
            map.values_mut()
                .for_each(|value| refer(random, value, resources));
            rewrite(random, map, resources);
        }
        _ => {}
    }
}

fn rewrite(random: &mut Random, map: &mut Map<String, Value>, resources: &Resources) {
    let Some(name) = map.get("$ref").and_then(Value::as_str) else {
        return;
    };
    let name = name.trim_start_matches("#/$defs/").to_owned();
    let named_by = resources.get(&name).copied();
    let (keyword, target) = match (random.below(10), named_by) {
        (0..3, Some(_)) => ("$ref", name),
        // the reference validator treats `$ref` to a dynamic anchor as `$dynamicRef`
        (3..5, Some("$anchor")) => ("$ref", format!("{name}#n")),
        (3..9, Some(_)) => ("$dynamicRef", format!("{name}#n")),
        _ => ("$ref", format!("{ROOT}#/$defs/{name}")),
    };
    map.remove("$ref");
    map.insert(keyword.to_owned(), json!(target));
}
