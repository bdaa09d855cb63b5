//! The limits that a worker sets on the calls of a tool.

#[cfg(feature = "calls")]
use crate::permits::Permits;
use std::time::Duration;

/// How long a call of a tool may take, and how many may run at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallLimits {
    /// How long the handler may take; zero means no limit.
    pub timeout: Duration,
    /// How many calls may run at once; zero means no limit.
    pub at_most: u32,
}

#[cfg(feature = "calls")]
impl CallLimits {
    /// No limits.
    pub(crate) const NONE: CallLimits = CallLimits {
        timeout: Duration::ZERO,
        at_most: 0,
    };

    /// Whether calls may have to wait for others.
    #[inline]
    pub(crate) const fn has_permits(&self) -> bool {
        self.at_most > 0
    }

    /// The permits for calls that run at once, if their number is limited.
    pub(crate) fn permits(&self) -> Option<Permits> {
        self.has_permits().then(|| Permits::new(self.at_most))
    }
}
