//! The calls of one response.

use crate::tools::{self, AddText, Delete, GetWeather};
use crate::{PATH, PLACE};
use std::time::Duration;
use toolc_runtime::testing::{EventRecorder, ManualTimer, Mocks, block_on, poll_once};
use toolc_runtime::{
    ApproveAll, Cancellation, Context, Decision, Effect, ErrorKind, Interactive, Order, Tool,
    ToolCall, ToolResult,
};

const TEXT: &str = r#"{"text": "a"}"#;

/// Calls whose ids are their indices.
fn calls(wanted: &[(&str, &str)]) -> Vec<ToolCall> {
    let numbered = wanted.iter().enumerate();
    numbered
        .map(|(id, (name, arguments))| ToolCall::new(id.to_string(), *name, *arguments))
        .collect()
}

fn ids(results: &[ToolResult]) -> Vec<&str> {
    results.iter().map(|result| &*result.call_id).collect()
}

fn mocks() -> Mocks {
    Mocks::new()
        .on::<AddText>(|_| panic!("no paper"))
        .returns::<GetWeather>(serde_json::json!("fine").into())
        .returns::<Delete>(())
}

#[test]
fn every_call_has_its_result_in_the_order_of_the_calls() {
    let asked = Interactive::new(async |request: toolc_runtime::ApprovalRequest| {
        match request.arguments.contains("/a") {
            true => Decision::approve(),
            false => Decision::deny("not this"),
        }
    });
    let worker = tools::worker(mocks()).approver(asked);
    let context = Context::new("s");
    let wanted = [
        ("weather::get", PLACE),
        ("files::delete", r#"{"path": "/b"}"#),
        ("notes__add_1", TEXT),
        ("nothing", "{}"),
        ("weather::get", "{"),
        ("files::delete", PATH),
    ];
    for order in [Order::InOrder, Order::SideBySide] {
        let results = block_on(worker.call_all(&context, calls(&wanted), order));
        assert_eq!(ids(&results), ["0", "1", "2", "3", "4", "5"]);
        let kinds: Vec<_> = results
            .iter()
            .map(|result| result.error.as_ref().map(|error| error.kind))
            .collect();
        let expected = [
            None,
            Some(ErrorKind::Denied),
            Some(ErrorKind::Execution),
            Some(ErrorKind::NotFound),
            Some(ErrorKind::InvalidArguments),
            None,
        ];
        assert_eq!(kinds, expected, "{order:?}");
    }
    let none = block_on(worker.call_all(&context, Vec::new(), Order::SideBySide));
    assert!(none.is_empty());
}

#[test]
fn only_calls_that_read_run_side_by_side() {
    assert_eq!(GetWeather::ENTRY.effect, Effect::Read);
    assert_ne!(Delete::ENTRY.effect, Effect::Read);
    let timer = ManualTimer::new();
    let mocks = Mocks::new().hangs::<GetWeather>().returns::<Delete>(());
    let recorder = EventRecorder::new();
    let worker = tools::worker(mocks.clone())
        .approver(ApproveAll::for_tests_only())
        .timeout_with(timer.clone(), Duration::from_secs(1))
        .observer(recorder.clone());
    let wanted = [
        ("weather::get", PLACE),
        ("weather::get", PLACE),
        ("files::delete", PATH),
        ("weather::get", PLACE),
    ];
    let started = || {
        let starts = recorder.named("tool:pre").into_iter();
        starts.map(|event| event.call_id).collect::<Vec<_>>()
    };
    let context = Context::new("s");
    let mut batch = Box::pin(worker.call_all(&context, calls(&wanted), Order::SideBySide));
    assert!(poll_once(batch.as_mut()).is_none());
    assert_eq!(started(), ["0", "1"], "what writes waits for what reads");
    timer.advance(Duration::from_secs(1));
    assert!(poll_once(batch.as_mut()).is_none());
    assert_eq!(started(), ["0", "1", "2", "3"]);
    timer.advance(Duration::from_secs(1));
    let results = poll_once(batch.as_mut()).expect("an end");
    assert_eq!(ids(&results), ["0", "1", "2", "3"]);
    let succeeded: Vec<_> = results.iter().map(|result| result.success).collect();
    assert_eq!(succeeded, [false, false, true, false]);

    let mut batch = Box::pin(worker.call_all(&context, calls(&wanted), Order::InOrder));
    assert!(poll_once(batch.as_mut()).is_none());
    assert_eq!(started().len(), 5, "one at a time");
}

#[test]
fn a_dropped_batch_ends_every_call_that_began_once() {
    let recorder = EventRecorder::new();
    let worker = tools::worker(Mocks::new().hangs::<GetWeather>()).observer(recorder.clone());
    let context = Context::new("s");
    let wanted = [("weather::get", PLACE); 5];
    for order in [Order::InOrder, Order::SideBySide] {
        let mut batch = Box::pin(worker.call_all(&context, calls(&wanted), order));
        assert!(poll_once(batch.as_mut()).is_none());
    }
    let ends = recorder.named("tool:error");
    assert_eq!(recorder.named("tool:pre").len(), 1 + 5);
    assert_eq!(ends.len(), 1 + 5);
    let kinds = ends
        .iter()
        .map(|end| end.error.as_ref().map(|error| error.kind));
    assert!(
        kinds
            .into_iter()
            .all(|kind| kind == Some(ErrorKind::Cancelled))
    );
}

#[test]
fn a_cancelled_batch_answers_every_call() {
    let token = Cancellation::new();
    let context = Context::new("s").with_cancellation(token.clone());
    let worker = tools::worker(Mocks::new().hangs::<GetWeather>());
    let wanted = [
        ("weather::get", PLACE),
        ("files::delete", PATH),
        ("weather::get", PLACE),
    ];
    let mut batch = Box::pin(worker.call_all(&context, calls(&wanted), Order::SideBySide));
    assert!(poll_once(batch.as_mut()).is_none());
    token.cancel();
    let results = poll_once(batch.as_mut()).expect("an end");
    assert_eq!(ids(&results), ["0", "1", "2"]);
    assert!(results.iter().all(|result| !result.success));
}
