//! Functions that take types of other crates: what their schemas accept, the crates read.

pub mod derived;
pub mod functions;
pub mod shared;

toolc_runtime::include_tools!(pub);

/// The worker with a tool for each type.
pub fn types() -> toolc_runtime::Worker<()> {
    tools::types::worker(())
}

/// The worker with tools whose schemas are those that schemars derives.
pub fn derived() -> toolc_runtime::Worker<()> {
    tools::derived::worker(())
}
