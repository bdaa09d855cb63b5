//! Compares two schemas: the one that toolc derived from a type, and the one that schemars derives.

mod normal;
mod of_crates;

use crate::entry::ToolEntry;
use normal::{Normal, normal_form};
use of_crates::reconcile_types_of_crates;
use serde_core::Serialize;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// How deep schemas that refer to each other are compared.
const MAX_DEPTH: usize = 64;

/// Asserts that the input schema of a tool written in Rust agrees with the schema that schemars derives from
/// its type. Generated tests call it.
///
/// # Panics
/// Panics if the two accept different values, and lists the places.
pub fn assert_same_input(entry: &ToolEntry, schemars: &impl Serialize) {
    let ours = text_of(&entry.schema());
    let mut theirs = value_of(schemars);
    // A call has no keys other than the fields of its struct.
    if let (Some(closed), Some(map)) = (ours.get("additionalProperties"), theirs.as_object_mut()) {
        map.entry("additionalProperties").or_insert(closed.clone());
    }
    assert_same(entry.name, &ours, &theirs);
}

/// Asserts the same for the output schema.
///
/// # Panics
/// Panics if the two accept different values, and lists the places.
pub fn assert_same_output(entry: &ToolEntry, schemars: &impl Serialize) {
    let ours = entry
        .output_schema()
        .map_or(Value::Bool(true), |text| text_of(&text));
    assert_same(entry.name, &ours, &value_of(schemars));
}

fn value_of(schema: &impl Serialize) -> Value {
    serde_json::to_value(schema).unwrap_or_default()
}

fn text_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn assert_same(name: &str, ours: &Value, theirs: &Value) {
    let differences = schema_differences(ours, theirs);
    assert!(
        differences.is_empty(),
        "the schema of `{name}` is not that of its type:\n{}",
        differences.join("\n")
    );
}

/// The places where two schemas accept different values; annotations are ignored.
pub fn schema_differences(ours: &Value, theirs: &Value) -> Vec<String> {
    let mut comparison = Comparison {
        ours,
        theirs,
        seen: HashSet::new(),
        found: Vec::new(),
    };
    comparison.compare(ours, theirs, "", 0);
    comparison.found
}

struct Comparison<'c> {
    ours: &'c Value,
    theirs: &'c Value,
    /// The pairs of references that were compared.
    seen: HashSet<(String, String)>,
    found: Vec<String>,
}

impl Comparison<'_> {
    fn compare(&mut self, ours: &Value, theirs: &Value, at: &str, depth: usize) {
        let reference = |schema: &Value| Some(schema.get("$ref")?.as_str()?.to_owned());
        if let (Some(one), Some(other)) = (reference(ours), reference(theirs))
            && !self.seen.insert((one, other))
        {
            return;
        }
        if depth > MAX_DEPTH {
            return;
        }
        let mut ours = normal_form(ours, self.ours);
        let mut theirs = normal_form(theirs, self.theirs);
        reconcile_types_of_crates(&mut ours, &mut theirs);
        self.compare_normal(&ours, &theirs, at, depth);
    }

    fn compare_normal(&mut self, ours: &Normal, theirs: &Normal, at: &str, depth: usize) {
        let keys: HashSet<&String> = ours.plain.keys().chain(theirs.plain.keys()).collect();
        let mut keys: Vec<&String> = keys.into_iter().collect();
        keys.sort_unstable();
        for key in keys {
            let (one, other) = (ours.plain.get(key), theirs.plain.get(key));
            if one != other {
                self.tell(at, key, one, other);
            }
        }
        let keys: HashSet<&String> = ours.schemas.keys().chain(theirs.schemas.keys()).collect();
        let mut keys: Vec<&String> = keys.into_iter().collect();
        keys.sort_unstable();
        for key in keys {
            match (ours.schemas.get(key), theirs.schemas.get(key)) {
                (Some(one), Some(other)) => {
                    self.compare(one, other, &format!("{at}/{key}"), depth + 1);
                }
                (one, other) => self.tell(at, key, one, other),
            }
        }
    }

    fn tell(&mut self, at: &str, key: &str, ours: Option<&Value>, theirs: Option<&Value>) {
        let show = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
        self.found.push(format!(
            "at `{at}` `{key}`: toolc read {}, schemars says {}",
            show(ours),
            show(theirs)
        ));
    }
}

/// The members of an object; empty if the value is not an object.
fn members(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}
