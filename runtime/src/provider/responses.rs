//! OpenAI Responses.

use super::said::Said;
use super::{AnswerError, ServiceError, call, id, read_caller, text, unfinished, whole};
use crate::called_by::CalledBy;
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use serde_json::{Value, json};

pub(super) const UNKNOWN: AnswerError = AnswerError::Unknown {
    expected: "a response of Responses, its `output` or an item of it",
};

pub(super) fn read_calls(answer: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let Some(output) = answer.get("output").filter(|_| is_response(answer)) else {
        return of_items(answer);
    };
    match text(answer, "status") {
        "" | "completed" => of_items(output),
        "incomplete" => whole(of_items(output), Some(find_reason(answer))),
        "failed" if !text(&answer["error"], "code").is_empty() => Err(AnswerError::Service(
            ServiceError::read_object(&answer["error"]),
        )),
        status => Err(unfinished(status)),
    }
}

/// Why a response is not whole; `None` if it is.
#[cfg(feature = "search")]
pub(super) fn find_cut(answer: &Value) -> Option<&str> {
    let is_cut = is_response(answer) && text(answer, "status") == "incomplete";
    is_cut.then(|| find_reason(answer))
}

/// Why a response is incomplete.
fn find_reason(answer: &Value) -> &str {
    match text(&answer["incomplete_details"], "reason") {
        "" => "incomplete",
        reason => reason,
    }
}

/// What the last message says: those before it may announce what the model is about to do.
pub(super) fn read_said(answer: &Value) -> Said {
    let items = read_output(answer);
    let mut messages = items.iter().rev();
    let message = messages.find(|item| text(item, "type") == "message");
    let parts = message.and_then(|message| message["content"].as_array());
    let parts = || parts.into_iter().flatten();
    let join = |kind: &str, key: &str| -> String {
        let parts = parts().filter(|part| text(part, "type") == kind);
        parts.map(|part| text(part, key)).collect()
    };
    let refusal = Some(join("refusal", "refusal")).filter(|words| !words.is_empty());
    let is_cut = is_response(answer) && text(answer, "status") == "incomplete";
    Said {
        text: join("output_text", "text"),
        refusal,
        cut: is_cut.then(|| find_reason(answer).to_owned()),
    }
}

/// Items can have an `output` field too.
fn is_response(answer: &Value) -> bool {
    answer.get("type").is_none()
}

fn of_items(items: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let items = match items {
        Value::Array(items) => items.as_slice(),
        item if !text(item, "type").is_empty() => std::slice::from_ref(item),
        _ => return Err(UNKNOWN),
    };
    if items.iter().any(is_event) {
        return Err(UNKNOWN);
    }
    let calls = items.iter().enumerate();
    let calls = calls.filter(|(_, item)| text(item, "type") == "function_call");
    calls.map(|(index, item)| of_item(item, index)).collect()
}

/// Events of a stream have a type too: `response.completed`, with a dot, which no type of an item has.
fn is_event(value: &Value) -> bool {
    let name = text(value, "type");
    name == "error" || name.contains('.')
}

fn of_item(item: &Value, index: usize) -> Result<ToolCall, AnswerError> {
    match text(item, "status") {
        "" | "completed" => {}
        // The arguments of a call that is still being streamed may be blank, as if it had none.
        status => return Err(unfinished(status)),
    }
    let name = full_name(item);
    let made = call(id(item, "call_id", index)?, name, item.get("arguments"));
    Ok(made.by(read_caller(item, CalledBy::Unknown)))
}

/// The name of a call, with its namespace.
pub(super) fn full_name(item: &Value) -> String {
    match (text(item, "namespace"), text(item, "name")) {
        ("", name) => name.to_owned(),
        (namespace, name) => format!("{namespace}::{name}"),
    }
}

/// The items that go back: all of them.
pub(super) fn read_output(answer: &Value) -> Vec<Value> {
    let output = answer.get("output").filter(|_| is_response(answer));
    match output.unwrap_or(answer) {
        Value::Array(items) => items.clone(),
        item => vec![item.clone()],
    }
}

/// Whether the model goes on without the result of a call.
pub(super) fn is_async(answer: &Value, call_id: &str) -> bool {
    let items = read_output(answer);
    let mut items = items.iter();
    let call = items
        .find(|item| text(item, "type") == "function_call" && text(item, "call_id") == call_id);
    call.is_some_and(|call| call["async"] == true)
}

pub(super) fn write_item(result: &ToolResult, output: &str) -> Value {
    json!({
        "type": "function_call_output",
        "call_id": result.call_id,
        "output": output,
    })
}
