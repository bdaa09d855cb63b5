//! An observer that keeps what it is told.

use crate::error::ToolError;
use crate::json::Json;
use crate::observe::{Event, Moment, Observer};
use crate::violation::Violation;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps all events. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct EventRecorder(Arc<Mutex<Vec<Recorded>>>);

/// One event.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Recorded {
    /// Its name: `tool:pre`.
    pub name: &'static str,
    /// The worker.
    pub worker: &'static str,
    /// The tool.
    pub tool: String,
    /// The provider's name for the call.
    pub call_id: String,
    /// The arguments.
    pub arguments: String,
    /// The result of a success.
    pub output: Option<Json>,
    /// The error of a failure.
    pub error: Option<ToolError>,
    /// What the model is not told of a failure, the note of a denial, what a
    /// result breaks, or what a policy did.
    pub detail: Option<String>,
}

impl EventRecorder {
    /// A recorder that has heard nothing.
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

    /// The events of one name.
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
