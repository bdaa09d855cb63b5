//! Calls as spans for a collector of OpenTelemetry. Behind the feature `otlp`; without it there are none.

use super::super::Exit;
use super::Serve;
use toolc_runtime::Worker;
use toolc_runtime::mcp_server::Builder;
use toolc_server::Metrics;

/// The variables that name a collector, of which one suffices.
const COLLECTORS: [&str; 3] = [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
];

/// Where calls are sent as spans, if that is asked for.
#[derive(Clone, Default)]
pub(super) struct Traces {
    #[cfg(feature = "otlp")]
    telemetry: Option<toolc_server::Telemetry>,
}

impl Traces {
    /// Sends to the collector of `--otlp`, or of the standard variables.
    #[cfg(feature = "otlp")]
    pub fn open(command: &Serve, metrics: &Metrics) -> Result<Self, Exit> {
        use super::super::output::{print_line, refuse_with};
        use toolc_server::Telemetry;

        let endpoint = command.operating.otlp.as_deref();
        if endpoint.is_none() && !is_configured() {
            return Ok(Traces::default());
        }
        let tell = |why: &str| print_line(&format!("toolc: spans cannot be sent: {why}"));
        let opened = Telemetry::open(endpoint, metrics.clone(), tell);
        let telemetry = opened.map_err(|why| {
            let message = format!("spans cannot be sent: {why}");
            refuse_with(
                &message,
                "write the address of a collector: `--otlp http://localhost:4318`",
            )
        })?;
        Ok(Traces {
            telemetry: Some(telemetry),
        })
    }

    #[cfg(not(feature = "otlp"))]
    pub fn open(command: &Serve, _: &Metrics) -> Result<Self, Exit> {
        use super::super::output::{print_line, refuse_with};

        if command.operating.otlp.is_some() {
            return Err(refuse_with(
                "this toolc was built without the feature `otlp`, and sends nothing to collectors",
                "in a clone, run `cargo install --path . --locked --features otlp`",
            ));
        }
        if is_configured() {
            print_line(
                "warning: this toolc was built without the feature `otlp`, and sends nothing to the collector that the environment names",
            );
        }
        Ok(Traces::default())
    }

    /// Whether there is a collector.
    pub fn are_sent(&self) -> bool {
        #[cfg(feature = "otlp")]
        let are_sent = self.telemetry.is_some();
        #[cfg(not(feature = "otlp"))]
        let are_sent = false;
        are_sent
    }

    /// The worker, with its calls sent.
    pub fn observe<H>(&self, worker: Worker<H>) -> Worker<H> {
        #[cfg(feature = "otlp")]
        if let Some(telemetry) = &self.telemetry {
            return worker.observer(telemetry.clone());
        }
        worker
    }

    /// The server, which sends a span for each call.
    pub fn admit(&self, builder: Builder) -> Builder {
        match self.are_sent() {
            true => builder.trace_calls(),
            false => builder,
        }
    }

    /// Sends what was not sent yet.
    pub fn shut_down(&self) {
        #[cfg(feature = "otlp")]
        if let Some(telemetry) = &self.telemetry {
            telemetry.shut_down();
        }
    }
}

/// Whether the environment names a collector, and does not switch it off.
fn is_configured() -> bool {
    let value = |name: &str| std::env::var(name).unwrap_or_default();
    let is_off = value("OTEL_SDK_DISABLED").eq_ignore_ascii_case("true");
    let is_named = COLLECTORS.iter().any(|name| !value(name).trim().is_empty());
    is_named && !is_off
}
