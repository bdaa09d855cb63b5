//! Alternatives in strict schemas: which of them may stay alternatives.

use super::{AS_TEXT, rewrite, shown};
use serde_json::{Value, json};
use toolc_runtime::strict::Dialect;

fn closed(properties: Value, required: Value) -> Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// Alternatives that a value may fit together, although it would be converted back differently.
fn lookalikes() -> Vec<Value> {
    let text = json!({ "type": "string" });
    let any = json!({ "type": "object" });
    let list = |items: &Value| json!({ "type": "array", "items": items });
    let content = |schema: &Value| closed(json!({ "content": schema }), json!(["content"]));
    let open = |schema: &Value| closed(json!({ "content": schema }), json!([]));
    vec![
        json!([text, any]),
        json!([content(&any), content(&text)]),
        json!([content(&text), content(&any)]),
        json!([open(&any), open(&text)]),
        json!([list(&any), list(&text)]),
        json!([list(&list(&any)), list(&list(&text))]),
        json!([list(&content(&any)), list(&content(&text))]),
        json!([
            content(&list(&any)),
            content(&list(&json!({ "type": ["string", "integer"] })))
        ]),
        json!([
            content(&json!({ "type": ["object", "null"] })),
            content(&json!({ "enum": ["a", "b"] }))
        ]),
        json!([
            content(&any),
            json!({ "type": "integer" }),
            list(&any),
            list(&text)
        ]),
        json!([{ "$ref": "#/$defs/any" }, { "$ref": "#/$defs/text" }]),
        json!([
            content(&json!({ "anyOf": [any, { "type": "integer" }] })),
            content(&json!({ "anyOf": [text, { "type": "boolean" }] }))
        ]),
        // null is the absence of `a` in one of them, and a value in the other
        json!([
            closed(json!({ "a": text }), json!([])),
            closed(json!({ "a": { "type": ["string", "null"] } }), json!(["a"]))
        ]),
        json!([
            closed(json!({ "a": text, "b": text }), json!(["b"])),
            closed(
                json!({ "a": { "type": ["integer", "null"] }, "b": text }),
                json!(["a", "b"])
            )
        ]),
    ]
}

fn with_alternatives(alternatives: &Value) -> Value {
    json!({
        "type": "object", "properties": { "v": { "anyOf": alternatives } }, "required": ["v"],
        "$defs": {
            "any": closed(json!({ "x": { "type": "object" } }), json!(["x"])),
            "text": closed(json!({ "x": { "type": "string" } }), json!(["x"])),
        },
    })
}

#[test]
fn alternatives_that_look_alike_are_json_text() {
    for alternatives in lookalikes() {
        let schema = with_alternatives(&alternatives);
        let found = &shown(&schema, Dialect::OpenAiChat)["properties"]["v"];
        let words = found["description"].as_str().unwrap_or_default();
        assert!(words.contains(AS_TEXT), "{alternatives} {found}");
        let rewritten = rewrite(&schema, Dialect::OpenAiChat);
        for value in [
            json!({ "content": "{}" }),
            json!({ "content": {} }),
            json!(["{}"]),
            json!({ "a": null }),
        ] {
            let asked = json!({ "v": value.to_string() }).to_string();
            assert_eq!(rewritten.restore(&asked), json!({ "v": value }).to_string());
        }
    }
    for dialect in [Dialect::Anthropic, Dialect::GeminiOpenApi] {
        for alternatives in lookalikes().into_iter().take(9) {
            let schema = with_alternatives(&alternatives);
            let found = &shown(&schema, dialect)["properties"]["v"];
            assert!(
                found.get("anyOf").is_none(),
                "{dialect:?} {alternatives} {found}"
            );
        }
    }
}

#[test]
fn alternatives_that_are_told_apart_stay_alternatives() {
    let text = json!({ "type": "string" });
    let any = json!({ "type": "object" });
    let tagged = |kind: &str, schema: &Value| {
        closed(
            json!({ "kind": { "const": kind }, "content": schema }),
            json!(["kind", "content"]),
        )
    };
    let list = |items: &Value| json!({ "type": "array", "items": items });
    let rows = [
        json!([
            tagged("a", &any),
            tagged("b", &text),
            tagged("c", &list(&any)),
            tagged("d", &list(&text))
        ]),
        json!([
            closed(json!({ "a": any }), json!(["a"])),
            closed(json!({ "b": text }), json!(["b"]))
        ]),
        json!([list(&any), { "type": "integer" }]),
        json!([list(&any), list(&json!({ "type": "integer" }))]),
        json!([
            closed(json!({ "a": any }), json!(["a"])),
            closed(json!({ "a": { "type": "integer" } }), json!(["a"]))
        ]),
        json!([{ "$ref": "#/$defs/any" }, { "type": "string" }]),
        json!([list(&json!({ "$ref": "#/$defs/any" })), list(&text)]),
        json!([
            closed(json!({ "a": any, "n": text }), json!(["a"])),
            closed(json!({ "a": any, "m": text }), json!(["a", "m"]))
        ]),
    ];
    for alternatives in rows {
        let found =
            &shown(&with_alternatives(&alternatives), Dialect::OpenAiChat)["properties"]["v"];
        assert!(found["anyOf"].is_array(), "{alternatives} {found}");
    }
    // recursive, with objects of any shape
    let node = |kind: &str, more: Value| {
        closed(
            json!({ "kind": { "const": kind }, "value": more }),
            json!(["kind", "value"]),
        )
    };
    let schema = json!({
        "type": "object", "properties": { "v": { "$ref": "#/$defs/node" } }, "required": ["v"],
        "$defs": { "node": { "anyOf": [
            node("and", list(&json!({ "$ref": "#/$defs/node" }))), node("leaf", any.clone()), node("name", text.clone()),
        ] } },
    });
    let rewritten = rewrite(&schema, Dialect::OpenAiChat);
    assert!(
        rewritten
            .schema()
            .to_text()
            .contains(r##""$defs":{"node":{"anyOf":"##)
    );
    let leaf = r#"{"kind":"leaf","value":"{\"a\":1}"}"#;
    let name = r#"{"kind":"name","value":"{\"a\":1}"}"#;
    let asked = format!(r#"{{"v":{{"kind":"and","value":[{leaf},{name}]}}}}"#);
    let back = asked.replacen(r#""{\"a\":1}""#, r#"{"a":1}"#, 1);
    assert_eq!(rewritten.restore(&asked), back);
    // one within the other, where only their ends differ: it is not known yet what the inner one is
    let chain = |end: &Value| {
        closed(
            json!({ "next": { "$ref": "#/$defs/node" }, "end": end }),
            json!([]),
        )
    };
    let schema = json!({
        "type": "object", "properties": { "v": { "$ref": "#/$defs/node" } }, "required": ["v"],
        "$defs": { "node": { "anyOf": [chain(&any), chain(&text)] } },
    });
    let found = &shown(&schema, Dialect::OpenAiChat)["$defs"]["node"];
    assert_eq!(found["type"], "string", "{found}");
}

#[test]
fn numbers_are_chosen_by_value() {
    let any = json!({ "type": "object" });
    let tagged = |version: u32, schema: &Value| {
        closed(
            json!({ "version": { "const": version }, "content": schema }),
            json!(["version", "content"]),
        )
    };
    let alternatives = json!([tagged(1, &any), tagged(2, &json!({ "type": "string" }))]);
    let rewritten = rewrite(&with_alternatives(&alternatives), Dialect::OpenAiChat);
    for number in ["1", "1.0", "10e-1"] {
        let asked = format!(r#"{{"v":{{"version":{number},"content":"{{}}"}}}}"#);
        let back = asked.replace(r#""{}""#, "{}");
        assert_eq!(rewritten.restore(&asked), back);
    }
    let rewritten = rewrite(
        &with_alternatives(
            &json!([{ "type": "integer" }, closed(json!({ "a": any }), json!(["a"]))]),
        ),
        Dialect::OpenAiChat,
    );
    let asked = r#"{"v":9007199254740993.5}"#;
    assert_eq!(rewritten.restore(asked), asked);
}
