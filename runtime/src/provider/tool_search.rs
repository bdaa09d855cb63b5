//! Searches in the tools of a worker that the program runs for a model: what a model searches for, and the answer in
//! the form of its provider. Responses has items for both; Anthropic has a tool that is called like any other, and
//! `tool_reference` blocks in its result.

use super::{AnswerError, TOOL_SEARCH, anthropic, id, responses, text, unfinished};
use crate::definition::Target;
use crate::result::ToolResult;
use serde_json::{Value, json};

const DESCRIPTION: &str = "Finds tools that are not listed. Say in words what the tool should do; what is found can be called afterwards.";

/// How many tools are found if the model does not say how many it wants, and at most.
const FOUND: (usize, usize) = (5, 20);

/// A search that a model asks for: see [`Target::searches`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolSearch {
    /// The provider's id of the call.
    pub id: String,
    /// What the tool should do, in words.
    pub query: String,
    /// How many tools are wanted, at most.
    pub limit: usize,
}

/// The tools that were found for a search.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FoundTools {
    /// The provider's id of the call.
    pub id: String,
    /// The wire names of the tools, the best first.
    pub names: Vec<&'static str>,
    /// Their definitions, for the target that the search was made for.
    pub definitions: Value,
}

impl Target {
    /// What a list of tools has in addition, so that the model searches for what the list does not show; `None` if the
    /// API has no way for the program to answer. [`Worker::list_with_search`](crate::Worker::list_with_search) adds it.
    pub fn search_tool(self) -> Option<Value> {
        let parameters = json!({
            "type": "object",
            "properties": {
                "query": { "type": "string", "description": "What the tool should do." },
                "limit": { "type": "integer", "minimum": 1, "maximum": FOUND.1, "description": "How many tools to find." },
            },
            "required": ["query"],
            "additionalProperties": false,
        });
        match self {
            Target::OpenAiResponses | Target::OpenAiNamespaces => Some(json!({
                "type": TOOL_SEARCH,
                "execution": "client",
                "description": DESCRIPTION,
                "parameters": parameters,
            })),
            Target::Anthropic => Some(json!({
                "name": TOOL_SEARCH,
                "description": DESCRIPTION,
                "input_schema": parameters,
            })),
            Target::OpenAi
            | Target::Bedrock
            | Target::Gemini
            | Target::GeminiInteractions
            | Target::Mistral
            | Target::Mcp => None,
        }
    }

    /// The searches in a response, in order: of Responses, the `tool_search_call` items that the client answers, and of
    /// Anthropic, the calls of [`Target::search_tool`], which [`Target::calls`] leaves out. Searches that the provider
    /// answers itself are not among them. It takes the forms that [`Target::calls`] takes.
    ///
    /// # Errors
    /// Fails as [`Target::calls`] does, also for calls other than searches: what comes of an answer that was cut off
    /// cannot go back.
    pub fn searches(self, answer: &Value) -> Result<Vec<ToolSearch>, AnswerError> {
        self.calls(answer)?;
        let (searches, cut) = match self {
            Target::OpenAiResponses | Target::OpenAiNamespaces => {
                (read_items(answer)?, responses::find_cut(answer))
            }
            Target::Anthropic => (read_blocks(answer)?, anthropic::find_cut(answer)),
            Target::OpenAi
            | Target::Bedrock
            | Target::Gemini
            | Target::GeminiInteractions
            | Target::Mistral
            | Target::Mcp => return Ok(Vec::new()),
        };
        match cut {
            Some(reason) if !searches.is_empty() => Err(unfinished(reason)),
            _ => Ok(searches),
        }
    }

    /// Like [`Target::messages`], with the answers to the searches of the same response.
    pub fn messages_with_tools(self, results: &[ToolResult], found: &[FoundTools]) -> Vec<Value> {
        match self {
            Target::OpenAiResponses | Target::OpenAiNamespaces => {
                let mut items: Vec<Value> = found.iter().map(write_item).collect();
                items.extend(self.messages(results));
                items
            }
            Target::Anthropic => {
                let found = found.iter().map(write_block);
                anthropic::write_blocks_of(results, found.collect())
            }
            Target::OpenAi
            | Target::Bedrock
            | Target::Gemini
            | Target::GeminiInteractions
            | Target::Mistral
            | Target::Mcp => self.messages(results),
        }
    }
}

/// The searches of Responses that the client answers.
fn read_items(answer: &Value) -> Result<Vec<ToolSearch>, AnswerError> {
    let mut searches = Vec::new();
    for (index, item) in responses::read_output(answer).iter().enumerate() {
        if text(item, "type") == "tool_search_call" && text(item, "execution") == "client" {
            searches.push(read_item(item, index)?);
        }
    }
    Ok(searches)
}

/// The searches of Anthropic.
fn read_blocks(answer: &Value) -> Result<Vec<ToolSearch>, AnswerError> {
    let mut searches = Vec::new();
    for (index, block) in anthropic::list_blocks(answer).iter().enumerate() {
        if anthropic::is_search(block) {
            searches.push(read_search(id(block, "id", index)?, &block["input"]));
        }
    }
    Ok(searches)
}

fn read_item(item: &Value, index: usize) -> Result<ToolSearch, AnswerError> {
    match text(item, "status") {
        "" | "completed" => {}
        status => return Err(unfinished(status)),
    }
    Ok(read_search(id(item, "call_id", index)?, &item["arguments"]))
}

/// Models may write arguments as JSON text, and leave out what they are asked for; nothing is found then.
fn read_search(id: &str, arguments: &Value) -> ToolSearch {
    let parsed: Option<Value> = arguments
        .as_str()
        .and_then(|text| serde_json::from_str(text).ok());
    let arguments = parsed.as_ref().unwrap_or(arguments);
    let limit = arguments.get("limit").and_then(Value::as_u64);
    let limit = limit.and_then(|limit| usize::try_from(limit).ok());
    ToolSearch {
        id: id.to_owned(),
        query: text(arguments, "query").to_owned(),
        limit: limit.unwrap_or(FOUND.0).clamp(1, FOUND.1),
    }
}

fn write_item(found: &FoundTools) -> Value {
    json!({
        "type": "tool_search_output",
        "execution": "client",
        "call_id": found.id,
        "status": "completed",
        "tools": found.definitions,
    })
}

fn write_block(found: &FoundTools) -> Value {
    let references = found.names.iter();
    let references = references.map(|name| json!({ "type": "tool_reference", "tool_name": name }));
    let references: Vec<Value> = references.collect();
    let content = match references.is_empty() {
        true => json!("No tool was found. Search with other words."),
        false => Value::Array(references),
    };
    json!({ "type": "tool_result", "tool_use_id": found.id, "content": content })
}
