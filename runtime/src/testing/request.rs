//! Sends one request without a worker.

use crate::context::Context;
use crate::error::ToolError;
use crate::http::Client;
use crate::http::operation::Operation;
use crate::json::Json;

/// A request that gave no result.
#[derive(Debug, Clone, PartialEq)]
pub struct FailedRequest {
    /// The error for the model and the caller.
    pub error: ToolError,
    /// Further details for the observers.
    pub detail: Option<String>,
}

/// Sends the request of an operation, to test what is sent and how responses are handled.
///
/// No approval is needed, and the arguments only have to be valid JSON.
///
/// # Errors
/// Fails with the error that a worker would report.
pub async fn request(
    client: &Client,
    operation: &'static Operation,
    arguments: &str,
    context: &Context,
) -> Result<Json, Box<FailedRequest>> {
    let sent = match client.prepare(operation, arguments, context) {
        Ok(prepared) => client.send(prepared, context).await,
        Err(failure) => Err(failure),
    };
    sent.map_err(|failure| {
        let fault = failure.into_fault(operation.path);
        Box::new(FailedRequest {
            error: fault.error,
            detail: fault.detail,
        })
    })
}
