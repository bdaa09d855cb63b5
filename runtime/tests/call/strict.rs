//! Schemas in the subset of JSON Schema for which providers enforce them, and the way back to the original
//! arguments.

#[path = "strict/lookalikes.rs"]
mod lookalikes;
#[path = "strict/nulls.rs"]
mod nulls;

use crate::mocks;
use crate::tools::{self, Ping};
use nulls::assert_unique;
use serde_json::{Value, json};
use toolc_runtime::strict::{Choice, Dialect, Refusal, Rewritten, ToolList};
use toolc_runtime::{Target, ToolCall};

const DIALECTS: [Dialect; 5] = [
    Dialect::OpenAiChat,
    Dialect::OpenAiResponses,
    Dialect::Anthropic,
    Dialect::Bedrock,
    Dialect::GeminiOpenApi,
];

fn rewrite(schema: &Value, dialect: Dialect) -> Rewritten {
    Rewritten::new(&schema.to_string(), dialect).expect("a strict form")
}

fn shown(schema: &Value, dialect: Dialect) -> Value {
    serde_json::from_str(&rewrite(schema, dialect).schema().to_text()).expect("a schema")
}

/// Returns the schema of a property in the form that OpenAI is shown.
fn property(schema: Value) -> Value {
    let whole = json!({ "type": "object", "properties": { "v": schema }, "required": ["v"] });
    shown(&whole, Dialect::OpenAiChat)["properties"]["v"].clone()
}

const AS_TEXT: &str = "Write the value as JSON text";

#[test]
fn each_keyword_has_a_form_or_is_told() {
    let rows = [
        (
            json!({ "type": "string", "maxLength": 3 }),
            json!({ "type": "string", "description": "(maxLength: 3)" }),
        ),
        (
            json!({ "type": "string", "format": "uri" }),
            json!({ "type": "string", "description": "(format: \"uri\")" }),
        ),
        (
            json!({ "type": "string", "format": "date" }),
            json!({ "type": "string", "format": "date" }),
        ),
        (
            json!({ "const": 1 }),
            json!({ "type": "integer", "enum": [1] }),
        ),
        (
            json!({ "enum": ["a", null] }),
            json!({ "type": ["string", "null"], "enum": ["a", null] }),
        ),
        (
            json!({ "type": ["string", "integer"] }),
            json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] }),
        ),
        (
            json!({ "oneOf": [{ "type": "string" }, { "type": "null" }] }),
            json!({ "type": ["string", "null"] }),
        ),
        (
            json!({ "allOf": [{ "type": "integer" }, { "minimum": 3 }], "description": "d" }),
            json!({ "type": "integer", "description": "d", "minimum": 3 }),
        ),
        (
            json!({ "type": ["array", "null"], "items": { "type": "string" }, "description": "d" }),
            json!({ "description": "d", "anyOf": [{ "type": "array", "items": { "type": "string" } }, { "type": "null" }] }),
        ),
        (
            json!({ "enum": ["a", "b", "a"] }),
            json!({ "type": "string", "enum": ["a", "b"] }),
        ),
        (
            json!({ "enum": [1, 1.0, 1.5] }),
            json!({ "anyOf": [{ "type": "integer", "enum": [1] }, { "type": "number", "enum": [1.5] }] }),
        ),
        (
            json!({ "type": "array", "items": { "type": "string" }, "uniqueItems": true }),
            json!({ "type": "array", "description": "(uniqueItems: true)", "items": { "type": "string" } }),
        ),
        (
            json!({ "type": "object", "properties": { "a": { "type": "string" } } }),
            json!({
                "type": "object", "properties": { "a": { "type": ["string", "null"] } },
                "required": ["a"], "additionalProperties": false,
            }),
        ),
    ];
    for (schema, expected) in rows {
        assert_eq!(property(schema.clone()), expected, "{schema}");
    }
    for schema in [
        json!({}),
        json!(true),
        json!({ "type": "object" }),
        json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        json!({ "type": "array", "prefixItems": [{ "type": "string" }] }),
        json!({ "enum": [{ "a": 1 }] }),
        json!({ "anyOf": [{ "type": "string" }, { "type": "object" }] }),
    ] {
        let found = property(schema.clone());
        assert_eq!(found["type"], "string", "{schema}");
        let words = found["description"].as_str().unwrap();
        assert!(words.starts_with(AS_TEXT), "{schema}: {words}");
    }
}

#[test]
fn recursion_stays_or_becomes_text() {
    let schema = json!({
        "type": "object",
        "properties": { "tree": { "$ref": "#/$defs/tree" } },
        "required": ["tree"],
        "$defs": { "tree": {
            "type": "object",
            "properties": { "left": { "$ref": "#/$defs/tree" }, "name": { "type": "string" } },
            "required": ["name"], "additionalProperties": false,
        } },
    });
    let openai = shown(&schema, Dialect::OpenAiChat);
    let left = &openai["$defs"]["tree"]["properties"]["left"];
    assert_eq!(
        *left,
        json!({ "anyOf": [{ "$ref": "#/$defs/tree" }, { "type": "null" }] })
    );
    let anthropic = shown(&schema, Dialect::Anthropic);
    let left = &anthropic["$defs"]["tree"]["properties"]["left"];
    assert_eq!(left["type"], "string");
    let gemini = shown(&schema, Dialect::GeminiOpenApi);
    assert_eq!(
        gemini["properties"]["tree"]["properties"]["name"]["type"],
        "STRING"
    );
    assert!(gemini.get("$defs").is_none() && !gemini.to_string().contains("\"$ref\":"));
    let arguments = json!({ "tree": { "name": "a", "left": { "name": "b" } } });
    for (dialect, asked) in [
        (
            Dialect::OpenAiChat,
            json!({ "tree": { "name": "a", "left": { "name": "b", "left": null } } }),
        ),
        (
            Dialect::Anthropic,
            json!({ "tree": { "name": "a", "left": "{\"name\": \"b\"}" } }),
        ),
    ] {
        let back = rewrite(&schema, dialect)
            .restore(&asked.to_string())
            .into_owned();
        let back: Value = serde_json::from_str(&back).unwrap();
        assert_eq!(back, arguments, "{dialect:?}");
    }
}

#[test]
fn an_open_root_is_never_closed_in_silence() {
    for schema in [
        json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        json!({ "type": "object", "properties": { "a": {} }, "additionalProperties": true }),
        json!({ "type": "object", "patternProperties": { "^x": {} } }),
    ] {
        let found = Rewritten::new(&schema.to_string(), Dialect::OpenAiChat);
        assert_eq!(found.err(), Some(Refusal::OpenRoot), "{schema}");
    }
    let nothing = json!({ "type": "object", "not": {} });
    let found = Rewritten::new(&nothing.to_string(), Dialect::Anthropic);
    assert_eq!(found.err(), Some(Refusal::Nothing));
}

#[test]
fn a_list_says_of_each_tool_whether_it_is_strict() {
    let worker = tools::worker(mocks());
    let list = ToolList::new(
        worker.tools(),
        Dialect::Anthropic,
        Choice::Of(&["net::ping"]),
    );
    let shown = list.definitions().value();
    for tool in shown.as_array().unwrap() {
        assert_eq!(tool["strict"], tool["name"] == "net__ping", "{tool}");
    }
    let none = ToolList::new(worker.tools(), Dialect::OpenAiChat, Choice::Nothing);
    assert_eq!(*none.definitions(), worker.definitions(Target::OpenAi));
    let call = ToolCall::new("1", "nobody", "{\"a\":null}");
    assert_eq!(list.restore(call.clone()), call);
    let _ = Ping;
}

#[test]
fn an_object_of_many_keys_is_restored_in_little_time() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "object", "additionalProperties": true } },
        "required": ["a"],
    });
    let members: Vec<String> = (0..400_000).map(|key| format!("\"k{key}\":1")).collect();
    let object = format!("{{{}}}", members.join(","));
    let text = json!({ "a": object }).to_string();
    let restored = rewrite(&schema, Dialect::OpenAiChat)
        .restore(&text)
        .into_owned();
    assert_eq!(restored, format!("{{\"a\":{object}}}"));
}

/// Sums and differences of each other: what tells them apart comes last.
fn sums() -> Value {
    let sum = |sign: &str| {
        json!({
            "type": "object",
            "properties": { "left": { "$ref": "#/$defs/sum" }, "note": { "type": "string" }, "sign": { "const": sign } },
            "required": ["sign"], "additionalProperties": false,
        })
    };
    json!({
        "type": "object",
        "properties": { "sum": { "$ref": "#/$defs/sum" } },
        "required": ["sum"],
        "$defs": { "sum": { "anyOf": [sum("+"), sum("-")] } },
    })
}

#[test]
fn recursive_alternatives_are_restored_in_little_time() {
    let rewritten = rewrite(&sums(), Dialect::OpenAiChat);
    let mut strict = json!({ "left": null, "note": null, "sign": "-" });
    let mut restored = json!({ "sign": "-" });
    for _ in 0..60 {
        strict = json!({ "left": strict, "note": null, "sign": "-" });
        restored = json!({ "left": restored, "sign": "-" });
    }
    let text = json!({ "sum": strict }).to_string();
    let expected = json!({ "sum": restored }).to_string();
    assert_eq!(rewritten.restore(&text), expected);
}

#[test]
fn a_definition_that_is_only_itself_is_refused() {
    let object = json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/b" } } });
    for definitions in [
        json!({ "a": { "$ref": "#/$defs/a" } }),
        json!({ "a": { "anyOf": [{ "$ref": "#/$defs/a" }, { "type": "integer" }] } }),
        json!({ "a": { "anyOf": [object, { "$ref": "#/$defs/b" }] }, "b": { "allOf": [{ "$ref": "#/$defs/a" }] } }),
    ] {
        let schema = json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/a" } }, "$defs": definitions });
        let found = Rewritten::new(&schema.to_string(), Dialect::OpenAiChat);
        assert_eq!(found.err(), Some(Refusal::Nothing), "{schema}");
    }
}

#[test]
fn alternatives_that_lead_to_one_definition_many_times_are_rewritten_in_little_time() {
    let mut definitions = serde_json::Map::new();
    for level in 0..8 {
        let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
        definitions.insert(format!("d{level}"), json!({ "anyOf": vec![next; 40] }));
    }
    definitions.insert("d8".into(), json!({ "type": ["string", "null"] }));
    let mut schema = json!({
        "type": "object", "properties": { "v": { "$ref": "#/$defs/d0" }, "w": { "$ref": "#/$defs/d8" } },
        "$defs": definitions,
    });
    let text = r#"{"v":null,"w":null}"#;
    // `null` is a value of both, so it cannot stand for their absence
    let found = Rewritten::new(&schema.to_string(), Dialect::OpenAiChat);
    assert_eq!(found.err(), Some(Refusal::Unclear("v".into())));
    schema["required"] = json!(["v", "w"]);
    assert_eq!(rewrite(&schema, Dialect::OpenAiChat).restore(text), text);
    schema["required"] = json!([]);
    let mut closed = schema.clone();
    closed["$defs"]["d8"] = json!({ "type": "string" });
    let rewritten = rewrite(&closed, Dialect::OpenAiChat);
    assert_eq!(rewritten.restore(text), "{}");
}

#[test]
fn a_name_that_is_required_twice_is_written_once() {
    let schema = json!({
        "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a", "b", "a", "b"],
    });
    for dialect in DIALECTS {
        let text = rewrite(&schema, dialect).schema().to_text();
        assert_eq!(text.matches("\"b\":").count(), 1, "{text}");
        assert_unique(&serde_json::from_str(&text).unwrap());
    }
}

#[test]
fn an_empty_text_in_an_enum_is_told_to_gemini_in_words() {
    let schema = json!({
        "type": "object",
        "properties": {
            "e": { "enum": ["a", ""] }, "f": { "enum": ["a", "b"] },
            "g": { "type": "array", "items": { "anyOf": [{ "const": "" }, { "type": "integer" }] } },
            "h": { "enum": ["", null], "default": null },
        },
    });
    let gemini = shown(&schema, Dialect::GeminiOpenApi);
    assert_eq!(
        gemini["properties"]["e"],
        json!({ "type": "STRING", "description": "(enum: [\"a\",\"\"])" })
    );
    assert_eq!(
        gemini["properties"]["f"],
        json!({ "type": "STRING", "enum": ["a", "b"] })
    );
    let mut enums = Vec::new();
    fn collect<'v>(value: &'v Value, enums: &mut Vec<&'v Value>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| collect(item, enums)),
            Value::Object(entries) => {
                enums.extend(entries.get("enum"));
                entries.values().for_each(|value| collect(value, enums));
            }
            _ => {}
        }
    }
    collect(&gemini, &mut enums);
    assert_eq!(enums, [&json!(["a", "b"])]);
    let lost: Vec<String> = rewrite(&schema, Dialect::GeminiOpenApi)
        .loosened()
        .map(str::to_owned)
        .collect();
    assert_eq!(lost, ["enum"]);
    let openai = shown(&schema, Dialect::OpenAiChat);
    assert_eq!(openai["properties"]["e"]["enum"], json!(["a", "", null]));
}

#[test]
fn json_that_no_worker_accepts_is_never_a_string() {
    let schema = json!({
        "type": "object", "properties": { "a": {}, "b": { "type": "array", "items": {} } }, "required": ["a"],
    });
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let texts = [
        r#"{"x":1,"x":2}"#,
        r#"{"x":1,"\u0078":2}"#,
        r#"[{"x":{"y":1,"y":1}}]"#,
        "1e400",
        "[-1e400]",
        &deep,
        r#""\ud800""#,
        " { \"x\" : 1, \"x\" : 2 } ",
    ];
    for dialect in DIALECTS {
        let rewritten = rewrite(&schema, dialect);
        for text in texts {
            assert!(
                serde_json::from_str::<Value>(text).is_err() || text.contains('x'),
                "{text}"
            );
            let asked = json!({ "a": text }).to_string();
            let back = rewritten.restore(&asked).into_owned();
            assert_eq!(back, format!(r#"{{"a":{text}}}"#), "{dialect:?}");
            assert!(
                toolc_runtime::validate(&toolc_runtime::schema::Schema::Any, &back).is_err(),
                "{text}"
            );
            let asked = json!({ "a": "1", "b": ["2", text] }).to_string();
            let back = rewritten.restore(&asked).into_owned();
            assert_eq!(back, format!(r#"{{"a":1,"b":[2,{text}]}}"#), "{dialect:?}");
        }
        // whatever is no JSON is what the model wants to say
        for text in [
            "",
            "a",
            "{",
            "{\"a\":1,}",
            "01",
            "+1",
            "NaN",
            "'a'",
            "{} {}",
            "\u{feff}{}",
        ] {
            let asked = json!({ "a": text }).to_string();
            assert_eq!(rewritten.restore(&asked), asked, "{dialect:?}");
        }
    }
}
