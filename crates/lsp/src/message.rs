//! Noun: a message of JSON-RPC 2.0, as far as the protocol of language servers uses it.

use serde_json::{Map, Value, json};

/// Why a request fails, as a number of JSON-RPC or of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorCode {
    /// The body of a message is not JSON.
    Parse = -32700,
    /// It is JSON, but not a message; or a request that comes at the wrong time.
    InvalidRequest = -32600,
    /// The server does not know the method.
    MethodNotFound = -32601,
    /// The parameters of a method have another form.
    InvalidParams = -32602,
    /// The server is at fault.
    Internal = -32603,
    /// A request comes before `initialize`.
    NotInitialized = -32002,
    /// The client does not want the answer any more.
    Cancelled = -32800,
    /// The document changed while the answer was worked out.
    ContentModified = -32801,
    /// The request is well-formed, and cannot be met; the message says why.
    Failed = -32803,
}

/// Why a request fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The number.
    pub code: ErrorCode,
    /// A sentence for people.
    pub message: String,
}

impl Failure {
    /// A failure with a sentence.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Failure {
            code,
            message: message.into(),
        }
    }
}

/// A message from a client.
#[derive(Debug, Clone, PartialEq)]
pub enum Incoming {
    /// It wants an answer with this ID, a number or a string.
    Request {
        /// The ID.
        id: Value,
        /// What is asked for.
        method: String,
        /// The parameters; `null` if there are none.
        params: Value,
    },
    /// It wants none.
    Notification {
        /// What happened.
        method: String,
        /// The parameters; `null` if there are none.
        params: Value,
    },
    /// The answer to a request of the server. The server needs none of them.
    Response,
    /// It is not a message. The ID is `null` if it cannot be told.
    Malformed(Value, Failure),
}

/// Reads the body of a message.
pub fn parse_message(body: &[u8]) -> Incoming {
    match serde_json::from_slice::<Value>(body) {
        Ok(Value::Object(fields)) => read_fields(fields),
        // LSP has no batches
        Ok(_) => refuse(Value::Null, "a message must be an object"),
        Err(error) => {
            let message = format!("the body of a message must be JSON: {error}");
            Incoming::Malformed(Value::Null, Failure::new(ErrorCode::Parse, message))
        }
    }
}

fn read_fields(mut fields: Map<String, Value>) -> Incoming {
    let id = fields.remove("id");
    if let Some(id) = id.as_ref().filter(|id| !id.is_number() && !id.is_string()) {
        let is_answer = id.is_null() && fields.contains_key("error");
        return match is_answer {
            true => Incoming::Response,
            false => refuse(Value::Null, "an `id` must be a number or a string"),
        };
    }
    let params = fields.remove("params").unwrap_or_default();
    match (id, fields.remove("method")) {
        (Some(id), Some(Value::String(method))) => Incoming::Request { id, method, params },
        (None, Some(Value::String(method))) => Incoming::Notification { method, params },
        (Some(_), None) if fields.contains_key("result") || fields.contains_key("error") => {
            Incoming::Response
        }
        (id, _) => refuse(
            id.unwrap_or_default(),
            "a message must have a `method` that is a string",
        ),
    }
}

fn refuse(id: Value, reason: &str) -> Incoming {
    Incoming::Malformed(id, Failure::new(ErrorCode::InvalidRequest, reason))
}

/// The answer to a request.
pub fn write_answer(id: &Value, answer: Result<Value, Failure>) -> Value {
    match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(failure) => json!({
            "jsonrpc": "2.0",
            "id": id,
            "error": { "code": failure.code as i32, "message": failure.message },
        }),
    }
}

/// A notification to the client.
pub fn write_notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// A request to the client.
pub fn write_request(id: u64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_apart() {
        let rows = [
            (r#"{"id":1,"method":"a"}"#, "request"),
            (r#"{"id":"x","method":"a","params":{}}"#, "request"),
            (r#"{"method":"a"}"#, "notification"),
            (r#"{"id":1,"result":null}"#, "response"),
            (r#"{"id":1,"error":{}}"#, "response"),
            (r#"{"id":null,"error":{}}"#, "response"),
            (r#"{"id":1}"#, "-32600"),
            (r#"{"id":1,"method":2}"#, "-32600"),
            (r#"{"id":{},"method":"a"}"#, "-32600"),
            ("[]", "-32600"),
            ("1", "-32600"),
            ("{", "-32700"),
            ("", "-32700"),
            ("\u{fffd}", "-32700"),
        ];
        for (text, expected) in rows {
            let told = match parse_message(text.as_bytes()) {
                Incoming::Request { .. } => "request".to_owned(),
                Incoming::Notification { .. } => "notification".to_owned(),
                Incoming::Response => "response".to_owned(),
                Incoming::Malformed(_, failure) => (failure.code as i32).to_string(),
            };
            assert_eq!(told, expected, "{text}");
        }
    }
}
