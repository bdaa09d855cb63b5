//! Puts the parts of a value together, by the rules that all providers share: texts are continued, objects are
//! merged, and items of lists are added, or continued where they have an index.

use crate::provider::AnswerError;
use serde_json::{Map, Value, json};

/// Keys whose texts are said again, not continued.
const REPEATED: &[&str] = &[
    "format", "id", "index", "model", "name", "object", "role", "type",
];

/// Each item with an index is looked for among the others, so there may not be too many.
const MAX_ITEMS: usize = 4096;

pub(super) fn merge_members(
    into: &mut Map<String, Value>,
    from: &Map<String, Value>,
) -> Result<(), AnswerError> {
    for (key, more) in from {
        match into.get_mut(key) {
            _ if more.is_null() => {}
            Some(Value::String(text)) if more.is_string() && !REPEATED.contains(&key.as_str()) => {
                text.push_str(more.as_str().unwrap_or_default());
            }
            Some(Value::Object(members)) if more.is_object() => {
                if let Value::Object(more) = more {
                    merge_members(members, more)?;
                }
            }
            Some(Value::Array(items)) if more.is_array() => merge_items(items, more)?,
            // Mistral's content is a list while it thinks, and a text afterwards.
            Some(Value::Array(items)) if more.is_string() => {
                if !is_blank(more) {
                    items.push(json!({ "type": "text", "text": more }));
                }
            }
            Some(Value::String(text)) if more.is_array() => {
                let mut items = Vec::new();
                if !text.is_empty() {
                    items.push(json!({ "type": "text", "text": text }));
                }
                merge_items(&mut items, more)?;
                into.insert(key.clone(), Value::Array(items));
            }
            Some(Value::String(text)) if is_blank(more) && !text.is_empty() => {}
            Some(other) => *other = more.clone(),
            None if more.is_array() => {
                let mut items = Vec::new();
                merge_items(&mut items, more)?;
                into.insert(key.clone(), Value::Array(items));
            }
            None => {
                into.insert(key.clone(), more.clone());
            }
        }
    }
    Ok(())
}

/// A name that was said before may be blank in later parts.
fn is_blank(value: &Value) -> bool {
    value.as_str().is_some_and(str::is_empty)
}

/// Items with an index continue the one with the same index; others are added.
fn merge_items(items: &mut Vec<Value>, more: &Value) -> Result<(), AnswerError> {
    for item in more.as_array().into_iter().flatten() {
        let Some(index) = item.get("index").and_then(Value::as_u64) else {
            items.push(item.clone());
            continue;
        };
        let same = |known: &Value| known["index"].as_u64() == Some(index);
        let known = items.iter().position(same);
        match (known.and_then(|known| items.get_mut(known)), item) {
            (Some(Value::Object(known)), Value::Object(item)) => merge_members(known, item)?,
            _ => items.push(item.clone()),
        }
        if items.len() > MAX_ITEMS {
            return Err(AnswerError::TooLarge {
                limit: format!("{MAX_ITEMS} items with an index"),
            });
        }
    }
    Ok(())
}

/// Takes over what a later event says in place of an earlier one.
pub(super) fn replace_members(into: &mut Value, from: &Value) {
    let (Value::Object(into), Value::Object(from)) = (into, from) else {
        return;
    };
    for (key, value) in from {
        if !value.is_null() || !into.contains_key(key) {
            into.insert(key.clone(), value.clone());
        }
    }
}

/// Arguments as an object; as their text where an object would not be the same, for example because of a number with
/// many digits, or because they are not JSON. A worker reads both.
pub(super) fn write_arguments(text: &str) -> Value {
    if text.trim().is_empty() {
        return Value::Object(Map::new());
    }
    match serde_json::from_str::<Value>(text) {
        Ok(value @ Value::Object(_)) if is_same(text, &value) => value,
        _ => Value::from(text),
    }
}

fn is_same(text: &str, value: &Value) -> bool {
    use crate::json::canonical_json;
    match (canonical_json(text), canonical_json(&value.to_string())) {
        (Ok(text), Ok(value)) => text == value,
        _ => false,
    }
}
