//! Whether two overloads can be distinguished, and the calls that show that they cannot.

// Which keyword a value violates does not matter here.
#[expect(dead_code, reason = "a part of it serves other tests")]
#[path = "support/arguments.rs"]
mod arguments;
#[path = "support/lenient.rs"]
mod lenient;
#[path = "support/random.rs"]
mod random;
#[path = "support/schemas.rs"]
mod schemas;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use arguments::Generator;
use lenient::lenient;
use random::Random;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolc::compile::{Options, Outcome, compile};
use toolc::diagnostic::{Diagnostics, Severity};
use toolc::load::{Loaded, load_sources};
use toolc::source::{Role, Source};
use toolc_schema::schema::prove::example::{Example, Examples};

fn compile_tools(tools: &[(String, &Value)]) -> Outcome {
    let tools: Vec<Value> = tools
        .iter()
        .map(|(name, schema)| json!({ "name": name, "inputSchema": schema }))
        .collect();
    let mut loaded = Loaded::default();
    loaded.sources.add(Source {
        path: "overloads.mcp.json".to_owned(),
        text: json!({ "tools": tools }).to_string().into(),
        role: Role::Found,
    });
    compile(Diagnostics::default(), &loaded, &Options::default())
}

/// Returns the code of the finding about two overloads, and the call in its message.
fn found(first: &Value, second: &Value) -> (String, String) {
    let outcome = compile_tools(&[("t".to_owned(), first), ("t".to_owned(), second)]);
    let codes = ["T0413", "T0414", "T0415"];
    let finding = outcome
        .diagnostics
        .iter()
        .find(|found| codes.contains(&found.code.to_string().as_str()));
    finding.map_or(("apart".to_owned(), String::new()), |found| {
        let call = found.message.split('`').nth(3).unwrap_or_default();
        (found.code.to_string(), call.to_owned())
    })
}

/// Objects with the property `v`.
fn with(schema: &Value, required: bool) -> Value {
    let names: &[&str] = if required { &["v"] } else { &[] };
    json!({ "type": "object", "properties": { "v": schema }, "required": names })
}

#[test]
fn a_required_property_tells_overloads_apart() {
    let rows = [
        (json!({"type": "string"}), json!({"type": "integer"})),
        (json!({"const": "a"}), json!({"const": "b"})),
        (json!({"enum": ["a", 1]}), json!({"enum": ["b", 2, null]})),
        (
            json!({"enum": ["a", "bb"]}),
            json!({"type": "string", "minLength": 3}),
        ),
        (json!({"enum": ["a", "bb"]}), json!({"pattern": "^c"})),
        (
            json!({"minimum": 3, "type": "number"}),
            json!({"exclusiveMaximum": 3, "type": "number"}),
        ),
        (
            json!({"type": "integer", "minimum": 2, "maximum": 5}),
            json!({"type": "integer", "multipleOf": 7}),
        ),
        (
            json!({"type": "integer", "exclusiveMinimum": 2}),
            json!({"type": "number", "exclusiveMaximum": 3}),
        ),
        (
            json!({"type": "string", "maxLength": 2}),
            json!({"type": "string", "minLength": 3}),
        ),
        (
            json!({"type": "array", "minItems": 2}),
            json!({"type": "array", "maxItems": 1}),
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
            json!({"type": "array", "items": {"type": "number"}}),
        ),
        (
            json!({"anyOf": [{"type": "null"}, {"type": "string"}]}),
            json!({"type": ["integer", "boolean"]}),
        ),
        (
            with(&json!({"const": 1}), true),
            with(&json!({"const": 2}), true),
        ),
        (
            json!({"type": "object", "minProperties": 2}),
            json!({"type": "object", "maxProperties": 1}),
        ),
        (
            json!({"type": "boolean", "not": {"const": true}}),
            json!({"const": true}),
        ),
        (
            json!({"not": {"type": "string"}, "type": ["string", "null"]}),
            json!({"enum": ["x", "y"]}),
        ),
    ];
    for (first, second) in rows {
        let both = found(&with(&first, true), &with(&second, true));
        assert_eq!(both.0, "apart", "{first} {second}: {}", both.1);
        let one = found(&with(&first, false), &with(&second, true));
        assert_eq!(one.0, "apart", "{first} {second}: {}", one.1);
        let none = found(&with(&first, false), &with(&second, false));
        assert_eq!(
            none,
            ("T0413".to_owned(), "{}".to_owned()),
            "{first} {second}"
        );
    }
}

#[test]
fn a_call_that_both_accept_is_shown() {
    let rows = [
        (
            json!({"type": "string"}),
            json!({"maxLength": 4}),
            r#"{"v":"a"}"#,
        ),
        (
            json!({"type": "number"}),
            json!({"type": "integer", "minimum": 7}),
            r#"{"v":7}"#,
        ),
        (
            json!({"multipleOf": 4}),
            json!({"type": "integer", "minimum": 5}),
            r#"{"v":8}"#,
        ),
        (
            json!({"pattern": "^ab+c$"}),
            json!({"type": "string"}),
            r#"{"v":"abc"}"#,
        ),
        (
            json!({"format": "date"}),
            json!({"type": "string"}),
            r#"{"v":"2024-01-31"}"#,
        ),
        (
            json!({"enum": [1, 2, 3]}),
            json!({"enum": [3, 4]}),
            r#"{"v":3}"#,
        ),
        (
            json!({"type": "array", "uniqueItems": true, "minItems": 3}),
            json!({"type": "array", "items": {"type": "integer"}}),
            r#"{"v":[1,0,2]}"#,
        ),
        (
            json!({"type": "array", "contains": {"const": "x"}}),
            json!({"type": "array", "items": {"type": "string"}, "maxItems": 1}),
            r#"{"v":["x"]}"#,
        ),
        (
            json!({"oneOf": [{"required": ["a"]}, {"required": ["b"]}], "type": "object"}),
            json!({"type": "object", "properties": {"b": {"const": 1}}, "additionalProperties": false}),
            r#"{"v":{"b":1}}"#,
        ),
        (
            json!({"type": "object", "dependentRequired": {"a": ["b"]}, "required": ["a"]}),
            json!({"type": "object", "dependentSchemas": {"b": {"required": ["c"]}}}),
            r#"{"v":{"a":"a","c":"a","b":"a"}}"#,
        ),
        (
            json!({"if": {"type": "string"}, "then": {"minLength": 2}}),
            json!({"type": "string"}),
            r#"{"v":"aa"}"#,
        ),
    ];
    for (first, second, expected) in rows {
        let (code, call) = found(&with(&first, true), &with(&second, true));
        assert_eq!((code.as_str(), call.as_str()), ("T0413", expected));
    }
}

#[test]
fn keys_of_both_are_a_note() {
    let of = |name: &str| json!({"type": "object", "properties": {name: {}}, "required": [name]});
    let (code, call) = found(&of("a"), &of("b"));
    assert_eq!(
        (code.as_str(), call.as_str()),
        ("T0414", r#"{"a":"a","b":"a"}"#)
    );
}

/// The results of the search for random schemas and pairs of them, compared with the reference validator.
#[test]
fn examples_are_valid_and_proofs_hold() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let (schemas, kinds): (Vec<Value>, Vec<_>) =
            (0..60).map(|_| schemas::arguments(&mut random)).unzip();
        let named: Vec<(String, &Value)> = schemas
            .iter()
            .enumerate()
            .map(|(index, schema)| (format!("t{index}"), schema))
            .collect();
        let outcome = compile_tools(&named);
        let catalog = outcome.checked.as_ref().expect("no error").catalog();
        let mut examples = Examples::new(&catalog.shapes);
        let referee = |schema: &Value| {
            jsonschema::draft202012::options()
                .should_validate_formats(true)
                .build(schema)
                .expect("a valid schema")
        };
        for pair in catalog.tools.windows(2) {
            let number = |at: usize| -> usize { pair[at].name[1..].parse().expect("a number") };
            for numbers in [vec![number(0)], vec![number(0), number(1)]] {
                let referees: Vec<_> = numbers.iter().map(|at| referee(&schemas[*at])).collect();
                let accepted = |value: &Value| referees.iter().all(|one| one.is_valid(value));
                let inputs: Vec<_> = pair[..numbers.len()]
                    .iter()
                    .map(|tool| tool.input)
                    .collect();
                let kind = match examples.of(&inputs) {
                    Example::Value(text) => {
                        let value = serde_json::from_str(&text).expect("JSON");
                        assert!(accepted(&value), "{text}: {:?}", &schemas[numbers[0]]);
                        "an example"
                    }
                    Example::Impossible => {
                        for at in &numbers {
                            let mut values: Vec<Value> = (0..20)
                                .map(|_| Generator::new(&schemas[*at], &mut random).valid())
                                .collect();
                            let plain =
                                |_| json!({ "v": schemas::value(&mut random, kinds[*at], 2) });
                            values.extend((0..40).map(plain));
                            let valid = values.iter().find(|value| accepted(value));
                            assert!(valid.is_none(), "{valid:?}: {:?}", &schemas[*at]);
                        }
                        "a proof"
                    }
                    Example::Undecided => "undecided",
                };
                *counts.entry(kind).or_default() += 1;
            }
        }
    }
    eprintln!("{counts:?}");
    let of = |kind: &str| counts.get(kind).copied().unwrap_or(0);
    assert!(of("a proof") > 20, "{counts:?}");
    assert!(of("undecided") * 5 < of("an example"), "{counts:?}");
}

/// The overload sets of a benchmark: 449 names with more than one schema in a file.
#[test]
fn every_overload_set_of_the_benchmark_is_decided() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[corpus.join("bfcl-tools")]);
    let loaded = lenient(loaded);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let catalog = outcome.checked.as_ref().expect("no error").catalog();
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for tool in &catalog.tools {
        *names.entry(tool.qualified()).or_default() += 1;
    }
    let sets = names.values().filter(|count| **count > 1).count();
    let count = |code: &str, severity: Severity, words: &str| {
        let is_meant = |found: &&toolc::diagnostic::Diagnostic| {
            found.code.to_string() == code
                && found.severity == severity
                && found.message.contains(words)
        };
        outcome.diagnostics.iter().filter(is_meant).count()
    };
    let same = count("T0413", Severity::Warning, "the same calls");
    let order = count("T0413", Severity::Warning, "only their order");
    let mixed = count("T0414", Severity::Note, "");
    let undecided = count("T0415", Severity::Note, "");
    let apart = sets - same - order - mixed - undecided;
    eprintln!(
        "{sets} overload sets: {same} accept the same calls, {order} share a call of their keys, \
         {mixed} share only calls with further keys, {apart} are apart, {undecided} undecided"
    );
    assert_eq!((sets, undecided), (449, 0));
    assert!(same > 150 && apart > 0);
}
