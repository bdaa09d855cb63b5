//! Two calls through the adapter: one is approved and runs, the other is denied.

#[path = "../../../../crates/cli/templates/adapters/async_openai.rs"]
mod adapter;
#[path = "../../shared.rs"]
mod shared;

use async_openai::types::chat::ChatCompletionMessageToolCalls;
use async_openai::types::responses::OutputItem;
use serde_json::json;
use shared::{ANSWER, ASKED, Setup};

fn main() {
    let setup = Setup::new();
    toolc_runtime::testing::block_on(run(&setup)).expect("the adapter works");
    setup.check();
}

async fn run(setup: &Setup) -> Result<(), adapter::Fault> {
    let (worker, context) = (&*setup.worker, Setup::context());
    assert_eq!(adapter::chat::tools(worker)?.len(), worker.tools().len());
    let arguments = Setup::arguments().to_string();
    let call = |id: &str| json!({ "id": id, "type": "function", "function": { "name": ASKED, "arguments": arguments } });
    let calls: Vec<ChatCompletionMessageToolCalls> =
        serde_json::from_value(json!([call("call_1")]))?;
    let messages = adapter::chat::answer(worker, &context, &calls).await?;
    let message = serde_json::to_value(&messages[0])?;
    assert_eq!(
        message,
        json!({ "role": "tool", "tool_call_id": "call_1", "content": ANSWER })
    );

    let tools = serde_json::to_value(adapter::responses::tools(worker)?)?;
    assert!(
        tools.to_string().contains(r#""type":"namespace""#),
        "{tools}"
    );
    let item = json!({ "type": "function_call", "call_id": "call_2", "namespace": "weather_api", "name": "get_forecast",
        "arguments": arguments });
    let output: Vec<OutputItem> = serde_json::from_value(json!([item]))?;
    let items = adapter::responses::answer(worker, &context, &output).await?;
    let item = serde_json::to_value(&items[0])?;
    assert_eq!(item["call_id"], "call_2");
    assert!(
        item["output"]
            .as_str()
            .is_some_and(|text| text.starts_with("Error: [DENIED]")),
        "{item}"
    );
    Ok(())
}
