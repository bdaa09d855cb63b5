//! Google Gemini: `generateContent`.

use super::{AnswerError, call, text, unfinished, whole};
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use serde_json::{Value, json};

const UNKNOWN: AnswerError = AnswerError::Unknown {
    expected: "a response of Gemini, a candidate, its `content`, `parts` or a part of it",
};

/// Finish reasons that mean that the model tried to call a tool and failed.
const NO_CALL: &[&str] = &[
    "MALFORMED_FUNCTION_CALL",
    "MALFORMED_RESPONSE",
    "TOO_MANY_TOOL_CALLS",
    "UNEXPECTED_TOOL_CALL",
];

pub(super) fn calls(answer: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let candidate = match answer.get("candidates") {
        // Candidates are alternatives, so only one of them is used.
        Some(candidates) => candidates.get(0).ok_or(UNKNOWN)?,
        None => answer,
    };
    let cut = match text(candidate, "finishReason") {
        "" | "STOP" | "FINISH_REASON_UNSPECIFIED" => None,
        reason if NO_CALL.contains(&reason) => return Err(unfinished(reason)),
        reason => Some(reason),
    };
    let calls = match candidate.get("content") {
        Some(content) => of_content(content)?,
        None if cut.is_some() => Vec::new(),
        None => of_content(candidate)?,
    };
    whole(calls, cut)
}

fn of_content(content: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let parts = match content.get("parts").unwrap_or(content) {
        Value::Array(parts) => parts.as_slice(),
        // An empty answer may have a role and no parts.
        Value::Object(_) if content.get("role").is_some() => &[],
        part if is_part(part) => std::slice::from_ref(part),
        _ => return Err(UNKNOWN),
    };
    let calls = parts.iter().filter_map(|part| part.get("functionCall"));
    calls.map(of_call).collect()
}

fn is_part(part: &Value) -> bool {
    ["functionCall", "text", "thought"]
        .iter()
        .any(|key| part.get(key).is_some())
}

/// Calls in Gemini may lack an id: their results are matched by name and order.
fn of_call(made: &Value) -> Result<ToolCall, AnswerError> {
    if made["willContinue"] == true {
        return Err(unfinished("willContinue"));
    }
    let name = text(made, "name").to_owned();
    Ok(call(text(made, "id"), name, made.get("args")))
}

/// All results of a response go into one content.
pub(super) fn messages(results: &[ToolResult]) -> Vec<Value> {
    if results.is_empty() {
        return Vec::new();
    }
    let parts: Vec<Value> = results.iter().map(part).collect();
    vec![json!({ "role": "user", "parts": parts })]
}

fn part(result: &ToolResult) -> Value {
    let response = match (&result.error, &result.output) {
        (Some(_), _) => json!({ "error": result.to_llm_message() }),
        (None, Some(_)) if result.metadata.untrusted || result.note.is_some() => {
            json!({ "output": result.to_llm_message() })
        }
        (None, output) => json!({ "output": output.as_ref().map(|output| output.value()) }),
    };
    let mut response = json!({ "name": result.name, "response": response });
    if !result.call_id.is_empty() {
        response["id"] = Value::from(result.call_id.as_str());
    }
    json!({ "functionResponse": response })
}
