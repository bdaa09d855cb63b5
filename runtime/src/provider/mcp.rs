//! The Model Context Protocol: `tools/call` and its result.

use super::{AnswerError, call, text};
use crate::incoming::ToolCall;
use crate::result::ToolResult;
use serde_json::{Value, json};

pub(super) const UNKNOWN: AnswerError = AnswerError::Unknown {
    expected: "a request `tools/call` of MCP or its `params`",
};

/// The single call in a request. Its id is that of the request, as text.
pub(super) fn read_calls(request: &Value) -> Result<Vec<ToolCall>, AnswerError> {
    let id = match &request["id"] {
        Value::String(id) => id.clone(),
        Value::Null => String::new(),
        id => id.to_string(),
    };
    let params = match request.get("params") {
        Some(params) if text(request, "method") == "tools/call" => params,
        // What has a type is a call of another provider, with arguments under another name.
        None if request.get("name").is_some() && request.get("type").is_none() => request,
        _ => return Err(UNKNOWN),
    };
    let name = text(params, "name").to_owned();
    Ok(vec![call(&id, name, params.get("arguments"))])
}

impl ToolResult {
    /// The result of `tools/call` in MCP: always a text and, on success, also `structuredContent` that
    /// matches the output schema shown to clients. If the output comes from outside, the text marks it as
    /// data, and `_meta` has `untrusted` for clients that show the structured content to a model. An error
    /// has no structured content, because clients validate it against that schema. Nor has an output that is
    /// not what the schema says, or the one of another tool that a person chose: clients would fail on it, so
    /// it goes out as the text of an error, which says that the call ran.
    pub fn to_mcp(&self) -> Value {
        let mut result = json!({
            "content": [{ "type": "text", "text": self.to_client_message() }],
            "isError": self.is_error_for_client(),
        });
        // A result of another tool matches that tool's schema, not this one's.
        let is_own = self.metadata.ran.is_none() && !self.metadata.differs;
        if let (Some(output), None, true) = (self.shown_output(), &self.error, is_own) {
            // Like `structured_content`, but with values: its text may be nested too deep to be read again.
            let value: Value = serde_json::from_str(output).unwrap_or_default();
            result["structuredContent"] = match value {
                value @ Value::Object(_) => value,
                value => json!({ "result": value }),
            };
            // The text says so in words; the structured content has to match its schema and stays as it is.
            if self.metadata.untrusted {
                result["_meta"] = json!({ "untrusted": true });
            }
        }
        result
    }
}
