//! Valid arguments with one value in the wrong form, as models write it. What the form of other values could be is found
//! with an independent validator, by probes, and not with the tables that are tested.

use serde_json::{Number, Value, json};

/// Arguments with one value in the wrong form.
pub struct Slip {
    /// The word of the repair that reads it.
    pub kind: &'static str,
    /// The arguments.
    pub written: Value,
    /// The same with other values of the wrong form, which stand for all that could be valid there.
    pub probes: Vec<Value>,
}

/// Strings for every kind of place: if none of these is valid, strings hardly are.
const STRINGS: &[&str] = &[
    "",
    "x",
    "Zürich and back",
    "5",
    "true",
    "[]",
    "{}",
    "null",
    "2020-01-31",
    "2020-01-31T10:00:00Z",
    "10:00:00Z",
    "P1D",
    "somebody@example.org",
    "example.org",
    "https://example.org/a?b=c",
    "/a/b",
    "192.0.2.1",
    "2001:db8::1",
    "123e4567-e89b-12d3-a456-426614174000",
    "aGVsbG8=",
    "a-b_c.d",
    "ABC",
    "en",
    "#ffffff",
];

/// A slip for each value within some arguments, and each way of writing it wrongly.
pub fn list_slips(schema: &Value, arguments: &Value) -> Vec<Slip> {
    let mut slips = Vec::new();
    visit(arguments, arguments, &mut Vec::new(), false, &mut slips);
    for (name, value) in arguments.as_object().into_iter().flatten() {
        if let Some(written) = value
            .as_str()
            .and_then(|text| swap_case(schema, name, text))
        {
            slips.push(Slip {
                kind: "case",
                written: replace(arguments, std::slice::from_ref(name), &json!(written)),
                probes: Vec::new(),
            });
        }
    }
    slips
}

fn visit(
    whole: &Value,
    value: &Value,
    path: &mut Vec<String>,
    is_item: bool,
    slips: &mut Vec<Slip>,
) {
    let kind = match value {
        Value::Number(_) => Some("numbers"),
        Value::String(_) => None,
        _ => Some("text"),
    };
    if let Some(kind) = kind {
        let texts = STRINGS
            .iter()
            .map(|text| replace(whole, path, &json!(text)));
        slips.push(Slip {
            kind,
            written: replace(whole, path, &json!(value.to_string())),
            probes: texts.collect(),
        });
    }
    match value {
        Value::Array(items) => {
            if let [only] = items.as_slice()
                && !is_item
                && !only.is_null()
                && !only.is_array()
                && only.as_str().is_none_or(|text| !is_json(text))
            {
                let others = list_alike(only);
                let probes = others.iter().map(|other| replace(whole, path, other));
                slips.push(Slip {
                    kind: "lists",
                    written: replace(whole, path, only),
                    probes: probes.collect(),
                });
            }
            for (index, item) in items.iter().enumerate() {
                path.push(index.to_string());
                visit(whole, item, path, true, slips);
                path.pop();
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                path.push(key.clone());
                visit(whole, member, path, false, slips);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Whether a string could be meant as the JSON that it holds.
fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('[') || serde_json::from_str::<Value>(text).is_ok()
}

/// Other values of the same type.
fn list_alike(value: &Value) -> Vec<Value> {
    match value {
        Value::String(_) => STRINGS.iter().map(|text| json!(text)).collect(),
        Value::Number(_) => [0, 1, -1, 5, 100, 2000]
            .map(|number| Value::Number(Number::from(number)))
            .into(),
        Value::Bool(_) => vec![json!(true), json!(false)],
        Value::Object(_) => vec![json!({})],
        Value::Null | Value::Array(_) => Vec::new(),
    }
}

/// A constant of an argument in the other case, if it is the only one that is alike.
fn swap_case(schema: &Value, name: &str, text: &str) -> Option<String> {
    let described = &schema["properties"][name];
    let constants = described["enum"].as_array()?;
    let constants: Option<Vec<&str>> = constants.iter().map(Value::as_str).collect();
    let constants = constants?;
    let alike = constants.iter();
    let alike = alike.filter(|constant| constant.eq_ignore_ascii_case(text));
    let swapped = match text.to_ascii_uppercase() {
        upper if upper == text => text.to_ascii_lowercase(),
        upper => upper,
    };
    (swapped != text && alike.count() == 1).then_some(swapped)
}

/// A value with another one in a place.
fn replace(whole: &Value, path: &[String], other: &Value) -> Value {
    let mut copy = whole.clone();
    let mut place = &mut copy;
    for segment in path {
        place = match place {
            Value::Array(items) => &mut items[segment.parse::<usize>().expect("an index")],
            place => &mut place[segment.as_str()],
        };
    }
    *place = other.clone();
    copy
}
