//! Schemas that refer to themselves, that explode in size, and that no value satisfies.

mod exploding;

use crate::support::{assert_answered, codes, compile_schema, compile_text};
use serde_json::{Value, json};

/// Schemas with a reference cycle, each satisfied by some value.
fn recursive() -> Vec<(&'static str, Value)> {
    vec![
        (
            "every rule of a set at once",
            json!({ "type": "object", "properties": {
                "text": { "type": "string", "minLength": 1, "maxLength": 90, "pattern": "^a", "format": "uri" },
                "number": { "type": "number", "minimum": 1, "maximum": 9, "exclusiveMinimum": 0, "exclusiveMaximum": 10, "multipleOf": 0.5 },
                "list": { "type": "array", "prefixItems": [{ "type": "string" }], "items": { "type": "integer" }, "minItems": 1, "maxItems": 3, "uniqueItems": true },
                "map": { "type": "object", "properties": { "a": { "type": "string" } }, "patternProperties": { "^x-": { "type": "string" } }, "additionalProperties": false, "propertyNames": { "maxLength": 9 }, "minProperties": 1, "maxProperties": 3 }
            } }),
        ),
        (
            "list of itself",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/L" } }, "$defs": { "L": { "type": "array", "items": { "$ref": "#/$defs/L" } } } }),
        ),
        (
            "map of itself",
            json!({ "type": "object", "additionalProperties": { "$ref": "#" } }),
        ),
        (
            "optional self",
            json!({ "type": "object", "properties": { "next": { "$ref": "#" } } }),
        ),
        (
            "union of itself",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/U" } }, "$defs": { "U": { "anyOf": [{ "type": "string" }, { "type": "array", "items": { "$ref": "#/$defs/U" } }] } } }),
        ),
        (
            "nullable self",
            json!({ "type": "object", "properties": { "next": { "anyOf": [{ "$ref": "#" }, { "type": "null" }] } }, "required": ["next"] }),
        ),
        (
            "two that hold each other",
            json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "type": "object", "properties": { "b": { "$ref": "#/$defs/B" } } }, "B": { "type": "object", "properties": { "a": { "$ref": "#/$defs/A" } }, "required": ["a"] } } }),
        ),
        (
            "union with itself required",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/E" } }, "required": ["x"], "$defs": { "E": { "oneOf": [{ "type": "object", "properties": { "kind": { "const": "leaf" } }, "required": ["kind"] }, { "type": "object", "properties": { "kind": { "const": "node" }, "left": { "$ref": "#/$defs/E" }, "right": { "$ref": "#/$defs/E" } }, "required": ["kind", "left", "right"] }] } } }),
        ),
        (
            "negation of itself",
            json!({ "type": "object", "properties": { "x": { "not": { "$ref": "#" } } } }),
        ),
        (
            "tuple of itself",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/T" } }, "$defs": { "T": { "type": "array", "prefixItems": [{ "type": "string" }, { "$ref": "#/$defs/T" }] } } }),
        ),
        (
            "dependent self",
            json!({ "type": "object", "properties": { "x": { "type": "string" } }, "dependentSchemas": { "x": { "properties": { "y": { "$ref": "#" } } } } }),
        ),
        (
            "names are itself",
            json!({ "type": "object", "propertyNames": { "anyOf": [{ "type": "string", "maxLength": 3 }, { "properties": { "x": { "$ref": "#" } } }] } }),
        ),
        (
            "nothing unevaluated",
            json!({ "type": "object", "properties": { "x": {
                "anyOf": [
                    { "properties": { "a": { "$ref": "#" } }, "patternProperties": { "^x-": true } },
                    { "required": ["b"], "dependentSchemas": { "\u{2028}\"": { "properties": { "b": true } } } },
                    { "prefixItems": [true], "contains": { "type": "null" } }
                ],
                "if": { "properties": { "c": { "const": 1 } } }, "then": { "properties": { "d": true } }, "else": { "additionalProperties": true },
                "unevaluatedProperties": { "$ref": "#" },
                "unevaluatedItems": false
            } } }),
        ),
        (
            "all of itself below",
            json!({ "type": "object", "allOf": [{ "properties": { "x": { "$ref": "#" } } }, { "properties": { "x": { "$ref": "#" } } }] }),
        ),
    ]
}

/// Schemas that no value can be validated against, or that no value satisfies.
fn without_value() -> Vec<(&'static str, Value)> {
    vec![
        (
            "required self",
            json!({ "type": "object", "properties": { "next": { "$ref": "#" } }, "required": ["next"] }),
        ),
        ("in place", json!({ "type": "object", "$ref": "#" })),
        (
            "all of itself",
            json!({ "type": "object", "allOf": [{ "$ref": "#" }] }),
        ),
        (
            "any of itself",
            json!({ "anyOf": [{ "$ref": "#" }, { "type": "object" }] }),
        ),
        (
            "not itself",
            json!({ "type": "object", "not": { "$ref": "#" } }),
        ),
        (
            "if itself",
            json!({ "type": "object", "if": { "$ref": "#" }, "then": { "type": "object" } }),
        ),
        (
            "circle of three",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "$ref": "#/$defs/B" }, "B": { "allOf": [{ "$ref": "#/$defs/C" }] }, "C": { "anyOf": [{ "$ref": "#/$defs/A" }, {}] } } }),
        ),
        (
            "required list of one self",
            json!({ "type": "object", "properties": { "x": { "type": "array", "items": { "$ref": "#" }, "minItems": 1 } }, "required": ["x"] }),
        ),
        (
            "union of required selves",
            json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/U" } }, "required": ["x"], "$defs": { "U": { "anyOf": [{ "type": "object", "properties": { "a": { "$ref": "#/$defs/U" } }, "required": ["a"] }, { "type": "array", "items": { "$ref": "#/$defs/U" }, "minItems": 1 }] } } }),
        ),
        (
            "false",
            json!({ "type": "object", "properties": { "x": false }, "required": ["x"] }),
        ),
        (
            "contradiction",
            json!({ "type": "object", "properties": { "x": { "type": "string", "minLength": 5, "maxLength": 3, "enum": ["a"] } }, "required": ["x"] }),
        ),
    ]
}

#[test]
fn recursion_with_a_value_compiles() {
    for (name, schema) in recursive() {
        let outcome = compile_schema(name, &schema);
        assert_eq!(outcome.summary.tools, 1, "{name}: {:?}", codes(&outcome));
        assert!(
            !outcome.artifacts.is_empty(),
            "{name}: {:?}",
            codes(&outcome)
        );
    }
}

#[test]
fn schemas_without_a_value_are_answered() {
    for (name, schema) in without_value() {
        assert_answered(name, &compile_schema(name, &schema));
    }
}

/// Keywords with values of a wrong type.
#[test]
fn keywords_of_every_wrong_type() {
    const KEYWORDS: &[&str] = &[
        "type",
        "properties",
        "required",
        "items",
        "prefixItems",
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "enum",
        "const",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "if",
        "then",
        "else",
        "$ref",
        "$defs",
        "definitions",
        "$id",
        "$anchor",
        "$dynamicRef",
        "$dynamicAnchor",
        "$recursiveRef",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minItems",
        "maxItems",
        "uniqueItems",
        "contains",
        "minContains",
        "maxContains",
        "minProperties",
        "maxProperties",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "default",
        "description",
        "title",
        "examples",
        "nullable",
        "discriminator",
        "unevaluatedProperties",
        "unevaluatedItems",
        "additionalItems",
        "readOnly",
        "deprecated",
        "x-anything",
        "$schema",
        "$vocabulary",
        "$comment",
        "contentEncoding",
        "example",
        "xml",
    ];
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(""),
        json!("#"),
        json!("#/"),
        json!("%"),
        json!("#/%zz/~2"),
        json!([]),
        json!([null]),
        json!([[]]),
        json!([{}]),
        json!({}),
        json!({ "": null }),
        json!({ "a": { "$ref": "#" } }),
        json!(["a", "a", 1]),
        json!("http://127.0.0.1:1/x#y"),
    ];
    for keyword in KEYWORDS {
        let schemas = values.iter().flat_map(|value| {
            let schema = json!({ "type": "object", *keyword: value });
            let below = json!({ "type": "object", "properties": { "x": { *keyword: value } } });
            [schema, below]
        });
        let tools: Vec<Value> = schemas
            .enumerate()
            .map(|(at, schema)| json!({ "name": format!("probe_{at}"), "description": "A probe.", "parameters": schema }))
            .collect();
        let outcome = compile_text(&format!("{keyword}.json"), &json!(tools).to_string());
        let answered = outcome.summary.tools + outcome.summary.skipped.len();
        assert_eq!(answered, tools.len(), "{keyword}: {:?}", codes(&outcome));
    }
}

/// The valid ones, for a crate that compiles them.
pub fn tools() -> Vec<Value> {
    recursive()
        .into_iter()
        .enumerate()
        .map(|(at, (name, schema))| json!({ "namespace": "recursive", "name": format!("probe_{at}"), "description": name, "parameters": schema }))
        .collect()
}
