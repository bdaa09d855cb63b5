//! The definitions for each target.

use crate::mocks;
use crate::tools::{self, AddNumbered, GetWeather, Ping};
use toolc_runtime::v1 as rt;
use toolc_runtime::{Json, Target, Tool, ToolEntry, definitions};

#[test]
fn definitions_have_the_shape_of_each_provider() {
    let entry = GetWeather::ENTRY;
    let schema = serde_json::json!({"type": "object",
        "properties": {"location": {"$ref": "#/$defs/place"}}, "$defs": {"place": {"type": "string"}}});
    let value = |target| {
        Json::parse(entry.definition(target).as_text())
            .unwrap()
            .value()
    };
    let description = "What weather::get does";
    assert_eq!(
        value(Target::OpenAi),
        serde_json::json!({"type": "function", "function":
            {"name": "weather__get", "description": description, "parameters": schema, "strict": false}})
    );
    assert_eq!(
        value(Target::Anthropic),
        serde_json::json!({"name": "weather__get", "description": description, "input_schema": schema})
    );
    assert_eq!(
        value(Target::Gemini),
        serde_json::json!({"name": "weather__get", "description": description, "parametersJsonSchema": schema})
    );
    assert_eq!(
        value(Target::GeminiInteractions),
        serde_json::json!({"type": "function", "name": "weather__get", "description": description, "parameters": schema})
    );
    assert_eq!(
        value(Target::Mistral),
        serde_json::json!({"type": "function", "function":
            {"name": "weather__get", "description": description, "parameters": schema}})
    );
    assert_eq!(
        value(Target::Mcp),
        serde_json::json!({"name": "weather__get", "description": description, "inputSchema": schema,
            "title": "A \"title\"", "annotations": {"readOnlyHint": true}})
    );
    assert_eq!(
        AddNumbered::ENTRY.schema(),
        r#"{"$defs":{"place":{"type":"string"}}}"#
    );
    let all = tools::worker(mocks()).definitions(Target::Mcp).value();
    assert_eq!(all["tools"].as_array().unwrap().len(), 5);
    let all = tools::worker(mocks()).definitions(Target::Gemini).value();
    assert_eq!(all[0]["functionDeclarations"].as_array().unwrap().len(), 5);
    assert_eq!(definitions([], Target::Gemini).as_text(), "[]");
    assert_eq!(definitions([], Target::Mcp).as_text(), r#"{"tools":[]}"#);
}

#[test]
fn a_definition_has_the_fields_that_its_target_takes() {
    let list = rt::SchemaText {
        text: r##"{"type":"array","items":{"$ref":"#/$defs/place"}}"##,
        uses: GetWeather::ENTRY.input_text.uses,
    };
    let entry = ToolEntry {
        description: "",
        title: None,
        output_text: Some(Box::leak(Box::new(list))),
        structured: rt::Structured::Wrapped,
        annotations: "",
        extras: &[("input_examples", "[{}]"), ("unknown", "1")],
        ..*Ping::ENTRY
    };
    let shown = |target| entry.definition(target).as_text().to_owned();
    assert_eq!(
        shown(Target::Mcp),
        r##"{"name":"net__ping","inputSchema":{},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"$ref":"#/$defs/place"}}},"required":["result"],"$defs":{"place":{"type":"string"}}}}"##
    );
    assert_eq!(
        shown(Target::Anthropic),
        r#"{"name":"net__ping","input_schema":{},"input_examples":[{}]}"#
    );
    assert!(!shown(Target::OpenAi).contains("input_examples"));
}

#[test]
fn an_effect_has_a_word_and_says_what_is_at_stake() {
    use toolc_runtime::Effect::{self, Destructive, Read, Unknown, Write};
    let facts = |effect: Effect| {
        (
            effect.name(),
            effect.risk(),
            effect.is_read(),
            effect.is_destructive(),
        )
    };
    assert_eq!(facts(Read), ("read", "low", true, false));
    assert_eq!(facts(Write), ("write", "medium", false, false));
    assert_eq!(facts(Destructive), ("destructive", "high", false, true));
    assert_eq!(facts(Unknown), ("unknown", "high", false, true));
    assert!(Read < Write && Write < Destructive && Destructive < Unknown);
    assert!(Unknown.risk_text().contains("anything"));
}
