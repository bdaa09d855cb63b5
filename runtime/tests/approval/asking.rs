//! What whoever is asked is shown, what is remembered of the answer, and what an audit learns.

use super::desk::{Desk, begin_tool, context, key, mocks};
use super::tools::{self, Delete, GetWeather, LogIn, Rebuilt};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use toolc_runtime::testing::{EventRecorder, ScriptedApprover, block_on, poll_once};
use toolc_runtime::{
    Approval, ApprovalMemory, ApprovalStore, Begun, ChannelApprover, Context, Decision, Event,
    Interactive, MemoryStore, Moment, Observer, PendingCall, ToolCall, Worker,
};

const LOG_IN: &str = r#"{"user": "ada", "password": "hunter2"}"#;

fn delete<H: Sync>(worker: &Worker<H>, context: &Context, arguments: &str) -> bool {
    let call = ToolCall::new("c1", "files::delete", arguments);
    block_on(worker.call(context, call)).success
}

#[test]
fn secrets_are_not_shown_and_run_all_the_same() {
    let approver = ScriptedApprover::new([Decision::approve()]);
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    struct Log(Arc<Mutex<Vec<String>>>);
    impl Observer for Log {
        fn observe(&self, event: &Event<'_>) {
            let mut seen = self.0.lock().expect("a list");
            seen.push(event.shown_arguments());
        }
    }
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
    assert_eq!(
        mocks.calls()[0].arguments,
        LOG_IN,
        "the handler has it as it came"
    );
    // What cannot be read, and what is of no known tool, is not shown at all.
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
    // The sealed text is what will run, so it has them.
    let text = pending.seal(&key());
    assert!(
        text.contains("hunter2") && text.contains("[redacted]"),
        "{text}"
    );
    let again = PendingCall::open(&text, &key(), SystemTime::now()).expect("the same");
    assert_eq!(again.shown_arguments(), pending.shown_arguments());
    assert_eq!(again.arguments(), r#"{"password":"hunter2","user":"ada"}"#);
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

/// A tool of one worker, as it is asked for in one context.
type Asked = (
    &'static str,
    Worker<toolc_runtime::testing::Mocks>,
    Context,
    &'static str,
);

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
    let call = ToolCall::new("c2", "files::delete", super::desk::ARGUMENTS);
    let begun = block_on(desk.worker.begin(&desk.context, call));
    assert!(
        matches!(begun, toolc_runtime::Begun::Ended(result) if result.metadata.approval == Some("remembered"))
    );
}

/// Keeps every decision: what decided, how, and of which tool.
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

#[test]
fn a_window_answers_through_a_channel() {
    let (approver, mut questions) = ChannelApprover::new();
    let worker = tools::worker(mocks()).approver(approver);
    let context = context();
    let ask = |path: &str| {
        let arguments = format!(r#"{{"path":"{path}"}}"#);
        worker.call(&context, ToolCall::new("c1", "files::delete", arguments))
    };
    assert!(questions.try_next().is_none());
    let (mut first, mut second, mut given_up) = (
        Box::pin(ask("/a")),
        Box::pin(ask("/b")),
        Box::pin(ask("/c")),
    );
    for call in [&mut first, &mut second, &mut given_up] {
        assert!(poll_once(call.as_mut()).is_none());
    }
    drop(given_up);
    let question = block_on(questions.next()).expect("a question");
    assert!(question.is_open() && question.request.arguments.contains("/a"));
    assert!(question.reply(Decision::approve()));
    drop(block_on(questions.next()).expect("the second question"));
    assert!(
        questions.try_next().is_none(),
        "who gave up is not asked about"
    );
    assert!(poll_once(first.as_mut()).expect("an end").success);
    let denied = poll_once(second.as_mut()).expect("an end");
    assert!(
        denied
            .error
            .expect("a denial")
            .message
            .ends_with("left without an answer")
    );
    let mut third = Box::pin(ask("/d"));
    assert!(poll_once(third.as_mut()).is_none());
    drop(questions);
    assert!(
        !poll_once(third.as_mut()).expect("an end").success,
        "nobody reads any more"
    );
    assert!(!block_on(ask("/e")).success);
}

#[test]
fn questions_end_with_their_approver() {
    let (approver, mut questions) = ChannelApprover::new();
    let mut next = Box::pin(questions.next());
    assert!(poll_once(next.as_mut()).is_none());
    drop(approver);
    assert!(poll_once(next.as_mut()).expect("an end").is_none());
}

/// What a terminal shows of the questions of some calls.
fn shown_on_a_terminal(ask: impl FnOnce(toolc_runtime::Terminal)) -> String {
    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);
    impl std::io::Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("a screen").extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let screen = Screen::default();
    let answers = "y\ny\n".as_bytes();
    ask(toolc_runtime::Terminal::scripted(answers, screen.clone()));
    let shown = screen.0.lock().expect("a screen").clone();
    String::from_utf8(shown).expect("text")
}

#[test]
fn a_terminal_shows_who_wants_what_and_no_secret() {
    let text = shown_on_a_terminal(|terminal| {
        let worker = tools::small_worker::<LogIn>("support", mocks()).approver(terminal);
        let context = context().delegated_by("boss");
        let call = ToolCall::new("c", "accounts::log_in", LOG_IN);
        assert!(block_on(worker.call(&context, call)).success);
    });
    for line in [
        "support wants to call accounts::log_in",
        r#"with {"password":"[redacted]","user":"ada"}"#,
        "it only reads",
        "for ada",
        "handed on by boss",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("hunter2"), "{text}");
}

#[test]
fn a_terminal_shows_what_changed_since_the_last_yes() {
    let memory = ApprovalMemory::new();
    let text = shown_on_a_terminal(|terminal| {
        let terminal = Arc::new(terminal);
        let ask = |worker: Worker<_>, arguments| {
            let worker = worker.approver(Arc::clone(&terminal));
            let worker = worker.approval_memory(memory.clone());
            assert!(delete(&worker, &context(), arguments));
        };
        ask(tools::worker(mocks()), r#"{"path":"/a"}"#);
        ask(
            tools::small_worker::<Rebuilt>("support", mocks()),
            r#"{"path":"/b"}"#,
        );
    });
    assert!(
        text.contains("its definition changed since the last yes"),
        "{text}"
    );
    assert!(
        text.contains(r#"the last yes was to {"path":"/a"}"#),
        "{text}"
    );
}

/// Calls begin alike, whichever form their arguments have.
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
    // what needs nobody, and what is wrong, ends at once
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
