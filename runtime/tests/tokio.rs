//! Time limits with Tokio's timer.

#![cfg(feature = "tokio")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "support/tools.rs"]
mod tools;

use std::time::Duration;
use toolc_runtime::testing::Mocks;
use toolc_runtime::{ApprovalRequest, Approver, Context, Decision, ErrorKind, ToolCall};
use tools::GetWeather;

/// An approver that never answers.
struct Silent;

impl Approver for Silent {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        std::future::pending().await
    }
}

#[test]
fn tokio_measures_handlers_and_approvers() {
    let worker = tools::worker(Mocks::new().hangs::<GetWeather>())
        .timeout(Duration::from_millis(5))
        .approver(Silent)
        .approval_timeout(Duration::from_millis(5));
    let context = Context::new("s");
    let calls = [
        ("weather::get", r#"{"location": "x"}"#),
        ("files::delete", r#"{"path": "x"}"#),
    ];
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let kinds = calls.map(|(name, arguments)| {
        let result = runtime.block_on(worker.call(&context, ToolCall::new("c1", name, arguments)));
        result.error.unwrap().kind
    });
    assert_eq!(kinds, [ErrorKind::Timeout, ErrorKind::Denied]);
}

#[test]
fn without_a_runtime_the_limit_is_an_error_and_no_panic() {
    let worker = tools::worker(Mocks::new().hangs::<GetWeather>()).timeout(Duration::from_secs(9));
    let call = ToolCall::new("c1", "weather::get", r#"{"location": "x"}"#);
    let result = toolc_runtime::testing::block_on(worker.call(&Context::new("s"), call));
    assert_eq!(result.error.unwrap().kind, ErrorKind::Execution);
}
