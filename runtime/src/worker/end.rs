//! How a call ends: what each end means for the model, and what the result says beside it.

use crate::contain::catch_panic;
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, Fault, ToolFailure};
use crate::guard::{End, Limits};
use crate::json::Json;
use std::time::Duration;

/// The result of a handler, or what its end means.
#[inline]
pub(super) fn conclude_call(
    entry: &ToolEntry,
    end: End<Result<Json, ToolFailure>>,
    limits: Limits<'_>,
) -> Result<Json, Box<Fault>> {
    match in_time(entry, end, limits)? {
        Ok(output) => Ok(output),
        Err(failure) => Err(failed(entry, failure)),
    }
}

/// What came in time, or what it means that nothing did.
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

/// The text of a handler's error is foreign code too.
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

#[cold]
pub(super) fn panicked_fault(entry: &ToolEntry, panic: &str) -> Box<Fault> {
    Box::new(Fault::scrubbed(
        entry.wire_name,
        format!("the handler panicked: {panic}"),
    ))
}
