//! Two calls through the adapter: one is approved and runs, the other is denied.

#[path = "../../../../crates/cli/templates/adapters/adk.rs"]
mod adapter;
#[path = "../../shared.rs"]
mod shared;

use adk_core::{
    Artifacts, CallbackContext, Content, ErrorCategory, EventActions, MemoryEntry, ReadonlyContext,
    ToolContext, Toolset, async_trait,
};
use shared::{ANSWER, ASKED, Setup};
use std::error::Error;
use std::sync::Arc;

fn main() {
    let setup = Setup::new();
    toolc_runtime::testing::block_on(run(&setup)).expect("the adapter works");
    setup.check();
}

/// The context that an agent of the kit passes along.
struct Invocation(Content);

impl ReadonlyContext for Invocation {
    fn invocation_id(&self) -> &str {
        "invocation"
    }

    fn agent_name(&self) -> &str {
        "agent"
    }

    fn user_id(&self) -> &str {
        "user"
    }

    fn app_name(&self) -> &str {
        "app"
    }

    fn session_id(&self) -> &str {
        "session"
    }

    fn branch(&self) -> &str {
        ""
    }

    fn user_content(&self) -> &Content {
        &self.0
    }
}

impl CallbackContext for Invocation {
    fn artifacts(&self) -> Option<Arc<dyn Artifacts>> {
        None
    }
}

#[async_trait]
impl ToolContext for Invocation {
    fn function_call_id(&self) -> &str {
        "call_1"
    }

    fn actions(&self) -> EventActions {
        EventActions::default()
    }

    fn set_actions(&self, _: EventActions) {}

    async fn search_memory(&self, _: &str) -> adk_core::Result<Vec<MemoryEntry>> {
        Ok(Vec::new())
    }
}

async fn run(setup: &Setup) -> Result<(), Box<dyn Error>> {
    let toolset = adapter::WorkerTools {
        worker: setup.worker.clone(),
        context: Setup::context(),
    };
    let invocation = Arc::new(Invocation(Content::new("user")));
    let tools = toolset.tools(invocation.clone()).await?;
    assert_eq!(tools.len(), setup.worker.tools().len());
    let tool = tools
        .iter()
        .find(|tool| tool.name() == ASKED)
        .ok_or(ASKED)?;
    assert!(tool.parameters_schema().is_some() && tool.response_schema().is_some());
    let output = tool.execute(invocation.clone(), Setup::arguments()).await?;
    assert_eq!(output.to_string(), ANSWER);
    let denied = tool
        .execute(invocation, Setup::arguments())
        .await
        .expect_err("denied");
    assert_eq!(denied.category, ErrorCategory::Forbidden);
    Ok(())
}
