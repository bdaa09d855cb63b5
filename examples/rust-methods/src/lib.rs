//! Workers over methods: the program gives them the values on which the methods are called.

pub mod adder;
pub mod crm;
pub mod notes;

toolc_runtime::include_tools!(pub);

use crm::Crm;
use notes::Notes;
use toolc_runtime::Worker;

/// A worker over the methods of one type.
pub fn sales(crm: Crm) -> Worker<Crm> {
    tools::sales::worker(crm)
}

/// A worker over a tool of rig.
pub fn sums(adder: adder::Adder) -> Worker<adder::Adder> {
    tools::sums::worker(adder)
}

/// A worker over the methods of two types.
pub fn desk(crm: Crm, notes: Notes) -> Worker<tools::desk::Receivers> {
    tools::desk::worker(tools::desk::Receivers { crm, notes })
}
