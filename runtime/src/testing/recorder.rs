//! An observer that records events.

use crate::error::ToolError;
use crate::json::Json;
use crate::observe::{Event, Moment, Observer};
use crate::violation::Violation;
use std::sync::{Arc, Mutex, PoisonError};

/// Records all events. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct EventRecorder(Arc<Mutex<Vec<Recorded>>>);

/// A recorded event.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Recorded {
    /// The name of the event: `tool:pre`.
    pub name: &'static str,
    /// The name of the worker.
    pub worker: &'static str,
    /// The tool, as [`Event::tool`](crate::Event::tool) has it.
    pub tool: String,
    /// The provider's id of the call.
    pub call_id: String,
    /// The arguments.
    pub arguments: String,
    /// The output, if the call succeeded.
    pub output: Option<Json>,
    /// The error, if the call failed.
    pub error: Option<ToolError>,
    /// What the model is not told about a failure, the note of a denial, the violations of a result, or what
    /// a policy did.
    pub detail: Option<String>,
}

impl EventRecorder {
    /// Creates a recorder without events.
    pub fn new() -> Self {
        EventRecorder::default()
    }

    /// All events in order.
    pub fn events(&self) -> Vec<Recorded> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The events with this name.
    pub fn named(&self, name: &str) -> Vec<Recorded> {
        self.events()
            .into_iter()
            .filter(|event| event.name == name)
            .collect()
    }

    /// The names of all events in order.
    pub fn names(&self) -> Vec<&'static str> {
        self.events().iter().map(|event| event.name).collect()
    }
}

impl Observer for EventRecorder {
    fn observe(&self, event: &Event<'_>) {
        let (mut output, mut error, mut detail) = (None, None, None);
        match event.moment {
            Moment::Success { output: value, .. } => output = Some(value.clone()),
            Moment::Failure {
                error: value,
                detail: text,
                ..
            } => {
                error = Some(value.clone());
                detail = text.map(str::to_owned);
            }
            Moment::OutputViolation { violations } => {
                let rule = |broken: &Violation| format!("`{}` {}", broken.pointer, broken.message);
                detail = Some(violations.iter().map(rule).collect::<Vec<_>>().join("; "));
            }
            Moment::PolicyApplied {
                policy,
                outcome,
                reason,
            }
            | Moment::PolicyViolation {
                policy,
                outcome,
                reason,
            } => detail = Some(format!("{policy}, {}: {reason}", outcome.name())),
            Moment::Progress { progress } => detail = Some(progress.message.to_owned()),
            Moment::Emitted { payload, .. } => detail = Some(payload.to_string()),
            Moment::ApprovalDenied { note, .. } => detail = Some(note.to_owned()),
            _ => {}
        }
        let recorded = Recorded {
            name: event.name(),
            worker: event.worker,
            tool: event.tool.to_owned(),
            call_id: event.call_id.to_owned(),
            arguments: event.arguments.to_owned(),
            output,
            error,
            detail,
        };
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(recorded);
    }
}
