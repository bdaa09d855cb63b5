//! The span of a call, with the names of OpenTelemetry's conventions for MCP and generative AI (status "development", as
//! of 2026-11-28).

use opentelemetry::trace::{
    SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState,
};
use opentelemetry::{InstrumentationScope, KeyValue};
use opentelemetry_sdk::trace::{SpanData, SpanEvents, SpanLinks};
use std::time::{Duration, SystemTime};
use toolc_runtime::{CallerSpan, ErrorKind, Event, Moment, TraceParent};

const METHOD: &str = "tools/call";

/// The attributes of a span that measurements have too: each has few values.
pub(super) const MEASURED: [&str; 5] = [
    "mcp.method.name",
    "gen_ai.operation.name",
    "gen_ai.tool.name",
    "error.type",
    "toolc.worker",
];

/// How a call ended.
pub(super) struct End {
    pub elapsed: Duration,
    /// The tool; `None` where the name is one that a model made up.
    tool: Option<String>,
    is_failure: bool,
    pub attributes: Vec<KeyValue>,
}

/// How the call of an event ended; `None` if it did not.
pub(super) fn describe_end(event: &Event<'_>) -> Option<End> {
    let (elapsed, outcome, error) = match event.moment {
        Moment::Success { elapsed, .. } => (elapsed, "ok", None),
        Moment::Suspended { elapsed, .. } => (elapsed, "waiting", None),
        Moment::Failure { elapsed, error, .. } => (elapsed, "failed", Some(error.kind)),
        _ => return None,
    };
    let is_unknown = error == Some(ErrorKind::NotFound);
    let tool = (!is_unknown).then(|| event.tool.to_owned());
    let mut attributes = vec![
        KeyValue::new("mcp.method.name", METHOD),
        KeyValue::new("gen_ai.operation.name", "execute_tool"),
        KeyValue::new("toolc.worker", event.worker),
        KeyValue::new("toolc.outcome", outcome),
        KeyValue::new("jsonrpc.request.id", shorten(event.call_id)),
    ];
    if let Some(tool) = &tool {
        attributes.push(KeyValue::new("gen_ai.tool.name", tool.clone()));
    }
    if let Some(session) = event.context.session() {
        attributes.push(KeyValue::new("mcp.session.id", shorten(session)));
    }
    if let Some(kind) = error {
        attributes.push(KeyValue::new("error.type", kind.code()));
    }
    Some(End {
        elapsed,
        tool,
        is_failure: error.is_some(),
        attributes,
    })
}

/// The span of a call that ended now; `None` if its trace is not recorded.
pub(super) fn make_span(event: &Event<'_>, end: &End) -> Option<SpanData> {
    let own = TraceParent::parse(event.context.trace()?)?;
    if !own.is_sampled() {
        return None;
    }
    let caller = event.context.extension::<CallerSpan>();
    let caller = caller.map_or(SpanId::INVALID, |CallerSpan(parent)| {
        SpanId::from_bytes(parent.span_id())
    });
    let end_time = SystemTime::now();
    let start_time = end_time.checked_sub(end.elapsed).unwrap_or(end_time);
    let name = match &end.tool {
        Some(tool) => format!("{METHOD} {tool}").into(),
        None => METHOD.into(),
    };
    Some(SpanData {
        span_context: SpanContext::new(
            TraceId::from_bytes(own.trace_id()),
            SpanId::from_bytes(own.span_id()),
            TraceFlags::SAMPLED,
            false,
            TraceState::NONE,
        ),
        parent_span_id: caller,
        parent_span_is_remote: caller != SpanId::INVALID,
        span_kind: SpanKind::Server,
        name,
        start_time,
        end_time,
        attributes: end.attributes.clone(),
        dropped_attributes_count: 0,
        events: SpanEvents::default(),
        links: SpanLinks::default(),
        // A denial is no error of the server, but the conventions call each result with `isError` one.
        status: match end.is_failure {
            true => Status::error(""),
            false => Status::Unset,
        },
        instrumentation_scope: InstrumentationScope::builder("toolc")
            .with_version(env!("CARGO_PKG_VERSION"))
            .build(),
    })
}

/// The beginning of a text that a caller chose.
fn shorten(text: &str) -> String {
    text.chars().take(256).collect()
}
