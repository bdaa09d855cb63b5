//! Arguments that a policy changes.

use super::{Rule, judged, nothing, rule, to_b};
use crate::tools::{self, AddText, Delete};
use crate::{PATH, call, error, mocks};
use toolc_runtime::testing::{EventRecorder, Mocks, ScriptedApprover};
use toolc_runtime::{Decision, ErrorKind, PolicyDecision, Worker};

#[test]
fn whoever_comes_after_a_change_sees_it_alone() {
    let approver = ScriptedApprover::new([Decision::approve()]);
    let (mocks, recorder) = (mocks(), EventRecorder::new());
    let after = rule("after", nothing);
    let worker = tools::worker(mocks.clone())
        .approver(approver.clone())
        .observer(recorder.clone())
        .policy(rule("to b", to_b))
        .policy(after.clone());
    let result = call(&worker, "files::delete", PATH);
    assert!(result.success);
    assert_eq!(result.metadata.policy, Some("to b"));
    let b = r#"{"path":"/b"}"#;
    assert_eq!(after.seen(), [b]);
    assert_eq!(approver.requests()[0].arguments, b);
    assert_eq!(mocks.calls()[0].arguments, b);
    let events = recorder.events();
    let arguments: Vec<_> = events
        .iter()
        .map(|event| (event.name, &*event.arguments))
        .collect();
    let expected = [
        ("tool:pre", PATH),
        ("policy:applied", PATH),
        ("approval:required", b),
        ("approval:granted", b),
        ("tool:post", b),
    ];
    assert_eq!(arguments, expected);
}

#[test]
fn changed_arguments_are_checked_again() {
    let wrong = rule("wrong", |_| PolicyDecision::modify(r#"{"path":4711}"#));
    let (mocks, recorder) = (mocks(), EventRecorder::new());
    let after = rule("after", nothing);
    let worker = judged(mocks.clone(), [wrong.clone(), after.clone()]).observer(recorder.clone());
    let result = call(&worker, "files::delete", PATH);
    let message = "Tool execution denied: a policy could not decide";
    assert_eq!(error(&result), (ErrorKind::Denied, message));
    assert!(
        result.error.unwrap().violations.is_empty(),
        "the model wrote none of it"
    );
    let detail = recorder.named("tool:error")[0].detail.clone().unwrap();
    assert_eq!(
        detail,
        "the policy `wrong` gave wrong arguments: /path: must be a string"
    );
    assert!(mocks.calls().is_empty() && after.seen().is_empty());
    for text in ["", "{", "[]"] {
        let wrong = Rule {
            decide: match text {
                "" => |_| PolicyDecision::modify(""),
                "{" => |_| PolicyDecision::modify("{"),
                _ => |_| PolicyDecision::modify("[]"),
            },
            ..wrong.clone()
        };
        let worker = judged(mocks.clone(), [wrong]);
        assert_eq!(
            error(&call(&worker, "files::delete", PATH)).0,
            ErrorKind::Denied
        );
    }
}

pub(super) fn worker_with(mocks: Mocks, policy: Rule) -> (Worker<Mocks>, EventRecorder) {
    let recorder = EventRecorder::new();
    (judged(mocks, [policy]).observer(recorder.clone()), recorder)
}

#[test]
fn handlers_look_at_the_changed_arguments() {
    let only_b = Mocks::new()
        .on::<Delete>(|call| match call.args.path.as_str() {
            "/b" => Ok(()),
            other => panic!("{other}"),
        })
        .on::<AddText>(|call| Ok(call.args.text.clone()));
    assert!(call(&judged(only_b, [rule("to b", to_b)]), "files::delete", PATH).success);
}
