//! Workers that call workers: how far a task is handed on, and that it never comes back.

use crate::context::Context;
use crate::error::{ErrorKind, Fault};

/// How often a task is handed on, at most: from the first worker to the sixth.
pub const MAX_DELEGATION: usize = 5;

/// What a caller of a worker is told to which its task was handed on too often, or that handed it on
/// itself. toolc finds both while building, where the specs say who calls whom.
#[inline]
pub(crate) fn check_delegation(worker: &str, context: &Context) -> Result<(), Box<Fault>> {
    match context.delegation().len() {
        0 => Ok(()),
        depth => check_path(worker, context, depth),
    }
}

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
