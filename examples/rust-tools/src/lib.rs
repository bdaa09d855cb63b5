//! A worker whose tools are functions: there are no specs and no handlers to write.

pub mod functions;

toolc_runtime::include_tools!(pub);

use toolc_runtime::Worker;

/// The worker. Its tools need no handlers.
pub fn calculator() -> Worker<()> {
    tools::calculator::worker(())
}
