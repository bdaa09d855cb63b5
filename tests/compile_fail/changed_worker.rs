//! The rows of a worker stay as its configuration has them.

use toolc_runtime::testing::Mocks;
use toolc_runtime::v1::{OutputPolicy, WorkerTable};

static TABLE: WorkerTable<Mocks> = WorkerTable {
    name: "support",
    rows: &[],
    index: &[],
    blocked: &[],
    output: OutputPolicy::Off,
};

fn main() {
    let mut worker = toolc_generated::support::worker(Mocks::new());
    worker.table = &TABLE;
}
