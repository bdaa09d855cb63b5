//! Questions on a terminal and through a channel.

use super::super::desk::{context, mocks};
use super::super::tools::{self, LogIn, Rebuilt};
use super::{LOG_IN, delete};
use std::sync::{Arc, Mutex};
use toolc_runtime::testing::{block_on, poll_once};
use toolc_runtime::{ApprovalMemory, ChannelApprover, Decision, ToolCall, Worker};

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

/// Returns what a terminal shows when it asks about some calls.
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
