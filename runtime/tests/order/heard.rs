//! What observers receive besides starts and ends: progress, and spans of `tracing`.

use crate::tools::{self, Delete, GetWeather};
use crate::{PATH, PLACE};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use toolc_runtime::testing::{EventRecorder, Mocks, block_on};
use toolc_runtime::{
    Context, Decision, Interactive, Moment, PolicyDecision, Progress, Spans, ToolCall, ToolFailure,
};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Metadata, Subscriber};

#[test]
fn progress_reaches_observers_and_the_listener_of_the_context() {
    let mocks = Mocks::new().on::<GetWeather>(|call| {
        call.progress(Progress::new("asking the station").at(1.0).of(2.0));
        call.progress(Progress::new("reading").at(2.0).of(2.0));
        Ok(serde_json::json!("fine").into())
    });
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let listener = Arc::clone(&heard);
    let context = Context::new("s").with_progress(move |event| {
        if let Moment::Progress { progress } = event.moment {
            let line = format!("{} {} {}", event.tool, event.call_id, progress.message);
            listener.lock().unwrap().push(line);
        }
        panic!("the window is closed");
    });
    let call = || ToolCall::new("c1", "weather::get", PLACE);
    let expected = [
        "weather::get c1 asking the station",
        "weather::get c1 reading",
    ];
    // With observers and without.
    let recorder = EventRecorder::new();
    let worker = tools::worker(mocks.clone()).observer(recorder.clone());
    assert!(block_on(worker.call(&context, call())).success);
    assert_eq!(*heard.lock().unwrap(), expected);
    let names = ["tool:pre", "tool:progress", "tool:progress", "tool:post"];
    assert_eq!(recorder.names(), names);
    heard.lock().unwrap().clear();
    assert!(block_on(tools::worker(mocks).call(&context, call())).success);
    assert_eq!(*heard.lock().unwrap(), expected);
}

/// A subscriber that records spans and events.
#[derive(Clone, Default)]
struct Notes(Arc<State>);

#[derive(Default)]
struct State {
    next: AtomicU64,
    /// The number of span handles.
    held: AtomicU64,
    spans: Mutex<BTreeMap<u64, BTreeMap<String, String>>>,
    lines: Mutex<Vec<String>>,
}

struct Fields<'f>(&'f mut BTreeMap<String, String>);

impl Visit for Fields<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}"));
    }
}

impl Subscriber for Notes {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "toolc"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let id = self.0.next.fetch_add(1, Ordering::Relaxed) + 1;
        self.0.held.fetch_add(1, Ordering::Relaxed);
        let mut fields = BTreeMap::new();
        span.record(&mut Fields(&mut fields));
        self.0.spans.lock().unwrap().insert(id, fields);
        Id::from_u64(id)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut spans = self.0.spans.lock().unwrap();
        values.record(&mut Fields(spans.get_mut(&span.into_u64()).unwrap()));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut fields = BTreeMap::new();
        event.record(&mut Fields(&mut fields));
        let message = fields.remove("message").unwrap_or_default();
        let level = event.metadata().level();
        let line = format!("{level} {message} {fields:?}");
        self.0.lines.lock().unwrap().push(line);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}

    fn clone_span(&self, span: &Id) -> Id {
        self.0.held.fetch_add(1, Ordering::Relaxed);
        span.clone()
    }

    fn try_close(&self, _: Id) -> bool {
        self.0.held.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

#[test]
fn calls_are_spans_by_the_conventions_of_opentelemetry() {
    let notes = Notes::default();
    let mocks = Mocks::new()
        .on::<GetWeather>(|_| Err(ToolFailure::internal("no station")))
        .returns::<Delete>(());
    let asked = Interactive::new(async |_: toolc_runtime::ApprovalRequest| Decision::approve());
    let worker = tools::worker(mocks)
        .approver(asked)
        .policy(crate::policies::rule("quiet", |_| PolicyDecision::Continue))
        .observer(Spans::new().with_arguments());
    let context = Context::new("s");
    tracing::subscriber::with_default(notes.clone(), || {
        for (name, arguments) in [("weather::get", PLACE), ("files::delete", PATH)] {
            block_on(worker.call(&context, ToolCall::new("c1", name, arguments)));
        }
    });
    let spans = notes.0.spans.lock().unwrap();
    let text = |span: u64, name: &str| spans[&span].get(name).map(String::as_str);
    let expected = [
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "weather::get"),
        ("gen_ai.tool.call.id", "c1"),
        ("gen_ai.tool.type", "function"),
        ("gen_ai.conversation.id", "s"),
        ("gen_ai.tool.call.arguments", r#"{"location":"Oslo"}"#),
        ("otel.name", "execute_tool weather::get"),
        ("error.type", "EXECUTION"),
        ("otel.status_code", "ERROR"),
        ("toolc.worker", "support"),
    ];
    for (name, value) in expected {
        assert_eq!(text(1, name), Some(value), "{name}");
    }
    assert_eq!(
        (text(2, "error.type"), text(2, "otel.status_code")),
        (None, None)
    );
    assert_eq!(
        notes.0.held.load(Ordering::Relaxed),
        0,
        "every span is closed"
    );
    let lines = notes.0.lines.lock().unwrap().clone();
    let expected = [
        r#"ERROR tool:error {"kind": "Execution"}"#,
        r#"DEBUG tool:error {"detail": "no station"}"#,
        "INFO approval:required {}",
        "INFO approval:granted {}",
    ];
    assert_eq!(lines, expected);
    // Arguments become attributes only if enabled.
    drop(spans);
    let worker = worker_without_arguments();
    tracing::subscriber::with_default(notes.clone(), || {
        drop(block_on(
            worker.call(&context, ToolCall::new("c2", "weather::get", PLACE)),
        ));
    });
    let spans = notes.0.spans.lock().unwrap();
    assert_eq!(spans[&3].get("gen_ai.tool.call.arguments"), None);
}

fn worker_without_arguments() -> toolc_runtime::Worker<Mocks> {
    tools::worker(Mocks::new().returns::<GetWeather>(serde_json::json!("fine").into()))
        .observer(Spans::new())
}
