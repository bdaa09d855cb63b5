//! Messages of providers, both ways: the calls that a model's answer asks for, and what goes back to it.
//! They are JSON as an HTTP client or an SDK has it; nothing is sent from here.

mod anthropic;
mod bedrock;
mod gemini;
mod mcp;
mod openai;
mod responses;

use crate::definition::Target;
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use serde_json::Value;
use std::error::Error;
use std::fmt;

/// Why the calls of an answer cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerError {
    /// It is nothing that the provider answers with, or it is an error.
    Unknown {
        /// What was looked for.
        expected: &'static str,
    },
    /// A call has no id, so no result could ever be matched with it.
    NoId {
        /// Which of the calls, counted from 0.
        index: usize,
    },
    /// The answer is not whole: its last call may be the beginning of another one. Nothing of it was
    /// run, so ask again; with a higher limit, where that was the reason.
    Unfinished {
        /// The provider's word for the reason.
        reason: String,
    },
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Unknown { expected } => write!(f, "the answer is not {expected}"),
            AnswerError::NoId { index } => write!(f, "call {index} of the answer has no id"),
            AnswerError::Unfinished { reason } => {
                write!(f, "the answer is not whole: `{reason}`")
            }
        }
    }
}

impl Error for AnswerError {}

impl Target {
    /// The calls that an answer asks for, in its order; none where it only says something.
    ///
    /// An answer is what the provider sent, or a part of it: of Chat Completions the response, its
    /// message or the list of `tool_calls`; of Responses the response, its `output` or one item; of
    /// Anthropic the message, its `content` or one block; of Bedrock the same of Converse; of Gemini the response, a candidate, its
    /// `content`, the `parts` or one part; of MCP a request `tools/call` or its `params`.
    ///
    /// Only functions count: calls of custom, hosted and server tools are left to whoever declared
    /// them. A call with a wrong name or with arguments of any form is taken as it is, so that the
    /// worker answers it with what is wrong.
    ///
    /// # Errors
    /// Where it is not an answer, where it was cut off, or where a call could not be answered.
    pub fn calls(self, answer: &Value) -> Result<Vec<ToolCall>, AnswerError> {
        match self {
            Target::OpenAi => openai::calls(answer),
            Target::OpenAiResponses | Target::OpenAiNamespaces => responses::calls(answer),
            Target::Anthropic => anthropic::calls(answer),
            Target::Bedrock => bedrock::calls(answer),
            Target::Gemini => gemini::calls(answer),
            Target::Mcp => mcp::calls(answer),
        }
    }

    /// What goes back for the results of one answer: the messages, items or contents that the next
    /// request has behind the answer. For MCP it is the result of each `tools/call`.
    pub fn messages(self, results: &[ToolResult]) -> Vec<Value> {
        match self {
            Target::OpenAi => results.iter().map(openai::message).collect(),
            Target::OpenAiResponses | Target::OpenAiNamespaces => {
                results.iter().map(responses::item).collect()
            }
            Target::Anthropic => anthropic::messages(results),
            Target::Bedrock => bedrock::messages(results),
            Target::Gemini => gemini::messages(results),
            Target::Mcp => results.iter().map(ToolResult::to_mcp).collect(),
        }
    }
}

/// One call. What a model sends as arguments goes to the worker whatever it is: text as it stands,
/// any other value as its text, nothing as nothing.
fn call(id: &str, name: String, arguments: Option<&Value>) -> ToolCall {
    let arguments = match arguments {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    };
    ToolCall::new(id, name, arguments)
}

/// The text of a field; empty where it is none.
fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The text of a field that a call must have.
fn id<'v>(call: &'v Value, key: &str, index: usize) -> Result<&'v str, AnswerError> {
    match text(call, key) {
        "" => Err(AnswerError::NoId { index }),
        id => Ok(id),
    }
}

/// The calls of an answer, if that was not cut off.
fn whole(calls: Vec<ToolCall>, cut: Option<&str>) -> Result<Vec<ToolCall>, AnswerError> {
    match cut {
        Some(reason) if !calls.is_empty() => Err(unfinished(reason)),
        _ => Ok(calls),
    }
}

fn unfinished(reason: &str) -> AnswerError {
    AnswerError::Unfinished {
        reason: reason.to_owned(),
    }
}
