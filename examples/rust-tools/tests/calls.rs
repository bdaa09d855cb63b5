//! Functions called through the worker: what is checked before they run, and what their results and errors
//! become.

use serde_json::{Value, json};
use toolc_runtime::testing::{EventRecorder, ScriptedApprover, block_on, schema_differences};
use toolc_runtime::{Context, Decision, ErrorKind, Target, ToolCall, ToolResult, Worker};

fn call_of(worker: &Worker<()>, name: &str, arguments: &str) -> ToolResult {
    let call = ToolCall::new("1", format!("custom::{name}"), arguments);
    let context = Context::new("tests").with_value("user_id", "u-1");
    block_on(worker.call(&context, call))
}

fn call(name: &str, arguments: &str) -> ToolResult {
    call_of(&rust_tools::calculator(), name, arguments)
}

fn value(result: ToolResult) -> Value {
    result
        .output
        .unwrap_or_else(|| panic!("{:?}", result.error))
        .value()
}

#[test]
fn functions_get_their_own_structs() {
    assert_eq!(value(call("calculate_fibonacci", r#"{"n": 10}"#)), 55);
    // an integer according to JSON Schema
    assert_eq!(value(call("calculate_fibonacci", r#"{"n": 1.0e1}"#)), 55);
    let converted = call("convert", r#"{"degrees": 100, "fromUnit": "celsius"}"#);
    assert_eq!(
        value(converted),
        json!({"degrees": 212.0, "unit": "fahrenheit"})
    );
    assert_eq!(
        value(call("list_units", "")),
        json!(["celsius", "fahrenheit"])
    );
    for choice in [json!(7), json!("seven"), json!([1, ["two"]])] {
        let arguments = json!({"choice": choice, "letter": "é"}).to_string();
        let approver = ScriptedApprover::new([Decision::approve()]);
        let worker = rust_tools::calculator().approver(approver);
        assert_eq!(value(call_of(&worker, "pick", &arguments)), choice);
    }
}

#[test]
fn a_function_may_wait_and_see_the_context() {
    let trip = json!({
        "start": [52.5, 13.4],
        "first": {
            "place": "Lyon",
            "leg": {"by": "train", "trainNumber": "ICE 1"},
            "then": [{"place": "Nice", "leg": {"by": "walk", "howFar": 2.5}},
                     {"place": "Nice", "leg": {"by": "stay"}}],
        },
        "people": ["Ada", "Grace"],
        "day": null,
        "type": {"days": 3},
    });
    let expected = json!({"people": 2, "sessions": 1, "stops": 3});
    assert_eq!(value(call("plan_trip", &trip.to_string())), expected);
}

#[test]
fn arguments_are_checked_before_they_are_read() {
    for (name, arguments, pointer, keyword) in [
        ("calculate_fibonacci", r#"{"n": 94}"#, "/n", "maximum"),
        ("calculate_fibonacci", r#"{"n": -1}"#, "/n", "minimum"),
        (
            "calculate_fibonacci",
            r#"{"n": 1, "m": 2}"#,
            "",
            "additionalProperties",
        ),
        (
            "convert",
            r#"{"degrees": 1, "fromUnit": "kelvin"}"#,
            "/fromUnit",
            "enum",
        ),
        ("convert", r#"{"fromUnit": "celsius"}"#, "", "required"),
        (
            "pick",
            r#"{"choice": 1, "letter": "ab"}"#,
            "/letter",
            "maxLength",
        ),
        ("list_units", r#"{"a": 1}"#, "", "additionalProperties"),
        (
            "send_money",
            r#"{"to": "Ada", "cents": 18446744073709551616}"#,
            "/cents",
            "maximum",
        ),
    ] {
        let error = call(name, arguments).error.expect(arguments);
        assert_eq!(error.kind, ErrorKind::InvalidArguments);
        let found = error.violations.iter().next().expect("a violation");
        assert_eq!(
            (found.pointer.as_str(), found.keyword),
            (pointer, keyword),
            "{arguments}"
        );
    }
}

#[test]
fn the_model_reads_declared_failures_alone() {
    let trip = r#"{"start": [0, 0], "first": {"place": "nowhere", "leg": {"by": "stay"}}}"#;
    let error = call("plan_trip", trip).error.expect("a failure");
    assert_eq!(error.code.as_deref(), Some("NO_PLACE"));
    assert_eq!(error.message, "nobody goes there");
    assert!(error.is_user_error() && !error.retryable);
    assert!(error.to_string().contains("nobody goes there"));
    // an error of the standard library, and one that is a text
    let recorder = EventRecorder::default();
    let approver = ScriptedApprover::new([Decision::approve()]);
    let worker = rust_tools::calculator()
        .approver(approver)
        .observer(recorder.clone());
    for (name, arguments, detail) in [
        (
            "convert",
            r#"{"degrees": -300, "fromUnit": "celsius"}"#,
            "absolute zero",
        ),
        (
            "pick",
            r#"{"choice": "treasure", "letter": "x"}"#,
            "the secret of",
        ),
    ] {
        let result = call_of(&worker, name, arguments);
        let text = result.to_llm_message();
        assert!(text.contains("failed — see server logs"), "{text}");
        assert!(
            !text.contains(detail) && !text.contains("treasure"),
            "{text}"
        );
        assert!(format!("{recorder:?}").contains(detail), "{recorder:?}");
    }
}

#[test]
fn what_the_worker_says_of_functions_holds() {
    let definitions = rust_tools::tools::calculator::definitions(Target::Mcp);
    let definitions: Value = serde_json::from_str(&definitions.to_string()).expect("JSON");
    let hints = |name: &str| {
        let wanted = format!("custom__{name}");
        let mut tools = definitions["tools"].as_array().expect("a list").iter();
        let tool = tools.find(|tool| tool["name"] == wanted).expect(name);
        let annotations = &tool["annotations"];
        ["readOnlyHint", "destructiveHint", "openWorldHint"].map(|hint| annotations[hint].clone())
    };
    let (yes, no) = (Value::Bool(true), Value::Bool(false));
    assert_eq!(hints("list_units")[0], yes);
    assert_eq!(hints("send_money"), [no.clone(), no.clone(), yes.clone()]);
    // nothing is stated for this one, so the worst is assumed
    assert_eq!(hints("convert"), [no, yes.clone(), yes]);
    let trip = r#"{"start": [0, 0], "first": {"place": "Lyon", "leg": {"by": "stay"}}}"#;
    let without = ToolCall::new("1", "custom::plan_trip", trip);
    let result = block_on(rust_tools::calculator().call(&Context::new("tests"), without));
    assert!(!result.success, "nobody says who travels");
    assert!(call("plan_trip", trip).success);
    let error = call("wait", "").error.expect("it never ends");
    assert_eq!(error.kind, ErrorKind::Timeout);
}

#[test]
fn a_tool_decides_about_its_own_approval() {
    let worker = rust_tools::calculator();
    let little = call_of(&worker, "send_money", r#"{"to": "Ada", "cents": 100}"#);
    assert_eq!(value(little), "100 cents to Ada");
    let much = r#"{"to": "Ada", "cents": 10001}"#;
    let error = call_of(&worker, "send_money", much)
        .error
        .expect("nobody to ask");
    assert_eq!(error.kind, ErrorKind::Denied);
    let approver = ScriptedApprover::new([Decision::approve()]);
    let worker = rust_tools::calculator().approver(approver);
    assert_eq!(
        value(call_of(&worker, "send_money", much)),
        "10001 cents to Ada"
    );
}

#[test]
fn a_tool_with_errors_tells_the_model_those_of_its_list() {
    let failure = |arguments| {
        let worker = rust_tools::calculator();
        let recorder = EventRecorder::new();
        let worker = worker
            .approver(ScriptedApprover::new([Decision::approve()]))
            .observer(recorder.clone());
        let error = call_of(&worker, "send_money", arguments).error;
        (
            error.expect("a failure"),
            format!("{:?}", recorder.events()),
        )
    };
    let (error, _) = failure(r#"{"to": "Ada", "cents": 1000001}"#);
    assert_eq!(error.code.as_deref(), Some("LIMIT"));
    assert!(error.is_user_error(), "{error}");
    let (error, seen) = failure(r#"{"to": "", "cents": 1}"#);
    assert_eq!(
        (error.kind, error.code.as_deref()),
        (ErrorKind::Execution, None)
    );
    assert!(!error.to_string().contains("nobody"), "{error}");
    assert!(
        seen.contains("the spec does not list the code NOBODY"),
        "{seen}"
    );
}

#[test]
fn schemas_are_compared_by_what_they_accept() {
    let same = [
        (
            json!({"type": "integer", "format": "int32", "title": "a"}),
            json!({"type": "integer", "minimum": -2147483648, "maximum": 2147483647}),
        ),
        (
            json!({"type": "string", "enum": ["a", "b"]}),
            json!({"oneOf": [{"const": "b"}, {"type": "string", "const": "a"}]}),
        ),
        (
            json!({"$ref": "#/$defs/A", "$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}}),
            json!({"$ref": "#/definitions/B", "definitions": {"B": {"items": {"$ref": "#/definitions/B"}}}}),
        ),
    ];
    for (one, other) in same {
        assert_eq!(schema_differences(&one, &other), [""; 0]);
    }
    let other = [
        (
            json!({"type": "integer", "minimum": 0}),
            json!({"type": "integer"}),
        ),
        (json!({"enum": ["a"]}), json!({"enum": ["a", "b"]})),
        (
            json!({"properties": {"a": {}}}),
            json!({"properties": {"b": {}}}),
        ),
        (
            json!({"properties": {"a": {"type": "string"}}}),
            json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "null"}}}),
        ),
        (json!({"additionalProperties": false}), json!({})),
    ];
    for (one, other) in other {
        assert!(
            !schema_differences(&one, &other).is_empty(),
            "{one} {other}"
        );
    }
}
