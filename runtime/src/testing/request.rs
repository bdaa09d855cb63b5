//! Sends one request without a worker.

use crate::context::Context;
use crate::error::ToolError;
use crate::http::Client;
use crate::http::operation::Operation;
use crate::json::Json;

/// A request that gave no result.
#[derive(Debug, Clone, PartialEq)]
pub struct FailedRequest {
    /// What the model and the caller learn.
    pub error: ToolError,
    /// What the observers learn beside it.
    pub detail: Option<String>,
}

/// Makes the request of an operation, for tests of what is sent and of what a service answers.
///
/// Nobody is asked for approval, and the arguments are not checked but for being JSON.
///
/// # Errors
/// What a worker would make of it.
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
