//! What schemars says of a type is what a call is checked against, and what a model is shown.

use serde_json::{Value, json};
use toolc_runtime::testing::block_on;
use toolc_runtime::{Context, ErrorKind, Target, ToolCall, ToolResult};

fn call(name: &str, arguments: &Value) -> ToolResult {
    let call = ToolCall::new("1", format!("unread::{name}"), arguments.to_string());
    block_on(rust_types::derived().call(&Context::new("tests"), call))
}

fn answers(name: &str, arguments: &Value, expected: &Value) {
    let result = call(name, arguments);
    assert!(result.error.is_none(), "{name}: {:?}", result.error);
    let output = result.output.expect("an output").to_string();
    let output: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(output, *expected, "{name}");
}

fn refuses(name: &str, arguments: &Value, place: &str) {
    let error = call(name, arguments).error.expect("an error");
    assert_eq!(error.kind, ErrorKind::InvalidArguments, "{error:?}");
    let places: Vec<String> = error.violations.iter().map(ToString::to_string).collect();
    assert!(places.iter().any(|it| it.contains(place)), "{places:?}");
}

#[test]
fn a_generic_type_is_checked() {
    answers(
        "find",
        &json!({ "page": { "filter": ["a", "b"], "number": 2 } }),
        &json!("page 2 of what has a, b"),
    );
    answers(
        "find",
        &json!({ "page": { "filter": [] } }),
        &json!("page 0 of what has "),
    );
    refuses(
        "find",
        &json!({ "page": { "filter": "a" } }),
        "/page/filter",
    );
    refuses(
        "find",
        &json!({ "page": { "filter": [], "number": 4_294_967_296_u64 } }),
        "/page/number",
    );
    refuses(
        "find",
        &json!({ "page": { "filter": [] }, "more": 1 }),
        "more",
    );
}

#[test]
fn a_type_of_another_crate_is_checked_both_ways() {
    answers(
        "release",
        &json!({ "version": "1.2.3-rc.1" }),
        &json!({ "version": "1.3.0" }),
    );
    refuses("release", &json!({ "version": "one" }), "/version");
    refuses("release", &json!({ "version": 1 }), "/version");
}

#[test]
fn a_type_of_a_macro_is_checked() {
    answers("paint", &json!({ "colour": "Red" }), &json!(true));
    refuses("paint", &json!({ "colour": "red" }), "/colour");
}

#[test]
fn a_struct_of_another_module_is_checked() {
    answers("move_by", &json!({ "east": -2 }), &json!(-2));
    refuses("move_by", &json!({ "east": 2_147_483_648_u64 }), "/east");
    refuses("move_by", &json!({ "north": 1 }), "east");
}

#[test]
fn models_are_shown_what_schemars_says() {
    let shown = rust_types::derived().definitions(Target::Mcp).to_string();
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    let tools = shown["tools"].as_array().expect("tools");
    let schema = |name: &str| {
        let tool = tools
            .iter()
            .find(|tool| tool["name"] == format!("unread__{name}"));
        tool.expect("the tool")["inputSchema"].clone()
    };
    let release = schema("release");
    assert_eq!(
        release["properties"]["version"]["description"],
        "The version."
    );
    assert!(
        release["$defs"]["SemVer"]["pattern"].is_string(),
        "{release}"
    );
    let page = schema("find").to_string();
    assert!(page.contains("What to find."), "{page}");
    assert!(page.contains("4294967295"), "{page}");
}
