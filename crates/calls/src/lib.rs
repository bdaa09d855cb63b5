//! Recorded calls: read in the forms of providers, logs and benchmarks, and judged against tools.

pub mod forms;
pub mod judge;
pub mod offer;
pub mod reason;
pub mod record;
