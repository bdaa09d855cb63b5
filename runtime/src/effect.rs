//! What a call does to the world.

/// What a call of a tool does, as its spec says it. Ordered: a later one takes more care.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// It changes nothing.
    Read,
    /// It adds something, and what was there stays as it was.
    Write,
    /// It changes or removes what was there.
    Destructive,
    /// Nothing says what it does, so it may do anything.
    Unknown,
}

impl Effect {
    /// Every value that a spec can state, with its word there.
    pub const STATED: &'static [(&'static str, Effect)] = &[
        ("read", Effect::Read),
        ("write", Effect::Write),
        ("destructive", Effect::Destructive),
    ];

    /// The word for it; `unknown` where nothing is stated.
    pub fn name(self) -> &'static str {
        let mut stated = Self::STATED.iter();
        let found = stated.find(|(_, effect)| *effect == self);
        found.map_or("unknown", |(name, _)| name)
    }

    /// Whether it is known to change nothing, so that calls may run side by side.
    pub fn is_read(self) -> bool {
        self == Effect::Read
    }

    /// Whether it may change or remove what was there.
    pub fn is_destructive(self) -> bool {
        self >= Effect::Destructive
    }

    /// How much is at stake, in the word that approval dialogs use: `low`, `medium` or `high`.
    pub fn risk(self) -> &'static str {
        match self {
            Effect::Read => "low",
            Effect::Write => "medium",
            Effect::Destructive | Effect::Unknown => "high",
        }
    }

    /// What is at stake, for whoever decides about a call.
    pub fn risk_text(self) -> &'static str {
        match self {
            Effect::Read => "it only reads",
            Effect::Write => "it adds something and changes nothing that is there",
            Effect::Destructive => "it may change or delete what is there",
            Effect::Unknown => "it may do anything: its spec does not say what it does",
        }
    }
}
