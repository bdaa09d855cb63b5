//! Arguments that break exactly one rule.

use super::Generator;
use crate::entry::ToolEntry;
use crate::schema::Schema;
use crate::violation::escape_pointer;
use crate::walk::validate;
use serde_json::{Value, json};
use std::collections::HashSet;

/// Arguments that a tool rejects for exactly one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongArguments {
    /// The arguments.
    pub arguments: String,
    /// A JSON Pointer to the place that is wrong.
    pub pointer: String,
    /// The keyword that is violated.
    pub keyword: &'static str,
}

/// The key that is added where no further key is expected.
const UNEXPECTED: &str = "unexpected_key";

impl Generator {
    /// Arguments, each of which violates one keyword at one place and nothing else: at most one for each
    /// keyword and place that was reached. Places that do not occur in the arguments of several attempts, and
    /// rules that cannot be broken in isolation, are not covered.
    pub fn wrong_arguments(&mut self, entry: &ToolEntry) -> Vec<WrongArguments> {
        const BASES: u32 = 6;
        let mut found = Vec::new();
        let mut known = HashSet::new();
        for _ in 0..BASES {
            let Some(base) = self.checked(entry.input, 0) else {
                break;
            };
            let mut places = Vec::new();
            list_places(entry.input, &base, String::new(), &mut places);
            for (pointer, schema) in places {
                for change in wrong_changes(schema, base.pointer(&pointer)) {
                    let mut wrong = base.clone();
                    if let Some(place) = wrong.pointer_mut(&pointer) {
                        *place = change;
                    }
                    found.extend(
                        breaks_one(entry, &wrong)
                            .filter(|wrong| known.insert((wrong.pointer.clone(), wrong.keyword))),
                    );
                }
            }
        }
        found
    }
}

/// What is wrong, if it is exactly one thing.
fn breaks_one(entry: &ToolEntry, arguments: &Value) -> Option<WrongArguments> {
    let arguments = arguments.to_string();
    let violations = validate(entry.input, &arguments).err()?;
    let mut list = violations.iter();
    let (Some(only), None) = (list.next(), list.next()) else {
        return None;
    };
    let (pointer, keyword) = (only.pointer.clone(), only.keyword);
    Some(WrongArguments {
        arguments,
        pointer,
        keyword,
    })
}

/// Lists every place in a value that has a table of its own.
fn list_places(
    schema: &'static Schema,
    value: &Value,
    pointer: String,
    places: &mut Vec<(String, &'static Schema)>,
) {
    const MOST: usize = 200;
    if places.len() >= MOST {
        return;
    }
    places.push((pointer.clone(), schema));
    match (schema, value) {
        (Schema::Nullable(inner), value) if !value.is_null() => {
            list_places(inner, value, pointer, places);
        }
        (Schema::Complete(rules), value) => list_places(rules.base, value, pointer, places),
        (Schema::Union(union), value) => {
            let text = value.to_string();
            let mut branches = union.branches.iter();
            if let Some(branch) = branches.find(|branch| validate(branch, &text).is_ok()) {
                list_places(branch, value, pointer, places);
            }
        }
        (Schema::Object(rules), Value::Object(map)) => {
            for field in rules.fields {
                if let Some(value) = map.get(field.name) {
                    let key = escape_pointer(field.name);
                    list_places(field.schema, value, format!("{pointer}/{key}"), places);
                }
            }
        }
        (Schema::List(rules), Value::Array(items)) => {
            for (at, item) in items.iter().enumerate() {
                let schema = rules.prefix.get(at).copied().unwrap_or(rules.items);
                list_places(schema, item, format!("{pointer}/{at}"), places);
            }
        }
        _ => {}
    }
}

/// Values that probably break a rule of the schema, derived from one that it accepts.
pub(super) fn wrong_changes(schema: &'static Schema, value: Option<&Value>) -> Vec<Value> {
    let Some(value) = value else {
        return Vec::new();
    };
    let mut changes = vec![
        json!(null),
        json!(true),
        json!("not what is expected"),
        json!(12.5),
        json!(["not what is expected"]),
        json!({}),
    ];
    match value {
        Value::String(text) => {
            changes.push(json!(""));
            changes.push(json!(text.repeat(2)));
            changes.push(json!(format!("{text}\u{1F600}")));
            if let Schema::Text(rules) = schema
                && rules.max_length < 10_000
            {
                changes.push(json!("a".repeat(rules.max_length as usize + 1)));
            }
        }
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or_default();
            changes.extend([number + 0.5, -number - 1.0, 1e12, -1e12].map(|other| json!(other)));
            changes.extend([json!(1_000_000_007), json!(-1_000_000_007), json!(0)]);
        }
        Value::Array(items) => {
            changes.push(json!([]));
            if let Some(last) = items.last() {
                let mut twice = items.clone();
                twice.push(last.clone());
                changes.push(Value::Array(twice));
                changes.push(Value::Array(items[..items.len() - 1].to_vec()));
            }
            if let Schema::List(rules) = schema
                && rules.max_items < 1_000
                && let Some(last) = items.last()
            {
                changes.push(Value::Array(vec![
                    last.clone();
                    rules.max_items as usize + 1
                ]));
            }
        }
        Value::Object(map) => {
            for key in map.keys() {
                let mut without = map.clone();
                without.remove(key);
                changes.push(Value::Object(without));
            }
            let mut with = map.clone();
            with.insert(UNEXPECTED.to_owned(), json!("text"));
            changes.push(Value::Object(with));
        }
        _ => {}
    }
    changes
}
