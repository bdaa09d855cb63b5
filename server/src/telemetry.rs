//! Calls as spans and measurements of OpenTelemetry, sent to a collector over OTLP/HTTP (feature `otlp`).

mod client;
mod span;

use crate::metrics::Metrics;
use client::Sender;
use opentelemetry::KeyValue;
use opentelemetry::metrics::{Counter, Histogram, MeterProvider};
use opentelemetry_otlp::{
    ExporterBuildError, MetricExporter, SpanExporter, WithExportConfig, WithHttpConfig,
};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::SdkMeterProvider;
use opentelemetry_sdk::trace::{BatchSpanProcessor, SpanProcessor};
use span::{MEASURED, describe_end, make_span};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use toolc_runtime::{Event, Moment, Observer};

/// How long the last export may take.
const LAST: Duration = Duration::from_secs(3);

/// Upper bounds of `mcp.server.operation.duration` in seconds, which the conventions recommend.
const BOUNDS: [f64; 14] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0,
];

/// Sends a span for each call that ends, and how long calls took, to a collector. As an [`Observer`] of a worker it sends
/// its calls; where its server has spans of its own
/// ([`Builder::trace_calls`](toolc_runtime::mcp_server::Builder::trace_calls)), a span is called by that of the client.
///
/// Nothing waits for a collector: spans are sent from a thread, and dropped if too many wait. Neither arguments nor results
/// nor principals are sent. Clones send together.
#[derive(Clone)]
pub struct Telemetry(Arc<Exporters>);

struct Exporters {
    spans: BatchSpanProcessor,
    meters: SdkMeterProvider,
    durations: Histogram<f64>,
    decisions: Counter<u64>,
}

impl Telemetry {
    /// Sends to the collector at a base address such as `http://localhost:4318`, or else to the one that
    /// `OTEL_EXPORTER_OTLP_ENDPOINT` and the other standard variables name. An export that fails is counted, and told to
    /// `listener` at most once a minute.
    ///
    /// # Errors
    /// Fails if an address is none, or no client can be made.
    pub fn open(
        endpoint: Option<&str>,
        metrics: Metrics,
        listener: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Self, String> {
        let sender = Arc::new(Sender::new(metrics, listener)?);
        let resource = describe_process();
        let said = |error: ExporterBuildError| error.to_string();
        let mut traces = SpanExporter::builder()
            .with_http()
            .with_shared_http_client(sender.clone());
        let mut measures = MetricExporter::builder()
            .with_http()
            .with_shared_http_client(sender);
        if let Some(endpoint) = endpoint {
            let base = endpoint.trim_end_matches('/');
            traces = traces.with_endpoint(format!("{base}/v1/traces"));
            measures = measures.with_endpoint(format!("{base}/v1/metrics"));
        }
        let mut spans = BatchSpanProcessor::builder(traces.build().map_err(said)?).build();
        spans.set_resource(&resource);
        let meters = SdkMeterProvider::builder()
            .with_resource(resource)
            .with_periodic_exporter(measures.build().map_err(said)?)
            .build();
        let meter = meters.meter("toolc");
        let durations = meter
            .f64_histogram("mcp.server.operation.duration")
            .with_unit("s")
            .with_boundaries(BOUNDS.to_vec())
            .build();
        let decisions = meter.u64_counter("toolc.decisions").build();
        Ok(Telemetry(Arc::new(Exporters {
            spans,
            meters,
            durations,
            decisions,
        })))
    }

    /// Sends what was not sent yet, and ends. It blocks for some seconds at most.
    pub fn shut_down(&self) {
        // What cannot be sent was told by the listener.
        let _ = self.0.spans.shutdown_with_timeout(LAST);
        let _ = self.0.meters.shutdown_with_timeout(LAST);
    }

    fn count_decision(&self, event: &Event<'_>, decision: &'static str, reason: &'static str) {
        let labels = [
            KeyValue::new("toolc.worker", event.worker),
            KeyValue::new("toolc.decision", decision),
            KeyValue::new("toolc.reason", reason),
        ];
        self.0.decisions.add(1, &labels);
    }
}

/// What sends: `service.name` is `toolc`, unless `OTEL_SERVICE_NAME` or `OTEL_RESOURCE_ATTRIBUTES` says otherwise.
fn describe_process() -> Resource {
    let is_named = ["OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES"]
        .iter()
        .any(|name| {
            std::env::var(name)
                .is_ok_and(|value| value.contains("service.name") || *name == "OTEL_SERVICE_NAME")
        });
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let builder = Resource::builder().with_attribute(version);
    match is_named {
        true => builder.build(),
        false => builder.with_service_name("toolc").build(),
    }
}

impl Observer for Telemetry {
    fn observe(&self, event: &Event<'_>) {
        match event.moment {
            Moment::ApprovalGranted { reason, .. } => {
                self.count_decision(event, "granted", reason.code());
            }
            Moment::ApprovalDenied { reason, .. } => {
                self.count_decision(event, "denied", reason.code());
            }
            _ => {
                let Some(end) = describe_end(event) else {
                    return;
                };
                if let Some(span) = make_span(event, &end) {
                    self.0.spans.on_end(span);
                }
                let mut labels = end.attributes;
                labels.retain(|label| MEASURED.contains(&label.key.as_str()));
                self.0.durations.record(end.elapsed.as_secs_f64(), &labels);
            }
        }
    }
}

impl fmt::Debug for Telemetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Telemetry").finish_non_exhaustive()
    }
}
