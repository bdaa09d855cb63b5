//! What a model is told about arguments that violate a schema: where, which rule, what was expected, and
//! never more than it can read.

#[path = "support/one.rs"]
mod one;

use one::{judge, violations};
use serde_json::json;

#[test]
fn a_rule_says_what_is_expected() {
    let schema = json!({
        "type": "object",
        "properties": {
            "unit": { "enum": ["celsius", "fahrenheit"] },
            "mode": { "const": "fast" },
            "count": { "type": "integer", "maximum": 100 },
            "at": { "type": ["string", "null"] },
        },
        "required": ["unit", "mode", "count", "at"],
        "additionalProperties": false,
    });
    assert_eq!(
        judge(&schema, r#"{"count":101,"unit":5,"more":1}"#),
        [
            "maximum /v/count: must be at most 100",
            "type /v/unit: must be a string",
            "enum /v/unit: must be one of `celsius`, `fahrenheit`",
            "additionalProperties /v: unknown key `more`",
            "required /v: `at` is required: a string, or null",
            "required /v: `mode` is required: `fast`",
        ]
    );
    assert_eq!(
        judge(
            &schema,
            r#"{"count":1,"unit":"celsius","mode":"slow","at":null}"#
        ),
        ["const /v/mode: must be `fast`"]
    );
}

#[test]
fn a_key_that_is_required_and_forbidden_breaks_what_forbids_it() {
    let closed = json!({
        "type": "object",
        "properties": { "a": { "type": "string" } },
        "required": ["a", "b"],
        "additionalProperties": false,
    });
    assert_eq!(
        judge(&closed, r#"{"a":"x","b":1}"#),
        ["additionalProperties /v: unknown key `b`"]
    );
    assert_eq!(
        judge(&closed, r#"{"a":"x"}"#),
        ["required /v: `b` is required"]
    );
    let open = json!({ "type": "object", "properties": { "a": false } });
    assert_eq!(
        judge(&open, r#"{"a":1}"#),
        ["false schema /v/a: must not be there"]
    );
}

#[test]
fn alternatives_say_what_would_do() {
    let either =
        json!({ "type": "object", "anyOf": [{ "required": ["a"] }, { "required": ["b"] }] });
    assert_eq!(
        judge(&either, "{}"),
        ["anyOf /v: must match one of 2 forms, matches none: `a` is required, or `b` is required"]
    );
    let texts = json!({ "anyOf": [
        { "type": "string", "maxLength": 3 },
        { "type": "string", "format": "uuid" },
        { "type": "array", "items": { "type": "string" }, "maxItems": 1 },
    ] });
    assert_eq!(
        judge(&texts, "5"),
        ["anyOf /v: must match one of 3 forms, matches none: a string, or an array"]
    );
    assert_eq!(
        judge(&texts, r#"["a",1]"#),
        [
            "anyOf /v: must match one of 3 forms, matches none; nearest is form 3",
            "type /v/1: must be a string",
            "maxItems /v: must have at most 1 item",
        ]
    );
    let open = json!({ "oneOf": [
        { "type": "object", "properties": { "id": { "type": "integer" } }, "required": ["id"] },
        { "type": "object", "properties": { "name": { "type": "string" }, "age": { "minimum": 0 } }, "required": ["name", "age"] },
    ] });
    assert_eq!(
        judge(&open, r#"{"id":"x"}"#),
        [
            "oneOf /v: must match one of 2 forms, matches none; nearest is form 1",
            "type /v/id: must be an integer",
        ]
    );
    assert_eq!(
        judge(&open, r#"{"id":1,"name":"n","age":1}"#),
        ["oneOf /v: must match exactly one of 2 forms, matches forms 1 and 2"]
    );
}

#[test]
fn nothing_long_or_hidden_gets_into_a_message() {
    let long = "x".repeat(100_000);
    let hidden = "a\u{202e}b\u{200b}\n";
    let schema = json!({
        "type": "object",
        "properties": {
            "a": { "enum": [long, "b"] },
            "b": { "const": [long] },
            "c": { "type": "string", "pattern": "x".repeat(2_000) },
            "d": { "enum": [hidden, "d"] },
            (long.as_str()): { "type": "object", "required": [long], "properties": { (hidden): { "type": "null" } } },
        },
        "dependentRequired": { "a": [format!("{long}!")] },
        "required": [hidden],
    });
    let text =
        json!({ "a": "c", "b": 1, "c": "c", "d": 1, (long.as_str()): { (hidden): 1 } }).to_string();
    let found = violations(&schema, &text).expect("violations");
    assert!(found.len() >= 8, "{found}");
    for violation in &found {
        assert!(violation.message.len() <= 1_010, "{}", violation.keyword);
        assert!(violation.pointer.len() <= 1_300, "{}", violation.keyword);
    }
    let text = found.to_string();
    assert!(text.len() < 8_000, "{} bytes", text.len());
    assert!(text.contains("a\\u{202e}b\\u{200b}\\n"), "{text}");
    assert!(!text.contains(['\u{202e}', '\u{200b}', '\n']), "{text}");
}

#[test]
fn many_violations_make_no_long_text() {
    let key = "k".repeat(60);
    let schema = json!({ "additionalProperties": { "additionalProperties": { "enum": vec!["v".repeat(60); 20] } } });
    let inner: serde_json::Map<_, _> = (0..200).map(|n| (format!("{key}{n}"), json!(1))).collect();
    let found = violations(&schema, &json!({ (key): inner }).to_string()).expect("violations");
    assert_eq!((found.len(), found.total()), (64, 400));
    let text = found.to_string();
    assert!(text.len() < 18_000, "{} bytes", text.len());
    let left = 400 - text.matches(": must be").count();
    assert!(text.ends_with(&format!("; and {left} more")), "{text}");
}

#[test]
fn explaining_never_costs_the_verdict() {
    let alternatives = json!([
        { "required": ["a"], "properties": { "b": { "maxLength": 1 } } },
        { "required": ["c"], "properties": { "b": { "maxLength": 2 } } },
    ]);
    let items = [
        json!({ "type": "object", "anyOf": alternatives }),
        json!({ "type": "object", "properties": { "b": { "type": "string" } }, "anyOf": alternatives }),
    ];
    for item in items {
        let schema = json!({ "items": item });
        let found = violations(
            &schema,
            &json!(vec![json!({ "b": "b" }); 20_000]).to_string(),
        );
        let found = found.expect("violations");
        assert_eq!((found.len(), found.total()), (64, 20_000));
        let first = found.iter().next().map(ToString::to_string);
        let expected =
            "/v/0: must match one of 2 forms, matches none: `a` is required, or `c` is required";
        assert_eq!(first.as_deref(), Some(expected));
    }
}
