//! What a monitoring system reads at `/metrics`, in the text format of Prometheus (OpenMetrics 1.0).

mod limits;

use limits::Limits;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use toolc_runtime::mcp_server::Budget;
use toolc_runtime::{ErrorKind, Event, Moment, Observer};

/// The type of the text.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The tool of calls to tools that there are not: a model can make up any number of names.
const UNKNOWN: &str = "unknown";

/// Upper bounds of the time of a call, in seconds.
const BOUNDS: [f64; 12] = [
    0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0,
];

/// Counts what happens in a process. As an [`Observer`] of a worker it counts its calls. Clones count together.
#[derive(Clone)]
pub struct Metrics(Arc<Counted>);

struct Counted {
    registry: Registry,
    calls: Family<CallLabels, Counter>,
    times: Family<WorkerLabels, Histogram>,
    running: Family<WorkerLabels, Gauge>,
    decisions: Family<DecisionLabels, Counter>,
    refused: Family<RefusedLabels, Counter>,
    access: Family<AccessLabels, Counter>,
    limits: Limits,
    unwritten: Counter,
    store_errors: Family<StoreLabels, Counter>,
    unsent: Counter,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallLabels {
    worker: String,
    tool: String,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct WorkerLabels {
    worker: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DecisionLabels {
    worker: String,
    tool: String,
    decision: &'static str,
    reason: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RefusedLabels {
    worker: String,
    reason: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StoreLabels {
    worker: String,
    step: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AccessLabels {
    outcome: &'static str,
}

impl Metrics {
    /// Counts from zero.
    pub fn new() -> Self {
        let mut registry = Registry::with_prefix("toolc");
        let calls = Family::default();
        let made = || Histogram::new(BOUNDS);
        let times: Family<WorkerLabels, Histogram> = Family::new_with_constructor(made);
        let running = Family::default();
        let decisions = Family::default();
        let refused = Family::default();
        let access = Family::default();
        let limits = Limits::register(&mut registry);
        let unwritten = Counter::default();
        let store_errors = Family::default();
        let unsent = Counter::default();
        registry.register(
            "calls",
            "Calls that have ended, by outcome: ok, waiting for a decision, or the code of the error",
            calls.clone(),
        );
        registry.register(
            "call_duration_seconds",
            "The time from the start of a call to its end",
            times.clone(),
        );
        registry.register(
            "calls_running",
            "Calls that have not ended",
            running.clone(),
        );
        registry.register(
            "decisions",
            "Decisions on calls that somebody or a rule was asked about",
            decisions.clone(),
        );
        registry.register(
            "requests_refused",
            "Requests that were not let through, by reason",
            refused.clone(),
        );
        registry.register(
            "access_reads",
            "How often the access file was read again, by outcome: replaced, or refused and as before",
            access.clone(),
        );
        registry.register(
            "log_lines_lost",
            "Lines of the log of calls that could not be written",
            unwritten.clone(),
        );
        registry.register(
            "store_errors",
            "What the store of pending calls failed to do, by step",
            store_errors.clone(),
        );
        registry.register(
            "telemetry_exports_failed",
            "Exports to a collector of OpenTelemetry that failed",
            unsent.clone(),
        );
        Metrics(Arc::new(Counted {
            registry,
            calls,
            times,
            running,
            decisions,
            refused,
            access,
            limits,
            unwritten,
            store_errors,
            unsent,
        }))
    }

    /// All of it, as text.
    pub fn write(&self) -> String {
        self.0.limits.update();
        let mut out = String::new();
        // Writing to a text does not fail.
        let _ = text::encode(&mut out, &self.0.registry);
        out
    }

    /// Shows how much of these limits is used, and how often they were reached. The first one counts.
    pub fn show_budget(&self, budget: Budget) {
        self.0.limits.show(budget);
    }

    /// Counts a request that was not let through.
    pub fn count_refused(&self, worker: &str, reason: &'static str) {
        let labels = RefusedLabels {
            worker: worker.to_owned(),
            reason,
        };
        self.0.refused.get_or_create(&labels).inc();
    }

    /// Counts that the access file was read again, and whether what it says counts now.
    pub fn count_access(&self, is_replaced: bool) {
        let outcome = if is_replaced { "replaced" } else { "refused" };
        self.0.access.get_or_create(&AccessLabels { outcome }).inc();
    }

    /// Counts a line of the log that could not be written.
    pub fn count_unwritten(&self) {
        self.0.unwritten.inc();
    }

    /// Counts what the store of pending calls failed to do for a worker.
    pub fn count_store_error(&self, worker: &str, step: &'static str) {
        let labels = StoreLabels {
            worker: worker.to_owned(),
            step,
        };
        self.0.store_errors.get_or_create(&labels).inc();
    }

    /// Counts an export to a collector that failed.
    pub fn count_unsent(&self) {
        self.0.unsent.inc();
    }

    fn end_call(&self, event: &Event<'_>, outcome: &'static str, elapsed: Duration) {
        let worker = WorkerLabels {
            worker: event.worker.to_owned(),
        };
        let is_unknown = outcome == ErrorKind::NotFound.code();
        let labels = CallLabels {
            worker: event.worker.to_owned(),
            tool: if is_unknown { UNKNOWN } else { event.tool }.to_owned(),
            outcome,
        };
        self.0.calls.get_or_create(&labels).inc();
        self.0.running.get_or_create(&worker).dec();
        let times = self.0.times.get_or_create(&worker);
        times.observe(elapsed.as_secs_f64());
    }

    fn count_decision(&self, event: &Event<'_>, decision: &'static str, reason: &'static str) {
        let labels = DecisionLabels {
            worker: event.worker.to_owned(),
            tool: event.tool.to_owned(),
            decision,
            reason,
        };
        self.0.decisions.get_or_create(&labels).inc();
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Metrics::new()
    }
}

impl Observer for Metrics {
    fn observe(&self, event: &Event<'_>) {
        match event.moment {
            Moment::Start => {
                let worker = WorkerLabels {
                    worker: event.worker.to_owned(),
                };
                self.0.running.get_or_create(&worker).inc();
            }
            Moment::Success { elapsed, .. } => self.end_call(event, "ok", elapsed),
            Moment::Suspended { elapsed, .. } => self.end_call(event, "waiting", elapsed),
            // The code of the kind, and not one that a handler has: there are only so many of them.
            Moment::Failure { elapsed, error, .. } => {
                self.end_call(event, error.kind.code(), elapsed);
            }
            Moment::ApprovalGranted { reason, .. } => {
                self.count_decision(event, "granted", reason.code());
            }
            Moment::ApprovalDenied { reason, .. } => {
                self.count_decision(event, "denied", reason.code());
            }
            _ => {}
        }
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}
