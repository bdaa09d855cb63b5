//! Schemas at the edges of the table in `docs/types.md`, where the type of a value is easily got wrong.

use serde_json::{Value, json};

/// Arrays of a fixed length.
fn tuple(items: &[Value]) -> Value {
    json!({ "type": "array", "prefixItems": items, "minItems": items.len(), "maxItems": items.len() })
}

fn closed(properties: Value, required: Value) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn values() -> Vec<Value> {
    let text = json!({ "type": "string", "maxLength": 5 });
    let one = tuple(std::slice::from_ref(&text));
    let only = json!({ "enum": ["only"] });
    let null = json!({ "type": "null" });
    let kind = |kind: &str| closed(json!({ "kind": { "const": kind } }), json!(["kind"]));
    vec![
        one.clone(),
        json!({ "type": "array", "prefixItems": [{ "type": "integer" }], "items": false, "minItems": 1 }),
        json!({ "type": "array", "prefixItems": [text, { "type": "boolean" }], "minItems": 1, "maxItems": 1 }),
        json!({ "type": "array", "prefixItems": [text, { "type": "boolean" }], "items": false }),
        json!({ "type": "array", "prefixItems": [text], "items": false }),
        json!({ "type": "array", "prefixItems": [text], "items": { "type": "integer" }, "minItems": 1 }),
        json!({ "type": "array", "items": text, "minItems": 1, "maxItems": 1 }),
        json!({ "type": "array", "maxItems": 0 }),
        json!({ "type": "array", "items": false }),
        json!({ "type": "array", "prefixItems": [false] }),
        tuple(std::slice::from_ref(&one)),
        tuple(&[tuple(&[tuple(std::slice::from_ref(&only))])]),
        tuple(std::slice::from_ref(&null)),
        tuple(&[json!({})]),
        tuple(&[json!({ "type": ["string", "null"] })]),
        tuple(&[kind("a")]),
        tuple(&[json!({ "oneOf": [kind("a"), kind("b")] })]),
        tuple(&[json!({ "type": "object", "additionalProperties": one })]),
        tuple(&vec![text.clone(); 12]),
        tuple(&vec![text.clone(); 13]),
        tuple(&[text.clone(), one.clone(), json!({ "type": "number" })]),
        json!({ "type": "array", "items": one }),
        json!({ "type": "object", "additionalProperties": one }),
        json!({ "type": "object", "patternProperties": { "^a": one }, "additionalProperties": false }),
        json!({ "anyOf": [one, null] }),
        json!({ "anyOf": [one, text] }),
        json!({ "anyOf": [one, { "type": "integer" }, null] }),
        json!({ "anyOf": [one, tuple(&[text.clone(), text.clone()])] }),
        json!({ "oneOf": [closed(json!({ "a": one }), json!(["a"])), closed(json!({ "b": one }), json!(["b"]))] }),
        only.clone(),
        json!({ "const": "only" }),
        json!({ "const": 1 }),
        json!({ "const": ["only"] }),
        json!({ "const": {} }),
        json!({ "enum": ["only", null] }),
        json!({ "type": "array", "items": only }),
        json!({ "enum": [["a"], "a"] }),
        null.clone(),
        json!({ "anyOf": [null, null] }),
        json!({ "type": "array", "items": null }),
        json!({ "type": "boolean", "const": true }),
        kind("only"),
        closed(json!({}), json!([])),
        closed(json!({ "a": text }), json!(["a"])),
        closed(json!({ "a": text }), json!([])),
        closed(json!({ "a": { "type": ["string", "null"] } }), json!(["a"])),
        closed(
            json!({ "a": closed(json!({ "b": one }), json!(["b"])) }),
            json!(["a"]),
        ),
        closed(
            json!({ "kind": { "const": "a" }, "more": one }),
            json!(["kind"]),
        ),
        json!({ "type": "object", "properties": { "a": text }, "additionalProperties": { "type": "integer" } }),
        json!({ "type": "object", "additionalProperties": { "type": ["string", "null"] } }),
        json!({ "type": "object", "additionalProperties": false, "patternProperties": { "^a": text, "^b": { "type": "integer" } } }),
        json!({ "anyOf": [text, { "type": "integer" }, { "type": "number" }, { "type": "boolean" }] }),
        json!({ "anyOf": [{ "type": "string" }, {}] }),
        json!({ "type": ["integer", "null"], "minimum": 0, "maximum": 255 }),
        json!({ "type": "integer", "minimum": 1.5, "maximum": 2.5 }),
        json!({ "type": "integer", "minimum": -9223372036854775808i64, "maximum": 9223372036854775807i64 }),
        json!({ "type": "integer", "minimum": 0, "maximum": 18446744073709551615u64 }),
        json!({ "type": "number", "multipleOf": 1 }),
        json!({ "type": ["number", "integer"] }),
        json!({ "$ref": "#/$defs/Chain" }),
        json!({ "$ref": "#/$defs/Nest" }),
        json!({ "$ref": "#/$defs/One" }),
        json!({ "$ref": "#/$defs/Either" }),
    ]
}

/// Arguments with each of these as a required property, as an optional one, and within lists.
pub fn tools() -> Vec<Value> {
    let definitions = json!({
        "One": tuple(&[json!({ "type": "string" })]),
        "Chain": { "type": "object", "properties": { "next": tuple(&[json!({ "$ref": "#/$defs/Chain" })]) } },
        "Nest": tuple(&[json!({ "anyOf": [{ "$ref": "#/$defs/Nest" }, { "type": "null" }] })]),
        "Either": { "oneOf": [
            tuple(&[json!({ "$ref": "#/$defs/Either" })]),
            { "type": "object", "properties": { "either": { "$ref": "#/$defs/Either" } }, "additionalProperties": false },
        ] },
    });
    let values = values();
    let tools = values.iter().enumerate().map(|(index, value)| {
        let next = &values[(index + 1) % values.len()];
        let schema = json!({
            "type": "object",
            "properties": { "v": value, "o": next, "l": { "type": "array", "items": value } },
            "required": ["v"], "additionalProperties": false, "$defs": definitions,
        });
        json!({ "name": format!("e{index}"), "inputSchema": schema })
    });
    tools.collect()
}
