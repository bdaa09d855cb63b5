//! What a call needs before it runs, and what follows where nobody has to be asked.

use super::way::{Asking, Way};
use crate::approve::{Approval, Granted};
use crate::error::{ErrorKind, Fault};
use crate::observe::Watch;
#[cfg(feature = "ask")]
use crate::rule::Rule;

/// What a call needs, all in all.
pub(super) struct Needs {
    pub approval: Approval,
    /// Why a policy wants somebody to be asked.
    #[cfg(feature = "ask")]
    pub reason: Option<String>,
}

impl Needs {
    /// The strictest of what the worker's configuration, the handler and the policies say.
    pub fn of(configured: Approval, told: Option<Approval>, reason: Option<String>) -> Self {
        let asked = match &reason {
            Some(_) => Approval::Ask,
            None => Approval::PreApproved,
        };
        let told = told.unwrap_or(Approval::PreApproved);
        let approval = configured.max(told).max(asked);
        Needs {
            approval,
            #[cfg(feature = "ask")]
            reason,
        }
    }
}

/// Lets a call pass that nobody has to be asked or told about.
#[inline]
pub(super) fn pass_freely(
    needs: Approval,
    asking: Asking<'_>,
    watch: &Watch<'_>,
) -> Option<Granted> {
    match asking {
        Asking::DryRun => None,
        // Whoever denied a call is obeyed, whatever it needs by now.
        Asking::Decided(_) => None,
        _ if watch.audits() => None,
        _ => Granted::freely(needs),
    }
}

/// Why nobody can let a call run.
pub(super) struct Blocking {
    /// The rule that says so; of others the handler does.
    #[cfg(feature = "ask")]
    pub rule: Option<&'static Rule>,
    pub note: &'static str,
}

impl Blocking {
    #[cold]
    pub fn of<H>(way: Way<'_, H>) -> Self {
        let rule = way.row.rule(way.call);
        let rule = rule.filter(|rule| rule.approval == Approval::Blocked);
        let note = rule.map_or("", |rule| rule.reason);
        let note = if note.is_empty() { REFUSED } else { note };
        Blocking {
            #[cfg(feature = "ask")]
            rule,
            note,
        }
    }

    /// What the model is told.
    pub fn fault(&self, wire_name: &str) -> Box<Fault> {
        let message = format!("Tool '{wire_name}' blocked: {}", self.note);
        Fault::new(ErrorKind::Blocked, message)
    }
}

/// Why a call is blocked where nothing is said.
const REFUSED: &str = "its policy refuses these arguments";
