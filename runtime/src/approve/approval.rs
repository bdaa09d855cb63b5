//! What has to happen before a call runs: what configurations, rules, policies and handlers say alike.

/// What has to happen before a call runs. Ordered: a later value is stricter.
// As wide as the pointers beside which calls carry it: what is written as a byte and read as a word waits
// for the memory.
#[repr(usize)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Approval {
    /// Runs at once.
    PreApproved,
    /// Runs after a yes.
    Ask,
    /// Never runs.
    Blocked,
}
