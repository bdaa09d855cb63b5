//! What `null` means in strict schemas, and how it is written.

use super::{DIALECTS, rewrite, shown};
use serde_json::{Value, json};
use toolc_runtime::strict::{Dialect, Refusal, Rewritten};

/// Panics if a list that must not repeat itself does.
pub fn assert_unique(shown: &Value) {
    match shown {
        Value::Array(items) => items.iter().for_each(assert_unique),
        Value::Object(entries) => {
            for (key, value) in entries {
                if let ("type" | "enum" | "required", Some(items)) =
                    (key.as_str(), value.as_array())
                {
                    let is_repeated = |at: usize| items[..at].contains(&items[at]);
                    assert!(!(0..items.len()).any(is_repeated), "{shown}");
                }
                assert_unique(value);
            }
        }
        _ => {}
    }
}

#[test]
fn a_schema_of_null_alone_is_written_once() {
    let nulls = [
        json!({ "type": "null" }),
        json!({ "const": null }),
        json!({ "enum": [null] }),
        json!({ "type": ["null"] }),
        json!({ "type": ["null", "null"] }),
        json!({ "type": "null", "const": null }),
        json!({ "anyOf": [{ "type": "null" }, { "const": null }] }),
        json!({ "oneOf": [{ "type": "null" }] }),
        json!({ "anyOf": [{ "type": ["string", "null"] }, { "type": "null" }, { "enum": ["a", null] }] }),
        json!({ "$ref": "#/$defs/null" }),
    ];
    for null in nulls {
        let within =
            json!({ "type": "object", "properties": { "c": null }, "additionalProperties": false });
        let schema = json!({
            "type": "object",
            "properties": {
                "a": null, "b": { "type": "array", "items": null }, "r": null,
                "c": { "anyOf": [within, { "type": "string" }] }, "d": { "type": "array", "items": within },
            },
            "required": ["r"],
            "$defs": { "null": { "type": "null" } },
        });
        for dialect in DIALECTS {
            match Rewritten::new(&schema.to_string(), dialect) {
                Ok(rewritten) => {
                    assert_unique(&serde_json::from_str(&rewritten.schema().to_text()).unwrap())
                }
                // of these, only texts may be null or absent
                Err(found) => {
                    assert!(null.to_string().contains("string"), "{null} {found:?}");
                    assert_eq!(found, Refusal::Unclear("a".into()));
                }
            }
        }
    }
    let optional = json!({ "type": "object", "properties": { "a": { "const": null } } });
    let rewritten = rewrite(&optional, Dialect::OpenAiChat);
    assert_eq!(
        shown(&optional, Dialect::OpenAiChat)["properties"]["a"],
        json!({ "type": "null" })
    );
    assert_eq!(rewritten.restore(r#"{"a":null}"#), "{}");
}

#[test]
fn null_stands_for_what_is_absent_where_it_is_not_a_value() {
    let schema = json!({
        "type": "object",
        "properties": {
            "page": { "type": "integer" },
            "note": { "type": ["string", "null"], "default": null },
            "more": {},
            "kind": { "anyOf": [
                { "type": "object", "properties": { "a": { "const": 1 }, "x": { "type": "string" } }, "required": ["a"], "additionalProperties": false },
                { "type": "object", "properties": { "b": { "const": 2 } }, "required": ["b"], "additionalProperties": false },
            ] },
        },
    });
    let rewritten = rewrite(&schema, Dialect::OpenAiResponses);
    let rows = [
        (r#"{"page":null,"note":null,"more":null,"kind":null}"#, "{}"),
        (
            r#"{"page":1,"note":"n","more":"{\"a\": [1.50]}","kind":{"a":1,"x":null}}"#,
            r#"{"page":1,"note":"n","more":{"a":[1.50]},"kind":{"a":1}}"#,
        ),
        (
            r#"{"page":1,"note":"n","more":"not JSON","kind":{"b":2}}"#,
            r#"{"page":1,"note":"n","more":"not JSON","kind":{"b":2}}"#,
        ),
        ("not JSON", "not JSON"),
        ("[1]", "[1]"),
    ];
    for (asked, back) in rows {
        assert_eq!(rewritten.restore(asked), back);
    }
}

#[test]
fn a_list_or_an_object_that_may_be_absent_is_an_alternative_for_openai() {
    let schema = json!({
        "type": "object",
        "properties": {
            "list": { "type": "array", "items": { "type": "string" }, "description": "Names." },
            "object": { "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] },
            "text": { "type": "string" },
        },
    });
    let openai = shown(&schema, Dialect::OpenAiChat);
    let object = json!({
        "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"], "additionalProperties": false,
    });
    assert_eq!(
        openai["properties"],
        json!({
            "list": {
                "description": "Names.",
                "anyOf": [{ "type": "array", "items": { "type": "string" } }, { "type": "null" }],
            },
            "object": { "anyOf": [object, { "type": "null" }] },
            "text": { "type": ["string", "null"] },
        })
    );
    let anthropic = shown(&schema, Dialect::Anthropic);
    assert_eq!(anthropic["properties"]["list"]["type"], "array");
    let rewritten = rewrite(&schema, Dialect::OpenAiChat);
    let rows = [
        (r#"{"list":null,"object":null,"text":null}"#, "{}"),
        (
            r#"{"list":["null"],"object":{"a":"b"},"text":"null"}"#,
            r#"{"list":["null"],"object":{"a":"b"},"text":"null"}"#,
        ),
    ];
    for (asked, back) in rows {
        assert_eq!(rewritten.restore(asked), back);
    }
}

#[test]
fn null_never_means_two_things() {
    let may_be_null = json!({ "type": ["string", "null"] });
    let with = |property: &Value, required: Value| json!({ "type": "object", "properties": { "title": property, "id": { "type": "string" } }, "required": required });
    let refused = Some(Refusal::Unclear("title".into()));
    let unclear = with(&may_be_null, json!(["id"]));
    let within = json!({ "type": "object", "properties": { "list": { "type": "array", "items": unclear } }, "required": ["list"] });
    let chosen = json!({ "type": "object", "properties": { "v": { "anyOf": [unclear, { "type": "string" }] } }, "required": ["v"] });
    for schema in [&unclear, &within, &chosen] {
        for dialect in [Dialect::OpenAiChat, Dialect::OpenAiResponses] {
            assert_eq!(
                Rewritten::new(&schema.to_string(), dialect).err(),
                refused,
                "{schema}"
            );
        }
        // here a property is left out by leaving it out
        for dialect in [Dialect::Anthropic, Dialect::Bedrock, Dialect::GeminiOpenApi] {
            assert!(
                Rewritten::new(&schema.to_string(), dialect).is_ok(),
                "{schema}"
            );
        }
    }
    // what is JSON text says it by itself
    let text = json!({
        "type": "object", "properties": { "v": { "type": "array", "prefixItems": [unclear] } }, "required": ["v"],
    });
    assert!(Rewritten::new(&text.to_string(), Dialect::OpenAiChat).is_ok());
    // with a default, null is the same as its absence; a required property is never absent
    let default = json!({ "type": ["string", "null"], "default": null });
    let rewritten = rewrite(&with(&default, json!(["id"])), Dialect::OpenAiChat);
    assert_eq!(
        rewritten.restore(r#"{"title":null,"id":"1"}"#),
        r#"{"id":"1"}"#
    );
    let rewritten = rewrite(
        &with(&may_be_null, json!(["id", "title"])),
        Dialect::OpenAiChat,
    );
    let text = r#"{"title":null,"id":"1"}"#;
    assert_eq!(rewritten.restore(text), text);
    let reasons: Vec<String> = [
        Refusal::OpenRoot,
        Refusal::Nothing,
        Refusal::Unclear("title".into()),
    ]
    .iter()
    .map(|refusal| refusal.reason().into_owned())
    .collect();
    assert_eq!(
        reasons[2],
        "has `title`, which may be null or left out, and a strict schema could not tell the two apart"
    );
}
