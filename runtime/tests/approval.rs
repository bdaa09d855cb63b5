//! Who is asked before a call runs, and what an answer permits.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "approval/again.rs"]
mod again;
#[path = "approval/asking.rs"]
mod asking;
#[path = "approval/attacks.rs"]
mod attacks;
#[path = "approval/callers.rs"]
mod callers;
#[path = "support/calls.rs"]
mod calls;
#[path = "approval/constants.rs"]
mod constants;
#[path = "approval/desk.rs"]
mod desk;
#[path = "approval/filled.rs"]
mod filled;
#[path = "approval/leases.rs"]
mod leases;
#[path = "approval/old_names.rs"]
mod old_names;
#[path = "approval/published.rs"]
mod published;
#[path = "approval/repaired.rs"]
mod repaired;
#[path = "approval/rules.rs"]
mod rules;
#[path = "approval/stores.rs"]
mod stores;
#[path = "support/tools.rs"]
mod tools;

use calls::{PATH, PLACE, Silent, call, call_in, error, mocks};
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use toolc_runtime::testing::ScriptedApprover;
use toolc_runtime::{
    Approval, ApprovalMemory, ApprovalRequest, ApproveAll, Approver, AutoDeny, Cancellation,
    Context, Decision, ErrorKind, Interactive, Terminal,
};
use tools::{Delete, GetWeather};

/// An approver that panics.
struct Broken;

impl Approver for Broken {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        panic!("no dialog")
    }
}

#[test]
fn arguments_are_checked_before_anybody_is_asked() {
    let approver = ScriptedApprover::new([Decision::approve()]);
    let worker = tools::worker(mocks()).approver(approver.clone());
    assert_eq!(
        error(&call(&worker, "files::delete", r#"{"path": 1}"#)).0,
        ErrorKind::InvalidArguments
    );
    assert!(approver.requests().is_empty());
}

#[test]
fn the_question_says_what_will_be_called() {
    let approver = ScriptedApprover::new([Decision::approve()]);
    let worker = tools::worker(mocks()).approver(approver.clone());
    let result = call(&worker, "files::delete", r#"{ "z": 1.0, "path": "/a" }"#);
    assert_eq!(result.metadata.approval, Some("asked"));
    let request = &approver.requests()[0];
    assert_eq!(
        (request.worker, request.tool, request.wire_name),
        ("support", "files::delete", "files__delete")
    );
    assert_eq!(request.arguments, r#"{"path":"/a","z":1.0}"#);
    assert_eq!(
        (request.session.as_deref(), request.call_id.as_str()),
        (Some("s"), "c1")
    );
}

#[test]
fn without_an_approver_nothing_that_needs_one_runs() {
    let mocks = mocks();
    let worker = tools::worker(mocks.clone());
    let message =
        "Tool execution denied: `files__delete` requires approval, and this worker has no approver";
    assert_eq!(
        error(&call(&worker, "files::delete", PATH)),
        (ErrorKind::Denied, message)
    );
    let worker = worker.approver(AutoDeny);
    let message = "Tool execution denied: Auto-deny mode: `files__delete` requires approval";
    assert_eq!(
        error(&call(&worker, "files::delete", PATH)),
        (ErrorKind::Denied, message)
    );
    assert!(mocks.calls().is_empty());
    assert!(
        call(
            &worker.approver(ApproveAll::for_tests_only()),
            "files::delete",
            PATH
        )
        .success
    );
}

#[test]
fn an_approval_for_the_session_holds_for_the_same_call_alone() {
    let yes = Decision::approve_for_session;
    let approver = ScriptedApprover::new([yes(), yes(), yes()]);
    let memory = ApprovalMemory::new();
    let worker = tools::worker(mocks())
        .approver(approver.clone())
        .approval_memory(memory.clone());
    assert!(call(&worker, "files::delete", PATH).success);
    let again = call(&worker, "files__delete", r#"{"path":"\/a"}"#);
    assert_eq!(again.metadata.approval, Some("remembered"));
    assert_eq!(approver.requests().len(), 1);
    call(&worker, "files::delete", r#"{"path": "/b"}"#);
    assert_eq!(approver.requests().len(), 2, "other arguments");
    call_in(&worker, &Context::new("other"), "files::delete", PATH);
    assert_eq!(approver.requests().len(), 3, "another session");
    memory.end_session("s");
    assert_eq!(
        error(&call(&worker, "files::delete", PATH)).0,
        ErrorKind::Denied
    );
}

#[test]
fn a_number_is_approved_as_it_is_written() {
    let yes = Decision::approve_for_session;
    let numbers = [
        "1",
        "1.0",
        "100e-2",
        "1E0",
        "-0",
        "0",
        "1e-9223372036854775809",
        "1e-9223372036854775810",
        "1e-99999999999999999999",
    ];
    let approver = ScriptedApprover::new(numbers.map(|_| yes()));
    let worker = tools::worker(mocks()).approver(approver.clone());
    for number in numbers {
        let arguments = format!(r#"{{"path": "/a", "n": {number}}}"#);
        for way in ["asked", "remembered"] {
            let result = call(&worker, "files::delete", &arguments);
            assert_eq!(result.metadata.approval, Some(way), "{number}");
        }
    }
    let shown: Vec<_> = approver
        .requests()
        .into_iter()
        .map(|request| request.arguments)
        .collect();
    let expected = numbers.map(|number| format!(r#"{{"n":{number},"path":"/a"}}"#));
    assert_eq!(shown, expected);
}

#[test]
fn neither_denials_nor_calls_without_a_session_are_remembered() {
    let decisions = [
        Decision::deny("no"),
        Decision::approve_for_session(),
        Decision::deny("no"),
    ];
    let approver = ScriptedApprover::new(decisions);
    let worker = tools::worker(mocks()).approver(approver.clone());
    let context = Context::default();
    let outcome = || call_in(&worker, &context, "files::delete", PATH).success;
    assert_eq!([outcome(), outcome(), outcome()], [false, true, false]);
    assert_eq!(approver.requests().len(), 3);
}

#[test]
fn the_stricter_of_worker_and_handler_holds() {
    let approver = ScriptedApprover::new([Decision::approve()]);
    let worker =
        tools::worker(mocks().needs::<GetWeather>(Approval::Ask)).approver(approver.clone());
    assert!(call(&worker, "weather::get", PLACE).success);
    assert_eq!(approver.requests().len(), 1);
    let loose = mocks().needs::<Delete>(Approval::PreApproved);
    assert_eq!(
        error(&call(&tools::worker(loose), "files::delete", PATH)).0,
        ErrorKind::Denied
    );
    let never = mocks().needs::<Delete>(Approval::Blocked);
    let worker = tools::worker(never.clone()).approver(ApproveAll::for_tests_only());
    assert_eq!(
        error(&call(&worker, "files::delete", PATH)).0,
        ErrorKind::Blocked
    );
    assert!(never.calls().is_empty());
}

#[test]
fn an_approver_that_fails_or_is_silent_denies() {
    let broken = tools::worker(mocks()).approver(Broken);
    assert_eq!(
        error(&call(&broken, "files::delete", PATH)).1,
        "Tool execution denied: the approver failed"
    );
    let silent = tools::worker(mocks())
        .approver(Silent)
        .approval_timeout(Duration::from_millis(5));
    assert_eq!(
        error(&call(&silent, "files::delete", PATH)).1,
        "Tool execution denied: no answer within 5ms"
    );
}

#[test]
fn a_blocked_overload_is_blocked_by_its_own_name() {
    let worker = tools::worker(mocks());
    let result = call(&worker, "notes__add_3", r#"{"text": "a"}"#);
    let (kind, message) = error(&result);
    assert_eq!(kind, ErrorKind::Blocked);
    assert!(message.ends_with("blocked: it costs too much"), "{message}");
    let other = call(&worker, "notes::add", r#"{"text": "a"}"#);
    assert_eq!(other.metadata.overload, Some("notes__add_1"));
}

/// An approver that approves after a delay of its own.
struct Late<F>(F);

impl<F: Fn() + Send + Sync + 'static> Approver for Late<F> {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        (self.0)();
        Decision::approve_for_session()
    }
}

#[test]
fn an_answer_after_the_limit_is_none() {
    let mocks = mocks();
    let blocking = Late(|| std::thread::sleep(Duration::from_millis(20)));
    let worker = tools::worker(mocks.clone())
        .approver(blocking)
        .approval_timeout(Duration::from_millis(5));
    for _ in 0..2 {
        assert_eq!(
            error(&call(&worker, "files::delete", PATH)),
            (
                ErrorKind::Denied,
                "Tool execution denied: no answer within 5ms"
            )
        );
    }
    assert!(mocks.calls().is_empty());
}

#[test]
fn an_answer_after_the_caller_gave_up_is_none() {
    let mocks = mocks();
    let token = Cancellation::new();
    let context = Context::new("s").with_cancellation(token.clone());
    let memory = ApprovalMemory::new();
    let worker = tools::worker(mocks.clone())
        .approver(Late(move || token.cancel()))
        .approval_memory(memory.clone());
    let result = call_in(&worker, &context, "files::delete", PATH);
    assert_eq!(error(&result).0, ErrorKind::Cancelled);
    assert!(mocks.calls().is_empty());
    assert!(format!("{memory:?}").contains("approvals: 0"), "{memory:?}");
}

#[test]
fn a_callback_can_ask() {
    let worker =
        tools::worker(mocks()).approver(Interactive::new(async |request: ApprovalRequest| {
            if request.arguments.contains("/a") {
                Decision::approve()
            } else {
                Decision::deny("wrong path")
            }
        }));
    assert!(call(&worker, "files::delete", PATH).success);
    assert!(!call(&worker, "files::delete", r#"{"path": "/b"}"#).success);
}

/// The output of a terminal, with a channel that is notified of it.
#[derive(Clone, Default)]
struct Screen {
    shown: Arc<Mutex<Vec<u8>>>,
    told: Option<Sender<()>>,
}

impl Screen {
    fn text(&self) -> String {
        String::from_utf8(self.shown.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.shown.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.told.as_ref().map(|told| told.send(()));
        Ok(())
    }
}

/// A person who approves a while after a question was shown.
struct Person(Receiver<()>);

impl Read for Person {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.recv().map_err(io::Error::other)?;
        std::thread::sleep(Duration::from_millis(250));
        "y\n".as_bytes().read(buffer)
    }
}

#[test]
fn what_was_typed_before_the_question_answers_nothing() {
    let mocks = mocks();
    for typed in ["y\ny\n".to_owned(), "y\n".repeat(5_000)] {
        let screen = Screen::default();
        let terminal = Terminal::over(io::Cursor::new(typed), screen.clone());
        let worker = tools::worker(mocks.clone()).approver(terminal);
        for _ in 0..2 {
            let result = call(&worker, "files::delete", PATH);
            assert_eq!(error(&result).0, ErrorKind::Denied);
        }
        let told = "What was typed before the question does not count.";
        assert!(screen.text().contains(told), "{}", screen.text());
    }
    assert!(mocks.calls().is_empty());
}

#[test]
fn who_answers_the_question_is_heard() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let screen = Screen {
        told: Some(sender),
        ..Screen::default()
    };
    let person = io::BufReader::new(Person(receiver));
    let terminal = Terminal::over("y\n".as_bytes().chain(person), screen);
    let worker = tools::worker(mocks()).approver(terminal);
    assert!(call(&worker, "files::delete", PATH).success);
}

#[test]
fn the_terminal_asks_and_shows_no_control_characters() {
    let screen = Screen::default();
    let answers = "what?\ny\nn\n".as_bytes();
    let worker = tools::worker(mocks()).approver(Terminal::scripted(answers, screen.clone()));
    assert!(
        call(
            &worker,
            "files::delete",
            "{\"path\": \"\u{202e}\u{e0101}\u{9b}31m\\u001b\"}"
        )
        .success
    );
    assert_eq!(
        error(&call(&worker, "files::delete", PATH)).1,
        "Tool execution denied: the user said no"
    );
    assert!(
        error(&call(&worker, "files::delete", PATH))
            .1
            .contains("no answer on the terminal")
    );
    let text = screen.text();
    assert!(
        text.contains("support wants to call files::delete"),
        "{text}"
    );
    assert!(
        !text.contains(['\u{e0101}', '\u{202e}', '\u{9b}', '\u{1b}']),
        "{text}"
    );
}
