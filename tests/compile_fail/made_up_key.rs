//! The key of the generated modules cannot be made outside of them.

use toolc_generated::Key;
use toolc_generated::tickets::CreateTicket;
use toolc_runtime::testing::Mocks;
use toolc_runtime::v1::{Approval, Row};

fn main() {
    let _: Row<Mocks> = Row::of::<CreateTicket>(Approval::PreApproved, Key(()));
}
