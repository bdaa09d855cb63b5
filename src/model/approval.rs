//! Noun: what has to happen before a call runs.

/// What has to happen before a call runs. Ordered: a later value is stricter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Approval {
    /// Runs at once.
    PreApproved,
    /// Runs after a yes.
    Ask,
    /// Never runs.
    Blocked,
}

impl Approval {
    /// Every value with the word that stands for it in a file.
    pub const ALL: &'static [(&'static str, Approval)] = &[
        ("preApproved", Approval::PreApproved),
        ("ask", Approval::Ask),
        ("blocked", Approval::Blocked),
    ];

    /// The word for it in a file.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, approval)| *approval == self)
            .map_or("", |(name, _)| name)
    }

    /// The same in the runtime.
    pub fn runtime(self) -> toolc_runtime::Approval {
        match self {
            Approval::PreApproved => toolc_runtime::Approval::PreApproved,
            Approval::Ask => toolc_runtime::Approval::Ask,
            Approval::Blocked => toolc_runtime::Approval::Blocked,
        }
    }

    /// The value that a word stands for.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(word, _)| *word == name)
            .map(|(_, approval)| *approval)
    }
}
