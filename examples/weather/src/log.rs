//! Logs what happens to each call to stderr.

use toolc_runtime::{Event, Moment, Observer};

/// The observer of both workers.
#[derive(Debug, Clone, Copy)]
pub struct Log;

impl Observer for Log {
    fn observe(&self, event: &Event<'_>) {
        let detail = match event.moment {
            Moment::Success { elapsed, .. } => format!(" in {elapsed:?}"),
            // The detail is what the model is not told.
            Moment::Failure { error, detail, .. } => {
                format!(": {}", detail.unwrap_or(&error.message))
            }
            Moment::ApprovalDenied { note, .. } => format!(": {note}"),
            _ => String::new(),
        };
        eprintln!("[{}] {} {}{detail}", event.worker, event.name(), event.tool);
    }
}
