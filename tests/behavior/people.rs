//! Tools for people, in the workers `support` and `clerk`.

use super::{
    Audit, OTHER_PAYMENT, PAY, VOID, call, call_manually, context, kind, message, payment, void,
};
use crate::{TARGETS, tools};
use toolc_runtime::testing::{Mocks, ScriptedApprover, block_on};
use toolc_runtime::{ApproveAll, ErrorKind, ToolCall, ToolRuntime};

/// The place of the default for the other tools of `clerk`.
const OTHER_OF_CLERK: &str = "specs/workers/clerk.yaml:7";

#[test]
fn a_tool_for_people_does_not_exist_for_a_model() {
    let mocks = Mocks::new();
    let worker = tools::clerk::worker(mocks.clone()).approver(ApproveAll::for_tests_only());
    for name in VOID {
        for arguments in [
            void(Some("typo")),
            void(None),
            "{}".to_owned(),
            "[".to_owned(),
        ] {
            let result = call(&worker, name, &arguments);
            let unknown = format!("tool '{name}' is not registered");
            assert_eq!(kind(&result), ErrorKind::NotFound);
            let hint = message(&result)
                .strip_prefix(&unknown)
                .expect("no word more");
            assert!(!hint.contains("void"), "{arguments}: {hint}");
            assert_eq!(result.metadata.rule, None);
        }
    }
    for name in [
        "void_payment",
        "payments::void_paymen",
        "payments__void-payment",
    ] {
        let said = call(&worker, name, "{}");
        let hint = message(&said).split_once(", did you mean");
        assert!(
            hint.is_none_or(|(_, hint)| !hint.contains("void")),
            "{said:?}"
        );
        let said = call_manually(&worker, name, "{}");
        assert!(message(&said).ends_with("did you mean 'payments__void_payment'?"));
    }
    assert_eq!(mocks.calls(), []);
    for target in TARGETS {
        let shown = [
            worker.definitions(target),
            tools::clerk::definitions(target),
        ];
        assert!(
            shown
                .iter()
                .all(|shown| !shown.as_text().contains("void_payment"))
        );
    }
    let is_void = |name: &str| VOID.contains(&name);
    assert!(!worker.tools().any(|entry| is_void(entry.name)));
    assert!(!worker.shown().any(|shown| is_void(shown.qualified)));
    assert!(worker.manual_tools().any(|entry| is_void(entry.name)));
    let erased: &dyn ToolRuntime = &worker;
    assert!(!erased.tools().iter().any(|entry| is_void(entry.name)));
    let context = context();
    let asked = erased.call(&context, ToolCall::new("1", VOID[0], void(Some("typo"))));
    assert_eq!(kind(&block_on(asked)), ErrorKind::NotFound);
}

#[test]
fn the_act_of_a_person_is_the_approval() {
    let (mocks, audit) = (Mocks::new(), Audit::default());
    let approver = ScriptedApprover::new([]);
    let worker = tools::clerk::worker(mocks.clone()).approver(approver.clone());
    let worker = worker.observer(audit.clone());
    for (name, arguments, rule) in [
        (VOID[0], void(Some("typo")), OTHER_OF_CLERK),
        (VOID[1], void(Some("typo")), OTHER_OF_CLERK),
        (PAY, payment("5000"), OTHER_PAYMENT),
    ] {
        let result = call_manually(&worker, name, &arguments);
        assert_eq!(
            kind(&result),
            ErrorKind::Execution,
            "it reaches the handler"
        );
        let facts = result.metadata;
        assert_eq!((facts.approval, facts.rule), (Some("manually"), Some(rule)));
        assert_eq!(audit.lines(), ["approved by person"]);
    }
    assert_eq!(mocks.calls().len(), 3);
    let silent = call_manually(&worker, VOID[0], &void(None));
    assert_eq!(
        (kind(&silent), message(&silent)),
        (
            ErrorKind::Blocked,
            "Tool 'payments__void_payment' blocked: say why"
        )
    );
    assert_eq!(silent.metadata.rule, Some("specs/payments.yaml:98"));
    assert_eq!(
        audit.lines(),
        ["blocked by rule specs/payments.yaml:98: say why"]
    );
    let wrong = call_manually(&worker, VOID[0], r#"{"payment":"x","reason":"typo"}"#);
    assert_eq!(kind(&wrong), ErrorKind::InvalidArguments);
    // what a person was allowed to do is not an approval for a model
    assert_eq!(
        kind(&call(&worker, PAY, &payment("5000"))),
        ErrorKind::Denied
    );
    assert_eq!((mocks.calls().len(), approver.requests().len()), (3, 1));
    let support = tools::support::worker(Mocks::new());
    let closed = call_manually(&support, "tickets::close-ticket", r#"{"id":"T-1"}"#);
    assert_eq!(kind(&closed), ErrorKind::Blocked);
}
