//! Two calls through the adapter: one is approved and runs, the other is denied.

#[path = "../../../../crates/cli/templates/adapters/swiftide.rs"]
mod adapter;
#[path = "../../shared.rs"]
mod shared;

use shared::{ANSWER, ASKED, Setup};
use std::error::Error;
use swiftide_core::ToolBox;
use swiftide_core::chat_completion::{ToolCall, ToolOutput};

fn main() {
    let setup = Setup::new();
    toolc_runtime::testing::block_on(run(&setup)).expect("the adapter works");
    setup.check();
}

async fn run(setup: &Setup) -> Result<(), Box<dyn Error>> {
    let tools = adapter::WorkerTools {
        worker: setup.worker.clone(),
        context: Setup::context(),
    };
    let tools = tools.available_tools().await?;
    assert_eq!(tools.len(), setup.worker.tools().len());
    let tool = tools
        .iter()
        .find(|tool| tool.name() == ASKED)
        .ok_or(ASKED)?;
    assert!(tool.tool_spec().parameters_schema.is_some());
    let arguments = Setup::arguments().to_string();
    let call = ToolCall::builder()
        .id("call_1")
        .name(ASKED)
        .args(arguments)
        .build()?;
    assert_eq!(
        tool.invoke(&(), &call).await?,
        ToolOutput::Text(ANSWER.to_owned())
    );
    let ToolOutput::Fail(text) = tool.invoke(&(), &call).await? else {
        return Err("denied calls fail".into());
    };
    assert!(text.starts_with("Error: [DENIED]"));
    Ok(())
}
