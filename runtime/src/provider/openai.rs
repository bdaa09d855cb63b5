//! OpenAI Chat Completions, and the many services with a compatible API.

use super::said::{Block, Said, join_texts};
use super::{AnswerError, ServiceError, call, id, read_caller, text, unfinished, whole};
use crate::called_by::CalledBy;
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use serde_json::{Value, json};

pub(super) const UNKNOWN: AnswerError = AnswerError::Unknown {
    expected: "a response of Chat Completions, its message or its `tool_calls`",
};

/// Finish reasons that mean that the answer was cut off: those of OpenAI, and of Mistral, DeepSeek, Z.ai and vLLM.
const CUT: &[&str] = &[
    "abort",
    "content_filter",
    "insufficient_system_resource",
    "length",
    "model_context_window_exceeded",
    "model_length",
    "network_error",
    "sensitive",
];

pub(super) fn read_calls(answer: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let Some(choices) = answer.get("choices") else {
        return of_message(answer);
    };
    let choices = choices.as_array().filter(|choices| !choices.is_empty());
    // Choices are alternatives, so only one of them is used. Some services put a text into the first one and
    // the calls into the next.
    let choices = choices.ok_or(UNKNOWN)?;
    for choice in choices {
        let calls = of_choice(choice)?;
        if !calls.is_empty() {
            return Ok(calls);
        }
    }
    // The model wanted to call a tool, and the call was lost.
    let is_announced = |choice: &Value| text(choice, "finish_reason") == "tool_calls";
    match choices.iter().any(is_announced) && !choices.iter().any(says_something) {
        true => Err(unfinished("tool_calls")),
        false => Ok(Vec::new()),
    }
}

/// Whether there is a text, or a call of any kind.
fn says_something(choice: &Value) -> bool {
    is_said(&choice["message"])
}

fn is_said(message: &Value) -> bool {
    let is_said = match &message["content"] {
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(parts) => !parts.is_empty(),
        _ => false,
    };
    is_said || !text(message, "refusal").is_empty() || !is_empty(&message["tool_calls"])
}

/// What the first choice says, or the message itself.
pub(super) fn read_said(answer: &Value) -> Said {
    let choice = answer.pointer("/choices/0");
    let message = choice.map_or(answer, |choice| &choice["message"]);
    let reason = choice.map_or("", |choice| text(choice, "finish_reason"));
    let said = match &message["content"] {
        Value::String(said) => said.clone(),
        parts => join_texts(parts.as_array().into_iter().flatten(), |part| {
            match text(part, "type") {
                "text" | "output_text" => Block::Text(text(part, "text")),
                _ => Block::Aside,
            }
        }),
    };
    let refusal = Some(text(message, "refusal")).filter(|words| !words.is_empty());
    Said {
        text: said,
        refusal: refusal.map(str::to_owned),
        cut: CUT.contains(&reason).then(|| reason.to_owned()),
    }
}

fn of_choice(choice: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let reason = text(choice, "finish_reason");
    // The service failed, or Gemini tried to call a tool and failed: `function_call_filter: …`.
    if reason == "error" || reason.starts_with("function_call_filter") {
        return Err(unfinished(reason));
    }
    // OpenRouter may give the error beside a message that is empty or cut off.
    if choice["error"].is_object() {
        return Err(AnswerError::Service(ServiceError::read_object(
            &choice["error"],
        )));
    }
    let cut = Some(reason).filter(|reason| CUT.contains(reason));
    whole(of_message(choice.get("message").ok_or(UNKNOWN)?), cut)
}

fn of_message(message: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let calls = match message.get("tool_calls").filter(|calls| !is_empty(calls)) {
        Some(calls) => calls,
        None if is_text(message) => return Ok(Vec::new()),
        None => message,
    };
    let calls = match calls {
        Value::Array(calls) => calls.as_slice(),
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

/// Whether there are no calls, in the ways in which services write this.
fn is_empty(calls: &Value) -> bool {
    calls.is_null() || calls.as_array().is_some_and(Vec::is_empty)
}

/// Whether a message without `tool_calls` calls no tool. Calls of the old form, `function_call`, have no id.
fn is_text(message: &Value) -> bool {
    let has_key = |key: &&str| message.get(key).is_some();
    // Some services leave out the role.
    let is_message = ["role", "tool_calls"].iter().any(has_key) || message["content"].is_string();
    is_message && message["function_call"].is_null()
}

fn of_call(made: &Value, index: usize) -> Result<ToolCall, AnswerError> {
    let function = &made["function"];
    let name = text(function, "name").to_owned();
    let read = call(id(made, "id", index)?, name, function.get("arguments"));
    Ok(read.by(read_caller(made, CalledBy::Model)))
}

/// The message that goes back: of several choices, the one that the calls are from.
pub(super) fn read_message(answer: &Value) -> Option<Value> {
    let message = match answer.get("choices").and_then(Value::as_array) {
        Some(choices) => {
            let calls = |choice: &&Value| of_choice(choice).is_ok_and(|calls| !calls.is_empty());
            let choice = choices.iter().find(calls).or(choices.first())?;
            choice.get("message")?.clone()
        }
        None if answer.is_array() => json!({ "content": null, "tool_calls": answer }),
        None if answer.get("function").is_some() => {
            json!({ "content": null, "tool_calls": [answer] })
        }
        None => answer.clone(),
    };
    let mut message = (is_said(&message) || message["audio"].is_object()).then_some(message)?;
    message["role"] = json!("assistant");
    Some(message)
}

pub(super) fn write_message(result: &ToolResult) -> Value {
    json!({
        "role": "tool",
        "tool_call_id": result.call_id,
        "content": result.to_llm_message(),
    })
}
