//! Questions on a terminal and through a channel.

use super::super::desk::{context, mocks};
use super::super::tools::{self, LogIn, Rebuilt};
use super::{LOG_IN, delete};
use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use toolc_runtime::testing::{block_on, poll_once};
use toolc_runtime::{ApprovalMemory, ChannelApprover, Decision, Terminal, ToolCall, Worker};

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

/// What a terminal shows.
#[derive(Clone, Default)]
struct Screen(Arc<Mutex<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("a screen").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Screen {
    fn text(&self) -> String {
        let shown = self.0.lock().expect("a screen").clone();
        String::from_utf8(shown).expect("text")
    }

    fn wait_for(&self, text: &str) {
        let until = Instant::now() + LONG;
        while !self.text().contains(text) {
            assert!(Instant::now() < until, "{text}: {}", self.text());
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Returns what a terminal shows when it asks about some calls.
fn shown_on_a_terminal(ask: impl FnOnce(Terminal)) -> String {
    let screen = Screen::default();
    let answers = "y\ny\n".as_bytes();
    ask(Terminal::scripted(answers, screen.clone()));
    screen.text()
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

/// A keyboard: what is sent is typed, and nothing else comes until then.
struct Keyboard(Receiver<&'static str>);

impl Read for Keyboard {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let typed = self.0.recv().unwrap_or_default();
        buffer[..typed.len()].copy_from_slice(typed.as_bytes());
        Ok(typed.len())
    }
}

/// A terminal with a person in front of it.
fn sit_down() -> (Arc<Terminal>, Sender<&'static str>, Screen) {
    let (keys, typed) = mpsc::channel();
    let screen = Screen::default();
    let terminal = Terminal::over(BufReader::new(Keyboard(typed)), screen.clone());
    (Arc::new(terminal), keys, screen)
}

/// Asks on a terminal whether a file may be deleted, and waits for at most that long.
fn may_delete(terminal: &Arc<Terminal>, path: &str, patience: Duration) -> bool {
    let worker = tools::worker(mocks()).approver(Arc::clone(terminal));
    let worker = worker.approval_timeout(patience);
    delete(&worker, &context(), &format!(r#"{{"path":"{path}"}}"#))
}

const BRIEFLY: Duration = Duration::from_millis(20);
const LONG: Duration = Duration::from_secs(60);

#[test]
fn a_question_that_is_given_up_makes_way_for_the_next() {
    let (terminal, keys, screen) = sit_down();
    assert!(!may_delete(&terminal, "/first", BRIEFLY));
    screen.wait_for("Nobody waits for this answer any more.");
    thread::scope(|scope| {
        let second = scope.spawn(|| may_delete(&terminal, "/second", Duration::from_millis(500)));
        screen.wait_for("/second");
        // It waits until the second one is given up, too.
        let third = scope.spawn(|| may_delete(&terminal, "/third", LONG));
        screen.wait_for("/third");
        assert!(!second.join().expect("an end"));
        // The person sees the third question, and answers it.
        thread::sleep(Duration::from_millis(2100));
        keys.send("y\n").expect("a reader");
        assert!(third.join().expect("an end"), "{}", screen.text());
    });
}

#[test]
fn a_late_answer_is_not_one_to_the_next_question() {
    let (terminal, keys, screen) = sit_down();
    assert!(!may_delete(&terminal, "/first", BRIEFLY));
    screen.wait_for("Nobody waits for this answer any more.");
    thread::scope(|scope| {
        let second = scope.spawn(|| may_delete(&terminal, "/second", LONG));
        screen.wait_for("/second");
        // Whoever was about to answer the first question has not seen the second one yet.
        keys.send("y\n").expect("a reader");
        screen.wait_for("What was typed before the question does not count.");
        thread::sleep(Duration::from_millis(300));
        keys.send("n\n").expect("a reader");
        assert!(!second.join().expect("an end"), "{}", screen.text());
    });
}
