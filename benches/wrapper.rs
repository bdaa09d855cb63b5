//! The cost of the wrapper: a call through a worker, compared with the same work done by hand.

use crate::harness::Group;
use crate::tools::{bench, cases, repairing, ruled};
use std::collections::HashMap;
use std::pin::{Pin, pin};
use std::task::{Context as Task, Poll, Waker};
use std::time::Duration;
use toolc_runtime::{
    Args, Call, Context, Event, Handle, Json, Observer, Policy, PolicyDecision, PolicyRequest,
    Sleep, Timer, ToolCall, ToolFailure, Worker,
};

pub const ARGUMENTS: &str = include_str!("cases/a.json");

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

/// A policy that could wait but does not.
struct Waiting;

impl Policy for Waiting {
    fn name(&self) -> &'static str {
        "waiting"
    }

    async fn decide(&self, request: &PolicyRequest<'_>) -> PolicyDecision {
        std::hint::black_box(request);
        PolicyDecision::Continue
    }
}

/// What programs write by hand: boxed futures by name that read their arguments themselves.
type Registry = HashMap<&'static str, Box<dyn Fn(String) -> Boxed>>;
type Boxed = Pin<Box<dyn Future<Output = Result<Json, ToolFailure>>>>;

fn registry() -> Registry {
    let run = |arguments: String| -> Boxed {
        Box::pin(async move {
            let args = cases::AArgs::from_json(&arguments).map_err(ToolFailure::internal)?;
            work(args, &Context::default()).await
        })
    };
    HashMap::from([("cases::a", Box::new(run) as _)])
}

fn registered(registry: &Registry, call: ToolCall) -> Answer {
    let run = &registry[call.name.as_str()];
    Answer {
        id: call.id,
        name: call.name,
        output: once(run(call.arguments)).ok(),
    }
}

pub fn groups() -> Vec<Group> {
    let context = Context::default();
    let group = Group::new("wrapper/a").with("direct", move || direct(&context, call()));
    let registry = registry();
    let group = group.with("boxed registry", move || registered(&registry, call()));
    let group = contestant(group, "worker, rules", ruled::worker(Handlers));
    let group = contestant(group, "worker, repairs", repairing::worker(Handlers));
    let group = contestant(
        group,
        "worker, policy",
        bench::worker(Handlers).policy(Quick),
    );
    let group = contestant(
        group,
        "worker, policy that may wait",
        bench::worker(Handlers).policy(Waiting),
    );
    let group = contestant(group, "worker", bench::worker(Handlers));
    let group = contestant(
        group,
        "worker, observer",
        bench::worker(Handlers).observer(Deaf),
    );
    let limited = || bench::worker(Handlers).timeout_with(Never, Duration::from_secs(30));
    let group = contestant(group, "worker, timeout", limited());
    vec![contestant(group, "worker, both", limited().observer(Deaf))]
}

fn contestant(group: Group, name: &'static str, worker: Worker<Handlers>) -> Group {
    let context = Context::default();
    group.with(name, move || once(worker.call(&context, call())))
}

fn call() -> ToolCall {
    ToolCall::new("call_1", "cases::a", ARGUMENTS)
}

/// What a caller of the worker receives, built without the worker.
#[expect(dead_code, reason = "nobody reads the answer")]
struct Answer {
    id: String,
    name: String,
    output: Option<Json>,
}

/// The same arguments, work and answer, written by hand.
fn direct(context: &Context, call: ToolCall) -> Answer {
    let output = cases::AArgs::from_json(&call.arguments)
        .ok()
        .and_then(|args| once(work(args, context)).ok());
    Answer {
        id: call.id,
        name: call.name,
        output,
    }
}

async fn work(args: cases::AArgs, context: &Context) -> Result<Json, ToolFailure> {
    std::hint::black_box((args, context));
    Ok(Json::null())
}

/// The output of a future that is ready immediately.
pub fn once<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Task::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("the handlers never wait"),
    }
}

/// A timer that is never used, because the handlers finish at once.
struct Never;

impl Timer for Never {
    fn sleep(&self, _: Duration) -> Sleep {
        Box::pin(std::future::pending())
    }
}
