//! Formats that toolc validates and the reference validator does not know.

use jsonschema::{Draft, ValidationOptions};
use serde_json::{Value, json};

/// Formats introduced after draft 4. toolc validates a format in every draft.
const LATER: &[&str] = &[
    "date",
    "duration",
    "idn-email",
    "idn-hostname",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// Base64 (RFC 4648, section 4), padded, with all unused bits zero.
const BYTE: &str =
    "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";

/// Returns a reference validator for schemas of a draft, with the formats of all drafts and of OpenAPI.
pub fn options(draft: Draft) -> ValidationOptions<'static> {
    let options = jsonschema::options()
        .with_draft(draft)
        .should_validate_formats(true);
    let byte = jsonschema::validator_for(&json!({ "pattern": BYTE })).expect("a schema");
    let options = options.with_format("byte", move |text: &str| {
        byte.is_valid(&Value::String(text.to_owned()))
    });
    LATER.iter().fold(options, |options, name| {
        let today = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .build(&json!({ "format": name }))
            .expect("a schema");
        options.with_format(*name, move |text: &str| {
            today.is_valid(&Value::String(text.to_owned()))
        })
    })
}

/// Adds the limits that `int32`, `int64` and `float` imply to every such `format`.
pub fn spell_out_numeric_formats(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(spell_out_numeric_formats),
        Value::Object(map) => {
            map.values_mut().for_each(spell_out_numeric_formats);
            let format = map.get("format").and_then(Value::as_str);
            let Some(limits) = format.and_then(limits) else {
                return;
            };
            let rule = json!({"anyOf": [{"not": {"type": "number"}}, limits]});
            match map.get_mut("allOf").and_then(Value::as_array_mut) {
                Some(rules) => rules.push(rule),
                None => drop(map.insert("allOf".to_owned(), json!([rule]))),
            }
        }
        _ => {}
    }
}

/// Returns the schema that a number of a format must satisfy; `docs/formats.md` has the source of the rule.
fn limits(format: &str) -> Option<Value> {
    Some(match format {
        "int32" => json!({"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX}),
        "int64" => json!({"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX}),
        // From halfway to the next number that would follow on, values are rounded to infinity.
        "float" => {
            let beyond = 2f64.powi(128) - 2f64.powi(103);
            json!({"exclusiveMinimum": -beyond, "exclusiveMaximum": beyond})
        }
        _ => return None,
    })
}
