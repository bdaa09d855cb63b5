//! Converts messages of providers in both directions: the tool calls in a model's response, and the results
//! that go back. Messages are JSON values as an HTTP client or an SDK has them; nothing is sent from here.

mod answer_fault;
mod answer_text;
mod anthropic;
mod assembler;
mod bedrock;
mod cause;
mod error;
mod gemini;
mod interactions;
mod mcp;
mod mistral;
mod openai;
mod responses;
mod said;
mod service_error;
#[cfg(feature = "search")]
mod tool_search;

use crate::called_by::CalledBy;
use crate::definition::{TOOL_SEARCH, Target};
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use serde_json::{Value, json};
use std::collections::HashSet;

pub use answer_fault::AnswerFault;
pub use assembler::{Assembler, BegunCall, Delta, FrameReader, SseReader};
pub use error::AnswerError;
pub use service_error::ServiceError;
#[cfg(feature = "search")]
pub use tool_search::{FoundTools, ToolSearch};

impl Target {
    /// The tool calls in a response, in order; empty if it only contains text.
    ///
    /// The response can be what the provider sent, or a part of it. For Chat Completions, also of Mistral: the
    /// response, its message, or the list of `tool_calls`. For Responses: the response, its `output`, or one item. For
    /// Anthropic: the message, its `content`, or one block. For Bedrock: the same parts of Converse. For
    /// Gemini: the response, a candidate, its `content`, the `parts`, or one part. For Gemini's Interactions: the
    /// interaction, its `steps`, or one step. For MCP: a `tools/call` request or its `params`.
    ///
    /// Of several choices of Chat Completions, the first that calls a tool counts; of several candidates of
    /// Gemini, the first. Gemini's fields may have the names that its Python library gives them, such as
    /// `function_call`.
    ///
    /// Who made a call is read from its `caller`, which Responses and Anthropic write. Without it, nothing says who
    /// called there, since a program of the model may have; with the other APIs only the model itself can call.
    ///
    /// Only function calls are returned; calls of custom, hosted and server tools are left to whoever
    /// declared them. A call with an unknown name or with malformed arguments is returned as it is, so that
    /// the worker reports what is wrong with it.
    ///
    /// # Errors
    /// Fails if it is not a response but, for example, an error of the service, an event of a stream, or a response
    /// of another provider; if it was cut off or a call in it is still being streamed; or if a call has no id to
    /// answer to, or two have the same.
    pub fn calls(self, answer: &Value) -> Result<Vec<ToolCall>, AnswerError> {
        let calls = match self.read_calls(answer) {
            Err(unknown @ AnswerError::Unknown { .. }) => {
                return Err(cause::find_cause(self, answer).unwrap_or(unknown));
            }
            // A list of errors may be read as calls without anything in them.
            Err(error @ AnswerError::NoId { .. }) => {
                return Err(ServiceError::read(answer).map_or(error, AnswerError::Service));
            }
            calls => calls?,
        };
        if calls.is_empty()
            && let Some(cause) = cause::find_cause_of_none(self, answer)
        {
            return Err(cause);
        }
        let mut known = HashSet::new();
        let mut ids = calls.iter().map(|call| call.id.as_str());
        match ids.find(|id| !id.is_empty() && !known.insert(*id)) {
            Some(id) => Err(AnswerError::SameId { id: id.to_owned() }),
            None => Ok(calls),
        }
    }

    fn read_calls(self, answer: &Value) -> Result<Vec<ToolCall>, AnswerError> {
        match self {
            Target::OpenAi | Target::Mistral => openai::read_calls(answer),
            Target::OpenAiResponses | Target::OpenAiNamespaces => responses::read_calls(answer),
            Target::Anthropic => anthropic::read_calls(answer),
            Target::Bedrock => bedrock::read_calls(answer),
            Target::Gemini => gemini::read_calls(answer),
            Target::GeminiInteractions => interactions::read_calls(answer),
            Target::Mcp => mcp::read_calls(answer),
        }
    }

    fn unknown(self) -> AnswerError {
        match self {
            Target::OpenAi | Target::Mistral => openai::UNKNOWN,
            Target::OpenAiResponses | Target::OpenAiNamespaces => responses::UNKNOWN,
            Target::Anthropic => anthropic::UNKNOWN,
            Target::Bedrock => bedrock::UNKNOWN,
            Target::Gemini => gemini::UNKNOWN,
            Target::GeminiInteractions => interactions::UNKNOWN,
            Target::Mcp => mcp::UNKNOWN,
        }
    }

    /// The message of the model in a response, as the next request repeats it, before
    /// [the results](Target::messages): the message of Chat Completions that the calls were taken from, all items of
    /// Responses, the model's steps of an interaction, or the one message or content of the others. Everything in it is
    /// as it came, such as thinking and signatures, which providers want back, except for what they refuse: blank texts,
    /// and arguments of Anthropic, Bedrock and Gemini's Interactions that are not an object, which are wrapped in one.
    /// For Mistral, fields that it does not know are left out.
    ///
    /// It takes the forms that [`Target::calls`] takes. It is empty if the model said nothing, because providers refuse
    /// empty messages, and for MCP.
    ///
    /// # Errors
    /// Fails as [`Target::calls`] does: what contains calls that cannot run must not go back either.
    pub fn message(self, answer: &Value) -> Result<Vec<Value>, AnswerError> {
        self.calls(answer)?;
        Ok(match self {
            Target::OpenAi => openai::read_message(answer).into_iter().collect(),
            Target::Mistral => mistral::read_message(answer).into_iter().collect(),
            Target::OpenAiResponses | Target::OpenAiNamespaces => responses::read_output(answer),
            Target::Anthropic => anthropic::read_message(answer).into_iter().collect(),
            Target::Bedrock => bedrock::read_message(answer).into_iter().collect(),
            Target::Gemini => gemini::read_message(answer).into_iter().collect(),
            Target::GeminiInteractions => interactions::read_steps(answer),
            Target::Mcp => Vec::new(),
        })
    }

    /// Whether the result of a call in a response may come in a later request than the next one, so that the model goes
    /// on meanwhile: its function is `async`, which only Responses has. Every other call needs an answer at once. The
    /// later result goes back as [`Target::messages`] writes it, because it names the call.
    pub fn may_answer_later(self, answer: &Value, call_id: &str) -> bool {
        match self {
            Target::OpenAiResponses | Target::OpenAiNamespaces => {
                responses::is_async(answer, call_id)
            }
            Target::OpenAi
            | Target::Anthropic
            | Target::Bedrock
            | Target::Gemini
            | Target::GeminiInteractions
            | Target::Mistral
            | Target::Mcp => false,
        }
    }

    /// The messages to send back for the results of one response: the messages, items, contents or steps that follow
    /// the response in the next request. For MCP, the result of each `tools/call`.
    pub fn messages(self, results: &[ToolResult]) -> Vec<Value> {
        match self {
            Target::OpenAi => results.iter().map(openai::write_message).collect(),
            Target::Mistral => results.iter().map(mistral::write_message).collect(),
            Target::OpenAiResponses => {
                let items = results.iter();
                items
                    .map(|result| responses::write_item(result, &result.to_llm_message()))
                    .collect()
            }
            Target::OpenAiNamespaces => {
                let items = results.iter();
                items
                    .map(|result| responses::write_item(result, &result.to_message_in_namespaces()))
                    .collect()
            }
            Target::Anthropic => anthropic::write_messages(results),
            Target::Bedrock => bedrock::write_messages(results),
            Target::Gemini => gemini::write_messages(results),
            Target::GeminiInteractions => results.iter().map(interactions::write_step).collect(),
            Target::Mcp => results.iter().map(ToolResult::to_mcp).collect(),
        }
    }
}

/// One call. Whatever the model sends as arguments goes to the worker: text verbatim, any other value as JSON
/// text, and nothing as an empty text.
fn call(id: &str, name: String, arguments: Option<&Value>) -> ToolCall {
    let arguments = match arguments {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    };
    ToolCall::new(id, name, arguments)
}

/// Who made a call, as its field `caller` says. Without the field, it is whoever can call through this API:
/// [`CalledBy::Model`] where models run no programs.
fn read_caller(call: &Value, without: CalledBy) -> CalledBy {
    let Some(caller) = call.get("caller").filter(|caller| !caller.is_null()) else {
        return without;
    };
    match text(caller, "type") {
        "direct" => CalledBy::Model,
        "program" => CalledBy::Program,
        kind if kind.starts_with("code_execution_") => CalledBy::Program,
        _ => CalledBy::Unknown,
    }
}

/// The text of a field; empty if it is not a string.
fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The text of a field that every call must have.
fn id<'v>(call: &'v Value, key: &str, index: usize) -> Result<&'v str, AnswerError> {
    match text(call, key) {
        "" => Err(AnswerError::NoId { index }),
        id => Ok(id),
    }
}

/// The calls of a response, provided that it was not cut off. What is wrong with a call of one that was is only
/// a consequence.
fn whole(
    calls: Result<Vec<ToolCall>, AnswerError>,
    cut: Option<&str>,
) -> Result<Vec<ToolCall>, AnswerError> {
    match (calls, cut) {
        (Ok(calls), Some(_)) if calls.is_empty() => Ok(calls),
        (Err(unknown @ AnswerError::Unknown { .. }), _) => Err(unknown),
        (_, Some(reason)) => Err(unfinished(reason)),
        (calls, None) => calls,
    }
}

fn unfinished(reason: &str) -> AnswerError {
    AnswerError::Unfinished {
        reason: reason.to_owned(),
    }
}

/// Arguments as an object, which some providers insist on in what goes back.
fn wrap_arguments(input: &Value) -> Value {
    match input {
        Value::Object(_) => input.clone(),
        Value::Null => json!({}),
        Value::String(text) if text.trim().is_empty() => json!({}),
        Value::String(text) => match serde_json::from_str(text) {
            Ok(object @ Value::Object(_)) => object,
            // The key that Anthropic's documentation uses for arguments that are not JSON.
            _ => json!({ "INVALID_JSON": text }),
        },
        other => json!({ "INVALID_JSON": other.to_string() }),
    }
}
