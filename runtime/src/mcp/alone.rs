//! Work that is done outside of any runtime of Tokio.

use super::fault::{Fault, FaultKind};

/// Runs this to its end, in a runtime of its own.
pub(super) fn run_alone<T>(work: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let none = |_| Fault::new(FaultKind::Setting, "the system has no more resources");
    runtime.map_err(none)?.block_on(work)
}
