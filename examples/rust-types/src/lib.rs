//! Functions that take types of other crates: what their schemas accept, the crates read.

pub mod functions;

toolc_runtime::include_tools!(pub);

/// The worker with a tool for each type.
pub fn types() -> toolc_runtime::Worker<()> {
    tools::types::worker(())
}
