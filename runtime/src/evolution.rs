//! Old names of tools and arguments: what a row says about them, and what a call used of them.

#[cfg(feature = "calls")]
use std::fmt;

/// What a row says about a tool that changed, in generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evolution {
    /// What is said about the tool if it is deprecated.
    pub deprecated: Option<&'static str>,
    /// The names of arguments that calls should no longer use, at most 64.
    pub arguments: &'static [OldArgument],
}

/// A name of an argument that calls should no longer use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldArgument {
    /// The name.
    pub name: &'static str,
    /// The argument that is meant; `None` if the argument itself is deprecated.
    pub now: Option<&'static str>,
    /// What is said about it.
    pub deprecated: Option<&'static str>,
}

/// What a call used that is no longer meant to be used: an old name of the tool or of an argument, or something that
/// is deprecated. Models are not told; programs count it, to see who still uses what.
#[cfg(feature = "calls")]
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Outdated {
    /// The old name, and the wire name of the tool that it means.
    pub(crate) name: Option<(&'static str, &'static str)>,
    /// What the row of the tool says.
    pub(crate) evolution: Option<&'static Evolution>,
    /// Which of its arguments the call used, a bit for each.
    pub(crate) used: u64,
    /// An old name of an argument that the call also gave by its new name, or by another old one.
    pub(crate) clash: Option<&'static OldArgument>,
}

#[cfg(feature = "calls")]
impl Outdated {
    /// Whether the call used nothing of the kind, and is not refused for it.
    pub(crate) fn is_empty(&self) -> bool {
        self.name.is_none() && self.deprecated().is_none() && self.used == 0
    }

    #[cfg(feature = "approvals")]
    pub(crate) fn set_name(&mut self, old: &'static str, meant: &'static str) {
        self.name = Some((old, meant));
    }

    /// The old name under which the tool was called: the qualified name, or the wire name.
    pub fn name(&self) -> Option<&'static str> {
        self.name.map(|(old, _)| old)
    }

    /// The wire name of the tool that the old name means, which ran.
    pub fn meant(&self) -> Option<&'static str> {
        self.name.map(|(_, meant)| meant)
    }

    /// What is said about the tool, if it is deprecated.
    pub fn deprecated(&self) -> Option<&'static str> {
        self.evolution?.deprecated
    }

    /// The names of arguments that the call should not have used, in the order of the schema.
    pub fn arguments(&self) -> impl Iterator<Item = &'static OldArgument> + use<> {
        let arguments = self.evolution.map_or(&[][..], |said| said.arguments);
        let used = self.used;
        let numbered = (0u32..).zip(arguments);
        numbered
            .filter(move |(place, _)| used >> place & 1 == 1)
            .map(|(_, argument)| argument)
    }
}

#[cfg(feature = "calls")]
impl fmt::Debug for Outdated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outdated")
            .field("name", &self.name())
            .field("meant", &self.meant())
            .field("deprecated", &self.deprecated())
            .field("arguments", &self.arguments().collect::<Vec<_>>())
            .finish()
    }
}
