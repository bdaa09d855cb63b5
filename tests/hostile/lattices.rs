//! Schemas whose levels each refer to the next one more than once: short as text, with more paths through
//! them than any program can walk. Every stage must visit each schema only once.

use crate::support::{assert_answered, codes, compile_text, timed};
#[path = "../support/random.rs"]
mod random;

use random::Random;
use serde_json::{Map, Value, json};
use toolc::diagnostic::Diagnostics;
use toolc_lock::drift;
use toolc_lock::lock;
use toolc_schema::schema::prove::one_pass::one_pass_parts;

/// A level that applies the ones below by one keyword.
type Level = fn(&Value, &Value) -> Value;

/// Keywords that apply to the value itself.
const IN_PLACE: &[(&str, Level)] = &[
    ("anyOf", |a, b| json!({ "anyOf": [a, b] })),
    ("oneOf", |a, b| json!({ "oneOf": [a, b] })),
    ("three of anyOf", |a, b| json!({ "anyOf": [a, b, a] })),
    (
        "nullable",
        |a, b| json!({ "anyOf": [a, b, { "type": "null" }] }),
    ),
    ("allOf", |a, b| json!({ "allOf": [a, b] })),
    ("not", |a, b| json!({ "not": a, "allOf": [{ "not": b }] })),
    ("if", |a, b| json!({ "if": a, "then": b, "else": a })),
    (
        "dependentSchemas",
        |a, b| json!({ "dependentSchemas": { "a": a, "b": b } }),
    ),
    (
        "anyOf beside oneOf",
        |a, b| json!({ "anyOf": [a, b], "oneOf": [b, a] }),
    ),
    (
        "alternatives beside rules",
        |a, b| json!({ "anyOf": [a, b], "minProperties": 1, "minItems": 1, "minLength": 1 }),
    ),
    (
        "unevaluated",
        |a, b| json!({ "anyOf": [a, b], "unevaluatedProperties": false, "unevaluatedItems": false }),
    ),
];

/// Keywords that apply to the children of the value.
const BELOW: &[(&str, Level)] = &[
    (
        "properties",
        |a, b| json!({ "type": "object", "properties": { "a": a, "b": b } }),
    ),
    (
        "required properties",
        |a, b| json!({ "type": "object", "properties": { "a": a, "b": b }, "required": ["a", "b"] }),
    ),
    (
        "patternProperties",
        |a, b| json!({ "type": "object", "patternProperties": { "^a": a, "b": b }, "additionalProperties": a }),
    ),
    (
        "properties joined",
        |a, b| json!({ "type": "object", "allOf": [{ "properties": { "a": a } }, { "properties": { "a": b } }] }),
    ),
    (
        "propertyNames",
        |a, b| json!({ "propertyNames": a, "additionalProperties": b }),
    ),
    (
        "items",
        |a, b| json!({ "type": "array", "prefixItems": [a, b], "items": a }),
    ),
    (
        "required items",
        |a, b| json!({ "type": "array", "prefixItems": [a, b], "items": false, "minItems": 2 }),
    ),
    (
        "contains",
        |a, b| json!({ "type": "array", "contains": a, "items": b }),
    ),
    (
        "unevaluatedProperties",
        |a, b| json!({ "dependentSchemas": { "x": { "properties": { "y": true } } }, "properties": { "a": a }, "unevaluatedProperties": b }),
    ),
    (
        "unevaluatedItems",
        |a, b| json!({ "anyOf": [{ "prefixItems": [true] }, {}], "contains": a, "unevaluatedItems": b }),
    ),
    ("tagged", |a, b| {
        json!({ "oneOf": [
            { "type": "object", "properties": { "kind": { "const": "a" }, "next": a }, "required": ["kind", "next"] },
            { "type": "object", "properties": { "kind": { "const": "b" }, "next": b }, "required": ["kind"] }
        ] })
    }),
];

/// Schemas of the lowest level.
const LEAVES: &[&str] = &[
    r#"{"type":"object","properties":{"a":{"type":"string"}}}"#,
    r#"{"type":"string","minLength":2}"#,
    r#"{"type":["string","null"]}"#,
    r#"{}"#,
    r#"{"enum":["a","b"]}"#,
];

/// A schema with this many levels, each of which refers to the next one twice.
fn lattice(levels: usize, leaf: &Value, mut level: impl FnMut() -> Level) -> Value {
    let mut definitions = Map::new();
    for at in 0..levels {
        let below = json!({ "$ref": format!("#/$defs/L{}", at + 1) });
        definitions.insert(format!("L{at}"), level()(&below, &below));
    }
    definitions.insert(format!("L{levels}"), leaf.clone());
    let first =
        json!({ "$ref": "#/$defs/L0", "default": "a", "examples": [{ "a": {} }, [], null] });
    json!({ "type": "object", "properties": { "x": first }, "required": ["x"], "$defs": definitions })
}

/// Does everything that toolc does with two overloads: compile, look for a call that both accept, lock,
/// compare with the previous lock, and list how values are validated.
fn go_along(name: &str, schema: &Value, other: &Value) {
    let tools = |schemas: &[&Value]| {
        let tool = |schema: &&Value| json!({ "name": "probe", "description": "A probe.", "parameters": schema, "output_schema": schema });
        Value::Array(schemas.iter().map(tool).collect()).to_string()
    };
    let before = compile_text("probe.json", &tools(&[schema]));
    let now = compile_text("probe.json", &tools(&[other, schema]));
    assert_answered(name, &now);
    let (Some(before), Some(now)) = (before.checked, now.checked) else {
        return;
    };
    timed(&format!("{name}: the lock"), || {
        let (before, now) = (lock::take_lock(&before), lock::take_lock(&now));
        lock::write_lock(&now);
        drift::compare_with_lock(&mut Diagnostics::default(), "toolc lock", &before, &now);
        let mut swapped = now;
        swapped.tools.truncate(1);
        drift::compare_with_lock(&mut Diagnostics::default(), "toolc lock", &before, &swapped);
    });
    timed(&format!("{name}: the parts"), || {
        let catalog = now.catalog();
        for tool in &catalog.tools {
            one_pass_parts(&catalog.shapes, tool.input);
        }
    });
}

/// Thirty levels are below the limit on schemas that apply to one value.
#[test]
fn levels_of_one_keyword() {
    for (at, (name, level)) in IN_PLACE.iter().enumerate() {
        let leaf: Value = serde_json::from_str(LEAVES[at % LEAVES.len()]).expect("JSON");
        let name = format!("30 levels of {name} over {leaf}");
        go_along(
            &name,
            &lattice(30, &leaf, || *level),
            &lattice(29, &leaf, || *level),
        );
    }
    for (name, level) in BELOW {
        let leaf = json!({ "type": "string" });
        let name = format!("40 levels of {name}");
        go_along(
            &name,
            &lattice(40, &leaf, || *level),
            &lattice(39, &leaf, || *level),
        );
    }
}

#[test]
fn levels_of_any_keyword() {
    let any = |random: &mut Random| {
        let keywords = if random.chance(50) { IN_PLACE } else { BELOW };
        random.pick(keywords).1
    };
    for seed in 0..25 {
        let mut random = Random::new(seed);
        let leaf: Value = serde_json::from_str(random.pick(LEAVES)).expect("JSON");
        let name = format!("40 levels of seed {seed}");
        let schema = lattice(40, &leaf, || any(&mut random));
        let mut again = Random::new(seed);
        again.pick(LEAVES);
        let other = lattice(40, &json!({ "type": "integer" }), || any(&mut again));
        go_along(&name, &schema, &other);
    }
}

/// Towers beyond the limit are refused quickly, and reported.
#[test]
fn levels_beyond_the_limit() {
    for (name, level) in IN_PLACE {
        let schema = lattice(100, &json!({ "type": "string" }), || *level);
        let text =
            json!([{ "name": "probe", "description": "d", "parameters": schema }]).to_string();
        let outcome = compile_text("probe.json", &text);
        assert!(
            codes(&outcome).contains(&"T0315".to_owned()),
            "{name}: {:?}",
            codes(&outcome)
        );
    }
}
