//! Policies: their order, which decision prevails, and that they fail closed.

#[path = "policies/changes.rs"]
mod changes;
#[path = "policies/failures.rs"]
mod failures;

use crate::tools::{self, GetWeather};
use crate::{PATH, PLACE, call, error, mocks};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use toolc_runtime::testing::{EventRecorder, Mocks, ScriptedApprover, block_on};
use toolc_runtime::{
    Approval, ApproveAll, Context, Decision, ErrorKind, OnError, Policy, PolicyDecision,
    PolicyRequest, ToolCall, Verdict, Worker,
};

/// A policy that consists of a function, and records the arguments it is given.
#[derive(Clone)]
pub struct Rule {
    name: &'static str,
    decide: fn(&str) -> PolicyDecision,
    waits: bool,
    at_once: bool,
    on_error: OnError,
    seen: Arc<Mutex<Vec<String>>>,
}

pub fn rule(name: &'static str, decide: fn(&str) -> PolicyDecision) -> Rule {
    Rule {
        name,
        decide,
        waits: false,
        at_once: false,
        on_error: OnError::Deny,
        seen: Arc::default(),
    }
}

impl Rule {
    fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

impl Policy for Rule {
    fn name(&self) -> &'static str {
        self.name
    }

    fn decide_at_once(&self, request: &PolicyRequest<'_>) -> Option<PolicyDecision> {
        self.at_once.then(|| block_on(self.decide(request)))
    }

    async fn decide(&self, request: &PolicyRequest<'_>) -> PolicyDecision {
        assert_eq!((request.worker, request.call_id), ("support", "c1"));
        assert!(!format!("{request:?}").contains("arguments"), "{request:?}");
        self.seen.lock().unwrap().push(request.arguments.to_owned());
        if self.waits {
            std::future::pending::<()>().await;
        }
        (self.decide)(request.arguments)
    }

    fn limit(&self) -> Duration {
        Duration::from_millis(20)
    }

    fn on_error(&self) -> OnError {
        self.on_error
    }
}

fn nothing(_: &str) -> PolicyDecision {
    PolicyDecision::Continue
}

fn to_b(_: &str) -> PolicyDecision {
    PolicyDecision::modify(r#"{"path":"/b"}"#)
}

fn judged(mocks: Mocks, policies: impl IntoIterator<Item = Rule>) -> Worker<Mocks> {
    let start = tools::worker(mocks).approver(ApproveAll::for_tests_only());
    policies.into_iter().fold(start, Worker::policy)
}

#[test]
fn policies_are_heard_in_their_order() {
    let log: Arc<Mutex<Vec<String>>> = Arc::default();
    let named = |name| Rule {
        seen: Arc::clone(&log),
        ..rule(name, nothing)
    };
    let mark = |text| match text {
        "a" => to_a as fn(&str) -> PolicyDecision,
        _ => to_b,
    };
    fn to_a(_: &str) -> PolicyDecision {
        PolicyDecision::modify(r#"{"path":"/a2"}"#)
    }
    let late = Rule {
        decide: mark("b"),
        ..named("late")
    };
    let early = Rule {
        decide: mark("a"),
        ..named("early")
    };
    let worker = tools::worker(mocks())
        .approver(ApproveAll::for_tests_only())
        .policy_at(7, late)
        .policy(named("first at zero"))
        .policy(named("second at zero"))
        .policy_at(-1, early);
    let result = call(&worker, "files::delete", PATH);
    assert!(result.success);
    assert_eq!(result.metadata.policy, Some("late"));
    let a2 = r#"{"path":"/a2"}"#;
    assert_eq!(*log.lock().unwrap(), [PATH, a2, a2, a2]);
}

#[test]
fn a_denial_ends_it_and_the_model_reads_why() {
    let after = rule("after", nothing);
    let deny = rule("deny", |_| PolicyDecision::deny("not on Sundays\u{202e}"));
    let (mocks, recorder) = (mocks(), EventRecorder::new());
    let worker = judged(
        mocks.clone(),
        [
            rule("ask", |_| PolicyDecision::ask("why not")),
            deny,
            after.clone(),
        ],
    )
    .observer(recorder.clone());
    let result = call(&worker, "weather::get", PLACE);
    let message = r"Tool execution denied: not on Sundays\u{202e}";
    assert_eq!(error(&result), (ErrorKind::Denied, message));
    assert_eq!(result.metadata.policy, Some("deny"));
    assert!(mocks.calls().is_empty() && after.seen().is_empty());
    let expected = [
        "tool:pre",
        "policy:applied",
        "policy:violation",
        "tool:error",
    ];
    assert_eq!(recorder.names(), expected);
    let details: Vec<_> = recorder
        .events()
        .into_iter()
        .map(|event| event.detail)
        .collect();
    assert_eq!(details[1].as_deref(), Some("ask, asked: why not"));
    assert_eq!(
        details[2].as_deref(),
        Some(r"deny, denied: not on Sundays\u{202e}")
    );
}

#[test]
fn reasons_are_short() {
    let endless = rule("endless", |_| PolicyDecision::deny("no ".repeat(10_000)));
    let result = call(&judged(mocks(), [endless]), "weather::get", PLACE);
    assert!(error(&result).1.len() < 1_100);
    let silent = rule("silent", |_| PolicyDecision::deny(" "));
    let result = call(&judged(mocks(), [silent]), "weather::get", PLACE);
    let message = "Tool execution denied: a policy refuses calls of 'weather__get'";
    assert_eq!(error(&result).1, message);
}

#[test]
fn a_question_is_put_where_none_was_needed_and_says_why() {
    let approver = ScriptedApprover::new([Decision::approve(), Decision::deny("no")]);
    let mocks = mocks();
    let worker = tools::worker(mocks.clone())
        .approver(approver.clone())
        .policy(rule("far away", |_| PolicyDecision::ask("it is far away")))
        .policy(rule("silent", |_| PolicyDecision::ask("")))
        .policy(rule("late", |_| PolicyDecision::ask("it is late")));
    let result = call(&worker, "weather::get", PLACE);
    assert!(result.success);
    assert_eq!(result.metadata.policy, Some("far away"));
    let request = &approver.requests()[0];
    assert_eq!(
        request.reason.as_deref(),
        Some("it is far away; it is late"),
        "the approver reads all reasons"
    );
    assert_eq!(
        error(&call(&worker, "weather::get", PLACE)).0,
        ErrorKind::Denied
    );
    assert_eq!(mocks.calls().len(), 1);
    // A blocked call stays blocked, even if a policy asks for approval.
    let blocked = worker_of_blocked().policy(rule("ask", |_| PolicyDecision::ask("?")));
    assert_eq!(
        error(&call(&blocked, "weather::get", PLACE)).0,
        ErrorKind::Blocked
    );
}

fn worker_of_blocked() -> Worker<Mocks> {
    let mocks = mocks().needs::<GetWeather>(Approval::Blocked);
    tools::worker(mocks).approver(ApproveAll::for_tests_only())
}

#[test]
fn wrong_arguments_reach_no_policy() {
    let seen = rule("seen", nothing);
    let worker = judged(mocks(), [seen.clone()]);
    assert_eq!(
        error(&call(&worker, "weather::get", "{}")).0,
        ErrorKind::InvalidArguments
    );
    assert_eq!(
        error(&call(&worker, "nothing", "{}")).0,
        ErrorKind::NotFound
    );
    assert!(seen.seen().is_empty());
}

#[test]
fn a_dry_run_hears_the_policies() {
    let approver = ScriptedApprover::new([]);
    let recorder = EventRecorder::new();
    let policies = |decide| {
        tools::worker(mocks())
            .approver(approver.clone())
            .observer(recorder.clone())
            .policy(rule("rule", decide))
    };
    let dry = |worker: &Worker<Mocks>, name: &str, arguments: &str| {
        let call = ToolCall::new("c1", name, arguments);
        block_on(worker.dry_run(&Context::new("s"), &call))
    };
    let asked = dry(&policies(to_b), "files::delete", PATH);
    assert!(
        matches!(&asked.verdict, Verdict::Asks(request) if request.arguments == r#"{"path":"/b"}"#)
    );
    assert_eq!(asked.changed.as_deref(), Some(r#"{"path":"/b"}"#));
    let denied = dry(
        &policies(|_| PolicyDecision::deny("no")),
        "weather::get",
        PLACE,
    );
    assert!(matches!(&denied.verdict, Verdict::Refused(error) if error.kind == ErrorKind::Denied));
    assert_eq!(denied.metadata.policy, Some("rule"));
    let asked = dry(
        &policies(|_| PolicyDecision::ask("so")),
        "weather::get",
        PLACE,
    );
    assert!(
        matches!(&asked.verdict, Verdict::Asks(request) if request.reason.as_deref() == Some("so"))
    );
    assert!(recorder.events().is_empty() && approver.requests().is_empty());
}

/// The result is the same whichever of the policies decide synchronously.
#[test]
fn what_is_said_at_once_counts_the_same() {
    type Says = fn(&str) -> PolicyDecision;
    let said: [(Says, &str); 3] = [
        (nothing, "null"),
        (|_| PolicyDecision::ask("why"), "null"),
        (|_| PolicyDecision::deny("no"), "Tool execution denied: no"),
    ];
    for (last, expected) in said {
        let run = |which: u8| {
            let seen: Arc<Mutex<Vec<String>>> = Arc::default();
            let policy = |at: u8, decide| Rule {
                at_once: which & (1 << at) != 0,
                seen: Arc::clone(&seen),
                ..rule("policy", decide)
            };
            let recorder = EventRecorder::new();
            let policies = [policy(0, nothing), policy(1, to_b), policy(2, last)];
            let worker = judged(mocks(), policies).observer(recorder.clone());
            let result = call(&worker, "files__delete", PATH);
            let seen = seen.lock().unwrap().clone();
            (
                result.to_llm_message(),
                result.metadata,
                seen,
                recorder.names(),
            )
        };
        let waiting = run(0);
        assert!(waiting.0.contains(expected), "{waiting:?}");
        assert_eq!(waiting.2, [PATH, PATH, r#"{"path":"/b"}"#]);
        for which in 1..8 {
            assert_eq!(run(which), waiting, "{which:03b}");
        }
    }
}

/// A policy that implements neither way to decide refuses, and so does one that panics.
#[test]
fn what_is_not_decided_at_once_is_refused() {
    struct Silent;
    impl Policy for Silent {
        fn name(&self) -> &'static str {
            "silent"
        }
    }
    let refused = call(
        &tools::worker(mocks()).policy(Silent),
        "weather__get",
        PLACE,
    );
    let message = "Tool execution denied: a policy has no decision";
    assert_eq!(error(&refused), (ErrorKind::Denied, message));

    let panics = Rule {
        at_once: true,
        ..rule("panics", |_| panic!("secret"))
    };
    let refused = call(&judged(mocks(), [panics.clone()]), "weather__get", PLACE);
    let message = "Tool execution denied: a policy could not decide";
    assert_eq!(error(&refused), (ErrorKind::Denied, message));
    let lenient = Rule {
        on_error: OnError::Continue,
        ..panics
    };
    assert!(call(&judged(mocks(), [lenient]), "weather__get", PLACE).success);
}
