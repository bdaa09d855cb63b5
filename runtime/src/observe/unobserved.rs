//! What is written to standard error if there is no observer: the details that the model is told to look up
//! in the logs, one line each, and without the secrets among the arguments.

use super::{Event, Moment, Observer, Watch};
use crate::error::Fault;
use crate::violation::{clean_line, shorten_name};
use std::io::Write;

const FAILED: &str = "failed";
const BREAKS_SCHEMA: &str = "returned a result that breaks its output schema";
const GOES_ON: &str = "goes on without a policy";

/// Writes what the model is not told about a failure.
#[cold]
pub(super) fn print_failure(watch: &Watch<'_>, fault: &Fault) {
    if let Some(detail) = &fault.detail {
        write(watch, FAILED, detail);
    }
}

/// Writes what passes only because a policy says to warn or to continue.
#[cold]
pub(super) fn print_moment(watch: &Watch<'_>, moment: Moment<'_>) {
    match moment {
        Moment::OutputViolation { violations } => {
            write(watch, BREAKS_SCHEMA, &violations.of_result().to_string());
        }
        Moment::PolicyApplied {
            outcome, reason, ..
        } if outcome.is_failure() => write(watch, GOES_ON, reason),
        _ => {}
    }
}

fn write(watch: &Watch<'_>, what: &str, detail: &str) {
    let of_call = (watch.worker, watch.tool, watch.call.id.as_str());
    write_line(of_call, what, &watch.shown(detail));
}

fn write_line((worker, tool, call): (&str, &str, &str), what: &str, detail: &str) {
    let (tool, call, detail) = (shorten_name(tool), shorten_name(call), clean_line(detail));
    let text = format!("toolc: worker {worker}, tool {tool}, call {call}: {what}: {detail}\n");
    // If standard error is closed, there is nobody to tell.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Writes to standard error what is written there if there is no observer: the details of failures that are hidden from
/// the model, one line each. For a worker whose other observers write no log.
#[derive(Debug, Clone, Copy, Default)]
pub struct PrintFailures;

impl Observer for PrintFailures {
    fn observe(&self, event: &Event<'_>) {
        let print = |what: &str, detail: &str| {
            let of_call = (event.worker, event.tool, event.call_id);
            write_line(of_call, what, &event.show_text(detail));
        };
        match event.moment {
            Moment::Failure {
                detail: Some(detail),
                ..
            } => print(FAILED, detail),
            Moment::OutputViolation { violations } => {
                print(BREAKS_SCHEMA, &violations.of_result().to_string());
            }
            Moment::PolicyApplied {
                outcome, reason, ..
            } if outcome.is_failure() => print(GOES_ON, reason),
            _ => {}
        }
    }
}
