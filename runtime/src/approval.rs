//! What has to happen before a call runs, as configurations, rules, policies and handlers all state it.

/// What has to happen before a call runs. Variants are ordered: a later one is stricter.
// As wide as the pointers next to it in a call, because storing a byte and then loading the whole word
// stalls.
#[repr(usize)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Approval {
    /// Runs at once.
    PreApproved,
    /// Runs once it is approved.
    Ask,
    /// Never runs.
    Blocked,
}
