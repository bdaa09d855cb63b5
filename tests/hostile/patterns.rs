//! Patterns that are short, but large once expanded.

use crate::support::{codes, compile_schema};
use serde_json::{Map, Value, json};
use toolc::compile::Outcome;

fn properties(count: usize, schema: impl Fn(usize) -> Value) -> Value {
    let properties: Map<String, Value> = (0..count)
        .map(|at| (format!("p{at}"), schema(at)))
        .collect();
    json!({ "type": "object", "properties": properties })
}

fn size(outcome: &Outcome) -> usize {
    outcome
        .artifacts
        .iter()
        .map(|artifact| artifact.text.len())
        .sum()
}

#[test]
fn a_set_is_written_once() {
    let text = |at| json!({ "type": "string", "pattern": "(?:\\p{L}\\B){400}", "maxLength": at });
    let one = compile_schema("one", &properties(1, text));
    assert!((1..150_000).contains(&size(&one)), "{}", size(&one));
    let many = compile_schema("many", &properties(100, text));
    assert!((1..250_000).contains(&size(&many)), "{}", size(&many));
}

#[test]
fn all_patterns_together_are_bounded() {
    for (count, pattern) in [
        (
            80,
            (|at| format!("(?:\\p{{L}}\\B){{{}}}", 400 - at)) as fn(usize) -> String,
        ),
        (3_000, |at| format!("^(?:a{{{}}}|b){{1,50}}$", at + 1)),
        (3_000, |at| {
            format!("^[\\p{{L}}\\p{{N}}]{{{at}}}\\b(?=\\p{{Lu}})(?:[ab]\\b){{9}}$")
        }),
        (20_000, |at| format!("^(?:a|{at}b)*$")),
    ] {
        let name = format!("{count} of {}", pattern(1));
        let text = |at| json!({ "type": "string", "pattern": pattern(at) });
        let outcome = compile_schema(&name, &properties(count, text));
        assert!(codes(&outcome).contains(&"T0306".to_owned()), "{name}");
        assert_eq!(outcome.summary.tools, 0, "{name}");
    }
}
