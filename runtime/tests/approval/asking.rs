//! What an approver is shown, what is remembered of the decision, and what is recorded for an audit.

#[path = "asking/memory.rs"]
mod memory;
#[path = "asking/terminal.rs"]
mod terminal;

use super::desk::{Desk, begin_tool, context, key, mocks};
use super::tools::{self, Delete, GetWeather, LogIn};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use toolc_runtime::testing::{EventRecorder, ScriptedApprover, block_on};
use toolc_runtime::{
    Approval, ApprovalStore, Begun, Context, Decision, Event, Interactive, MemoryStore, Moment,
    Observer, PendingCall, ToolCall, Worker,
};

const LOG_IN: &str = r#"{"user": "ada", "password": "hunter2"}"#;

/// Everything that an observer may log.
struct Log(Arc<Mutex<Vec<String>>>);

impl Observer for Log {
    fn observe(&self, event: &Event<'_>) {
        let mut seen = self.0.lock().expect("a list");
        seen.push(event.shown_arguments());
        seen.push(format!("{event:?}"));
    }
}

fn delete<H: Sync>(worker: &Worker<H>, context: &Context, arguments: &str) -> bool {
    let call = ToolCall::new("c1", "files::delete", arguments);
    block_on(worker.call(context, call)).success
}

#[test]
fn secrets_are_not_shown_and_run_all_the_same() {
    let approver = ScriptedApprover::new([Decision::approve()]);
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let mocks = mocks();
    let worker = tools::small_worker::<LogIn>("support", mocks.clone())
        .approver(approver.clone())
        .observer(Log(Arc::clone(&seen)));
    let call =
        |name, arguments| block_on(worker.call(&context(), ToolCall::new("c", name, arguments)));
    assert!(call("accounts::log_in", LOG_IN).success);
    let request = &approver.requests()[0];
    let shown = r#"{"password":"[redacted]","user":"ada"}"#;
    assert_eq!(request.shown_arguments, shown);
    assert_eq!(request.arguments, r#"{"password":"hunter2","user":"ada"}"#);
    assert!(!format!("{request:?}").contains("hunter2"), "{request:?}");
    assert_eq!(
        mocks.calls()[0].arguments,
        LOG_IN,
        "the handler has it as it came"
    );
    // Arguments that cannot be parsed, and those of unknown tools, are not shown at all.
    call("accounts::log_in", r#"{"password": "hunter2""#);
    call("acounts::log_in", LOG_IN);
    let seen = seen.lock().expect("a list");
    assert!(
        seen.iter().all(|text| !text.contains("hunter2")),
        "{seen:?}"
    );
    assert!(
        seen.iter().any(|text| text == shown) && seen.iter().any(|text| text == "\"[redacted]\"")
    );
}

#[test]
fn what_is_shown_of_a_pending_call_has_no_secrets() {
    let worker = tools::small_worker::<LogIn>("support", mocks());
    let pending = begin_tool(
        &worker,
        &context(),
        ToolCall::new("c", "accounts::log_in", LOG_IN),
    );
    assert!(!pending.shown().contains("hunter2"), "{}", pending.shown());
    assert!(!format!("{pending:?}{:?}", pending.edit(LOG_IN)).contains("hunter2"));
    assert!(
        pending
            .shown()
            .contains(r#""arguments":"{\"password\":\"[redacted]\""#),
        "{}",
        pending.shown()
    );
    // The sealed text is what will run, so it contains the secrets.
    let text = pending.seal(&key());
    assert!(
        text.contains("hunter2") && text.contains("[redacted]"),
        "{text}"
    );
    let again = PendingCall::open(&text, &key(), SystemTime::now()).expect("the same");
    assert_eq!(again.shown_arguments(), pending.shown_arguments());
    assert_eq!(again.arguments(), r#"{"password":"hunter2","user":"ada"}"#);
}

/// What only the authors of a foreign tool mark hides nothing from the person who decides.
#[test]
fn what_others_mark_is_shown_to_approvers_and_stays_out_of_logs() {
    let approver = ScriptedApprover::new([Decision::approve(), Decision::approve()]);
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let worker = tools::worker_of_row::<LogIn>("support", mocks(), |row| {
        row.secrets(&["/password", "/user"])
            .hide_from_approvers(&["/user"])
    });
    let worker = worker
        .approver(approver.clone())
        .observer(Log(Arc::clone(&seen)));
    for id in ["c1", "c2"] {
        let arguments = LOG_IN
            .replace("hunter2", &format!("hunter2{id}"))
            .replace("ada", "eve");
        let call = ToolCall::new(id, "accounts::log_in", arguments);
        assert!(block_on(worker.call(&context(), call)).success);
    }
    let requests = approver.requests();
    let shown = r#"{"password":"hunter2c1","user":"[redacted]"}"#;
    assert_eq!(requests[0].shown_arguments, shown);
    let logged = r#"{"password":"[redacted]","user":"[redacted]"}"#;
    assert_eq!(requests[0].logged_arguments, logged);
    let earlier = requests[1].earlier_yes.as_ref().expect("the first call");
    assert_eq!(earlier.other_arguments.as_deref(), Some(shown));
    let said = format!("{requests:?}");
    assert!(!said.contains("hunter2") && !said.contains("eve"), "{said}");
    let seen = seen.lock().expect("a list");
    assert!(
        seen.iter().all(|text| !text.contains("hunter2")),
        "{seen:?}"
    );
    drop(seen);

    let call = ToolCall::new("c", "accounts::log_in", LOG_IN.replace("ada", "eve"));
    let pending = begin_tool(&worker, &context(), call);
    assert!(pending.shown().contains("hunter2") && !pending.shown().contains("eve"));
    assert!(!format!("{pending:?}").contains("hunter2"), "{pending:?}");
    let again = PendingCall::open(&pending.seal(&key()), &key(), SystemTime::now());
    let again = again.expect("the same");
    assert_eq!(again.shown(), pending.shown());
    assert!(!format!("{again:?}").contains("hunter2"), "{again:?}");
}

#[test]
fn an_edit_tells_the_model_no_secret() {
    let mocks = mocks();
    let worker = tools::small_worker::<LogIn>("support", mocks.clone());
    let pending = begin_tool(
        &worker,
        &context(),
        ToolCall::new("c", "accounts::log_in", LOG_IN),
    );
    let store = MemoryStore::new();
    let edit = pending.edit(r#"{"user": "bob", "password": "swordfish"}"#);
    block_on(store.put(&pending, &key())).expect("new");
    block_on(store.decide(&edit, &key())).expect("new");
    let result = block_on(worker.resume(&context(), &pending, &edit, &store)).expect("a result");
    let told = result.to_llm_message();
    assert!(
        told.contains(
            r#"`accounts__log_in` was called with {"password":"[redacted]","user":"bob"}"#
        ),
        "{told}"
    );
    assert_eq!(mocks.count::<LogIn>(), 1);
}

#[test]
fn the_question_says_who_wants_what_and_until_when() {
    let approver = ScriptedApprover::new([]);
    let worker = tools::worker(mocks())
        .approver(approver.clone())
        .approval_timeout(Duration::from_secs(60));
    let context = context().delegated_by("boss").delegated_by("clerk");
    delete(&worker, &context, r#"{"path":"/a"}"#);
    let request = &approver.requests()[0];
    assert_eq!(request.principal.as_deref(), Some("ada"));
    assert_eq!(request.delegation, ["boss", "clerk"]);
    assert_eq!(request.definition, "digest of f4");
    let left = request
        .until
        .duration_since(SystemTime::now())
        .expect("not over");
    assert!(
        left <= Duration::from_secs(60) && left > Duration::from_secs(30),
        "{left:?}"
    );
    assert_eq!(request.earlier_yes, None, "nobody said yes before");
}

/// A tool of a worker, as it is called in a context.
type Asked = (
    &'static str,
    Worker<toolc_runtime::testing::Mocks>,
    Context,
    &'static str,
);

/// Records every decision: what decided, how, and about which tool.
#[derive(Clone, Default)]
struct Audit(Arc<Mutex<Vec<String>>>);

impl Observer for Audit {
    fn audits(&self) -> bool {
        true
    }

    fn observe(&self, event: &Event<'_>) {
        let (word, by, reason) = match event.moment {
            Moment::ApprovalGranted { by, reason, .. } => ("yes", by, reason),
            Moment::ApprovalDenied { by, reason, .. } => ("no", by, reason),
            _ => return,
        };
        let line = format!("{word} {} by {by}: {reason}", event.tool);
        self.0.lock().expect("a list").push(line);
    }
}

impl Audit {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().expect("a list"))
    }
}

#[test]
fn an_audit_learns_of_every_decision_and_what_decided() {
    let audit = Audit::default();
    let decisions = [
        Decision::approve(),
        Decision::approve_for_session(),
        Decision::deny("no"),
    ];
    let mocks = mocks().needs::<GetWeather>(Approval::PreApproved);
    let worker = tools::worker(mocks.clone())
        .approver(ScriptedApprover::new(decisions))
        .observer(audit.clone());
    for path in ["/a", "/b", "/b", "/c"] {
        delete(&worker, &context(), &format!(r#"{{"path":"{path}"}}"#));
    }
    block_on(worker.call(
        &context(),
        ToolCall::new("c", "weather::get", r#"{"location":"Oslo"}"#),
    ));
    let expected = [
        "yes files::delete by approver: approved",
        "yes files::delete by approver: approved_for_session",
        "yes files::delete by memory: remembered",
        "no files::delete by approver: denied",
        "yes weather::get by configuration: pre_approved",
    ];
    assert_eq!(audit.take(), expected);

    let ask = |worker: Worker<_>| {
        delete(
            &worker.observer(audit.clone()),
            &context(),
            r#"{"path":"/a"}"#,
        );
        audit.take()
    };
    assert_eq!(
        ask(tools::worker(mocks.clone())),
        ["no files::delete by configuration: no_approver"]
    );
    let silent = Interactive::new(async |_| std::future::pending().await);
    let silent = tools::worker(mocks.clone())
        .approver(silent)
        .approval_timeout(Duration::from_millis(2));
    assert_eq!(ask(silent), ["no files::delete by approver: no_answer"]);
    let broken = Interactive::new(async |_| panic!("no dialog"));
    assert_eq!(
        ask(tools::worker(mocks.clone()).approver(broken)),
        ["no files::delete by approver: approver_failed"]
    );
    let blocked = tools::worker(mocks.clone().needs::<Delete>(Approval::Blocked));
    assert_eq!(ask(blocked), ["no files::delete by handler: blocked"]);

    for (ruling, line) in [
        (
            PendingCall::approve as fn(&PendingCall) -> _,
            "yes files::delete by person ada: approved",
        ),
        (
            |pending| pending.deny("no"),
            "no files::delete by person ada: denied",
        ),
        (
            |pending| pending.edit(r#"{"path":"/b"}"#),
            "yes files::delete by person ada: edited",
        ),
    ] {
        let desk = Desk::of(
            tools::worker(mocks.clone()).observer(audit.clone()),
            mocks.clone(),
        );
        desk.settle(&ruling(&desk.pending).by("ada"))
            .expect("a result");
        assert_eq!(audit.take(), [line]);
    }
}

#[test]
fn who_does_not_audit_is_not_told_of_calls_that_need_nothing() {
    let recorder = EventRecorder::new();
    let worker = tools::worker(mocks()).observer(recorder.clone());
    block_on(worker.call(
        &context(),
        ToolCall::new("c", "weather::get", r#"{"location":"Oslo"}"#),
    ));
    assert_eq!(recorder.names(), ["tool:pre", "tool:post"]);
    recorder.events();
    block_on(worker.begin(
        &context(),
        ToolCall::new("c", "files::delete", r#"{"path":"/a"}"#),
    ));
    let suspended = ["tool:pre", "approval:required", "tool:suspended"];
    assert_eq!(recorder.names()[2..], suspended);
}

/// A call begins in the same way for both forms of its arguments.
#[test]
fn a_call_with_parsed_arguments_waits_as_one_with_a_text_does() {
    let mocks = mocks();
    let worker = tools::worker(mocks.clone());
    let begin = |name, arguments: serde_json::Value| {
        block_on(worker.begin_value(&context(), "c1", name, arguments))
    };
    let arguments = serde_json::json!({ "path": "/a", "n": 1 });
    let call = ToolCall::new("c1", "files::delete", arguments.to_string());
    let of_text = begin_tool(&worker, &context(), call);
    let Begun::Pending(pending) = begin("files::delete", arguments) else {
        panic!("it was to wait");
    };
    assert_eq!(pending.arguments(), of_text.arguments());
    assert_eq!(pending.shown_arguments(), of_text.shown_arguments());
    let store = MemoryStore::new();
    block_on(store.put(&pending, &key())).expect("new");
    let yes = pending.approve();
    block_on(store.decide(&yes, &key())).expect("new");
    let result = block_on(worker.resume(&context(), &pending, &yes, &store)).expect("a result");
    assert!(result.success, "{result:?}");
    assert_eq!(mocks.count::<Delete>(), 1);
    // calls that need no approval, and invalid ones, end at once
    let ended = |begun| match begun {
        Begun::Ended(result) => result,
        other => panic!("it was to end: {other:?}"),
    };
    let fine = ended(begin(
        "weather::get",
        serde_json::json!({ "location": "Lyon" }),
    ));
    assert!(fine.success, "{fine:?}");
    let wrong = ended(begin("files::delete", serde_json::json!({ "path": 1 })));
    let kind = wrong.error.expect("an error").kind;
    assert_eq!(kind, toolc_runtime::ErrorKind::InvalidArguments);
}
