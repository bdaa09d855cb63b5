//! Policies that fail, hang, or are dropped.

use super::changes::worker_with;
use super::{Rule, nothing, rule};
use crate::{PLACE, call, call_in, error, mocks};
use std::thread;
use std::time::{Duration, Instant};
use toolc_runtime::testing::poll_once;
use toolc_runtime::{Cancellation, Context, ErrorKind, OnError, PolicyDecision, ToolCall};

#[test]
fn a_policy_that_fails_denies_unless_it_says_otherwise() {
    let panics = rule("broken", |_| panic!("no file"));
    let hangs = Rule {
        waits: true,
        ..rule("silent", nothing)
    };
    let blocks = rule("slow", |_| {
        thread::sleep(Duration::from_millis(40));
        PolicyDecision::Continue
    });
    let wrong = rule("wrong", |_| PolicyDecision::modify("7"));
    let cases = [
        (panics, "panicked: the policy `broken` panicked: no file"),
        (
            hangs,
            "timed_out: the policy `silent` gave no answer within 20ms",
        ),
        (
            blocks,
            "timed_out: the policy `slow` gave no answer within 20ms",
        ),
        (
            wrong,
            "invalid_arguments: the policy `wrong` gave wrong arguments",
        ),
    ];
    for (policy, expected) in cases {
        let mocks = mocks();
        let (worker, recorder) = worker_with(mocks.clone(), policy.clone());
        let result = call(&worker, "weather::get", PLACE);
        let message = "Tool execution denied: a policy could not decide";
        assert_eq!(error(&result), (ErrorKind::Denied, message));
        assert!(mocks.calls().is_empty());
        assert_eq!(
            recorder.names(),
            ["tool:pre", "policy:violation", "tool:error"]
        );
        let detail = recorder.events()[1].detail.clone().unwrap();
        assert!(detail.contains(expected), "{detail}");

        let lenient = Rule {
            on_error: OnError::Continue,
            ..policy
        };
        let (worker, recorder) = worker_with(mocks.clone(), lenient);
        assert!(call(&worker, "weather::get", PLACE).success);
        assert_eq!(
            recorder.names(),
            ["tool:pre", "policy:applied", "tool:post"]
        );
        let detail = recorder.events()[1].detail.clone().unwrap();
        assert!(detail.contains(expected), "{detail}");
        assert_eq!(mocks.calls().len(), 1);
    }
}

#[test]
fn a_call_that_is_given_up_ends_while_a_policy_thinks() {
    let hangs = || Rule {
        waits: true,
        ..rule("silent", nothing)
    };
    let mocks = mocks();
    let token = Cancellation::new();
    let context = Context::new("s").with_cancellation(token.clone());
    let (worker, recorder) = worker_with(mocks.clone(), hangs());
    let mut future = Box::pin(worker.call(&context, ToolCall::new("c1", "weather::get", PLACE)));
    assert!(poll_once(future.as_mut()).is_none());
    token.cancel();
    let result = poll_once(future.as_mut()).expect("an end");
    assert_eq!(error(&result).0, ErrorKind::Cancelled);
    let late = Context::new("s").with_deadline(Instant::now());
    assert_eq!(
        error(&call_in(&worker, &late, "weather::get", PLACE)).0,
        ErrorKind::Denied
    );
    let context = Context::new("s");
    let mut future = Box::pin(worker.call(&context, ToolCall::new("c1", "weather::get", PLACE)));
    assert!(poll_once(future.as_mut()).is_none());
    drop(future);
    assert_eq!(recorder.named("tool:pre").len(), 3);
    assert_eq!(recorder.named("tool:error").len(), 3);
    assert!(mocks.calls().is_empty());
}
