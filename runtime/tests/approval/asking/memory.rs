//! What is remembered of earlier decisions.

use super::super::desk::{Desk, context, mocks};
use super::super::tools::{self, Delete, Rebuilt};
use super::{Asked, delete};
use toolc_runtime::testing::{ScriptedApprover, block_on};
use toolc_runtime::{ApprovalMemory, Context, Decision, ToolCall, Worker};

#[test]
fn the_question_says_what_changed_since_the_last_yes() {
    let approver = ScriptedApprover::new([
        Decision::approve(),
        Decision::deny("no"),
        Decision::approve(),
    ]);
    let memory = ApprovalMemory::new();
    let ask = |worker: Worker<_>, path: &str| {
        let worker = worker
            .approver(approver.clone())
            .approval_memory(memory.clone());
        delete(&worker, &context(), &format!(r#"{{"path":"{path}"}}"#));
        approver
            .requests()
            .last()
            .and_then(|request| request.earlier_yes.clone())
    };
    assert_eq!(ask(tools::worker(mocks()), "/a"), None);
    let other = ask(tools::worker(mocks()), "/b").expect("other arguments");
    assert_eq!(other.other_arguments.as_deref(), Some(r#"{"path":"/a"}"#));
    assert!(!other.definition_changed);
    let rebuilt =
        ask(tools::small_worker::<Rebuilt>("support", mocks()), "/a").expect("another tool");
    assert!(
        rebuilt.definition_changed && rebuilt.other_arguments.is_none(),
        "{rebuilt:?}"
    );
}

#[test]
fn what_is_remembered_holds_for_nothing_else() {
    let path = r#"{"path":"/a"}"#;
    let support = || tools::small_worker::<Delete>("support", mocks());
    let others: Vec<Asked> = vec![
        (
            "another worker",
            tools::small_worker::<Delete>("kiosk", mocks()),
            context(),
            path,
        ),
        (
            "a look-alike worker",
            tools::small_worker::<Delete>("supp\u{43e}rt", mocks()),
            context(),
            path,
        ),
        (
            "another definition",
            tools::small_worker::<Rebuilt>("support", mocks()),
            context(),
            path,
        ),
        (
            "another session",
            support(),
            Context::new("t").with_principal("ada"),
            path,
        ),
        (
            "no session",
            support(),
            Context::default().with_principal("ada"),
            path,
        ),
        (
            "another principal",
            support(),
            Context::new("s").with_principal("eve"),
            path,
        ),
        ("no principal", support(), Context::new("s"), path),
        ("handed on", support(), context().delegated_by("boss"), path),
        ("other arguments", support(), context(), r#"{"path":"/b"}"#),
        (
            "a further argument",
            support(),
            context(),
            r#"{"path":"/a","n":1}"#,
        ),
        (
            "a look-alike value",
            support(),
            context(),
            "{\"path\":\"/\u{430}\"}",
        ),
        (
            "a combining mark",
            support(),
            context(),
            "{\"path\":\"/a\u{301}\"}",
        ),
    ];
    let memory = ApprovalMemory::new();
    let yes = ScriptedApprover::new([Decision::approve_for_session()]);
    let ask =
        |worker: Worker<_>, approver: &ScriptedApprover, context: &Context, arguments: &str| {
            let worker = worker
                .approver(approver.clone())
                .approval_memory(memory.clone());
            delete(&worker, context, arguments)
        };
    assert!(ask(support(), &yes, &context(), path));
    for (name, worker, context, arguments) in others {
        let no = ScriptedApprover::new([]);
        assert!(!ask(worker, &no, &context, arguments), "{name}");
        assert_eq!(no.requests().len(), 1, "{name}");
    }
    let never = ScriptedApprover::new([]);
    assert!(ask(
        support(),
        &never,
        &context(),
        r#"{ "path": "\u002fa" }"#
    ));
    assert!(never.requests().is_empty(), "the same call again");
}

#[test]
fn the_memory_is_bounded_and_forgets_the_oldest() {
    let memory = ApprovalMemory::with_limit(2_000);
    let approver = ScriptedApprover::new((0..100).map(|_| Decision::approve_for_session()));
    let worker = tools::worker(mocks())
        .approver(approver.clone())
        .approval_memory(memory.clone());
    let ask = |path: &str| {
        let before = approver.requests().len();
        assert!(delete(
            &worker,
            &context(),
            &format!(r#"{{"path":"{path}"}}"#)
        ));
        approver.requests().len() > before
    };
    for number in 0..40 {
        assert!(ask(&format!("/{number}")));
    }
    assert!(!ask("/39"), "the last is remembered");
    assert!(ask("/0"), "the first was forgotten");
    assert!(
        ask(&"x".repeat(3_000)) && ask(&"x".repeat(3_000)),
        "what is too large is not kept"
    );
    assert!(!ask("/0"));
    memory.clear();
    assert!(ask("/0"));
}

#[test]
fn a_ruling_for_the_session_is_remembered() {
    let desk = Desk::new();
    desk.settle(&desk.pending.approve_for_session())
        .expect("a result");
    let call = ToolCall::new("c2", "files::delete", super::super::desk::ARGUMENTS);
    let begun = block_on(desk.worker.begin(&desk.context, call));
    assert!(
        matches!(begun, toolc_runtime::Begun::Ended(result) if result.metadata.approval == Some("remembered"))
    );
}
