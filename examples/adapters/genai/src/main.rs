//! Two calls through the adapter: one is approved and runs, the other is denied.

#[path = "../../../../crates/cli/templates/adapters/genai.rs"]
mod adapter;
#[path = "../../shared.rs"]
mod shared;

use genai::chat::ToolCall;
use shared::{ANSWER, ASKED, Setup};
use std::error::Error;

fn main() {
    let setup = Setup::new();
    toolc_runtime::testing::block_on(run(&setup)).expect("the adapter works");
    setup.check();
}

async fn run(setup: &Setup) -> Result<(), Box<dyn Error>> {
    let worker = &*setup.worker;
    let tools = adapter::tools(worker);
    assert_eq!(tools.len(), worker.tools().len());
    assert!(tools.iter().all(|tool| tool.schema.is_some()));
    let call = |id: &str| ToolCall {
        call_id: id.to_owned(),
        fn_name: ASKED.to_owned(),
        fn_arguments: Setup::arguments(),
        thought_signatures: None,
    };
    let calls = [call("call_1"), call("call_2")];
    let answers = adapter::answer(worker, &Setup::context(), &calls).await;
    assert_eq!(
        (answers[0].call_id.as_str(), answers[0].content.as_str()),
        ("call_1", ANSWER)
    );
    assert!(answers[1].content.starts_with("Error: [DENIED]"));
    Ok(())
}
