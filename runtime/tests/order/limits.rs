//! Limits of single tools: time, and the number of concurrent calls.

use crate::error;
use crate::tools::{GetWeather, Ping};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::task::{Wake, Waker};
use std::thread;
use std::time::Duration;
use toolc_runtime::testing::{EventRecorder, ManualTimer, Mocks, block_on, poll_once};
use toolc_runtime::{
    Cancellation, Context, ErrorKind, Handle, Sleep, ThreadTimer, Timer, ToolCall, ToolResult,
    v1 as rt,
};

const PLACE: &str = crate::PLACE;

/// A worker with a limit for each of its tools.
fn worker<H>(handlers: H) -> rt::Worker<H>
where
    H: Handle<GetWeather> + Handle<Ping> + 'static,
{
    let table = const {
        &rt::WorkerTable {
            name: "support",
            rows: &[
                rt::Row::of::<GetWeather>(rt::Approval::PreApproved, ()).timeout_ms(40),
                rt::Row::of::<Ping>(rt::Approval::PreApproved, ()).at_most(2),
            ],
            index: &[("net__ping", 1, 1), ("weather__get", 0, 1)],
            output: rt::OutputPolicy::Off,
            blocked: &[],
        }
    };
    rt::Worker::new(handlers, table)
}

fn message(result: &ToolResult) -> &str {
    error(result).1
}

fn ping() -> ToolCall {
    ToolCall::new("c1", "net__ping", "{}")
}

#[test]
fn the_smallest_of_worker_tool_and_call_holds() {
    let hangs = || worker(Mocks::new().hangs::<GetWeather>().hangs::<Ping>());
    let call = || ToolCall::new("c1", "weather__get", PLACE);
    let context = Context::new("s");
    let own = block_on(hangs().call(&context, call()));
    assert_eq!(message(&own), "tool 'weather__get' timed out after 40ms");
    let shorter = hangs().timeout_with(ThreadTimer::new(), Duration::from_millis(5));
    let result = block_on(shorter.call(&context, call()));
    assert_eq!(message(&result), "tool 'weather__get' timed out after 5ms");
    let longer = hangs().timeout_with(ThreadTimer::new(), Duration::from_secs(60));
    let result = block_on(longer.call(&context, call()));
    assert_eq!(message(&result), "tool 'weather__get' timed out after 40ms");
    let impatient = Context::new("s").with_timeout(Duration::from_millis(3));
    let result = block_on(longer.call(&impatient, call()));
    assert_eq!(message(&result), "tool 'weather__get' timed out after 3ms");
}

#[test]
fn only_so_many_calls_run_at_once_and_the_others_take_their_turn() {
    let (mocks, recorder) = (Mocks::new().hangs::<Ping>(), EventRecorder::new());
    let worker = worker(mocks.clone()).observer(recorder.clone());
    let token = Cancellation::new();
    let context = Context::new("s").with_cancellation(token.clone());
    let mut calls: Vec<_> = (0..5)
        .map(|_| Box::pin(worker.call(&context, ping())))
        .collect();
    for call in &mut calls {
        assert!(poll_once(call.as_mut()).is_none());
    }
    assert_eq!(mocks.count::<Ping>(), 2);
    // A call that is dropped while it waits leaves its place to the next one.
    drop(calls.remove(2));
    drop(calls.remove(0));
    for call in &mut calls {
        assert!(poll_once(call.as_mut()).is_none());
    }
    assert_eq!(mocks.count::<Ping>(), 3);
    token.cancel();
    for call in &mut calls {
        let result = poll_once(call.as_mut()).expect("an end");
        assert_eq!(error(&result).0, ErrorKind::Cancelled);
    }
    assert_eq!(
        mocks.count::<Ping>(),
        3,
        "who was cancelled in the line did not run"
    );
    assert_eq!(recorder.named("tool:pre").len(), 5);
    assert_eq!(recorder.named("tool:error").len(), 5);
}

#[test]
fn waiting_for_a_turn_counts() {
    let timer = ManualTimer::new();
    let worker = worker(Mocks::new().hangs::<Ping>())
        .timeout_with(timer.clone(), Duration::from_millis(100));
    let patient = Context::new("s");
    let mut running: Vec<_> = (0..2)
        .map(|_| Box::pin(worker.call(&patient, ping())))
        .collect();
    let mut waiting = Box::pin(worker.call(&patient, ping()));
    assert!(
        running
            .iter_mut()
            .all(|call| poll_once(call.as_mut()).is_none())
    );
    assert!(poll_once(waiting.as_mut()).is_none());
    timer.advance(Duration::from_millis(100));
    let result = poll_once(waiting.as_mut()).expect("an end");
    assert_eq!(message(&result), "tool 'net__ping' timed out after 100ms");
}

#[test]
fn threads_take_turns() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (inside, peak) = (Arc::clone(&now), Arc::clone(&most));
    let mocks = Mocks::new().on::<Ping>(move |_| {
        let running = inside.fetch_add(1, Ordering::SeqCst) + 1;
        peak.fetch_max(running, Ordering::SeqCst);
        thread::sleep(Duration::from_millis(1));
        inside.fetch_sub(1, Ordering::SeqCst);
        Ok("pong".to_owned())
    });
    let worker = worker(mocks.clone());
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert!(block_on(worker.call(&Context::new("s"), ping())).success);
                }
            });
        }
    });
    assert_eq!(mocks.count::<Ping>(), 30);
    assert!(most.load(Ordering::SeqCst) <= 2);
}

/// Polls a sleeper until it is due, and waits at most that long for it to be woken.
fn is_woken(mut sleep: Sleep, most: Duration) -> bool {
    struct Bell(Sender<()>);
    impl Wake for Bell {
        fn wake(self: Arc<Self>) {
            let _ = self.0.send(());
        }
    }
    let (bell, rings) = mpsc::channel();
    let waker = Waker::from(Arc::new(Bell(bell)));
    let mut task = std::task::Context::from_waker(&waker);
    sleep.as_mut().poll(&mut task).is_ready() || rings.recv_timeout(most).is_ok()
}

#[test]
fn a_waker_that_panics_leaves_the_other_sleepers_of_a_timer() {
    struct Broken;
    impl Wake for Broken {
        fn wake(self: Arc<Self>) {
            panic!("a waker");
        }
    }
    let timer = ThreadTimer::new();
    let mut broken = timer.sleep(Duration::from_millis(5));
    let waker = Waker::from(Arc::new(Broken));
    let mut task = std::task::Context::from_waker(&waker);
    assert!(broken.as_mut().poll(&mut task).is_pending());
    thread::sleep(Duration::from_millis(50));
    let sleep = timer.sleep(Duration::from_millis(5));
    assert!(is_woken(sleep, Duration::from_secs(10)));
}

#[test]
fn a_sleeper_outlives_its_timer_even_if_it_was_not_polled_before() {
    let timer = ThreadTimer::new();
    let first = timer.sleep(Duration::from_millis(5));
    assert!(is_woken(first, Duration::from_secs(10)));
    let late = timer.sleep(Duration::from_secs(1));
    drop(timer);
    thread::sleep(Duration::from_millis(50));
    assert!(is_woken(late, Duration::from_secs(10)));
}
