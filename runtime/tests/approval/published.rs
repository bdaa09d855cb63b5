//! Published attacks on the approvals of other systems, reproduced here.

use super::desk::{Desk, begin, begin_tool, context, key, mocks, outcome};
use super::tools::{self, Delete, GetWeather, Rebuilt};
use std::time::SystemTime;
use toolc_runtime::testing::{ScriptedApprover, block_on};
use toolc_runtime::{
    Approval, ApprovalMemory, ApprovalStore, Decision, MemoryStore, PendingCall, Ruling, Target,
    Terminal, ToolCall,
};

#[test]
fn a_tool_that_changes_after_it_was_approved_is_asked_about_again() {
    // Remembered for the session …
    let memory = ApprovalMemory::new();
    let approver = ScriptedApprover::new([Decision::approve_for_session(), Decision::deny("no")]);
    let call = |name, worker: toolc_runtime::Worker<_>| {
        let worker = worker
            .approver(approver.clone())
            .approval_memory(memory.clone());
        block_on(worker.call(&context(), ToolCall::new("c", name, r#"{"path":"/a"}"#)))
    };
    assert!(
        call(
            "files::delete",
            tools::small_worker::<Delete>("support", mocks())
        )
        .success
    );
    assert!(
        !call(
            "files::delete",
            tools::small_worker::<Rebuilt>("support", mocks())
        )
        .success
    );
    assert_eq!(approver.requests().len(), 2);
    // … or stored as text.
    let desk = Desk::new();
    desk.decide(&desk.pending.approve()).expect("a ruling");
    let rebuilt = tools::small_worker::<Rebuilt>("support", mocks());
    let yes = desk.pending.approve();
    assert_eq!(
        outcome(desk.resume_by(&rebuilt, &desk.context, &yes)),
        "changed_definition"
    );
}

#[test]
fn what_a_person_reads_is_what_runs_hidden_characters_included() {
    // Invisible tag characters that a model can read, and an override of the text direction.
    let hidden = "/a\u{e0072}\u{e006d}\u{202e}txt.exe";
    let screen: std::sync::Arc<std::sync::Mutex<Vec<u8>>> = Default::default();
    struct Screen(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);
    impl std::io::Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("a screen").extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let terminal = Terminal::scripted("y\n".as_bytes(), Screen(screen.clone()));
    let mocks = mocks();
    let worker = tools::worker(mocks.clone()).approver(terminal);
    let call = ToolCall::new("c", "files::delete", format!(r#"{{"path":"{hidden}"}}"#));
    assert!(block_on(worker.call(&context(), call)).success);
    let shown = String::from_utf8(screen.lock().expect("a screen").clone()).expect("text");
    assert!(
        shown.contains(r"\udb40\udc72\udb40\udc6d\u202etxt.exe"),
        "{shown}"
    );
    assert!(!shown.contains(['\u{e0072}', '\u{202e}']), "{shown}");
    assert!(
        mocks.calls()[0].arguments.contains(hidden),
        "and it runs as it is"
    );
    // A page and a log show the same.
    let desk = Desk::new();
    let arguments = format!(r#"{{"path":"{hidden}"}}"#);
    let context = context().with_principal("ada\u{202e}\u{200b}");
    let pending = begin(&desk.worker, &context, "c\u{2066}1", &arguments);
    let escaped = r#"{"path":"/a\udb40\udc72\udb40\udc6d\u202etxt.exe"}"#;
    assert_eq!(pending.shown_arguments(), escaped);
    let page: serde_json::Value = serde_json::from_str(&pending.shown()).expect("JSON");
    assert_eq!(page["arguments"], escaped);
    assert_eq!(page["principal"], r"ada\u{202e}\u{200b}");
    assert_eq!(page["call_id"], r"c\u{2066}1");
    let stored = pending.seal(&desk.key);
    let opened = PendingCall::open(&stored, &desk.key, SystemTime::now()).expect("a pending call");
    assert_eq!(opened.shown_arguments(), escaped);
    assert_eq!(opened.principal(), context.principal());
    assert!(opened.arguments().contains(hidden));
}

#[test]
fn a_grant_for_one_text_is_none_for_another_that_looks_alike() {
    let desk = Desk::new();
    let alike = begin(
        &desk.worker,
        &desk.context,
        "c1",
        "{\"path\":\"/\u{430}\",\"n\":1,\"who\":\"Ada\"}",
    );
    block_on(desk.store.put(&alike, &desk.key)).expect("a new call");
    let yes = desk.pending.approve();
    desk.decide(&yes).expect("a ruling");
    let resumed = desk.worker.resume(&desk.context, &alike, &yes, &desk.store);
    assert_eq!(outcome(block_on(resumed)), "foreign_ruling");
}

#[test]
fn an_edit_that_switches_the_tool_does_not_skip_the_policy_of_that_tool() {
    // The approver changes a call that requires approval into one that is blocked.
    let blocked = Desk::with(mocks().needs::<GetWeather>(Approval::Blocked));
    let switched = blocked
        .pending
        .edit_to("weather::get", r#"{"location":"Oslo"}"#);
    assert_eq!(outcome(blocked.settle(&switched)), "Blocked");
    // And into one that the worker does not have.
    let desk = Desk::new();
    assert_eq!(
        outcome(desk.settle(&desk.pending.edit_to("files::wipe", "{}"))),
        "Blocked"
    );
    assert!(blocked.mocks.calls().is_empty() && desk.mocks.calls().is_empty());
}

#[test]
fn a_batch_is_decided_call_by_call() {
    let desk = Desk::new();
    let calls: Vec<PendingCall> = ["/a", "/b", "/c"]
        .map(|path| {
            begin(
                &desk.worker,
                &desk.context,
                path,
                &format!(r#"{{"path":"{path}"}}"#),
            )
        })
        .into();
    let answers: [fn(&PendingCall) -> Ruling; 3] = [
        |call| call.approve(),
        |call| call.deny("not this one"),
        |call| call.edit(r#"{"path":"/d"}"#),
    ];
    let mut ends = Vec::new();
    for (pending, answer) in calls.iter().zip(answers) {
        block_on(desk.store.put(pending, &desk.key)).expect("a new call");
        let ruling = answer(pending);
        desk.decide(&ruling).expect("a ruling");
        let resumed = desk
            .worker
            .resume(&desk.context, pending, &ruling, &desk.store);
        ends.push(outcome(block_on(resumed)));
    }
    assert_eq!(ends, ["ran", "Denied", "ran"]);
    let ran: Vec<String> = desk
        .mocks
        .calls()
        .iter()
        .map(|call| call.arguments.clone())
        .collect();
    assert_eq!(ran, [r#"{"path":"/a"}"#, r#"{"path":"/d"}"#]);
}

#[test]
fn the_model_is_told_what_ran_so_that_it_does_not_repeat_its_own_call() {
    let desk = Desk::new();
    let edit = desk.pending.edit_to("net::ping", r#"{"note":"hello"}"#);
    let result = desk.settle(&edit).expect("a result");
    assert_eq!(result.metadata.ran, Some("net__ping"));
    assert_eq!(
        result.to_llm_message(),
        "The user changed this call before approving it. In its place `net__ping` was called with \
         {\"note\":\"hello\"}, and this is what came of it:\n\"{\\\"note\\\":\\\"hello\\\"}\""
    );
    for target in [Target::OpenAi, Target::Anthropic, Target::Gemini] {
        let messages = result_messages(target, &result);
        assert!(messages.contains("In its place `net__ping`"), "{messages}");
    }
    let mcp = result.to_mcp();
    assert!(mcp.to_string().contains("In its place"), "{mcp}");
    assert_eq!(
        mcp.get("structuredContent"),
        None,
        "it has the schema of another tool"
    );
}

fn result_messages(target: Target, result: &toolc_runtime::ToolResult) -> String {
    let messages = target.messages(std::slice::from_ref(result));
    format!("{messages:?}").replace("\\\"", "\"")
}

#[test]
fn a_name_in_another_form_is_not_another_way_in() {
    let desk = Desk::new();
    for name in ["files::wipe", "files__wipe", "notes__add_3"] {
        let result = block_on(
            desk.worker
                .call(&desk.context, ToolCall::new("c", name, "{}")),
        );
        assert_eq!(outcome(Ok(result)), "Blocked", "{name}");
        let edit = desk.pending.edit_to(name, "{}");
        let other = Desk::new();
        let same = other.pending.edit_to(name, "{}");
        assert_eq!(outcome(other.settle(&same)), "Blocked", "{name}");
        assert_eq!(
            desk.decide(&edit).is_ok(),
            name == "files::wipe",
            "{name}: the first counts"
        );
    }
}

#[test]
fn a_decision_may_come_when_the_process_that_asked_is_gone() {
    let (text, id) = {
        let worker = tools::worker(mocks());
        let pending = begin_tool(&worker, &context(), ToolCall::new("c", "net::ping", "{}"));
        (pending.seal(&key()), pending.id().to_owned())
    };
    let ruling = {
        let pending = PendingCall::open(&text, &key(), SystemTime::now()).expect("the call");
        pending.approve().by("grace").seal(&key())
    };
    let mocks = mocks();
    let worker = tools::worker(mocks.clone());
    let pending = PendingCall::open(&text, &key(), SystemTime::now()).expect("the call");
    let ruling = Ruling::open(&ruling, &key()).expect("the ruling");
    assert_eq!((pending.id(), ruling.id()), (id.as_str(), id.as_str()));
    let store = MemoryStore::new();
    block_on(store.put(&pending, &key())).expect("new");
    block_on(store.decide(&ruling, &key())).expect("new");
    let resumed = block_on(worker.resume(&context(), &pending, &ruling, &store));
    assert_eq!(outcome(resumed), "ran");
    assert_eq!(mocks.calls().len(), 1);
}
