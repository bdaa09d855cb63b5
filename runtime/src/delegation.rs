//! Workers that call workers: how far a task may be delegated, and that it never comes back to a worker.

#[cfg(feature = "calls")]
use crate::context::Context;
#[cfg(feature = "calls")]
use crate::error::{ErrorKind, Fault};

/// How many times a task may be delegated: a chain has at most six workers.
pub const MAX_DELEGATION: usize = 5;

/// Refuses a call if its task was delegated too many times, or if this worker is already in the chain. If the
/// specs state which worker calls which, toolc finds both at build time.
#[cfg(feature = "calls")]
#[inline]
pub(crate) fn check_delegation(worker: &str, context: &Context) -> Result<(), Box<Fault>> {
    match context.delegation().len() {
        0 => Ok(()),
        depth => check_path(worker, context, depth),
    }
}

#[cfg(feature = "calls")]
#[cold]
fn check_path(worker: &str, context: &Context, depth: usize) -> Result<(), Box<Fault>> {
    let (mut path, mut is_circle) = (String::new(), false);
    for before in context.delegation() {
        is_circle |= before == worker;
        path.push_str(before);
        path.push_str(" -> ");
    }
    path.push_str(worker);
    let message = if is_circle {
        format!("Circular delegation detected: {path}")
    } else if depth > MAX_DELEGATION {
        format!("Maximum delegation depth ({MAX_DELEGATION}) exceeded. Current path: {path}")
    } else {
        return Ok(());
    };
    Err(Fault::new(ErrorKind::Blocked, message))
}
