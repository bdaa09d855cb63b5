//! Noun: what must happen before a call runs.

use toolc_runtime::v1 as rt;
use toolc_schema::data::data;

/// What must happen before a call runs. Ordered from loosest to strictest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Approval {
    /// Runs immediately.
    PreApproved,
    /// Runs after confirmation.
    Ask,
    /// Never runs.
    Blocked,
}

impl Approval {
    /// Every value, with its name in files.
    pub const ALL: &'static [(&'static str, Approval)] = &[
        ("preApproved", Approval::PreApproved),
        ("ask", Approval::Ask),
        ("blocked", Approval::Blocked),
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, approval)| *approval == self)
            .map_or("", |(name, _)| name)
    }

    /// The value with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(word, _)| *word == name)
            .map(|(_, approval)| *approval)
    }
}

data! {
    Approval as [rt::Approval] =>
    Approval::PreApproved => PreApproved,
    Approval::Ask => Ask,
    Approval::Blocked => Blocked,
}
