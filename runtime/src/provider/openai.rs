//! OpenAI Chat Completions, and the many services with a compatible API.

use super::{AnswerError, call, id, text, whole};
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use serde_json::{Value, json};

const UNKNOWN: AnswerError = AnswerError::Unknown {
    expected: "a response of Chat Completions, its message or its `tool_calls`",
};

pub(super) fn calls(answer: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let Some(choices) = answer.get("choices") else {
        return of_message(answer);
    };
    // Choices are alternatives, so only one of them is used.
    let choice = choices.get(0).ok_or(UNKNOWN)?;
    let cut = match text(choice, "finish_reason") {
        reason @ ("length" | "content_filter") => Some(reason),
        _ => None,
    };
    whole(of_message(choice.get("message").ok_or(UNKNOWN)?)?, cut)
}

fn of_message(message: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let calls = match message.get("tool_calls") {
        Some(calls) => calls,
        None if is_text(message) => return Ok(Vec::new()),
        None if message.is_null() => return Err(UNKNOWN),
        None => message,
    };
    let calls = match calls {
        Value::Array(calls) => calls.as_slice(),
        Value::Null => &[],
        one if one.get("function").is_some() => std::slice::from_ref(one),
        _ => return Err(UNKNOWN),
    };
    let functions = calls
        .iter()
        .enumerate()
        .filter(|(_, call)| matches!(text(call, "type"), "" | "function"));
    functions
        .map(|(index, call)| of_call(call, index))
        .collect()
}

/// Whether a message calls no tool. Calls of the old form, `function_call`, have no id.
fn is_text(message: &Value) -> bool {
    message.get("role").is_some() && message["function_call"].is_null()
}

fn of_call(made: &Value, index: usize) -> Result<ToolCall, AnswerError> {
    let function = &made["function"];
    let name = text(function, "name").to_owned();
    Ok(call(
        id(made, "id", index)?,
        name,
        function.get("arguments"),
    ))
}

pub(super) fn message(result: &ToolResult) -> Value {
    json!({
        "role": "tool",
        "tool_call_id": result.call_id,
        "content": result.to_llm_message(),
    })
}
