//! Calls of the tools of `tools.rs`, with handlers that always answer the same.

use crate::tools::{AddNumbered, AddText, Delete, GetWeather};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::{
    ApprovalRequest, Approver, Context, Decision, ErrorKind, ToolCall, ToolResult, Worker,
};

pub const PATH: &str = r#"{"path": "/a"}"#;
pub const PLACE: &str = r#"{"location": "Oslo"}"#;

pub fn mocks() -> Mocks {
    Mocks::new()
        .on::<AddText>(|call| Ok(call.args.text.clone()))
        .on::<AddNumbered>(|call| Ok(call.args.text.clone()))
        .returns::<GetWeather>(serde_json::json!("fine").into())
        .returns::<Delete>(())
}

pub fn call(worker: &Worker<Mocks>, name: &str, arguments: &str) -> ToolResult {
    call_in(worker, &Context::new("s"), name, arguments)
}

pub fn call_in(
    worker: &Worker<Mocks>,
    context: &Context,
    name: &str,
    arguments: &str,
) -> ToolResult {
    block_on(worker.call(context, ToolCall::new("c1", name, arguments)))
}

pub fn error(result: &ToolResult) -> (ErrorKind, &str) {
    let error = result.error.as_ref().expect("an error");
    (error.kind, &error.message)
}

/// An approver that never answers.
pub struct Silent;

impl Approver for Silent {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        std::future::pending().await
    }
}
