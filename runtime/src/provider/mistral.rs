//! Mistral: Chat Completions, without any field of its own making. A request with a field that it does not know is refused.

use super::openai;
use crate::result::ToolResult;
use serde_json::{Map, Value, json};

/// The fields of a message, of a call and of its function that a request may repeat.
const MESSAGE: &[&str] = &["role", "content", "tool_calls", "prefix"];
const CALL: &[&str] = &["id", "type", "function"];
const FUNCTION: &[&str] = &["name", "arguments"];

/// The message that goes back, with what Mistral takes of it.
pub(super) fn read_message(answer: &Value) -> Option<Value> {
    let mut message = keep(&openai::read_message(answer)?, MESSAGE);
    let calls = message.get("tool_calls").and_then(Value::as_array);
    let calls: Vec<Value> = calls.into_iter().flatten().map(write_call).collect();
    match calls.is_empty() {
        true => message.remove("tool_calls"),
        false => message.insert("tool_calls".to_owned(), Value::Array(calls)),
    };
    Some(Value::Object(message))
}

fn write_call(call: &Value) -> Value {
    let mut kept = keep(call, CALL);
    let function = keep(&call["function"], FUNCTION);
    kept.insert("function".to_owned(), Value::Object(function));
    Value::Object(kept)
}

/// The fields of an object that have one of these names.
fn keep(value: &Value, names: &[&str]) -> Map<String, Value> {
    let members = value.as_object().into_iter().flatten();
    let kept = members.filter(|(name, _)| names.contains(&name.as_str()));
    kept.map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

pub(super) fn write_message(result: &ToolResult) -> Value {
    let mut message = openai::write_message(result);
    message["name"] = json!(result.name);
    message
}
