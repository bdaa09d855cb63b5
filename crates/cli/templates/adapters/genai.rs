//! A toolc worker for genai: for genai 0.7.
//!
//! Written by `toolc export --adapter genai`. It is yours: change what you like. It needs `genai`,
//! `serde_json` and `toolc-runtime`.

use genai::chat::{Tool, ToolCall, ToolResponse};
use toolc_runtime::{Context, ToolRuntime};

/// What a request has as tools: `ChatRequest::with_tools(tools(&worker))`.
pub fn tools(worker: &dyn ToolRuntime) -> Vec<Tool> {
    let shown = worker.shown().into_iter();
    shown
        .map(|shown| {
            let tool = Tool::new(shown.name).with_strict(false);
            let tool = match serde_json::from_str(&shown.input) {
                Ok(schema) => tool.with_schema(schema),
                Err(_) => tool,
            };
            match shown.description {
                "" => tool,
                text => tool.with_description(text),
            }
        })
        .collect()
}

/// Makes the calls of an answer, one after another, and gives what goes back:
/// `request.append_message(calls).append_message(answers)`.
pub async fn answer(
    worker: &dyn ToolRuntime,
    context: &Context,
    calls: &[ToolCall],
) -> Vec<ToolResponse> {
    let mut answers = Vec::with_capacity(calls.len());
    for call in calls {
        let (id, name) = (call.call_id.clone(), call.fn_name.clone());
        // Where a tool takes nothing, some providers send nothing.
        let arguments = match call.fn_arguments.is_null() {
            true => serde_json::json!({}),
            false => call.fn_arguments.clone(),
        };
        let result = worker.call_value(context, id, name, arguments).await;
        answers.push(ToolResponse::from_tool_call(call, result.to_llm_message()));
    }
    answers
}
