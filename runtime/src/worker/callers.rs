//! Holds calls to what their tool says about its callers.

use crate::called_by::{ALLOWED_CALLERS, CalledBy};
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, Fault};

/// Refuses a call whose caller the tool does not allow. A tool that does not say who may call it allows all.
#[inline]
pub(super) fn check_called_by(entry: &ToolEntry, called_by: CalledBy) -> Result<(), Box<Fault>> {
    let listed = entry
        .extras
        .iter()
        .find(|(name, _)| *name == ALLOWED_CALLERS);
    match listed {
        None => Ok(()),
        Some((_, callers)) => check_listed(entry, callers, called_by),
    }
}

#[cold]
fn check_listed(entry: &ToolEntry, callers: &str, called_by: CalledBy) -> Result<(), Box<Fault>> {
    if called_by.is_listed(callers) {
        return Ok(());
    }
    let reason = match called_by {
        CalledBy::Model => "a model may not call it directly",
        CalledBy::Program => "a program may not call it; call it directly",
        CalledBy::Unknown => "it has a list of callers, and nothing says who called",
    };
    let message = format!("Tool '{}' blocked: {reason}", entry.wire_name);
    Err(Fault::new(ErrorKind::Blocked, message))
}
