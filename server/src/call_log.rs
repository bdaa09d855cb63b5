//! What happened to calls, as lines of JSON: one for each call that ends, and one for each decision.

use crate::access::Refusal;
use crate::metrics::Metrics;
use crate::time::write_time;
use serde_json::{Map, Value, json};
use std::fmt;
use std::io::Write;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use toolc_runtime::{DecidedBy, ErrorKind, Event, Moment, Observer};

/// The longest text of a caller that is logged, in characters.
const LONGEST: usize = 256;

/// How many refused requests are logged in a second; anybody can send them.
const REFUSED: u32 = 20;

/// Writes a line of JSON for each call that ends and each decision. As an [`Observer`] of a worker it logs its calls. No
/// line has arguments or results; the detail of a failure, which the model is not told, has no secrets among the arguments.
/// Clones write to the same place.
#[derive(Clone)]
pub struct CallLog(Arc<Log>);

struct Log {
    out: Mutex<Box<dyn Write + Send>>,
    metrics: Metrics,
    refused: Mutex<Window>,
}

/// The refused requests of a second.
struct Window {
    begin: Instant,
    count: u32,
}

impl CallLog {
    /// Writes to `out`, which is flushed after each line. What cannot be written is counted in `metrics`.
    pub fn new(out: impl Write + Send + 'static, metrics: Metrics) -> Self {
        CallLog(Arc::new(Log {
            out: Mutex::new(Box::new(out)),
            metrics,
            refused: Mutex::new(Window {
                begin: Instant::now(),
                count: 0,
            }),
        }))
    }

    /// Logs a request that was not let through. Of many in a second, only the first are logged.
    pub fn log_refused(&self, worker: &str, peer: Option<IpAddr>, refusal: &Refusal) {
        {
            let mut window = self
                .0
                .refused
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            if window.begin.elapsed() >= Duration::from_secs(1) {
                window.begin = Instant::now();
                window.count = 0;
            }
            window.count += 1;
            if window.count > REFUSED {
                return;
            }
        }
        let mut line = begin_line_of("refused", worker);
        line.insert("peer".to_owned(), json!(peer.map(|peer| peer.to_string())));
        line.insert("reason".to_owned(), json!(refusal.reason()));
        line.insert("detail".to_owned(), json!(shorten(&refusal.to_string())));
        self.write(line);
    }

    /// Logs what the store of pending calls failed to do for a worker. Arguments are not among it.
    pub fn log_store_error(&self, worker: &str, step: &str, tool: Option<&str>, error: &str) {
        let mut line = begin_line_of("store_error", worker);
        line.insert("step".to_owned(), json!(step));
        if let Some(tool) = tool {
            line.insert("tool".to_owned(), json!(shorten(tool)));
        }
        line.insert("detail".to_owned(), json!(shorten(error)));
        self.write(line);
    }

    /// Logs that the access file was read again, and if what it says does not count, why.
    pub fn log_access(&self, fault: Option<&str>) {
        let mut line = begin_line("access");
        let outcome = if fault.is_some() {
            "refused"
        } else {
            "replaced"
        };
        line.insert("outcome".to_owned(), json!(outcome));
        if let Some(why) = fault {
            line.insert("detail".to_owned(), json!(shorten(why)));
        }
        self.write(line);
    }

    fn write(&self, line: Map<String, Value>) {
        let mut text = Value::Object(line).to_string();
        text.push('\n');
        let mut out = self.0.out.lock().unwrap_or_else(PoisonError::into_inner);
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        if written.is_err() {
            self.0.metrics.count_unwritten();
        }
    }

    fn log_call(
        &self,
        event: &Event<'_>,
        outcome: &str,
        elapsed: Duration,
        rest: Map<String, Value>,
    ) {
        let mut line = begin_line_of("call", event.worker);
        describe(&mut line, event);
        line.insert("outcome".to_owned(), json!(outcome));
        let milliseconds = elapsed.as_micros() as f64 / 1000.0;
        line.insert("ms".to_owned(), json!(milliseconds));
        line.insert("arguments_bytes".to_owned(), json!(event.arguments.len()));
        line.extend(rest);
        self.write(line);
    }

    fn log_decision(&self, event: &Event<'_>, decision: &str, by: DecidedBy<'_>, reason: &str) {
        let mut line = begin_line_of("decision", event.worker);
        describe(&mut line, event);
        line.insert("decision".to_owned(), json!(decision));
        line.insert("reason".to_owned(), json!(reason));
        let (by, name) = name_decider(by);
        line.insert("by".to_owned(), json!(by));
        if let Some(name) = name {
            line.insert("name".to_owned(), json!(shorten(name)));
        }
        self.write(line);
    }
}

impl Observer for CallLog {
    fn observe(&self, event: &Event<'_>) {
        let mut rest = Map::new();
        match event.moment {
            Moment::Success { elapsed, output } => {
                rest.insert("result_bytes".to_owned(), json!(output.as_text().len()));
                self.log_call(event, "ok", elapsed, rest);
            }
            Moment::Suspended { elapsed, .. } => self.log_call(event, "waiting", elapsed, rest),
            Moment::Failure {
                elapsed,
                error,
                detail,
            } => {
                if let Some(detail) = detail {
                    rest.insert(
                        "detail".to_owned(),
                        json!(shorten(&event.show_text(detail))),
                    );
                }
                let code = error.code.as_deref().unwrap_or(error.kind.code());
                rest.insert("code".to_owned(), json!(shorten(code)));
                let outcome = match error.kind {
                    ErrorKind::Denied | ErrorKind::Blocked | ErrorKind::Unauthorized => "refused",
                    _ => "failed",
                };
                self.log_call(event, outcome, elapsed, rest);
            }
            Moment::ApprovalGranted { by, reason, .. } => {
                self.log_decision(event, "granted", by, reason.code());
            }
            Moment::ApprovalDenied { by, reason, .. } => {
                self.log_decision(event, "denied", by, reason.code());
            }
            _ => {}
        }
    }
}

fn begin_line_of(event: &str, worker: &str) -> Map<String, Value> {
    let mut line = begin_line(event);
    line.insert("worker".to_owned(), json!(worker));
    line
}

fn begin_line(event: &str) -> Map<String, Value> {
    let mut line = Map::new();
    line.insert("time".to_owned(), json!(write_time(SystemTime::now())));
    line.insert("event".to_owned(), json!(event));
    line
}

fn describe(line: &mut Map<String, Value>, event: &Event<'_>) {
    line.insert("tool".to_owned(), json!(shorten(event.tool)));
    let context = event.context;
    let of_caller = [
        ("principal", context.principal()),
        ("session", context.session()),
        ("trace", context.trace()),
    ];
    for (key, value) in of_caller {
        if let Some(value) = value {
            line.insert(key.to_owned(), json!(shorten(value)));
        }
    }
    line.insert("call".to_owned(), json!(shorten(event.call_id)));
}

fn name_decider(by: DecidedBy<'_>) -> (&'static str, Option<&str>) {
    match by {
        DecidedBy::Configuration => ("configuration", None),
        DecidedBy::Rule { place } => ("rule", Some(place)),
        DecidedBy::Handler => ("handler", None),
        DecidedBy::Approver => ("approver", None),
        DecidedBy::Memory => ("memory", None),
        DecidedBy::Person { name } => ("person", name),
        _ => ("other", None),
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

impl fmt::Debug for CallLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallLog").finish_non_exhaustive()
    }
}
