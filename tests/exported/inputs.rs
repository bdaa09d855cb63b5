//! Schemas with every keyword, in every place, with values of every kind.

use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Keywords that only describe.
pub const ANNOTATIONS: &[&str] = &[
    "title",
    "description",
    "$comment",
    "default",
    "examples",
    "example",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$id",
    "id",
    "$anchor",
    "$dynamicAnchor",
    "$vocabulary",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "$defs",
    "definitions",
    "then",
    "else",
    "nullable",
    "x-note",
    "discriminator",
    "xml",
    "externalDocs",
    "minContains",
    "maxContains",
    "enumNames",
    "optional",
    "value",
    "values",
    "types",
];

/// Keywords that restrict: with a wrong value, the tool is left out.
pub const RESTRICTIONS: &[&str] = &[
    "type",
    "enum",
    "const",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "items",
    "prefixItems",
    "contains",
    "properties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "required",
    "dependentRequired",
    "dependentSchemas",
    "minProperties",
    "maxProperties",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "unevaluatedItems",
    "unevaluatedProperties",
    "$ref",
    "$schema",
];

/// Values of every kind, some of them right for some keyword.
fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(false),
        json!(5),
        json!(-1),
        json!(1.5),
        json!(""),
        json!("text"),
        json!("true"),
        json!("has space#x"),
        json!("#name"),
        json!("1st"),
        json!("https://example.com/s"),
        json!([]),
        json!(["a", "a"]),
        json!(["null", "null"]),
        json!([1, {}]),
        json!([{ "type": "strng" }]),
        json!({}),
        json!({ "a": null }),
        json!({ "a": ["b", "b"] }),
        json!({ "a": { "type": "strng", "title": 5 } }),
        json!({ "$ref": "#/nowhere" }),
        json!({ "a": { "$ref": "#/nowhere", "b": { "title": null } } }),
        json!({ "value": { "$id": "https://example.com/s", "$anchor": "not an anchor" } }),
        json!({ "type": "string", "deprecated": "no", "required": ["a", "a"] }),
    ]
}

/// Where a keyword stands in the schema of arguments.
fn placed(keyword: &str, value: &Value) -> Vec<Value> {
    let own = |mut schema: Value| {
        schema[keyword] = value.clone();
        schema
    };
    let property = |schema: Value| json!({ "type": "object", "properties": { "p": schema } });
    vec![
        own(property(json!({ "type": "integer" }))),
        property(own(json!({ "type": "string" }))),
        property(own(json!({}))),
        property(json!({ "type": "array", "items": own(json!({ "type": "object" })) })),
        property(json!({ "type": "array", "contains": own(json!({})) })),
        property(json!({ "anyOf": [own(json!({ "type": "string" })), { "type": "null" }] })),
        json!({
            "type": "object",
            "properties": { "p": { "$ref": "#/$defs/d" }, "q": { "$ref": "#/$defs/d" } },
            "$defs": { "d": own(json!({ "type": "object" })) },
        }),
        property(json!({ "type": "string", "contentSchema": own(json!({})) })),
        property(json!({ "type": "object", "$defs": { "d": own(json!({})) } })),
    ]
}

/// Lists of tools with each keyword in each place with each value; the second part of a name says which it is.
pub fn lists(keywords: &[&str], places: &[usize]) -> BTreeMap<String, Value> {
    let mut tools = BTreeMap::new();
    for keyword in keywords {
        for (number, value) in values().iter().enumerate() {
            for (place, schema) in placed(keyword, value).into_iter().enumerate() {
                if !places.contains(&place) {
                    continue;
                }
                let plain: String = keyword
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .collect();
                tools.insert(format!("{plain}_{number}_{place}"), schema);
            }
        }
    }
    tools
}
