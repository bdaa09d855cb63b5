//! Two calls through the adapter: one is approved and runs, the other is denied.

#[path = "../../../../crates/cli/templates/adapters/rig.rs"]
mod adapter;
#[path = "../../shared.rs"]
mod shared;

use rig_core::tool::ToolErrorKind;
use shared::{ANSWER, ASKED, Setup};
use std::error::Error;

fn main() {
    let setup = Setup::new();
    toolc_runtime::testing::block_on(run(&setup)).expect("the adapter works");
    setup.check();
}

async fn run(setup: &Setup) -> Result<(), Box<dyn Error>> {
    let tools = adapter::tools(&setup.worker, &Setup::context());
    assert_eq!(tools.len(), setup.worker.tools().len());
    let tool = tools
        .iter()
        .find(|tool| tool.name().as_str() == ASKED)
        .ok_or(ASKED)?;
    assert_eq!(tool.definition().parameters["required"][0], "location");
    let output = tool.execute(Setup::arguments()).await?;
    assert_eq!(output.as_text(), Some(ANSWER));
    let denied = tool.execute(Setup::arguments()).await.expect_err("denied");
    assert_eq!(denied.kind(), ToolErrorKind::PermissionDenied);
    let wrong = tool
        .execute(serde_json::json!({}))
        .await
        .expect_err("refused");
    assert_eq!(wrong.kind(), ToolErrorKind::InvalidArgs);
    Ok(())
}
