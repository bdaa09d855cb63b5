//! Amazon Bedrock Converse.

use super::said::{Block, Said, join_texts};
use super::{AnswerError, call, id, read_caller, text, unfinished, whole, wrap_arguments};
use crate::called_by::CalledBy;
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use serde_json::{Value, json};

pub(super) const UNKNOWN: AnswerError = AnswerError::Unknown {
    expected: "a response of Converse, its message, its `content` or a block of it",
};

/// The keys of events of ConverseStream, which are not blocks but contain parts of them.
pub(super) const EVENTS: &[&str] = &[
    "contentBlockDelta",
    "contentBlockStart",
    "contentBlockStop",
    "messageStart",
    "messageStop",
];

/// The keys of blocks.
const BLOCKS: &[&str] = &[
    "audio",
    "cachePoint",
    "citationsContent",
    "document",
    "guardContent",
    "image",
    "reasoningContent",
    "searchResult",
    "text",
    "toolResult",
    "toolUse",
    "video",
];

/// Reasons to stop that mean that the answer was cut off.
const CUT: &[&str] = &[
    "max_tokens",
    "model_context_window_exceeded",
    "content_filtered",
    "guardrail_intervened",
];

pub(super) fn read_calls(answer: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let message = answer.pointer("/output/message").unwrap_or(answer);
    let content = message.get("content").unwrap_or(message);
    let cut = match text(answer, "stopReason") {
        // The model tried to call a tool or to answer, and failed.
        reason @ ("malformed_tool_use" | "malformed_model_output") => {
            return Err(unfinished(reason));
        }
        // The model wanted to call a tool, and the call was lost.
        reason @ "tool_use" if !says_something(content) => return Err(unfinished(reason)),
        reason if CUT.contains(&reason) => Some(reason),
        _ => None,
    };
    whole(of_blocks(content), cut)
}

/// Whether there is a text or a call.
fn says_something(content: &Value) -> bool {
    let mut blocks = content.as_array().into_iter().flatten();
    blocks.any(|block| !text(block, "text").trim().is_empty() || !block["toolUse"].is_null())
}

/// What a message says after its last block that is not text.
pub(super) fn read_said(answer: &Value) -> Said {
    let message = answer.pointer("/output/message").unwrap_or(answer);
    let said = match message.get("content").unwrap_or(message) {
        Value::Array(blocks) => join_texts(blocks, read_block),
        block => join_texts([block], read_block),
    };
    let reason = text(answer, "stopReason");
    Said {
        text: said,
        refusal: None,
        cut: CUT.contains(&reason).then(|| reason.to_owned()),
    }
}

fn read_block(block: &Value) -> Block<'_> {
    match block.get("text").and_then(Value::as_str) {
        Some(text) => Block::Text(text),
        None if block.get("reasoningContent").is_some() => Block::Aside,
        None => Block::Other,
    }
}

fn of_blocks(blocks: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let blocks = match blocks {
        Value::Array(blocks) => blocks.as_slice(),
        block if BLOCKS.iter().any(|key| block.get(key).is_some()) => std::slice::from_ref(block),
        _ => return Err(UNKNOWN),
    };
    let is_event = |block: &Value| EVENTS.iter().any(|key| block.get(key).is_some());
    if blocks.iter().any(is_event) {
        return Err(UNKNOWN);
    }
    let uses = blocks.iter().enumerate();
    let uses = uses.filter_map(|(index, block)| Some((index, block.get("toolUse")?)));
    // Some libraries write `null` for what is not there.
    let uses = uses.filter(|(_, asked)| !asked.is_null());
    // Bedrock has run the tools of servers itself.
    let uses = uses.filter(|(_, asked)| text(asked, "type") != "server_tool_use");
    uses.map(|(index, asked)| {
        let name = text(asked, "name").to_owned();
        let made = call(id(asked, "toolUseId", index)?, name, asked.get("input"));
        Ok(made.by(read_caller(asked, CalledBy::Model)))
    })
    .collect()
}

/// The message that goes back. Blank texts are refused there.
pub(super) fn read_message(answer: &Value) -> Option<Value> {
    let message = answer.pointer("/output/message").unwrap_or(answer);
    let blocks = match message.get("content").unwrap_or(message) {
        Value::Array(blocks) => blocks.as_slice(),
        block => std::slice::from_ref(block),
    };
    let is_blank = |block: &&Value| {
        let said = block.get("text").and_then(Value::as_str);
        said.is_some_and(|text| text.trim().is_empty())
    };
    let mut written: Vec<Value> = blocks
        .iter()
        .filter(|block| !is_blank(block))
        .cloned()
        .collect();
    for block in &mut written {
        if let Some(asked) = block.get_mut("toolUse").filter(|asked| asked.is_object()) {
            asked["input"] = wrap_arguments(&asked["input"]);
        }
    }
    (!written.is_empty()).then(|| json!({ "role": "assistant", "content": written }))
}

/// All results of a response go into one message.
pub(super) fn write_messages(results: &[ToolResult]) -> Vec<Value> {
    if results.is_empty() {
        return Vec::new();
    }
    let blocks: Vec<Value> = results.iter().map(block).collect();
    vec![json!({ "role": "user", "content": blocks })]
}

fn block(result: &ToolResult) -> Value {
    let status = if result.success { "success" } else { "error" };
    json!({
        "toolResult": {
            "toolUseId": result.call_id,
            "content": [{ "text": result.to_llm_message() }],
            "status": status,
        }
    })
}
