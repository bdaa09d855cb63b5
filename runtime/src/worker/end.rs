//! How calls end: what each outcome means for the model, and what the caller receives.

use crate::contain::catch_panic;
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, Fault, ToolError, ToolFailure};
use crate::guard::{End, Limits};
use crate::incoming::Incoming;
use crate::json::Json;
use crate::result::{Metadata, ToolResult};
use crate::stop::Stop;
use std::mem;
use std::time::Duration;

/// A finished call. The call is lent, because it is large and moving it takes time.
pub(super) struct Finished<'f> {
    pub call: &'f mut Incoming,
    pub end: Result<Json, Stop>,
    pub facts: &'f Metadata,
    /// The arguments that it continued with, if they were changed.
    pub changed: Option<String>,
}

impl Finished<'_> {
    /// The result for the caller.
    #[inline]
    pub(super) fn into_result(self) -> ToolResult {
        let Finished {
            call, end, facts, ..
        } = self;
        let (output, error) = match end {
            Ok(output) => (Some(output), None),
            Err(Stop::Failed(fault)) => (None, Some(fault.error)),
            // Only callers that request it get a suspended call or a dry run.
            #[cfg(feature = "ask")]
            Err(Stop::Suspended(_)) => (None, Some(undecided())),
            Err(Stop::Cleared) => (None, Some(undecided())),
        };
        ToolResult {
            success: error.is_none(),
            output,
            error: error.map(Box::new),
            note: None,
            metadata: facts.clone(),
            call_id: mem::take(&mut call.id),
            name: mem::take(&mut call.name),
        }
    }
}

/// The result of a handler, or the fault that its outcome stands for.
#[inline]
pub(super) fn conclude_call<T>(
    entry: &ToolEntry,
    end: End<Result<T, ToolFailure>>,
    limits: Limits<'_>,
) -> Result<T, Box<Fault>> {
    match in_time(entry, end, limits)? {
        Ok(output) => Ok(output),
        Err(failure) => Err(failed(entry, failure)),
    }
}

/// The value, if it came in time, or the fault that its absence stands for.
#[inline]
pub(super) fn in_time<T>(
    entry: &ToolEntry,
    end: End<T>,
    limits: Limits<'_>,
) -> Result<T, Box<Fault>> {
    match end {
        End::Done(value) => Ok(value),
        End::Panicked(panic) => Err(panicked_fault(entry, &panic)),
        End::Expired => Err(expired_fault(entry, limits.duration())),
        End::Cancelled => Err(cancelled(entry)),
    }
}

/// Formatting a handler's error also runs foreign code.
#[cold]
fn failed(entry: &ToolEntry, failure: ToolFailure) -> Box<Fault> {
    match catch_panic(|| failure.into_fault(entry.wire_name)) {
        Ok(fault) => Box::new(fault),
        Err(panic) => panicked_fault(entry, &panic),
    }
}

#[cold]
pub(super) fn expired_fault(entry: &ToolEntry, limit: Duration) -> Box<Fault> {
    Fault::new(
        ErrorKind::Timeout,
        format!(
            "tool '{}' timed out after {}ms",
            entry.wire_name,
            limit.as_millis()
        ),
    )
}

#[cold]
fn cancelled(entry: &ToolEntry) -> Box<Fault> {
    Fault::new(
        ErrorKind::Cancelled,
        format!("tool '{}' was cancelled", entry.wire_name),
    )
}

/// How observers are told of a panic.
pub(crate) const PANICKED: &str = "the handler panicked";

#[cold]
pub(super) fn panicked_fault(entry: &ToolEntry, panic: &str) -> Box<Fault> {
    Box::new(Fault::scrubbed(
        entry.wire_name,
        format!("{PANICKED}: {panic}"),
    ))
}

#[cold]
fn undecided() -> ToolError {
    ToolError::new(ErrorKind::Denied, "Tool execution denied: nobody was asked")
}
