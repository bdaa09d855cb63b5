//! The tools of a toolc worker as tools of rig: for rig-core 0.44.
//!
//! Written by `toolc export --adapter rig`. It is yours: change what you like. It needs `rig-core`,
//! `serde_json` and `toolc-runtime`.

use rig_core::message::ToolName;
use rig_core::tool::{DynamicTool, ToolErrorKind, ToolExecutionError, ToolOutput};
use std::sync::Arc;
use toolc_runtime::{Context, ErrorKind, ToolError, ToolResult, ToolRuntime};

/// Every tool that the worker grants, for an agent of rig. Calls are made in this context; the worker
/// checks and approves them.
pub fn tools(worker: &Arc<dyn ToolRuntime>, context: &Context) -> Vec<DynamicTool> {
    let shown = worker.shown().into_iter();
    shown
        .filter_map(|tool| {
            let name = ToolName::new(tool.name).ok()?;
            let parameters = serde_json::from_str(&tool.input).ok()?;
            let caller = Caller {
                worker: Arc::clone(worker),
                context: context.clone(),
                name: tool.name.to_owned(),
            };
            Some(DynamicTool::new(
                name,
                tool.description,
                parameters,
                move |arguments| {
                    let caller = caller.clone();
                    Box::pin(async move { caller.call(arguments).await })
                },
            ))
        })
        .collect()
}

#[derive(Clone)]
struct Caller {
    worker: Arc<dyn ToolRuntime>,
    context: Context,
    name: String,
}

impl Caller {
    async fn call(self, arguments: serde_json::Value) -> Result<ToolOutput, ToolExecutionError> {
        // rig matches results with calls by itself.
        let id = String::new();
        let calling = self
            .worker
            .call_value(&self.context, id, self.name, arguments);
        answer(calling.await)
    }
}

fn answer(result: ToolResult) -> Result<ToolOutput, ToolExecutionError> {
    match &result.error {
        None => Ok(ToolOutput::text(result.to_llm_message())),
        Some(error) => Err(failure(error)),
    }
}

/// What the model reads, and what rig's policies go by.
fn failure(error: &ToolError) -> ToolExecutionError {
    let kind = match error.kind {
        ErrorKind::InvalidArguments => ToolErrorKind::InvalidArgs,
        ErrorKind::NotFound => ToolErrorKind::NotFound,
        ErrorKind::Timeout => ToolErrorKind::Timeout,
        ErrorKind::Cancelled => ToolErrorKind::Cancelled,
        ErrorKind::Blocked | ErrorKind::Denied | ErrorKind::Unauthorized => {
            ToolErrorKind::PermissionDenied
        }
        _ => ToolErrorKind::Other,
    };
    ToolExecutionError::new(kind, error.to_llm_message()).with_retryable(error.is_retryable())
}
