//! How a call ends: what each end means for the model, and what the result says beside it.

use crate::approve::Passed;
use crate::contain::contain;
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, Fault, ToolFailure};
use crate::guard::{End, Limit};
use crate::json::Json;
use std::time::Duration;

/// The result of a handler, or what its end means.
#[inline]
pub(super) fn conclude(
    entry: &ToolEntry,
    end: End<Result<Json, ToolFailure>>,
    limit: Option<Limit<'_>>,
) -> Result<Json, Box<Fault>> {
    match end {
        End::Done(Ok(output)) => Ok(output),
        End::Done(Err(failure)) => Err(failed(entry, failure)),
        End::Panicked(panic) => Err(panicked(entry, &panic)),
        End::Expired => Err(expired(
            entry,
            limit.map_or(Duration::ZERO, |limit| limit.duration),
        )),
        End::Cancelled => Err(Fault::new(
            ErrorKind::Cancelled,
            format!("tool '{}' was cancelled", entry.name),
        )),
    }
}

/// What happened on the way, for the metadata of the result.
pub(super) struct Trail {
    pub passed: Passed,
    pub overload: Option<&'static str>,
}

impl Default for Trail {
    fn default() -> Self {
        Trail {
            passed: Passed::Freely,
            overload: None,
        }
    }
}

impl Trail {
    #[inline]
    pub fn metadata(self) -> serde_json::Map<String, serde_json::Value> {
        if self.passed == Passed::Freely && self.overload.is_none() {
            return serde_json::Map::new();
        }
        let approval = match self.passed {
            Passed::Freely => None,
            Passed::Asked => Some("asked"),
            Passed::Remembered => Some("remembered"),
        };
        let facts = [("approval", approval), ("overload", self.overload)];
        facts
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value?.into())))
            .collect()
    }
}

/// The text of a handler's error is foreign code too.
#[cold]
fn failed(entry: &ToolEntry, failure: ToolFailure) -> Box<Fault> {
    match contain(|| failure.into_fault(entry.name)) {
        Ok(fault) => Box::new(fault),
        Err(panic) => panicked(entry, &panic),
    }
}

#[cold]
pub(super) fn expired(entry: &ToolEntry, limit: Duration) -> Box<Fault> {
    Fault::new(
        ErrorKind::Timeout,
        format!(
            "tool '{}' timed out after {}ms",
            entry.name,
            limit.as_millis()
        ),
    )
}

#[cold]
pub(super) fn panicked(entry: &ToolEntry, panic: &str) -> Box<Fault> {
    Box::new(Fault::scrubbed(
        entry.name,
        format!("the handler panicked: {panic}"),
    ))
}
