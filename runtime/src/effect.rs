//! What a call does to the world.

/// What a call of a tool does, as its spec states it. Variants are ordered: a later one needs more care.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// It changes nothing.
    Read,
    /// It adds something and leaves everything else as it was.
    Write,
    /// It changes or removes existing things.
    Destructive,
    /// Not stated, so it may do anything.
    Unknown,
}

impl Effect {
    /// Every value that a spec can state, with its keyword.
    pub const STATED: &'static [(&'static str, Effect)] = &[
        ("read", Effect::Read),
        ("write", Effect::Write),
        ("destructive", Effect::Destructive),
    ];

    /// The keyword; `unknown` if nothing is stated.
    pub fn name(self) -> &'static str {
        let mut stated = Self::STATED.iter();
        let found = stated.find(|(_, effect)| *effect == self);
        found.map_or("unknown", |(name, _)| name)
    }

    /// The effect with this keyword; unknown if there is none.
    #[cfg(feature = "mcp-server")]
    pub(crate) fn named(name: &str) -> Self {
        let mut stated = Self::STATED.iter();
        let found = stated.find(|(known, _)| *known == name);
        found.map_or(Effect::Unknown, |(_, effect)| *effect)
    }

    /// Whether it is known to change nothing, so that calls may run concurrently.
    pub fn is_read(self) -> bool {
        self == Effect::Read
    }

    /// Whether it may change or remove existing things.
    pub fn is_destructive(self) -> bool {
        self >= Effect::Destructive
    }

    /// The level of risk, in the terms that approval dialogs use: `low`, `medium` or `high`.
    pub fn risk(self) -> &'static str {
        match self {
            Effect::Read => "low",
            Effect::Write => "medium",
            Effect::Destructive | Effect::Unknown => "high",
        }
    }

    /// What is at stake, as a text for whoever decides about a call.
    pub fn risk_text(self) -> &'static str {
        match self {
            Effect::Read => "it only reads",
            Effect::Write => "it adds something and changes nothing that is there",
            Effect::Destructive => "it may change or delete what is there",
            Effect::Unknown => "it may do anything: its spec does not say what it does",
        }
    }
}
