//! A hundred thousand calls of a thousand tools at once: none is lost, none ends twice, and their memory is
//! limited.

#![expect(clippy::print_stdout, reason = "the figures are worth reading")]

use std::fs;
use std::future::poll_fn;
use std::panic;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};
use std::time::Duration;
use toolc_load::tools;
use toolc_runtime::{
    ApprovalRequest, Approver, Call, Context, Decision, ErrorKind, Event, Handle, Json, Observer,
    Tool, ToolCall, ToolFailure, ToolResult, Worker,
};

const CALLS: usize = 100_000;
const TOOLS: usize = 1_000;

/// Number of sessions. Within one, an approver's decision is remembered and applies to similar calls.
const SESSIONS: usize = 4;

/// Memory that one call in flight may use in addition to its data, in bytes.
const BYTES: usize = 8 * 1024;

/// Opens once all calls that are to end by themselves have reached it.
#[derive(Default)]
struct Gate {
    come: AtomicUsize,
    waiting: Mutex<Vec<Waker>>,
}

impl Gate {
    async fn pass(&self, all: usize) {
        self.come.fetch_add(1, Ordering::SeqCst);
        poll_fn(|task| {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            if self.come.load(Ordering::SeqCst) < all {
                waiting.push(task.waker().clone());
                return Poll::Pending;
            }
            for waker in waiting.drain(..) {
                waker.wake();
            }
            Poll::Ready(())
        })
        .await;
    }
}

/// How a call ends. Three in 400 fail: one with an error, one with a panic, one by never ending.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fate {
    Answer,
    Fail,
    Panic,
    Hang,
}

fn fate(call: usize) -> Fate {
    match (call % 100, call / 100 % 4) {
        (99, 0) => Fate::Fail,
        (99, 1) => Fate::Panic,
        (99, 2) => Fate::Hang,
        _ => Fate::Answer,
    }
}

/// Returns the arguments once all calls have arrived.
struct Echo {
    gate: Gate,
    /// The number of calls that do not hang.
    ends: usize,
}

impl<T: Tool<Output = Json, Failure = ToolFailure>> Handle<T> for Echo {
    async fn handle(&self, call: Call<'_, T>) -> Result<Json, ToolFailure> {
        let fate = fate(call.id().parse()?);
        let text = call.text().to_owned();
        if fate == Fate::Hang {
            std::future::pending::<()>().await;
        }
        self.gate.pass(self.ends).await;
        match fate {
            Fate::Fail => Err(ToolFailure::user("FAULT", "it failed")),
            Fate::Panic => panic::panic_any("a fault"),
            Fate::Answer | Fate::Hang => Ok(Json::parse(text)?),
        }
    }
}

/// Counts the events of each call.
struct Counter {
    starts: Vec<AtomicU8>,
    ends: Vec<AtomicU8>,
    asked: AtomicUsize,
}

impl Counter {
    fn new() -> Self {
        let zeros = || (0..CALLS).map(|_| AtomicU8::new(0)).collect();
        Counter {
            starts: zeros(),
            ends: zeros(),
            asked: AtomicUsize::new(0),
        }
    }
}

impl Observer for Counter {
    fn observe(&self, event: &Event<'_>) {
        let Ok(call) = event.call_id.parse::<usize>() else {
            return;
        };
        match event.name() {
            "tool:pre" => self.starts[call].fetch_add(1, Ordering::Relaxed),
            "tool:post" | "tool:error" => self.ends[call].fetch_add(1, Ordering::Relaxed),
            _ => 0,
        };
    }
}

/// Approves for the session.
struct Yes(Arc<Counter>);

impl Approver for Yes {
    async fn decide(&self, _: &ApprovalRequest) -> Decision {
        self.0.asked.fetch_add(1, Ordering::Relaxed);
        Decision::approve_for_session()
    }
}

/// The calls of one tool in one session are alike, so that a single approval covers them all.
fn arguments(call: usize) -> String {
    let tool = call % TOOLS;
    format!(r#"{{"call":{tool},"note":"{}"}}"#, "n".repeat(tool % 50))
}

fn name(call: usize) -> String {
    let tool = call % TOOLS;
    let namespace = if tool.is_multiple_of(10) {
        "asked"
    } else {
        "free"
    };
    format!("{namespace}::tool_{tool}")
}

fn expected(fate: Fate) -> Result<(), ErrorKind> {
    match fate {
        Fate::Answer => Ok(()),
        Fate::Fail | Fate::Panic => Err(ErrorKind::Execution),
        Fate::Hang => Err(ErrorKind::Timeout),
    }
}

fn kind(result: &ToolResult) -> Result<(), ErrorKind> {
    result
        .error
        .as_ref()
        .map_or(Ok(()), |error| Err(error.kind))
}

/// Returns the peak memory of the process, in bytes.
fn peak() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

async fn call_all(worker: Arc<Worker<Echo>>, contexts: Arc<Vec<Context>>) -> Vec<ToolResult> {
    let calls: Vec<_> = (0..CALLS)
        .map(|call| {
            let (worker, contexts) = (Arc::clone(&worker), Arc::clone(&contexts));
            tokio::spawn(async move {
                // Only the last context has a time limit.
                let at = if fate(call) == Fate::Hang {
                    SESSIONS
                } else {
                    call % SESSIONS
                };
                let context = &contexts[at];
                let request = ToolCall::new(call.to_string(), name(call), arguments(call));
                worker.call(context, request).await
            })
        })
        .collect();
    let mut results = Vec::with_capacity(CALLS);
    for call in calls {
        results.push(call.await.expect("a task that ends"));
    }
    results
}

#[test]
fn no_call_is_lost_and_none_ends_twice() {
    panic::set_hook(Box::new(|_| {}));
    let before = peak();
    let counter = Arc::new(Counter::new());
    let echo = Echo {
        gate: Gate::default(),
        ends: (0..CALLS).filter(|call| fate(*call) != Fate::Hang).count(),
    };
    let worker = tools::everyone::worker(echo)
        .approver(Yes(Arc::clone(&counter)))
        .observer(Arc::clone(&counter))
        .timeout(Duration::from_secs(600));
    let mut contexts: Vec<Context> = (0..SESSIONS)
        .map(|session| Context::new(format!("s{session}")))
        .collect();
    contexts.push(Context::new("limited").with_timeout(Duration::from_secs(1)));
    let contexts = Arc::new(contexts);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()
        .expect("a runtime");
    let results = runtime.block_on(call_all(Arc::new(worker), contexts));
    let taken = peak().zip(before).map(|(after, before)| after - before);

    for (call, result) in results.iter().enumerate() {
        assert_eq!(result.call_id, call.to_string());
        assert_eq!(kind(result), expected(fate(call)), "call {call}");
        if let Some(output) = &result.output {
            assert_eq!(output.as_text(), arguments(call), "call {call}");
        }
    }
    let once = |counts: &[AtomicU8]| {
        counts
            .iter()
            .all(|count| count.load(Ordering::Relaxed) == 1)
    };
    assert!(once(&counter.starts) && once(&counter.ends));
    // One tool in ten requires approval; the first calls of a tool in a session may ask at the same time.
    let asked = counter.asked.load(Ordering::Relaxed);
    let (fewest, most) = (TOOLS / 10, CALLS / 10);
    assert!((fewest..=most).contains(&asked), "{asked}");
    if let Some(taken) = taken {
        println!(
            "{} bytes for each of {CALLS} calls, {asked} questions",
            taken / CALLS
        );
        assert!(taken < CALLS * BYTES, "{} MB", taken >> 20);
    }
}
