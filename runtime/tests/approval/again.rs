//! Policies decide again when a call is resumed, and only what was approved runs.

use super::desk::{Desk, mocks, outcome};
use super::tools;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use toolc_runtime::{PendingCall, Policy, PolicyDecision, PolicyRequest, Ruling};

/// Decides by the arguments and by the number of earlier decisions.
struct Judge<F>(F, Arc<AtomicUsize>);

impl<F: Fn(&str, usize) -> PolicyDecision + Send + Sync + 'static> Policy for Judge<F> {
    fn name(&self) -> &'static str {
        "judge"
    }

    async fn decide(&self, request: &PolicyRequest<'_>) -> PolicyDecision {
        let before = self.1.fetch_add(1, Ordering::Relaxed);
        (self.0)(request.arguments, before)
    }
}

/// Suspends a call under a policy and resumes it under the same one. Returns how it ends, and the arguments
/// with which the handler was called.
fn resumed(
    policy: impl Fn(&str, usize) -> PolicyDecision + Send + Sync + 'static,
    ruling: impl Fn(&PendingCall) -> Ruling,
) -> (String, String) {
    let mocks = mocks();
    let worker = tools::worker(mocks.clone()).policy(Judge(policy, Arc::default()));
    let desk = Desk::of(worker, mocks);
    let end = outcome(desk.settle(&ruling(&desk.pending)));
    let called = desk
        .mocks
        .calls()
        .first()
        .map(|call| call.arguments.clone());
    (end, called.unwrap_or_default())
}

fn longer(text: &str) -> PolicyDecision {
    PolicyDecision::modify(text.replace("/a", "/a/a"))
}

#[test]
fn what_a_policy_changed_is_what_is_approved_and_runs() {
    let long = r#"{"n":1,"path":"/a/a","who":"Ada"}"#;
    let (end, called) = resumed(
        |text, _| longer(text),
        |pending| {
            assert_eq!(pending.arguments(), long);
            pending.approve()
        },
    );
    // The policy is given what the model wrote again, not its own result.
    assert_eq!(end, "ran");
    assert_eq!(called.replace(' ', ""), long);
}

#[test]
fn what_a_policy_changes_after_the_approval_does_not_run() {
    let later = |text: &str, before: usize| match before {
        0 => PolicyDecision::Continue,
        _ => longer(text),
    };
    let refused = ("Denied".to_owned(), String::new());
    assert_eq!(resumed(later, PendingCall::approve), refused);
    assert_eq!(resumed(later, PendingCall::approve_for_session), refused);
    assert_eq!(
        resumed(later, |pending| pending.edit(r#"{"path":"/a"}"#)),
        refused
    );
    assert_eq!(
        resumed(later, |pending| pending
            .edit_to("files__delete", r#"{"path":"/a"}"#)),
        refused
    );
    let denies = |_: &str, before: usize| match before {
        0 => PolicyDecision::Continue,
        _ => PolicyDecision::deny("closed by now"),
    };
    assert_eq!(resumed(denies, PendingCall::approve), refused);
    assert_eq!(
        resumed(denies, |pending| pending.edit(r#"{"path":"/b"}"#)),
        refused
    );
}

#[test]
fn whoever_approves_answers_the_question_of_a_policy() {
    let asks = |_: &str, _: usize| PolicyDecision::ask("it is late");
    let (end, _) = resumed(asks, |pending| {
        assert_eq!(pending.reason(), Some("it is late"));
        pending.approve()
    });
    assert_eq!(end, "ran");
    let edited = resumed(asks, |pending| {
        pending.edit_to("weather::get", r#"{"location":"Oslo"}"#)
    });
    assert_eq!(edited.0, "ran");
}
