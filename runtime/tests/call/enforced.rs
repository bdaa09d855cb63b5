//! The schemas of run-time tools are enforced.

use serde_json::{Value, json};
use toolc_runtime::dynamic::{DynamicTool, RegisterError, Registry};
use toolc_runtime::testing::block_on;
use toolc_runtime::{Approval, Context, ErrorKind, Json, ToolCall, ToolFailure, ToolResult};

fn echo(arguments: &str, _: &Context) -> Result<Json, ToolFailure> {
    Ok(Json::parse(arguments)?)
}

fn register(schema: Value) -> Result<Registry, RegisterError> {
    let tool = DynamicTool::new("plugins::run", schema).approval(Approval::PreApproved);
    let mut registry = Registry::new("plugins");
    registry.register_sync_fn(tool, echo)?;
    Ok(registry)
}

fn call(registry: Registry, arguments: &str) -> ToolResult {
    let worker = registry.into_worker();
    let call = ToolCall::new("c", "plugins::run", arguments);
    block_on(worker.call(&Context::default(), call))
}

/// What the model reads about arguments that the schema refuses.
fn refusal(schema: &Value, arguments: &str) -> String {
    let registry = register(schema.clone()).expect("registered");
    let error = call(registry, arguments).error.expect("refused");
    assert_eq!(error.kind, ErrorKind::InvalidArguments);
    error.message
}

#[test]
fn arguments_are_held_to_the_whole_schema() {
    let schema = json!({
        "type": "object",
        "properties": {
            "to": { "type": "string", "format": "email", "maxLength": 20 },
            "tree": { "$ref": "#/$defs/tree" },
            "kind": { "enum": ["a", "b"] },
            "code": { "type": "string", "pattern": "^[A-Z]{3}$" },
        },
        "required": ["to"],
        "additionalProperties": false,
        "dependentRequired": { "code": ["kind"] },
        "$defs": {
            "tree": {
                "type": "object",
                "properties": { "left": { "$ref": "#/$defs/tree" }, "size": { "type": "integer", "minimum": 1 } },
                "unevaluatedProperties": false,
            },
        },
    });
    let good =
        r#"{"to":"ada@example.com","tree":{"left":{"left":{"size":1.0}}},"kind":"a","code":"ABC"}"#;
    assert!(call(register(schema.clone()).expect("registered"), good).success);
    for (arguments, message) in [
        ("[]", "the arguments: must be an object"),
        ("{}", "the arguments: \"to\" is a required property"),
        (r#"{"to":"nobody"}"#, "/to: the value is not a \"email\""),
        (
            r#"{"to":"a@b.c","code":"ABC"}"#,
            "\"kind\" is a required property",
        ),
        (
            r#"{"to":"a@b.c","kind":"z"}"#,
            "/kind: the value is not one of \"a\" or \"b\"",
        ),
        (
            r#"{"to":"a@b.c","kind":"a","code":"ABCD"}"#,
            "/code: the value does not match",
        ),
        (
            r#"{"to":"a@b.c","tree":{"left":{"left":{"size":0}}}}"#,
            "/tree/left/left/size: the value is less than the minimum of 1",
        ),
        (
            r#"{"to":"a@b.c","tree":{"up":1}}"#,
            "/tree: Unevaluated properties are not allowed",
        ),
        (
            r#"{"to":"a@b.c","extra":1}"#,
            "Additional properties are not allowed",
        ),
        (r#"{"to":"a@b.c","tree":{"size":1e999}}"#, "must be"),
    ] {
        let said = refusal(&schema, arguments);
        assert!(said.contains(message), "{arguments}: {said}");
    }
}

#[test]
fn what_a_call_says_is_not_repeated_to_the_model() {
    let schema =
        json!({ "type": "object", "additionalProperties": { "type": "string", "maxLength": 3 } });
    let said = refusal(&schema, r#"{"token":"s3cr3t-value"}"#);
    assert!(
        said.contains("/token") && !said.contains("s3cr3t"),
        "{said}"
    );
    let key = "k".repeat(5_000);
    let said = refusal(&schema, &format!(r#"{{"{key}\u202e":1}}"#));
    assert!(said.len() < 1_000 && !said.contains('\u{202e}'), "{said}");
}

#[test]
fn what_cannot_be_enforced_is_not_registered() {
    let of = |property: Value| json!({ "type": "object", "properties": { "a": property } });
    for (property, place) in [
        (json!({ "$ref": "https://example.com/other.json" }), ""),
        (json!({ "$ref": "#/$defs/none" }), ""),
        (
            json!({ "type": "string", "pattern": "^(a+)+\\1$" }),
            "pattern",
        ),
        (json!({ "type": "string", "pattern": "(?=a)b" }), "pattern"),
    ] {
        let refused = register(of(property.clone())).expect_err("refused");
        let said = refused.to_string();
        let RegisterError::Unenforceable { pointer, .. } = refused else {
            panic!("{property}: {refused}");
        };
        assert!(pointer.contains(place), "{property}: {pointer}");
        assert!(
            said.starts_with("the schema of `plugins::run` cannot be enforced, at `"),
            "{said}"
        );
        // Whoever has another validator says so.
        let tool = DynamicTool::new("plugins::run", of(property)).unchecked();
        let mut registry = Registry::new("plugins");
        registry.register_sync_fn(tool, echo).expect("registered");
    }
}

#[test]
fn a_pattern_cannot_be_made_to_take_forever() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string", "pattern": "^(a+)+$" } } });
    let text = "a".repeat(50_000);
    let started = std::time::Instant::now();
    refusal(&schema, &format!(r#"{{"a":"{text}!"}}"#));
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
}

#[test]
fn without_a_validator_the_error_says_what_to_turn_on() {
    let name = "plugins::run".to_owned();
    let said = RegisterError::Unchecked { name }.to_string();
    assert_eq!(
        said,
        "nothing says how the arguments of `plugins::run` are checked: turn on the feature `enforce` of toolc-runtime, \
         which holds them to the schema, or call `checked_by`, or `unchecked` where the closure does it"
    );
}
