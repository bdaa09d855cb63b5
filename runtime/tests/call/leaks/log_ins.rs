//! Calls with a password that fail in every way.

use super::take_away;
use crate::tools::{self, LogIn};
use serde_json::json;
use std::time::Duration;
use toolc_runtime::testing::Mocks;
use toolc_runtime::{
    Approval, ApprovalRequest, ApproveAll, Approver, Cancellation, Context, Decision, ErrorKind,
    Json, OnError, OutputPolicy, Policy, PolicyDecision, PolicyRequest, ToolFailure, Worker,
};

/// Returns ways in which a call with a password fails, each with an error that contains the password.
pub(super) fn log_ins() -> Vec<(ErrorKind, Mocks, &'static str, String, Context, Asked)> {
    use ErrorKind::*;
    let good = json!({ "user": "ada", "password": PASSWORD }).to_string();
    let row = |kind, mocks| {
        (
            kind,
            mocks,
            LOG_IN,
            good.clone(),
            Context::new("s"),
            Asked::Yes,
        )
    };
    let says = || format!("no right for {PASSWORD} and {PASSWORD:?}");
    let fails =
        |failure: fn(String) -> ToolFailure| Mocks::new().fails::<LogIn>(move || failure(says()));
    let cancelled = Cancellation::new();
    cancelled.cancel();
    let hangs = || Mocks::new().hangs::<LogIn>();
    let mut rows = vec![
        row(Execution, fails(ToolFailure::internal)),
        row(
            Execution,
            fails(|says| ToolFailure::user("FULL", "the disk is full").with_detail(says)),
        ),
        row(
            Unauthorized,
            fails(|says| ToolFailure::unauthorized("no right").with_detail(says)),
        ),
        row(
            Execution,
            Mocks::new().on::<LogIn>(|call| panic!("{}", call.args.password)),
        ),
        row(Blocked, Mocks::new().needs::<LogIn>(Approval::Blocked)),
    ];
    let mut other = |kind, mocks, name, arguments: &str, context, asked| {
        rows.push((kind, mocks, name, arguments.to_owned(), context, asked));
    };
    let context = || Context::new("s");
    other(
        NotFound,
        hangs(),
        "accounts__log_out",
        &good,
        context(),
        Asked::Yes,
    );
    let wrong = good.replace("ada\"", "ada\",\"user\":1");
    other(
        InvalidArguments,
        hangs(),
        LOG_IN,
        &wrong,
        context(),
        Asked::Yes,
    );
    let half = &good[..good.len() - 1];
    other(
        InvalidArguments,
        hangs(),
        LOG_IN,
        half,
        context(),
        Asked::Yes,
    );
    other(Denied, hangs(), LOG_IN, &good, context(), Asked::Nobody);
    other(Denied, hangs(), LOG_IN, &good, context(), Asked::Broken);
    let late = context().with_timeout(Duration::from_millis(2));
    other(Timeout, hangs(), LOG_IN, &good, late, Asked::Yes);
    let given_up = context().with_cancellation(cancelled);
    other(Cancelled, hangs(), LOG_IN, &good, given_up, Asked::Yes);
    let detailed = fails(|says| ToolFailure::other("not today").with_detail(says));
    other(Other, detailed, LOG_IN, &good, context(), Asked::Yes);
    other(
        Unavailable,
        hangs(),
        LOG_IN,
        &good,
        context(),
        Asked::Absent,
    );
    let returns = Mocks::new().on::<LogIn>(|call| Ok(Json::from(json!([call.args.password]))));
    other(InvalidOutput, returns, LOG_IN, &good, context(), Asked::Yes);
    rows
}

const LOG_IN: &str = "accounts__log_in";

/// A password that needs escaping in every notation.
const PASSWORD: &str = "hunter2 \"ö\"";

/// The approver.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Yes,
    Nobody,
    Broken,
    /// The toolset is unavailable.
    Absent,
}

/// An approver that panics with the password.
struct Quotes;

impl Approver for Quotes {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        panic!("no {PASSWORD}")
    }
}

pub(super) fn desk(mocks: Mocks, asked: Asked) -> Worker<Mocks> {
    let worker = tools::small_worker::<LogIn>("desk", mocks).output_policy(OutputPolicy::Enforce);
    // A policy whose failure does not count is reported as well.
    let worker = worker.policy(Fails);
    match asked {
        Asked::Yes => worker.approver(ApproveAll::for_tests_only()),
        Asked::Nobody => worker,
        Asked::Broken => worker.approver(Quotes),
        Asked::Absent => take_away::<LogIn>(worker, format!("no vault for {PASSWORD}")),
    }
}

/// A policy that fails with the password in its message.
struct Fails;

impl Policy for Fails {
    fn name(&self) -> &'static str {
        "fails"
    }

    async fn decide(&self, _: &PolicyRequest<'_>) -> PolicyDecision {
        panic!("about {PASSWORD}")
    }

    fn on_error(&self) -> OnError {
        OnError::Continue
    }
}
