//! What every adapter is tried with: a worker whose handlers are mocks, and somebody who agrees once.

use std::sync::Arc;
use toolc_generated as tools;
use toolc_generated::weather_api::{GetForecast, GetForecastOutput};
use toolc_runtime::testing::{Mocks, ScriptedApprover};
use toolc_runtime::{Context, Decision, ToolRuntime};

/// A tool that is asked about, as models know it.
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

    /// What the tool is called with.
    pub fn arguments() -> serde_json::Value {
        serde_json::json!({ "location": "Oslo", "days": 7 })
    }

    /// What calls are made in: it has what the tool is given beside its arguments.
    pub fn context() -> Context {
        Context::new("session").with_value("account", "account_1")
    }

    /// One call was approved and ran, one was denied and did not.
    pub fn check(&self) {
        assert_eq!(self.approver.requests().len(), 2);
        assert_eq!(self.mocks.count::<GetForecast>(), 1);
    }
}
