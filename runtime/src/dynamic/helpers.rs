//! Helpers for closures that read their arguments themselves.

use crate::error::{ErrorKind, ToolFailure};
use serde_json::{Map, Value};

/// Parses arguments of any JSON type.
///
/// # Errors
/// `invalid JSON arguments: …`, which the model reads.
pub fn parse_json_value(arguments: &str) -> Result<Value, ToolFailure> {
    serde_json::from_str(arguments)
        .map_err(|error| invalid(format!("invalid JSON arguments: {error}")))
}

/// Parses arguments that must be an object.
///
/// # Errors
/// `invalid JSON arguments: …` or `expected JSON object arguments`, which the model reads.
pub fn parse_json_object(arguments: &str) -> Result<Map<String, Value>, ToolFailure> {
    match parse_json_value(arguments)? {
        Value::Object(object) => Ok(object),
        _ => Err(invalid("expected JSON object arguments")),
    }
}

/// The string under this key.
///
/// # Errors
/// `missing required string: 'key'`, which the model reads.
pub fn required_string<'a>(
    arguments: &'a Map<String, Value>,
    key: &str,
) -> Result<&'a str, ToolFailure> {
    let found = arguments.get(key).and_then(Value::as_str);
    found.ok_or_else(|| invalid(format!("missing required string: '{key}'")))
}

fn invalid(message: impl Into<String>) -> ToolFailure {
    ToolFailure::declared(ErrorKind::InvalidArguments, None, message)
}
