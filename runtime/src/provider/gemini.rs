//! Google Gemini: `generateContent`.

use super::said::{Block, Said, join_texts};
use super::{AnswerError, call, read_caller, text, unfinished, whole};
use crate::called_by::CalledBy;
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use serde_json::{Value, json};

pub(super) const UNKNOWN: AnswerError = AnswerError::Unknown {
    expected: "a response of Gemini, a candidate, its `content`, `parts` or a part of it",
};

/// Names of fields as JSON of the API has them, and as its Python library writes them.
pub(super) const FINISH_REASON: [&str; 2] = ["finishReason", "finish_reason"];
pub(super) const PROMPT_FEEDBACK: [&str; 2] = ["promptFeedback", "prompt_feedback"];
pub(super) const BLOCK_REASON: [&str; 2] = ["blockReason", "block_reason"];
pub(super) const FUNCTION_CALL: [&str; 2] = ["functionCall", "function_call"];
pub(super) const PARTIAL_ARGS: [&str; 2] = ["partialArgs", "partial_args"];
pub(super) const WILL_CONTINUE: [&str; 2] = ["willContinue", "will_continue"];

/// What other parts have.
const OTHERS: [&str; 18] = [
    "text",
    "thought",
    "thoughtSignature",
    "thought_signature",
    "inlineData",
    "inline_data",
    "fileData",
    "file_data",
    "executableCode",
    "executable_code",
    "codeExecutionResult",
    "code_execution_result",
    "functionResponse",
    "function_response",
    "toolCall",
    "tool_call",
    "toolResponse",
    "tool_response",
];

/// Finish reasons that mean that the model tried to call a tool and failed, or that it could not answer because
/// a call in the request lacked its `thoughtSignature`.
const NO_CALL: &[&str] = &[
    "MALFORMED_FUNCTION_CALL",
    "MALFORMED_RESPONSE",
    "MISSING_THOUGHT_SIGNATURE",
    "TOO_MANY_TOOL_CALLS",
    "UNEXPECTED_TOOL_CALL",
];

/// Finish reasons of a whole answer.
const WHOLE: &[&str] = &["", "STOP", "FINISH_REASON_UNSPECIFIED"];

pub(super) fn read_calls(answer: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let candidate = match find_field(answer, ["candidates"]) {
        // Candidates are alternatives, so only one of them is used.
        Some(candidates) => candidates.get(0),
        None => Some(answer),
    };
    // A prompt that was blocked has no candidates.
    let blocked = find_field(answer, PROMPT_FEEDBACK)
        .and_then(|feedback| find_field(feedback, BLOCK_REASON)?.as_str());
    if let Some(reason) = blocked {
        return Err(unfinished(reason));
    }
    let candidate = candidate.ok_or(UNKNOWN)?;
    let reason = find_field(candidate, FINISH_REASON).and_then(Value::as_str);
    if let Some(reason) = reason.filter(|reason| NO_CALL.contains(reason)) {
        return Err(unfinished(reason));
    }
    let cut = reason.filter(|reason| !WHOLE.contains(reason));
    let calls = match find_field(candidate, ["content"]) {
        Some(Value::Object(fields)) if fields.is_empty() => Ok(Vec::new()),
        Some(content) => of_content(content),
        None if reason.is_some() => Ok(Vec::new()),
        None => of_content(candidate),
    };
    whole(calls, cut)
}

/// What the first candidate says, without thoughts.
pub(super) fn read_said(answer: &Value) -> Said {
    let candidates = find_field(answer, ["candidates"]);
    let candidate = candidates.map_or(answer, |candidates| &candidates[0]);
    let content = find_field(candidate, ["content"]).unwrap_or(candidate);
    let said = match find_field(content, ["parts"]).unwrap_or(content) {
        Value::Array(parts) => join_texts(parts, read_part),
        part => join_texts([part], read_part),
    };
    let reason = find_field(candidate, FINISH_REASON).and_then(Value::as_str);
    let cut = reason.filter(|reason| !WHOLE.contains(reason));
    Said {
        text: said,
        refusal: None,
        cut: cut.map(str::to_owned),
    }
}

fn read_part(part: &Value) -> Block<'_> {
    match part.get("text").and_then(Value::as_str) {
        _ if part["thought"] == Value::Bool(true) => Block::Aside,
        Some(text) => Block::Text(text),
        None => Block::Other,
    }
}

fn of_content(content: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let parts = match find_field(content, ["parts"]).unwrap_or(content) {
        Value::Array(parts) => parts.as_slice(),
        // An empty answer may have a role and no parts.
        Value::Object(_) if content.get("role").is_some() => &[],
        part if is_part(part) => std::slice::from_ref(part),
        _ => return Err(UNKNOWN),
    };
    let calls = parts
        .iter()
        .filter_map(|part| find_field(part, FUNCTION_CALL));
    calls.map(of_call).collect()
}

/// An empty text without a signature, which is refused in a request.
fn is_blank(part: &Value) -> bool {
    let members = part.as_object().into_iter().flatten();
    let mut said = members.filter(|(_, value)| !value.is_null());
    text(part, "text").is_empty() && said.all(|(key, _)| matches!(key.as_str(), "text" | "thought"))
}

fn is_part(part: &Value) -> bool {
    let found = find_field(part, FUNCTION_CALL).or(find_field(part, OTHERS));
    found.is_some()
}

/// The first of some fields that is there. The Python library writes `null` for what is not.
pub(super) fn find_field<'v, const N: usize>(
    value: &'v Value,
    names: [&str; N],
) -> Option<&'v Value> {
    let mut fields = names.iter().filter_map(|name| value.get(name));
    fields.find(|field| !field.is_null())
}

/// Calls in Gemini may lack an id: their results are matched by name and order.
fn of_call(made: &Value) -> Result<ToolCall, AnswerError> {
    if find_field(made, WILL_CONTINUE) == Some(&Value::Bool(true)) {
        return Err(unfinished("willContinue"));
    }
    // A chunk of the arguments, the last one if nothing more is said to follow.
    if find_field(made, PARTIAL_ARGS).is_some() {
        return Err(unfinished("partialArgs"));
    }
    let name = text(made, "name").to_owned();
    // The end of a call whose arguments were streamed.
    if find_field(made, ["name"])
        .or(find_field(made, ["args"]))
        .is_none()
    {
        return Err(unfinished("functionCall: {}"));
    }
    let read = call(text(made, "id"), name, made.get("args"));
    Ok(read.by(read_caller(made, CalledBy::Model)))
}

/// The content that goes back.
pub(super) fn read_message(answer: &Value) -> Option<Value> {
    let candidate = match find_field(answer, ["candidates"]) {
        Some(candidates) => candidates.get(0)?,
        None => answer,
    };
    let content = find_field(candidate, ["content"]).unwrap_or(candidate);
    let content = match content.get("parts") {
        Some(_) => content.clone(),
        None if content.is_array() => json!({ "parts": content }),
        None if is_part(content) => json!({ "parts": [content] }),
        None => return None,
    };
    let mut content = content;
    let parts = content["parts"].as_array_mut()?;
    parts.retain(|part| !is_blank(part));
    if parts.is_empty() {
        return None;
    }
    content["role"] = json!("model");
    Some(content)
}

/// All results of a response go into one content.
pub(super) fn write_messages(results: &[ToolResult]) -> Vec<Value> {
    if results.is_empty() {
        return Vec::new();
    }
    let parts: Vec<Value> = results.iter().map(part).collect();
    vec![json!({ "role": "user", "parts": parts })]
}

/// Whether there is a number that may have more digits than Gemini keeps: it reads numbers as doubles.
fn is_rounded(value: &Value) -> bool {
    const MOST: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) => number.as_f64().is_none_or(|number| number.abs() >= MOST),
        Value::Array(items) => items.iter().any(is_rounded),
        Value::Object(members) => members.values().any(is_rounded),
        _ => false,
    }
}

/// The output as it is shown.
fn read_shown(result: &ToolResult) -> Value {
    let text = result.shown_output().unwrap_or("null");
    serde_json::from_str(text).unwrap_or_default()
}

fn part(result: &ToolResult) -> Value {
    let text = || result.to_llm_message();
    let shown = result.metadata.shown.as_ref();
    let is_cut = shown.is_some_and(|shown| shown.is_cut());
    let is_told = result.metadata.untrusted || result.note.is_some() || is_cut;
    let response = match (&result.error, &result.output) {
        (Some(_), _) => json!({ "error": text() }),
        (None, Some(_)) if is_told => json!({ "output": text() }),
        (None, _) => {
            let value = read_shown(result);
            match is_rounded(&value) {
                true => json!({ "output": text() }),
                false => json!({ "output": value }),
            }
        }
    };
    let mut response = json!({ "name": result.name, "response": response });
    if !result.call_id.is_empty() {
        response["id"] = Value::from(result.call_id.as_str());
    }
    json!({ "functionResponse": response })
}
