//! A worker whose tools are functions: no spec is written, and no handler.

pub mod functions;

toolc_runtime::include_tools!(pub);

use toolc_runtime::Worker;

/// The worker. Its tools need no handlers.
pub fn calculator() -> Worker<()> {
    tools::calculator::worker(())
}
