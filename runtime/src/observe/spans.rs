//! Calls as spans of `tracing`, with the names of OpenTelemetry's conventions for generative AI.

use super::{Event, Moment, Observer};
use crate::called_by::CalledBy;
use crate::error::ToolError;
use crate::hidden::show_line;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tracing::field::Empty;
use tracing::{Level, Span, event, span};

/// The attributes of a span, from OpenTelemetry's semantic conventions for generative AI (tool execution
/// spans, status "development"; as of 2026-11-22) and from the bridge that exports `tracing` spans.
mod names {
    pub const OPERATION: &str = "gen_ai.operation.name";
    pub const TOOL: &str = "gen_ai.tool.name";
    pub const CALL: &str = "gen_ai.tool.call.id";
    pub const TYPE: &str = "gen_ai.tool.type";
    pub const ARGUMENTS: &str = "gen_ai.tool.call.arguments";
    pub const CONVERSATION: &str = "gen_ai.conversation.id";
    pub const ERROR: &str = "error.type";
    pub const SPAN: &str = "otel.name";
    pub const STATUS: &str = "otel.status_code";
    /// Specific to toolc.
    pub const WORKER: &str = "toolc.worker";
    /// Specific to toolc: who made the call, if that is known.
    pub const CALLED_BY: &str = "toolc.called_by";
    /// Specific to toolc: what of the arguments was read in another form.
    pub const REPAIRED: &str = "toolc.repaired";
}

/// The operation of every span.
const EXECUTE: &str = "execute_tool";

/// Creates a span for every call (feature `tracing`), and an event in it for everything that happens to the
/// call. Details that the model is not told about a failure are an event at level `DEBUG`, without the
/// secrets among the arguments; at level `INFO` nothing reveals more than the model reads.
///
/// ```text
/// let worker = tools::support::worker(Support).observer(Spans::new());
/// ```
#[derive(Debug, Default)]
pub struct Spans {
    arguments: bool,
    /// The spans of the calls in progress.
    open: Mutex<HashMap<usize, Span>>,
}

impl Spans {
    /// Creates spans without arguments.
    pub fn new() -> Self {
        Spans::default()
    }

    /// Adds the arguments of calls to their spans, with secrets masked.
    #[must_use]
    pub fn with_arguments(mut self) -> Self {
        self.arguments = true;
        self
    }

    fn open(&self) -> MutexGuard<'_, HashMap<usize, Span>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, event: &Event<'_>) {
        let span = span!(
            target: "toolc",
            Level::INFO,
            "execute_tool",
            { names::OPERATION } = EXECUTE,
            { names::TOOL } = show_line(event.tool),
            { names::CALL } = show_line(event.call_id),
            { names::TYPE } = "function",
            { names::WORKER } = event.worker,
            { names::SPAN } = format!("{EXECUTE} {}", show_line(event.tool)),
            { names::CONVERSATION } = event.context.session().map(show_line),
            { names::ARGUMENTS } = Empty,
            { names::CALLED_BY } = Empty,
            { names::REPAIRED } = Empty,
            { names::ERROR } = Empty,
            { names::STATUS } = Empty,
        );
        if self.arguments {
            span.record(names::ARGUMENTS, event.shown_arguments());
        }
        if event.called_by != CalledBy::Unknown {
            span.record(names::CALLED_BY, event.called_by.name());
        }
        if !event.repaired.is_empty() {
            span.record(names::REPAIRED, list_repairs(event));
        }
        self.open().insert(event.key, span);
    }

    fn end(&self, event: &Event<'_>) -> Option<Span> {
        self.open().remove(&event.key)
    }
}

impl Observer for Spans {
    fn observe(&self, event: &Event<'_>) {
        match event.moment {
            Moment::Start => self.begin(event),
            #[cfg(feature = "ask")]
            Moment::Suspended { .. } => drop(self.end(event)),
            Moment::Success { .. } => drop(self.end(event)),
            Moment::Failure { error, detail, .. } => {
                if let Some(span) = self.end(event) {
                    let detail = detail.map(|detail| event.show_text(detail));
                    fail(&span, error, detail.as_deref());
                }
            }
            moment => {
                if let Some(span) = self.open().get(&event.key).cloned() {
                    record_moment(&span, event, moment);
                }
            }
        }
    }
}

/// `/limit numbers, /ids lists`
fn list_repairs(event: &Event<'_>) -> String {
    let mut listed = String::new();
    for repair in event.repaired {
        if !listed.is_empty() {
            listed.push_str(", ");
        }
        listed.push_str(&format!("{} {}", repair.pointer, repair.kind.name()));
    }
    show_line(&listed)
}

fn fail(span: &Span, error: &ToolError, detail: Option<&str>) {
    span.record(
        names::ERROR,
        show_line(error.code.as_deref().unwrap_or(error.kind.code())),
    );
    span.record(names::STATUS, "ERROR");
    let kind = error.kind.name();
    event!(target: "toolc", parent: span, Level::ERROR, kind, "tool:error");
    if let Some(detail) = detail {
        event!(target: "toolc", parent: span, Level::DEBUG, detail, "tool:error");
    }
}

/// Records an event during the call. A denial is a warning.
fn record_moment(span: &Span, event: &Event<'_>, moment: Moment<'_>) {
    let name = event.name();
    match moment {
        // The reason why a policy failed comes from its own code.
        Moment::PolicyViolation {
            policy,
            outcome,
            reason,
        }
        | Moment::PolicyApplied {
            policy,
            outcome,
            reason,
        } if outcome.is_failure() => {
            let (outcome, reason) = (outcome.name(), event.show_text(reason));
            event!(target: "toolc", parent: span, Level::WARN, policy, outcome, "{name}");
            event!(target: "toolc", parent: span, Level::DEBUG, policy, reason, "{name}");
        }
        #[cfg(feature = "ask")]
        Moment::ApprovalDenied { note, .. } => {
            let note = show_line(note);
            event!(target: "toolc", parent: span, Level::WARN, note, "{name}");
        }
        Moment::PolicyViolation {
            policy,
            outcome,
            reason,
        } => {
            let (outcome, reason) = (outcome.name(), show_line(reason));
            event!(target: "toolc", parent: span, Level::WARN, policy, outcome, reason, "{name}");
        }
        Moment::PolicyApplied {
            policy,
            outcome,
            reason,
        } => {
            let (outcome, reason) = (outcome.name(), show_line(reason));
            event!(target: "toolc", parent: span, Level::INFO, policy, outcome, reason, "{name}");
        }
        Moment::OutputViolation { violations } => {
            let broken = show_line(&violations.to_string());
            event!(target: "toolc", parent: span, Level::WARN, broken, "{name}");
        }
        Moment::Progress { progress } => {
            let (done, total) = (progress.done, progress.total);
            event!(target: "toolc", parent: span, Level::DEBUG, done, total, "{}", show_line(progress.message));
        }
        _ => event!(target: "toolc", parent: span, Level::INFO, "{name}"),
    }
}
