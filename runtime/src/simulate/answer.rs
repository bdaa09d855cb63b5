//! What services answer that are out of order.

use crate::error::{ErrorKind, ToolFailure};
use crate::json::{Json, write_string};

/// A service that cannot be reached; the model reads the message.
pub(crate) fn failed_service(message: &str) -> ToolFailure {
    ToolFailure::declared(
        ErrorKind::Execution,
        Some("NETWORK_ERROR".into()),
        message.to_owned(),
    )
    .retryable()
}

/// A failure of the tool; the model reads the message.
pub(crate) fn failed_tool(message: &str) -> ToolFailure {
    ToolFailure::declared(
        ErrorKind::Execution,
        Some("SIMULATED_ERROR".into()),
        message.to_owned(),
    )
}

/// A result that means nothing.
pub(crate) fn garble(message: &str) -> Json {
    let mut out = String::new();
    write_string(&format!("<garbled: {message}>"), &mut out);
    Json::trusted(out)
}
