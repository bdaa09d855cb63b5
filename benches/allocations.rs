//! What a call through a worker allocates besides its arguments: one future.

use std::pin::pin;
use std::task::{Context as Task, Poll, Waker};
use std::time::Duration;
use toolc_runtime::{
    Args, Call, Context, Event, Handle, Json, Observer, Policy, PolicyDecision, PolicyRequest,
    Sleep, Timer, ToolCall, ToolFailure, ToolResult, Worker,
};

toolc_runtime::include_tools!();

use tools::{bench, cases, ruled};

const ARGUMENTS: &str = include_str!("cases/a.json");

struct Handlers;

macro_rules! handle {
    ($($tool:ty)*) => {$(
        impl Handle<$tool> for Handlers {
            async fn handle(&self, call: Call<'_, $tool>) -> Result<Json, ToolFailure> {
                std::hint::black_box((call.args, call.context));
                Ok(Json::null())
            }
        }
    )*};
}

handle!(cases::A cases::B cases::C cases::D cases::E cases::F cases::G cases::H cases::I cases::J
    cases::K cases::L cases::M cases::N);

struct Deaf;

impl Observer for Deaf {
    fn observe(&self, event: &Event<'_>) {
        std::hint::black_box(event);
    }
}

/// A policy that needs no waiting.
struct Quick;

impl Policy for Quick {
    fn name(&self) -> &'static str {
        "quick"
    }

    fn decide_at_once(&self, request: &PolicyRequest<'_>) -> Option<PolicyDecision> {
        std::hint::black_box(request);
        Some(PolicyDecision::Continue)
    }
}

/// A timer that is never used, because the handlers finish at once.
struct Never;

impl Timer for Never {
    fn sleep(&self, _: Duration) -> Sleep {
        Box::pin(std::future::pending())
    }
}

#[test]
fn a_call_allocates_its_arguments_and_one_future() {
    let by_hand = by_hand();
    let plain = || bench::worker(Handlers);
    let limited = || plain().timeout_with(Never, Duration::from_secs(30));
    for (name, worker) in [
        ("plain", plain()),
        ("observer", plain().observer(Deaf)),
        ("timeout", limited()),
        ("observer and timeout", limited().observer(Deaf)),
        ("rules", ruled::worker(Handlers)),
        ("a policy that decides at once", plain().policy(Quick)),
    ] {
        assert_eq!(allocated(&worker), by_hand + 1, "{name}");
    }
}

/// What reading the arguments and writing the handler's result allocate.
fn by_hand() -> u64 {
    let mut read = None;
    let counted = allocation_counter::measure(|| {
        read = cases::AArgs::from_json(ARGUMENTS)
            .ok()
            .map(|args| (args, Json::null()));
    });
    assert!(read.is_some());
    counted.count_total
}

/// What one call allocates once the worker has been used before.
fn allocated(worker: &Worker<Handlers>) -> u64 {
    let context = Context::default();
    let call = || ToolCall::new("call_1", "cases::a", ARGUMENTS);
    assert!(once(worker.call(&context, call())).success);
    let (call, mut result) = (call(), None::<ToolResult>);
    let counted = allocation_counter::measure(|| result = Some(once(worker.call(&context, call))));
    assert!(result.is_some_and(|result| result.success));
    counted.count_total
}

/// The output of a future that is ready immediately.
fn once<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Task::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("the handlers never wait"),
    }
}
