//! The ways to use a worker: as a trait object, with handlers in an `Arc` or composed of several, as a
//! `tower` service, and with custom tool descriptions.

use crate::tools::{self, AddNumbered, AddText, Delete, GetWeather, Ping};
use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context as Task, Poll};
use toolc_runtime::testing::{Mocks, ScriptedApprover, block_on};
use toolc_runtime::{
    Approval, ApproveAll, Context, Decision, ErrorKind, Order, Target, ToolCall, ToolResult,
    ToolRuntime, ToolService,
};
use tower::{Layer, Service, ServiceBuilder, ServiceExt};

const PLACE: &str = r#"{"location": "Oslo"}"#;

fn mocks() -> Mocks {
    Mocks::new()
        .on::<GetWeather>(|call| {
            Ok(serde_json::json!([call.args.location, call.context.session()]).into())
        })
        .on::<AddText>(|call| Ok(call.args.text.clone()))
        .on::<AddNumbered>(|call| Ok(call.args.text.clone()))
        .returns::<Delete>(())
}

fn weather(id: &str) -> ToolCall {
    ToolCall::new(id, "weather::get", PLACE)
}

#[test]
fn a_worker_is_chosen_while_the_program_runs() {
    let mocks = mocks();
    let strict: Arc<dyn ToolRuntime> = Arc::new(tools::worker(mocks.clone()));
    let lax = tools::worker(Arc::new(mocks.clone())).approver(ApproveAll::for_tests_only());
    let lax: Box<dyn ToolRuntime> = Box::new(lax);
    let delete = || ToolCall::new("c", "files::delete", r#"{"path": "/a"}"#);
    let context = Context::default();
    let runtimes: [&dyn ToolRuntime; 2] = [&strict, &lax];
    for runtime in runtimes {
        assert_eq!((runtime.name(), runtime.tools().len()), ("support", 5));
        let worker = tools::worker(Mocks::new());
        for (_, target) in Target::ALL {
            let shown = runtime.definitions(*target);
            assert_eq!(shown.as_text(), worker.definitions(*target).as_text());
        }
        assert!(block_on(runtime.call(&context, weather("c"))).success);
        let place = serde_json::json!({ "location": "Oslo" });
        let value = runtime.call_value(&context, "c".into(), "weather__get".into(), place);
        assert!(block_on(value).success);
        let calls = vec![weather("a"), ToolCall::new("b", "nothing", "")];
        let results = block_on(runtime.call_all(&context, calls, Order::SideBySide));
        let ids: Vec<_> = results
            .iter()
            .map(|result| (result.call_id.as_str(), result.success))
            .collect();
        assert_eq!(ids, [("a", true), ("b", false)]);
    }
    let denied = block_on(strict.call(&context, delete()));
    assert_eq!(
        denied.error.map(|error| error.kind),
        Some(ErrorKind::Denied)
    );
    assert!(block_on(lax.call(&context, delete())).success);
    assert_eq!(mocks.count::<Delete>(), 1);
}

struct Handlers {
    weather: Mocks,
    others: Arc<Mocks>,
}

toolc_runtime::delegate!(Handlers {
    weather: [GetWeather],
    others: [AddText, AddNumbered, Delete, Ping],
});

/// Two local types, so that the pair can implement the handlers.
struct Left(Mocks);
struct Right(Mocks);

toolc_runtime::delegate!(Left {
    0: [GetWeather, AddText]
});
toolc_runtime::delegate!(Right {
    0: [AddNumbered, Delete, Ping]
});
toolc_runtime::delegate!((Left, Right) { 0: [GetWeather, AddText], 1: [AddNumbered, Delete, Ping] });

#[test]
fn handlers_are_made_of_several() {
    let (first, second) = (mocks(), mocks().needs::<AddText>(Approval::Ask));
    let handlers = Handlers {
        weather: first.clone(),
        others: Arc::new(second.clone()),
    };
    let worker = tools::worker(handlers);
    let context = Context::default();
    assert!(block_on(worker.call(&context, weather("c"))).success);
    assert_eq!(
        (first.count::<GetWeather>(), second.count::<GetWeather>()),
        (1, 0)
    );
    // The approval that a field's handler requires applies too, through its `Arc`.
    let note = ToolCall::new("c", "notes__add_1", r#"{"text": "x"}"#);
    let denied = block_on(worker.call(&context, note));
    assert_eq!(
        denied.error.map(|error| error.kind),
        Some(ErrorKind::Denied)
    );

    let (left, right) = (mocks(), mocks());
    let worker = tools::worker((Left(left.clone()), Right(right.clone())));
    let note = ToolCall::new("c", "notes::add", r#"{"text": "x", "number": 1}"#);
    assert!(block_on(worker.call(&context, weather("c"))).success);
    assert!(block_on(worker.call(&context, note)).success);
    assert_eq!((left.calls().len(), right.calls().len()), (1, 1));
}

#[test]
fn other_words_change_what_a_model_reads_and_nothing_else() {
    let asked = ScriptedApprover::new([Decision::approve()]);
    let plain = tools::worker(mocks());
    let worker = tools::worker(mocks())
        .approver(asked.clone())
        .describe("notes::add", "Keeps a note")
        .and_then(|worker| worker.describe("files__delete", "First"))
        .and_then(|worker| worker.describe("files::delete", "Removes a file \"for good\""))
        .expect("tools of the worker");
    for (_, target) in Target::ALL {
        let expected = plain.definitions(*target).as_text().to_owned();
        let expected = expected
            .replace("What notes::add does", "Keeps a note")
            .replace("What files::delete does", "Removes a file \\\"for good\\\"");
        assert_eq!(worker.definitions(*target).as_text(), expected);
        let object: &dyn ToolRuntime = &worker;
        assert_eq!(object.definitions(*target).as_text(), expected);
    }
    let delete = ToolCall::new("c", "files::delete", r#"{"path": "/a"}"#);
    assert!(block_on(worker.call(&Context::default(), delete)).success);
    assert_eq!(asked.requests()[0].description, "What files::delete does");
    for wrong in ["files::wipe", "delete", ""] {
        let error = tools::worker(mocks())
            .describe(wrong, "x")
            .expect_err("no such tool");
        assert_eq!(
            error.to_string(),
            format!("the worker `support` has no tool `{wrong}`")
        );
    }
}

/// A custom layer that changes the name of a call on its way.
#[derive(Clone)]
struct Renamed<S>(S);

impl<S: Service<ToolCall, Response = ToolResult, Error = Infallible>> Service<ToolCall>
    for Renamed<S>
{
    type Response = ToolResult;
    type Error = Infallible;
    type Future = S::Future;

    fn poll_ready(&mut self, task: &mut Task<'_>) -> Poll<Result<(), Infallible>> {
        self.0.poll_ready(task)
    }

    fn call(&mut self, mut call: ToolCall) -> S::Future {
        call.name = call.name.replace('.', "::");
        self.0.call(call)
    }
}

struct Rename;

impl<S> Layer<S> for Rename {
    type Service = Renamed<S>;

    fn layer(&self, inner: S) -> Renamed<S> {
        Renamed(inner)
    }
}

#[test]
fn a_worker_is_a_service_of_tower() {
    let mocks = mocks();
    let worker = Arc::new(tools::worker(mocks.clone()));
    let service = ToolService::new(worker.clone()).with_context(Context::new("shared"));
    let layered = ServiceBuilder::new()
        .load_shed()
        .map_request(|name: &str| ToolCall::new("c", name, PLACE))
        .layer(Rename)
        .service(service.clone());
    let result = block_on(layered.oneshot("weather.get")).expect("a result");
    assert_eq!(result.to_llm_message(), r#"["Oslo","shared"]"#);

    let own = (Context::new("own"), weather("c"));
    let result = block_on(service.oneshot(own)).expect("a result");
    assert_eq!(result.to_llm_message(), r#"["Oslo","own"]"#);

    let object: Arc<dyn ToolRuntime> = worker;
    let result = block_on(ToolService::new(object).oneshot(weather("c"))).expect("a result");
    assert_eq!(result.to_llm_message(), r#"["Oslo",null]"#);
    assert_eq!(mocks.count::<GetWeather>(), 3);
}
