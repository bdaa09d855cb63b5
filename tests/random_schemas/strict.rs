//! Random schemas that can be strict: whatever a model writes, by whichever of the alternatives that fit, is
//! converted back to the arguments that it meant. Many of the texts are JSON, and many alternatives look alike.

use crate::arguments::Generator;
use crate::random::Random;
use crate::size;
use crate::strict_form::{Form, in_json_schema, without_nulls};
use serde_json::{Map, Value, json};
use toolc_runtime::strict::{Dialect, Refusal, Rewritten};

/// Number of schemas.
const SCHEMAS: usize = 400;

/// Number of values of each.
const VALUES: usize = 6;

const DIALECTS: [Dialect; 3] = [
    Dialect::OpenAiChat,
    Dialect::Anthropic,
    Dialect::GeminiOpenApi,
];

/// Texts that are JSON of other types too.
const TEXTS: &[&str] = &[
    "a",
    "{}",
    "[]",
    "null",
    "1",
    "{\"a\":\"b\"}",
    "[\"a\"]",
    "\"a\"",
    "",
];

const KEYS: &[&str] = &["a", "b", "c"];

fn schema(random: &mut Random, depth: usize) -> Value {
    let kinds = if depth == 0 { 7 } else { 13 };
    match random.below(kinds) {
        0 | 1 => json!({ "type": "string" }),
        2 => json!({ "type": random.pick(&["integer", "number", "boolean"]) }),
        3 => json!({ "type": ["string", "null"] }),
        4 => random.pick(&[
            json!({}),
            json!({ "type": "object" }),
            json!({ "type": ["object", "string"] }),
        ]),
        5 => {
            json!({ "enum": random.pick(&[vec!["x"], vec!["y"], vec!["x", "y"], vec!["", "{}"]]) })
        }
        6 => random.pick(&[
            json!({ "type": "null" }),
            json!({ "const": 1 }),
            json!({ "enum": [1, "1", null] }),
        ]),
        7 => json!({ "$ref": random.pick(&["#/$defs/one", "#/$defs/two"]) }),
        8 => json!({ "type": "array", "items": schema(random, depth - 1) }),
        9 | 10 => object(random, depth - 1),
        _ => {
            let count = 2 + random.below(2);
            let parts: Vec<Value> = (0..count).map(|_| schema(random, depth - 1)).collect();
            json!({ "anyOf": parts })
        }
    }
}

fn object(random: &mut Random, depth: usize) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for key in KEYS {
        if random.chance(60) {
            let mut property = schema(random, depth);
            if random.chance(50) {
                required.push(*key);
            } else if random.chance(70) {
                property["default"] = Value::Null;
            }
            properties.insert((*key).to_owned(), property);
        }
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// Replaces some texts by others.
fn vary(value: &mut Value, random: &mut Random) {
    match value {
        Value::String(text) if random.chance(60) => random.pick(TEXTS).clone_into(text),
        Value::Array(items) => items.iter_mut().for_each(|item| vary(item, random)),
        Value::Object(members) => members.values_mut().for_each(|value| vary(value, random)),
        _ => {}
    }
}

#[derive(Debug, Default)]
struct Tally {
    strict: usize,
    unclear: usize,
    calls: usize,
    wrong: usize,
    unions: usize,
    misread: usize,
}

#[test]
fn strict_calls_of_random_tools_come_back() {
    let seed = size::size("TOOLC_SEED", 0) as u64;
    let mut tally = Tally::default();
    for number in 0..size::size("TOOLC_STRICT", SCHEMAS) as u64 {
        let mut random = Random::new(seed * 1_000_000 + number);
        let mut own = object(&mut random, 3);
        own["$defs"] = json!({ "one": object(&mut random, 1), "two": schema(&mut random, 2) });
        let Ok(judge) = jsonschema::draft202012::new(&own) else {
            continue;
        };
        // a definition may lead to itself without end
        let values: Vec<Value> = (0..VALUES)
            .map(|_| {
                let mut value = Generator::new(&own, &mut random).valid();
                vary(&mut value, &mut random);
                value
            })
            .collect();
        for dialect in DIALECTS {
            match Rewritten::new(&own.to_string(), dialect) {
                Ok(rewritten) => {
                    tally.strict += 1;
                    try_values(&own, &judge, &rewritten, &values, &mut tally);
                }
                Err(Refusal::Unclear(_)) => tally.unclear += 1,
                Err(_) => {}
            }
        }
    }
    eprintln!("{tally:?}");
    let Tally {
        strict,
        unclear,
        calls,
        wrong,
        unions,
        misread,
    } = tally;
    assert!(misread * 1_000 < calls, "{misread} calls are misread");
    assert!(strict > 500 && unclear > 10 && calls > 5_000 && wrong > 100 && unions > 200);
}

fn try_values(
    own: &Value,
    judge: &jsonschema::Validator,
    rewritten: &Rewritten,
    values: &[Value],
    tally: &mut Tally,
) {
    let shown: Value = serde_json::from_str(&rewritten.schema().to_text()).expect("a schema");
    let strict = jsonschema::draft202012::new(&in_json_schema(&shown)).expect("a strict schema");
    tally.unions += usize::from(shown.to_string().contains("\"anyOf\":"));
    for (value, choice) in values
        .iter()
        .flat_map(|value| [0, 1, 2].map(|choice| (value, choice)))
    {
        let mut form = Form::of(&shown);
        form.choice = choice;
        let asked = form.put(&shown, value);
        if form.is_pruned || !strict.is_valid(&asked) {
            // without alternatives, all that a tool accepts has a form
            assert!(
                !judge.is_valid(value) || choice > 0,
                "{value} has no form in {shown} of {own}"
            );
            continue;
        }
        let text = rewritten.restore(&asked.to_string()).into_owned();
        let back: Value = serde_json::from_str(&text).expect("JSON");
        // null is what some properties are by default, and how a strict call leaves a property out
        let is_same = without_nulls(&back) == without_nulls(value);
        assert!(
            is_same,
            "{value} came back as {back} by {asked}\n  shown {shown}\n  of {own}"
        );
        match (judge.is_valid(value), judge.is_valid(&back)) {
            (true, true) => tally.calls += 1,
            // null was written for what is absent, within an alternative that requires it
            (true, false) => tally.misread += 1,
            (false, _) => tally.wrong += 1,
        }
    }
}
