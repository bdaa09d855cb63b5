//! What is written to standard error if there is no observer: the details that the model is told to look up
//! in the logs, one line each, and without the secrets among the arguments.

use super::{Moment, Watch};
use crate::error::Fault;
use crate::violation::{clean_line, shorten_name};
use std::io::Write;

/// Writes what the model is not told about a failure.
#[cold]
pub(super) fn print_failure(watch: &Watch<'_>, fault: &Fault) {
    if let Some(detail) = &fault.detail {
        write(watch, "failed", detail);
    }
}

/// Writes what passes only because a policy says to warn or to continue.
#[cold]
pub(super) fn print_moment(watch: &Watch<'_>, moment: Moment<'_>) {
    match moment {
        Moment::OutputViolation { violations } => {
            let what = "returned a result that breaks its output schema";
            write(watch, what, &violations.of_result().to_string());
        }
        Moment::PolicyApplied {
            outcome, reason, ..
        } if outcome.is_failure() => write(watch, "goes on without a policy", reason),
        _ => {}
    }
}

fn write(watch: &Watch<'_>, what: &str, detail: &str) {
    let (worker, tool) = (watch.worker, shorten_name(watch.tool));
    let detail = watch.shown(detail);
    let (call, detail) = (shorten_name(&watch.call.id), clean_line(&detail));
    let text = format!("toolc: worker {worker}, tool {tool}, call {call}: {what}: {detail}\n");
    // If standard error is closed, there is nobody to tell.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
