//! Schemas that are little text and much to compare. What all searches charge is counted, which bounds time and
//! memory whatever machine this runs on: a search that does more than it charges for takes longer than a timeout.

use crate::support::{compile_text, timed};
use serde_json::{Map, Value, json};
use toolc::diagnostic::Diagnostics;
use toolc_lock::drift::compare_with_lock;
use toolc_lock::lock::take_lock;
use toolc_runtime::strict::{Dialect, Rewritten};
use toolc_schema::schema::work::take_spent;

/// The units that checking one side may take, and comparing both: less than a second.
const MAX_UNITS: u64 = 150_000_000;

const DIALECTS: &[Dialect] = &[
    Dialect::OpenAiChat,
    Dialect::Anthropic,
    Dialect::GeminiOpenApi,
];

fn tools(schema: &Value) -> String {
    let root = json!({ "type": "object", "properties": { "x": schema } });
    json!([{ "name": "probe", "description": "Probes what it is given.", "parameters": root }])
        .to_string()
}

/// Compiles, locks and compares two schemas. Returns the number of units charged.
fn compare(name: &str, before: &Value, now: &Value) -> u64 {
    take_spent();
    let sides = [before, now].map(|side| compile_text("probes.json", &tools(side)).checked);
    let checked = take_spent();
    assert!(checked < MAX_UNITS, "{name}: checks charge {checked} units");
    let [Some(before), Some(now)] = sides else {
        return checked;
    };
    timed(name, || {
        let (before, now) = (take_lock(&before), take_lock(&now));
        compare_with_lock(&mut Diagnostics::default(), "toolc lock", &before, &now);
    });
    let compared = take_spent();
    assert!(
        compared < MAX_UNITS,
        "{name}: comparing charges {compared} units"
    );
    checked + compared
}

fn all(count: usize, schema: impl Fn(usize) -> Value) -> Vec<Value> {
    (0..count).map(schema).collect()
}

fn words(from: usize, to: usize) -> Value {
    let words = (from..to).map(|at| format!("v{at}"));
    json!({ "enum": words.collect::<Vec<_>>() })
}

/// An object with one key.
fn object(at: usize, name: &str) -> Value {
    json!({ "type": "object", "properties": { format!("p{at}"): { "type": name } } })
}

/// An object with a tag.
fn tagged(at: usize, name: &str) -> Value {
    let kind = format!("k{at}");
    json!({ "type": "object", "properties": { "kind": { "const": kind }, "x": { "type": name } }, "required": ["kind"] })
}

fn primes(count: usize) -> Vec<usize> {
    let is_prime = |number: &usize| (2..*number).all(|divisor| !number.is_multiple_of(divisor));
    (2..).filter(is_prime).take(count).collect()
}

fn divisors(divisors: &[usize]) -> Value {
    let each = divisors.iter().map(|one| json!({ "multipleOf": one }));
    json!({ "allOf": each.collect::<Vec<_>>() })
}

/// Pairs of schemas.
fn pairs() -> Vec<(&'static str, Value, Value)> {
    let primes = primes(120);
    let both = |keyword: &str, count: usize, schema: fn(usize, &str) -> Value| {
        let side = |name: &str| json!({ keyword: all(count, |at| schema(at, name)) });
        (side("string"), side("integer"))
    };
    let range = |at: usize, from: usize| json!({ "type": "number", "minimum": at + from, "maximum": at + from + 1 });
    let ranges = |from| json!({ "oneOf": all(400, |at| range(at, from)) });
    let either = |at: usize, from: usize| json!({ "anyOf": [{ "minimum": at + from }, { "maximum": -1 }, { "required": [format!("p{at}")] }] });
    let choices = |from| json!({ "allOf": all(150, |at| either(at, from)) });
    let patterns = |from| json!({ "type": "string", "allOf": all(300, |at| json!({ "pattern": format!("a{}b*", at + from) })) });
    let held = |from| json!({ "type": "array", "allOf": all(200, |at| json!({ "contains": { "const": at + from } })) });
    let (objects, numbers) = both("oneOf", 100, object);
    let (any, any_numbers) = both("anyOf", 300, object);
    let (tags, tagged_numbers) = both("oneOf", 150, tagged);
    vec![
        (
            "eighteen divisors",
            divisors(&primes[..18]),
            divisors(&primes[1..19]),
        ),
        (
            "a hundred divisors",
            divisors(&primes[..100]),
            divisors(&primes[1..101]),
        ),
        ("exclusive alternatives without a tag", objects, numbers),
        ("alternatives without a tag", any, any_numbers),
        ("alternatives with a tag", tags, tagged_numbers),
        ("exclusive ranges", ranges(0), ranges(1)),
        ("choices beside each other", choices(0), choices(1)),
        ("patterns", patterns(0), patterns(1)),
        ("elements that an array contains", held(0), held(1)),
    ]
}

#[test]
fn comparing_is_charged_for_what_it_does() {
    for (name, before, now) in pairs() {
        compare(name, &before, &now);
        compare(name, &now, &before);
    }
}

/// One file alone, without a lock.
#[test]
fn checking_alone_is_charged_as_well() {
    let schema = json!({ "oneOf": all(400, |at| object(at, "string")) });
    take_spent();
    compile_text("probes.json", &tools(&schema));
    let spent = take_spent();
    assert!(spent < MAX_UNITS, "{spent} units");
}

/// Twice as many values are at most three times as much work.
#[test]
fn lists_of_values_are_sets() {
    let half = compare("10,000 words", &words(0, 10_000), &words(1, 10_001));
    let whole = compare("20,000 words", &words(0, 20_000), &words(1, 20_001));
    assert!(whole < 3 * half, "{half}, then {whole} units");
}

/// Where a provider has no references, definitions are written in their places, but not without end.
#[test]
fn strict_schemas_do_not_explode() {
    let levels: Map<String, Value> = (0..22)
        .map(|at| {
            let below = json!({ "$ref": format!("#/$defs/L{}", at + 1) });
            let level = json!({ "type": "object", "properties": { "a": below, "b": below }, "required": ["a", "b"] });
            (format!("L{at}"), level)
        })
        .chain([("L22".to_owned(), json!({ "type": "string" }))])
        .collect();
    let lattice = json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/L0" } }, "$defs": levels });
    let listed = |at: usize| json!({ "type": "object", "properties": { format!("p{at}"): { "$ref": "#/$defs/E" } }, "required": [format!("p{at}")] });
    let copies = json!({ "type": "object", "properties": { "x": { "anyOf": all(300, listed) } }, "$defs": { "E": words(0, 2_500) } });
    for (name, schema) in [("a lattice", lattice), ("a list in many places", copies)] {
        let text = schema.to_string();
        for dialect in DIALECTS {
            let rewritten = timed(name, || Rewritten::new(&text, *dialect));
            let length = rewritten.map_or(0, |rewritten| rewritten.schema().to_text().len());
            assert!(
                length < 30 * text.len() + 500_000,
                "{name}: {length} bytes for {dialect:?}"
            );
        }
    }
}
