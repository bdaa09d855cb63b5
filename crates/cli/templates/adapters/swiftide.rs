//! A toolc worker as a toolbox of swiftide: for swiftide-core 0.32.
//!
//! Written by `toolc export --adapter swiftide`. It is yours: change what you like. It needs
//! `swiftide-core`, `anyhow`, `async-trait`, `serde_json` and `toolc-runtime`.

use async_trait::async_trait;
use std::borrow::Cow;
use std::sync::Arc;
use swiftide_core::chat_completion::errors::ToolError;
use swiftide_core::chat_completion::{ToolCall, ToolOutput, ToolSpec};
use swiftide_core::{AgentContext, Tool, ToolBox};
use toolc_runtime::{Context, ToolRuntime};

/// Every tool that the worker grants. Calls are made in this context; the worker checks and approves
/// them.
#[derive(Clone)]
pub struct WorkerTools {
    pub worker: Arc<dyn ToolRuntime>,
    pub context: Context,
}

#[async_trait]
impl ToolBox for WorkerTools {
    async fn available_tools(&self) -> anyhow::Result<Vec<Box<dyn Tool>>> {
        let mut tools: Vec<Box<dyn Tool>> = Vec::new();
        for shown in self.worker.shown() {
            let mut spec = ToolSpec::default();
            spec.name = shown.name.to_owned();
            spec.description = shown.description.to_owned();
            spec.parameters_schema = Some(serde_json::from_str(&shown.input)?);
            let tools_of = self.clone();
            tools.push(Box::new(WorkerTool { tools_of, spec }));
        }
        Ok(tools)
    }

    fn name(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.worker.name())
    }
}

#[derive(Clone)]
struct WorkerTool {
    tools_of: WorkerTools,
    spec: ToolSpec,
}

#[async_trait]
impl Tool for WorkerTool {
    async fn invoke(&self, _: &dyn AgentContext, call: &ToolCall) -> Result<ToolOutput, ToolError> {
        let WorkerTools { worker, context } = &self.tools_of;
        let arguments = call.args().unwrap_or_default();
        let call = toolc_runtime::ToolCall::new(call.id(), call.name(), arguments);
        let result = worker.call(context, call).await;
        let text = result.to_llm_message();
        Ok(match result.success {
            true => ToolOutput::Text(text),
            // The agent goes on, and the model reads why.
            false => ToolOutput::Fail(text),
        })
    }

    fn name(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.spec.name)
    }

    fn tool_spec(&self) -> ToolSpec {
        self.spec.clone()
    }
}
