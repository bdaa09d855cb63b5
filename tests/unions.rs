//! Alternatives that are selected before they are read: which one applies, and what is reported if none does.

#[path = "support/one.rs"]
mod one;

use one::{compile, judge};
use serde_json::{Value, json};
use toolc_generated::payments::{SendPaymentArgs, SendPaymentRecipient};
use toolc_runtime::Args;
use toolc_schema::schema::prove::one_pass::Cause;
use toolc_schema::schema::select::Select;
use toolc_schema::schema::shape::Shape;

/// Returns the first way in which a schema selects its alternatives.
fn select(schema: &Value) -> Option<Select> {
    let catalog = compile(schema);
    let input = catalog.shapes.get(catalog.tools[0].input).shape.clone();
    let mut waiting = input.children();
    while let Some(id) = waiting.pop() {
        match &catalog.shapes.get(id).shape {
            Shape::Union(select, _) => return Some(select.clone()),
            shape => waiting.extend(shape.children()),
        }
    }
    None
}

fn payee() -> Value {
    json!({ "oneOf": [
        { "type": "object", "required": ["kind", "iban"], "additionalProperties": false,
          "properties": { "iban": { "type": "string" }, "kind": { "const": "account" } } },
        { "type": "object", "required": ["kind"],
          "properties": { "kind": { "enum": ["card", "café \"8\""] }, "last4": { "maxLength": 4 } } },
        { "type": "null" },
    ] })
}

#[test]
fn a_tag_is_found_wherever_it_stands_and_however_it_is_spelled() {
    let accepted = [
        r#"{"kind":"account","iban":"FR"}"#,
        r#"{"iban":"FR","kind":"account"}"#,
        r#" { "iban" : "F\"}R" , "kind" : "account" } "#,
        r#"{"\u006bind":"\u0063ard"}"#,
        r#"{"last4":"42","x":[{"kind":"account"}],"kind":"caf\u00e9 \"8\""}"#,
        "null",
    ];
    for text in accepted {
        assert_eq!(judge(&payee(), text), [""; 0], "{text}");
    }
}

#[test]
fn a_value_that_no_alternative_takes_is_told_the_rule() {
    let cases = [
        (
            r#"{"kind":"cash","iban":1}"#,
            "enum /v/kind: must be one of `account`, `card`, `café \\\"8\\\"`",
        ),
        (
            r#"{"kind":["card"]}"#,
            "enum /v/kind: must be one of `account`, `card`, `café \\\"8\\\"`",
        ),
        (
            r#"{"iban":"FR"}"#,
            "required /v: `kind` is required: one of `account`, `card`, `café \\\"8\\\"`",
        ),
        ("7", "type /v: must be an object"),
        (
            r#"{"iban":1,"kind":"account"}"#,
            "type /v/iban: must be a string",
        ),
        (
            r#"{"kind":"account"}"#,
            "required /v: `iban` is required: a string",
        ),
        (
            r#"{"kind":"card","kind":"card"}"#,
            "syntax /v: key `kind` must not occur twice",
        ),
        (
            r#"{"kind":"cash","kind":"card"}"#,
            "syntax the arguments: must be well-formed JSON: key occurs twice at byte 20",
        ),
        (
            r#"{"kind":"card","last4":}"#,
            "syntax the arguments: must be well-formed JSON: expected a value at byte 28",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(judge(&payee(), text), [expected], "{text}");
    }
}

#[test]
fn only_what_the_schemas_prove_tells_apart() {
    let tagged = |a: Value, b: Value| {
        let branch =
            |tag: Value| json!({ "type": "object", "properties": { "t": tag }, "required": ["t"] });
        json!({ "oneOf": [branch(a), branch(b)] })
    };
    let is_told = |schema: &Value| matches!(select(schema), Some(Select::Tag(_)));
    assert!(is_told(&tagged(
        json!({ "const": "a" }),
        json!({ "enum": ["b", "c"] })
    )));
    assert!(is_told(&tagged(
        json!({ "const": 1 }),
        json!({ "const": true })
    )));
    assert!(!is_told(&tagged(
        json!({ "const": "a" }),
        json!({ "enum": ["b", "a"] })
    )));
    assert!(!is_told(&tagged(
        json!({ "const": 1 }),
        json!({ "const": 1.0 })
    )));
    assert!(!is_told(&tagged(
        json!({ "const": "a" }),
        json!({ "type": "string" })
    )));
    let mut optional = tagged(json!({ "const": "a" }), json!({ "const": "b" }));
    optional["oneOf"][1]["required"] = json!([]);
    assert!(!is_told(&optional));
}

#[test]
fn a_key_tells_apart_what_the_others_forbid() {
    let closed = json!({ "oneOf": [
        { "type": "object", "required": ["id"], "additionalProperties": false, "properties": { "id": { "type": "integer" } } },
        { "type": "object", "required": ["name"], "additionalProperties": false, "properties": { "name": { "type": "string" } } },
    ] });
    assert!(matches!(select(&closed), Some(Select::Keys(keys)) if keys.otherwise.is_none()));
    assert_eq!(judge(&closed, r#"{"name":"a"}"#), [""; 0]);
    assert_eq!(
        judge(&closed, "{}"),
        ["required /v: one of `id`, `name` is required"]
    );
    assert_eq!(
        judge(&closed, r#"{"id":1,"name":"a"}"#),
        ["additionalProperties /v: unknown key `name`"]
    );
    // The second alternative may have other keys, but not `id`: only its absence selects it.
    let one_way = json!({ "anyOf": [
        { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } },
        { "type": "object", "not": { "required": ["id"] }, "maxProperties": 1 },
    ] });
    assert!(matches!(select(&one_way), Some(Select::Keys(keys)) if keys.otherwise == Some(1)));
    for text in ["{}", r#"{"x":1}"#, r#"{"x":1,"y":2,"id":3}"#] {
        assert_eq!(judge(&one_way, text), [""; 0], "{text}");
    }
    assert_eq!(
        judge(&one_way, r#"{"x":1,"id":"a"}"#),
        ["type /v/id: must be an integer"]
    );
    let open = json!({ "oneOf": [
        { "type": "object", "required": ["id"] },
        { "type": "object", "required": ["name"] },
    ] });
    assert_eq!(select(&open), Some(Select::OneOf));
}

#[test]
fn what_stands_beside_alternatives_stays() {
    let beside = json!({
        "type": "object",
        "properties": { "note": { "type": "string" } },
        "oneOf": [
            { "required": ["t"], "properties": { "t": { "const": "a" }, "x": { "type": "integer" } } },
            { "required": ["t"], "properties": { "t": { "const": "b" } } },
        ],
    });
    assert!(matches!(select(&beside), Some(Select::Tag(_))));
    assert_eq!(judge(&beside, r#"{"t":"a","x":1,"note":"n"}"#), [""; 0]);
    assert_eq!(
        judge(&beside, r#"{"note":1,"t":"a","x":"y"}"#),
        [
            "type /v/note: must be a string",
            "type /v/x: must be an integer"
        ]
    );
    // Without a type, each alternative accepts every string: two match, which is one too many.
    let mut untyped = payee();
    for branch in [0, 1] {
        untyped["oneOf"][branch]["type"].take();
        let branch = untyped["oneOf"][branch].as_object_mut().expect("a map");
        branch.remove("type");
    }
    assert!(matches!(select(&untyped), Some(Select::Tag(_))));
    assert_eq!(judge(&untyped, "\"text\""), ["type /v: must be an object"]);
    assert_eq!(judge(&untyped, r#"{"kind":"card"}"#), [""; 0]);
}

#[test]
fn the_typed_door_takes_the_same_way() {
    let payment = |recipient: &str| {
        format!(
            r#"{{"order_id":"ORD-00000001","amount":1,"currency":"EUR","recipient":{recipient}}}"#
        )
    };
    let text = payment(r#"{ "last4" : "4242" , "k\u0069nd" : "c\u0061rd" }"#);
    let args = SendPaymentArgs::from_json(&text).expect("a payment");
    assert!(matches!(args.recipient, SendPaymentRecipient::Card(card) if card.last4 == "4242"));
    let text = payment(r#"{"last4":"42","kind":"card","x":1}"#);
    let found = SendPaymentArgs::from_json(&text)
        .expect_err("violations")
        .to_string();
    let expected = "/recipient/last4: must match ^[0-9]{4}$; /recipient: unknown key `x`";
    assert_eq!(found, expected);
}

/// The parts of a schema whose values are captured: pointer, keyword and reason.
fn captured(schema: &Value) -> Vec<String> {
    let catalog = compile(schema);
    let parts = toolc_schema::schema::prove::one_pass::one_pass_parts(
        &catalog.shapes,
        catalog.tools[0].input,
    );
    let causes = parts.iter().flat_map(|part| {
        let show = |cause: &Cause| format!("{} {}: {}", part.pointer, cause.keyword, cause.reason);
        part.captured.iter().map(show)
    });
    causes.collect()
}

#[test]
fn every_capture_has_its_reason() {
    assert_eq!(captured(&payee()), [""; 0]);
    let object = |key: &str| json!({ "type": "object", "required": [key] });
    let three = json!({ "type": "array", "items": { "oneOf": [
        object("a"),
        { "type": "string" },
        object("b"),
    ] } });
    assert_eq!(
        captured(&three),
        [
            "/v/* oneOf: alternative 1 and alternative 3 both take objects that no required key or constant distinguishes"
        ]
    );
    let texts = json!({ "anyOf": [{ "type": "null" }, { "pattern": "a", "type": "string" }, { "type": ["string", "array"] }] });
    assert_eq!(
        captured(&texts),
        ["/v anyOf: alternative 1 and alternative 2 both take values of type string"]
    );
    let rules = json!({ "not": object("a"), "contains": {}, "enum": [1, "a"], "oneOf": [object("a"), object("b")] });
    assert_eq!(
        captured(&rules),
        [
            "/v contains: ",
            "/v not: ",
            "/v oneOf: alternative 1 and alternative 2 both take objects that no required key or constant distinguishes",
            "/v enum: values that are not all strings",
        ]
    );
}
