//! The calls that a rule matches, as a schema of an object with the arguments, who calls, and the conditions that no
//! schema can express.

use toolc_base::node::{Node, Value};
use toolc_base::parse::parse_text;
use toolc_base::source::{SourceId, Span};
use toolc_model::model::callers::Caller;
use toolc_model::model::rule::{CALLED_BY, write_prefix_pattern};
use toolc_runtime::json::write_string;

/// The key of the arguments, next to the keys that stand for conditions of unknown truth.
pub(super) const CALL: &str = "call";

/// The prefix of the key for such a condition.
pub(super) const FREE: char = '?';

/// The place of texts that are only compared.
pub(super) fn nowhere() -> Span {
    Span::file(SourceId(0))
}

/// The arguments that a rule matches, as a schema.
pub(super) fn matched_by(when: &str) -> String {
    let node = parse_text(when, nowhere());
    let conditions = node.as_map().into_iter().flat_map(|map| map.iter());
    let mut all = Vec::new();
    for entry in conditions {
        if entry.key == CALLED_BY {
            let names = match &entry.value.value {
                Value::List(names) => names.as_slice(),
                _ => std::slice::from_ref(&entry.value),
            };
            let names: Vec<String> = names.iter().map(Node::to_json).collect();
            all.push(held_by_caller(&names.join(",")));
        }
        for test in entry.value.as_map().into_iter().flat_map(|map| map.iter()) {
            let held = held_by(&entry.key, &test.key, &test.value);
            all.push(held.unwrap_or_else(|| free(&entry.key, &test.key, &test.value)));
        }
    }
    format!(
        r#"{{"allOf":[true{}{}]}}"#,
        if all.is_empty() { "" } else { "," },
        all.join(",")
    )
}

/// A condition of unknown truth; the same condition is the same key everywhere.
fn free(pointer: &str, test: &str, value: &Node) -> String {
    let key = quote(&format!("{FREE}{pointer} {test} {}", value.to_json()));
    format!(r#"{{"required":[{key}]}}"#)
}

/// That somebody calls, as a schema.
pub(super) fn any_caller() -> String {
    let names = Caller::ALL.iter().map(|(name, _)| quote(name));
    held_by_caller(&names.collect::<Vec<_>>().join(","))
}

/// That one of these calls, as a schema.
fn held_by_caller(names: &str) -> String {
    format!(r#"{{"required":["{CALLED_BY}"],"properties":{{"{CALLED_BY}":{{"enum":[{names}]}}}}}}"#)
}

/// What locks of earlier versions call `path_prefix`.
const OLD_PREFIX: &str = "prefix";

/// A condition as a schema; `None` if no schema can express it.
fn held_by(pointer: &str, test: &str, value: &Node) -> Option<String> {
    let json = value.to_json();
    let schema = match test {
        "equals" => format!(r#"{{"const":{json}}}"#),
        "one_of" => format!(r#"{{"enum":{json}}}"#),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
            format!(r#"{{"type":"number","{test}":{json}}}"#)
        }
        "pattern" => format!(r#"{{"type":"string","pattern":{json}}}"#),
        "exists" => "true".to_owned(),
        "starts_with" | "path_prefix" | OLD_PREFIX => {
            let pattern = write_prefix_pattern(value.as_str()?, test != "starts_with");
            format!(r#"{{"type":"string","pattern":{}}}"#, quote(&pattern))
        }
        _ => return None,
    };
    let is_absent = test == "exists" && value.value == Value::Bool(false);
    let at_place = below(pointer, schema)?;
    let held = match is_absent {
        true => format!(r#"{{"not":{at_place}}}"#),
        false => at_place,
    };
    Some(format!(r#"{{"properties":{{"{CALL}":{held}}}}}"#))
}

/// A schema for objects with a given value at a place; `None` if the pointer enters lists or
/// matches several places.
fn below(pointer: &str, schema: String) -> Option<String> {
    let mut schema = schema;
    for step in pointer
        .split('/')
        .skip(1)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        let is_index = !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit());
        if is_index || step == "*" || step == "?" {
            return None;
        }
        let key = quote(&step.replace("~1", "/").replace("~0", "~"));
        schema =
            format!(r#"{{"type":"object","required":[{key}],"properties":{{{key}:{schema}}}}}"#);
    }
    Some(schema)
}

fn quote(text: &str) -> String {
    let mut out = String::new();
    write_string(text, &mut out);
    out
}
