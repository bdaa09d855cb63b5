//! A toolc worker as a toolset of the Rust Agent Development Kit: for adk-core 2.3.
//!
//! Written by `toolc export --adapter adk`. It is yours: change what you like. It needs `adk-core`,
//! `serde_json` and `toolc-runtime`.

use adk_core::{
    AdkError, ErrorCategory, ErrorComponent, ReadonlyContext, Result, Tool, ToolContext, Toolset,
    async_trait,
};
use serde_json::Value;
use std::sync::Arc;
use toolc_runtime::{Context, ErrorKind, ToolError, ToolRuntime};

/// Every tool that the worker grants. Calls are made in this context; the worker checks and approves
/// them.
pub struct WorkerTools {
    pub worker: Arc<dyn ToolRuntime>,
    pub context: Context,
}

impl WorkerTools {
    /// The tools, for an agent that takes them one by one.
    pub fn list(&self) -> Vec<Arc<dyn Tool>> {
        let shown = self.worker.shown().into_iter().zip(self.worker.tools());
        shown
            .map(|(shown, entry)| {
                let output = entry.output_schema();
                let tool: Arc<dyn Tool> = Arc::new(WorkerTool {
                    worker: Arc::clone(&self.worker),
                    context: self.context.clone(),
                    name: shown.name.to_owned(),
                    description: shown.description.to_owned(),
                    input: serde_json::from_str(&shown.input).ok(),
                    output: output.and_then(|schema| serde_json::from_str(&schema).ok()),
                    only_reads: entry.effect.is_read(),
                });
                tool
            })
            .collect()
    }
}

#[async_trait]
impl Toolset for WorkerTools {
    fn name(&self) -> &str {
        self.worker.name()
    }

    async fn tools(&self, _: Arc<dyn ReadonlyContext>) -> Result<Vec<Arc<dyn Tool>>> {
        Ok(self.list())
    }
}

struct WorkerTool {
    worker: Arc<dyn ToolRuntime>,
    context: Context,
    name: String,
    description: String,
    input: Option<Value>,
    output: Option<Value>,
    only_reads: bool,
}

#[async_trait]
impl Tool for WorkerTool {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn parameters_schema(&self) -> Option<Value> {
        self.input.clone()
    }

    fn response_schema(&self) -> Option<Value> {
        self.output.clone()
    }

    fn is_read_only(&self) -> bool {
        self.only_reads
    }

    fn is_concurrency_safe(&self) -> bool {
        self.only_reads
    }

    async fn execute(&self, context: Arc<dyn ToolContext>, arguments: Value) -> Result<Value> {
        let (id, name) = (context.function_call_id().to_owned(), self.name.clone());
        let result = self
            .worker
            .call_value(&self.context, id, name, arguments)
            .await;
        match (&result.error, &result.output) {
            (Some(error), _) => Err(failure(error)),
            (None, output) => Ok(output.as_ref().map_or(Value::Null, |output| output.value())),
        }
    }
}

/// What the model reads, and what the kit goes by.
fn failure(error: &ToolError) -> AdkError {
    let category = match error.kind {
        ErrorKind::InvalidArguments => ErrorCategory::InvalidInput,
        ErrorKind::NotFound => ErrorCategory::NotFound,
        ErrorKind::Timeout => ErrorCategory::Timeout,
        ErrorKind::Cancelled => ErrorCategory::Cancelled,
        ErrorKind::Unauthorized => ErrorCategory::Unauthorized,
        ErrorKind::Blocked | ErrorKind::Denied => ErrorCategory::Forbidden,
        _ => ErrorCategory::Internal,
    };
    AdkError::new(
        ErrorComponent::Tool,
        category,
        "tool.toolc",
        error.to_llm_message(),
    )
}
