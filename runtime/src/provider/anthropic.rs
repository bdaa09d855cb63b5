//! Anthropic Messages.

use super::said::{Block, Said, join_texts};
use super::{
    AnswerError, TOOL_SEARCH, call, id, read_caller, text, unfinished, whole, wrap_arguments,
};
use crate::called_by::CalledBy;
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use serde_json::{Value, json};

pub(super) const UNKNOWN: AnswerError = AnswerError::Unknown {
    expected: "a message of Anthropic, its `content` or a block of it",
};

/// Types of what is neither a message nor a block, but may contain one: events of a stream, and results in a
/// batch.
const OTHERS: &[&str] = &[
    "canceled",
    "content_block_delta",
    "content_block_start",
    "content_block_stop",
    "error",
    "errored",
    "expired",
    "message_delta",
    "message_start",
    "message_stop",
    "ping",
    "succeeded",
];

/// Reasons to stop that mean that the answer was cut off.
const CUT: &[&str] = &["max_tokens", "model_context_window_exceeded", REFUSAL];

/// The reason to stop of a model that declines, maybe in the middle of an answer.
const REFUSAL: &str = "refusal";

pub(super) fn read_calls(answer: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let Some(content) = answer.get("content").filter(|_| is_message(answer)) else {
        return of_blocks(answer);
    };
    match text(answer, "stop_reason") {
        // The model wanted to call a tool, and the call was lost.
        reason @ "tool_use" if !says_something(content) => Err(unfinished(reason)),
        _ => whole(of_blocks(content), find_cut(answer)),
    }
}

/// Why a message is not whole; `None` if it is.
pub(super) fn find_cut(answer: &Value) -> Option<&str> {
    match text(answer, "stop_reason") {
        reason if CUT.contains(&reason) => Some(reason),
        // Only a message that is still being streamed has no reason.
        _ if answer.get("stop_reason").is_some_and(Value::is_null) => Some("stop_reason: null"),
        _ => None,
    }
}

/// Whether there is a text, or a call of any kind.
fn says_something(content: &Value) -> bool {
    let is_said = |block: &Value| match text(block, "type") {
        "text" => !text(block, "text").trim().is_empty(),
        kind => kind.ends_with("tool_use"),
    };
    match content {
        Value::Array(blocks) => blocks.iter().any(is_said),
        content => content.as_str().is_none_or(|text| !text.trim().is_empty()),
    }
}

/// What a message says after its last block that is not text.
pub(super) fn read_said(answer: &Value) -> Said {
    let content = answer.get("content").filter(|_| is_message(answer));
    let said = match content.unwrap_or(answer) {
        Value::String(said) => said.clone(),
        Value::Array(blocks) => join_texts(blocks, read_block),
        block => join_texts([block], read_block),
    };
    let reason = text(answer, "stop_reason");
    Said {
        refusal: (reason == REFUSAL).then(|| match said.trim() {
            "" => reason.to_owned(),
            words => words.to_owned(),
        }),
        text: said,
        cut: CUT.contains(&reason).then(|| reason.to_owned()),
    }
}

fn read_block(block: &Value) -> Block<'_> {
    match text(block, "type") {
        "text" => Block::Text(text(block, "text")),
        "thinking" | "redacted_thinking" => Block::Aside,
        _ => Block::Other,
    }
}

/// Blocks can have a `content` field too.
fn is_message(answer: &Value) -> bool {
    matches!(text(answer, "type"), "" | "message")
}

fn of_blocks(blocks: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let blocks = match blocks {
        Value::Array(blocks) => blocks.as_slice(),
        Value::String(_) => &[],
        block if !text(block, "type").is_empty() => std::slice::from_ref(block),
        _ => return Err(UNKNOWN),
    };
    if blocks
        .iter()
        .any(|block| OTHERS.contains(&text(block, "type")))
    {
        return Err(UNKNOWN);
    }
    let calls = blocks.iter().enumerate().filter(|(_, block)| {
        // Calls in one of Anthropic's own toolsets are not for the worker.
        text(block, "type") == "tool_use"
            && text(block, "toolset_name").is_empty()
            && !is_search(block)
    });
    calls.map(|(index, block)| of_block(block, index)).collect()
}

/// Whether a block is a search in the worker's tools.
pub(super) fn is_search(block: &Value) -> bool {
    text(block, "type") == "tool_use" && text(block, "name") == TOOL_SEARCH
}

/// The blocks of a message, or those that are given alone.
#[cfg(feature = "search")]
pub(super) fn list_blocks(answer: &Value) -> &[Value] {
    let content = answer.get("content").filter(|_| is_message(answer));
    match content.unwrap_or(answer) {
        Value::Array(blocks) => blocks,
        block => std::slice::from_ref(block),
    }
}

fn of_block(block: &Value, index: usize) -> Result<ToolCall, AnswerError> {
    let name = text(block, "name").to_owned();
    let made = call(id(block, "id", index)?, name, block.get("input"));
    Ok(made.by(read_caller(block, CalledBy::Unknown)))
}

/// The message that goes back. Blank texts are refused there.
pub(super) fn read_message(answer: &Value) -> Option<Value> {
    let content = answer.get("content").filter(|_| is_message(answer));
    let content = match content.unwrap_or(answer) {
        Value::String(text) if text.trim().is_empty() => return None,
        Value::String(text) => Value::from(text.as_str()),
        Value::Array(blocks) => write_blocks(blocks)?,
        block => write_blocks(std::slice::from_ref(block))?,
    };
    Some(json!({ "role": "assistant", "content": content }))
}

fn write_blocks(blocks: &[Value]) -> Option<Value> {
    let is_blank =
        |block: &&Value| text(block, "type") == "text" && text(block, "text").trim().is_empty();
    let mut written: Vec<Value> = blocks
        .iter()
        .filter(|block| !is_blank(block))
        .cloned()
        .collect();
    for block in &mut written {
        if text(block, "type").ends_with("tool_use") {
            block["input"] = wrap_arguments(&block["input"]);
        }
    }
    (!written.is_empty()).then_some(Value::Array(written))
}

/// All results of a response go into one message: Anthropic rejects calls without a result.
pub(super) fn write_messages(results: &[ToolResult]) -> Vec<Value> {
    write_blocks_of(results, Vec::new())
}

/// The same after other blocks.
pub(super) fn write_blocks_of(results: &[ToolResult], mut blocks: Vec<Value>) -> Vec<Value> {
    blocks.extend(results.iter().map(block));
    if blocks.is_empty() {
        return Vec::new();
    }
    vec![json!({ "role": "user", "content": blocks })]
}

fn block(result: &ToolResult) -> Value {
    let mut block = json!({
        "type": "tool_result",
        "tool_use_id": result.call_id,
        "content": result.to_llm_message(),
    });
    if !result.success {
        block["is_error"] = Value::Bool(true);
    }
    block
}
