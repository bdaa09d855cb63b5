//! A tool that only another worker has cannot be added to this one: rows are made of the module's
//! own key.

use toolc_generated::payments::SendPayment;
use toolc_runtime::testing::Mocks;
use toolc_runtime::v1::{Approval, OutputPolicy, Row, Worker, WorkerTable};

fn main() {
    Worker::new(
        Mocks::new(),
        const {
            &WorkerTable {
                name: "support",
                rows: &[Row::of::<SendPayment>(Approval::PreApproved, ())],
                index: &[("payments::send_payment", 0, 1)],
                blocked: &[],
                output: OutputPolicy::Off,
            }
        },
    );
}
