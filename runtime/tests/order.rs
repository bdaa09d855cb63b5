//! The order of things: events, time limits, panics, and abandoned calls.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "order/ahead.rs"]
mod ahead;
#[path = "order/batch.rs"]
mod batch;
#[path = "support/calls.rs"]
mod calls;
#[path = "order/heard.rs"]
mod heard;
#[path = "order/limits.rs"]
mod limits;
#[path = "order/policies.rs"]
mod policies;
#[path = "order/random.rs"]
mod random;
#[path = "order/resumed.rs"]
mod resumed;
#[path = "order/script.rs"]
mod script;
#[path = "support/tools.rs"]
mod tools;

use calls::{PATH, PLACE, Silent, call, call_in, error, mocks};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use toolc_runtime::testing::{EventRecorder, ManualTimer, Mocks, ScriptedApprover, poll_once};
use toolc_runtime::{
    ApproveAll, Cancellation, Context, Decision, ErrorKind, Event, Observer, Order, Sleep,
    ThreadTimer, Timer, ToolCall,
};
use tools::GetWeather;

/// An observer that panics.
struct Broken;

impl Observer for Broken {
    fn observe(&self, _: &Event<'_>) {
        panic!("disk full")
    }
}

#[test]
fn events_come_in_order_and_the_end_comes_once() {
    let recorder = EventRecorder::new();
    let decisions = [Decision::approve(), Decision::deny("not now")];
    let worker = tools::worker(mocks())
        .observer(recorder.clone())
        .approver(ScriptedApprover::new(decisions));
    assert!(call(&worker, "files__delete", PATH).success);
    let denied = call(&worker, "files__delete", PATH);
    assert_eq!(
        error(&denied),
        (ErrorKind::Denied, "Tool execution denied: not now")
    );
    assert!(
        denied
            .to_llm_message()
            .starts_with("Error: [DENIED] Tool execution denied: not now\n")
    );
    call(&worker, "weather::get", "{}");
    call(&worker, "nothing", "{}");
    let expected = [
        "tool:pre",
        "approval:required",
        "approval:granted",
        "tool:post",
        "tool:pre",
        "approval:required",
        "approval:denied",
        "tool:error",
        "tool:pre",
        "tool:error",
        "tool:pre",
        "tool:error",
    ];
    assert_eq!(recorder.names(), expected);
    assert!(expected.iter().all(|name| Event::NAMES.contains(name)));
    let events = recorder.events();
    assert!(
        events
            .iter()
            .all(|event| event.worker == "support" && event.call_id == "c1")
    );
    assert_eq!(events[0].tool, "files::delete");
    assert_eq!((&*events[0].arguments, &*events[7].arguments), (PATH, PATH));
    assert_eq!(events[11].error.as_ref().unwrap().kind, ErrorKind::NotFound);
}

#[test]
fn a_handler_that_takes_too_long_is_stopped() {
    let timer = ManualTimer::new();
    let recorder = EventRecorder::new();
    let worker = tools::worker(Mocks::new().hangs::<GetWeather>())
        .timeout_with(timer.clone(), Duration::from_millis(250))
        .observer(recorder.clone());
    let context = Context::new("s");
    let mut future = Box::pin(worker.call(&context, ToolCall::new("c1", "weather::get", PLACE)));
    assert!(poll_once(future.as_mut()).is_none());
    timer.advance(Duration::from_millis(100));
    assert!(poll_once(future.as_mut()).is_none());
    timer.advance(Duration::from_millis(150));
    let result = poll_once(future.as_mut()).expect("an end");
    assert_eq!(
        error(&result),
        (
            ErrorKind::Timeout,
            "tool 'weather__get' timed out after 250ms"
        )
    );
    assert!(result.error.as_ref().unwrap().is_retryable());
    assert_eq!(recorder.names(), ["tool:pre", "tool:error"]);
}

#[test]
fn the_smallest_limit_holds_and_a_thread_measures_it_where_nothing_else_does() {
    let worker = tools::worker(Mocks::new().hangs::<GetWeather>());
    let short = Context::new("s").with_timeout(Duration::from_millis(5));
    assert_eq!(
        error(&call_in(&worker, &short, "weather::get", PLACE)).1,
        "tool 'weather__get' timed out after 5ms"
    );
    let worker = worker.timeout_with(ThreadTimer::new(), Duration::from_millis(3));
    assert_eq!(
        error(&call_in(&worker, &short, "weather::get", PLACE)).1,
        "tool 'weather__get' timed out after 3ms"
    );
    let late = Context::new("s").with_deadline(Instant::now());
    assert_eq!(
        error(&call_in(&worker, &late, "weather::get", PLACE)).0,
        ErrorKind::Timeout
    );
    assert_eq!(
        error(&call_in(&worker, &late, "files::delete", PATH)).0,
        ErrorKind::Timeout,
        "nobody is asked"
    );
}

#[test]
fn the_timer_is_not_asked_for_work_that_ends_at_once() {
    struct Unwanted;
    impl Timer for Unwanted {
        fn sleep(&self, _: Duration) -> Sleep {
            unreachable!()
        }
    }
    let worker = tools::worker(mocks()).timeout_with(Unwanted, Duration::from_secs(1));
    assert!(call(&worker, "weather::get", PLACE).success);
}

#[test]
fn a_panic_of_a_handler_is_a_result() {
    let recorder = EventRecorder::new();
    let worker =
        tools::worker(mocks().on::<GetWeather>(|_| panic!("key 4711"))).observer(recorder.clone());
    let result = call(&worker, "weather::get", PLACE);
    assert_eq!(
        error(&result),
        (
            ErrorKind::Execution,
            "Tool 'weather__get' failed — see server logs"
        )
    );
    assert_eq!(recorder.names(), ["tool:pre", "tool:error"]);
    assert_eq!(
        recorder.events()[1].detail.as_deref(),
        Some("the handler panicked: key 4711")
    );
    let worker = tools::worker(mocks().on::<GetWeather>(|_| panic::panic_any(7)));
    assert_eq!(
        error(&call(&worker, "weather::get", PLACE)).0,
        ErrorKind::Execution
    );
}

#[test]
fn an_observer_that_panics_changes_nothing() {
    let recorder = EventRecorder::new();
    let worker = tools::worker(mocks())
        .observer(Broken)
        .observer(recorder.clone());
    assert!(call(&worker, "weather::get", PLACE).success);
    assert_eq!(recorder.names(), ["tool:pre", "tool:post"]);
}

#[test]
fn a_dropped_call_is_observed_as_cancelled() {
    let recorder = EventRecorder::new();
    let worker = tools::worker(Mocks::new().hangs::<GetWeather>())
        .approver(Silent)
        .observer(recorder.clone());
    let context = Context::new("s");
    for (name, arguments) in [("weather::get", PLACE), ("files::delete", PATH)] {
        let mut future = Box::pin(worker.call(&context, ToolCall::new("c1", name, arguments)));
        assert!(poll_once(future.as_mut()).is_none());
        drop(future);
    }
    assert_eq!(
        recorder.names(),
        [
            "tool:pre",
            "tool:error",
            "tool:pre",
            "approval:required",
            "tool:error"
        ]
    );
    let events = recorder.events();
    let error = events[1].error.as_ref().unwrap();
    assert_eq!(
        (error.kind, error.tool_name.as_str(), error.call_id.as_str()),
        (ErrorKind::Cancelled, "weather::get", "c1")
    );
    drop(worker.call(&context, ToolCall::new("c1", "weather::get", PLACE)));
    assert_eq!(
        recorder.events().len(),
        5,
        "a call that nobody polled did not start"
    );
}

#[test]
fn a_cancelled_call_ends_wherever_it_is() {
    let worker = tools::worker(Mocks::new().hangs::<GetWeather>()).approver(Silent);
    for (name, arguments) in [("weather::get", PLACE), ("files::delete", PATH)] {
        let token = Cancellation::new();
        let context = Context::new("s").with_cancellation(token.clone());
        let canceller = thread::spawn(move || {
            thread::sleep(Duration::from_millis(5));
            token.cancel();
        });
        let result = call_in(&worker, &context, name, arguments);
        assert_eq!(error(&result).0, ErrorKind::Cancelled);
        assert!(context.is_cancelled());
        canceller.join().unwrap();
    }
}

#[test]
fn calls_run_at_the_same_time() {
    let worker = Arc::new(
        tools::worker(mocks().hangs::<GetWeather>()).approver(ApproveAll::for_tests_only()),
    );
    let context = Context::new("s");
    let mut waiting = Box::pin(worker.call(&context, ToolCall::new("c0", "weather::get", PLACE)));
    assert!(poll_once(waiting.as_mut()).is_none());
    let done = Arc::new(AtomicUsize::new(0));
    let threads = (0..4).map(|_| {
        let (worker, done) = (Arc::clone(&worker), Arc::clone(&done));
        thread::spawn(move || {
            for _ in 0..50 {
                done.fetch_add(
                    usize::from(call(&worker, "files::delete", PATH).success),
                    Ordering::Relaxed,
                );
            }
        })
    });
    threads
        .collect::<Vec<_>>()
        .into_iter()
        .for_each(|thread| thread.join().unwrap());
    assert_eq!(done.load(Ordering::Relaxed), 200);
    assert!(poll_once(waiting.as_mut()).is_none());
}

#[test]
fn the_future_of_a_call_can_move_between_threads() {
    fn moves<T: Send>(_: &T) {}
    let worker = tools::worker(mocks());
    let context = Context::new("s")
        .with_extension(7_u8)
        .with_extension("tenant".to_owned());
    assert_eq!(
        (context.extension::<u8>(), context.extension::<u16>()),
        (Some(&7), None)
    );
    let call = || ToolCall::new("c1", "weather::get", PLACE);
    moves(&worker.call(&context, call()));
    moves(&worker.dry_run(&context, &call()));
    moves(&worker.call_all(&context, vec![call()], Order::SideBySide));
}
