//! What every adapter is tested with: a worker with mocks as handlers, and an approver that agrees once.

use std::sync::Arc;
use toolc_generated as tools;
use toolc_generated::weather_api::{GetForecast, GetForecastOutput};
use toolc_runtime::testing::{Mocks, ScriptedApprover};
use toolc_runtime::{Context, Decision, ToolRuntime};

/// A tool that needs approval, by the name that models know.
pub const ASKED: &str = "weather_api__get_forecast";

/// What it returns.
pub const ANSWER: &str = r#"{"days":[]}"#;

pub struct Setup {
    pub worker: Arc<dyn ToolRuntime>,
    pub approver: ScriptedApprover,
    mocks: Mocks,
}

impl Setup {
    pub fn new() -> Self {
        let mocks = Mocks::new().on::<GetForecast>(|_| Ok(GetForecastOutput { days: Vec::new() }));
        let approver = ScriptedApprover::new([Decision::approve(), Decision::deny("not now")]);
        let worker = tools::support::worker(mocks.clone()).approver(approver.clone());
        Setup {
            worker: Arc::new(worker),
            approver,
            mocks,
        }
    }

    /// The arguments of the calls.
    pub fn arguments() -> serde_json::Value {
        serde_json::json!({ "location": "Oslo", "days": 7 })
    }

    /// The context of the calls, with the values that are injected into the tool.
    pub fn context() -> Context {
        Context::new("session").with_value("account", "account_1")
    }

    /// Checks that one call was approved and ran, and that one was denied and did not.
    pub fn check(&self) {
        assert_eq!(self.approver.requests().len(), 2);
        assert_eq!(self.mocks.count::<GetForecast>(), 1);
    }
}
