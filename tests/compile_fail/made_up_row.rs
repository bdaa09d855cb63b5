//! The approval of a row cannot be replaced.

use toolc_runtime::testing::Mocks;
use toolc_runtime::v1::{Approval, Row};

pub fn loosen(row: Row<Mocks>) -> Row<Mocks> {
    Row { approval: Approval::PreApproved, ..row }
}

fn main() {
    let _ = loosen;
}
