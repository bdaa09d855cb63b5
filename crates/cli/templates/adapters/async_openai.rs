//! A toolc worker for async-openai, with Chat Completions and with Responses: for async-openai 0.43.
//!
//! Written by `toolc export --adapter async-openai`. It is yours: change what you like. It needs
//! `async-openai` with `chat-completion-types` and `response-types`, `serde`, `serde_json`, and
//! `toolc-runtime` with `providers`.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::error::Error;
use toolc_runtime::{Context, Order, Target, ToolRuntime};

/// Why an answer could not be answered. What goes wrong with a single call is told to the model.
pub type Fault = Box<dyn Error + Send + Sync>;

/// Chat Completions.
pub mod chat {
    use super::{Context, Fault, Target, ToolRuntime};
    use async_openai::types::chat::{
        ChatCompletionMessageToolCalls, ChatCompletionRequestMessage, ChatCompletionTools,
    };

    /// What a request has as `tools`.
    pub fn tools(worker: &dyn ToolRuntime) -> Result<Vec<ChatCompletionTools>, Fault> {
        Ok(worker.definitions(Target::OpenAi).decode()?)
    }

    /// Makes the calls of a message, and gives the messages that follow it.
    pub async fn answer(
        worker: &dyn ToolRuntime,
        context: &Context,
        calls: &[ChatCompletionMessageToolCalls],
    ) -> Result<Vec<ChatCompletionRequestMessage>, Fault> {
        super::answer(worker, context, Target::OpenAi, calls).await
    }
}

/// Responses, where the namespaces of tools are namespaces.
pub mod responses {
    use super::{Context, Fault, Target, ToolRuntime};
    use async_openai::types::responses::{InputItem, OutputItem, Tool};

    /// What a request has as `tools`.
    pub fn tools(worker: &dyn ToolRuntime) -> Result<Vec<Tool>, Fault> {
        Ok(worker.definitions(Target::OpenAiNamespaces).decode()?)
    }

    /// Makes the calls of an output, and gives the items that follow it in the next input.
    pub async fn answer(
        worker: &dyn ToolRuntime,
        context: &Context,
        output: &[OutputItem],
    ) -> Result<Vec<InputItem>, Fault> {
        super::answer(worker, context, Target::OpenAiNamespaces, output).await
    }
}

/// Calls that only read run side by side.
async fn answer<C: Serialize, M: DeserializeOwned>(
    worker: &dyn ToolRuntime,
    context: &Context,
    target: Target,
    calls: &[C],
) -> Result<Vec<M>, Fault> {
    let calls = target.calls(&serde_json::to_value(calls)?)?;
    let results = worker.call_all(context, calls, Order::SideBySide).await;
    let messages = target.messages(&results);
    Ok(serde_json::from_value(Value::Array(messages))?)
}
