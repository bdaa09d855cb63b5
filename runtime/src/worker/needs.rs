//! What a call needs before it runs, and the path for calls that need no approval.

use super::way::{Asking, Way};
use crate::approve::{Approval, Granted};
use crate::error::{ErrorKind, Fault};
use crate::observe::Watch;
#[cfg(feature = "ask")]
use crate::rule::Rule;

/// What a call needs in total.
pub(super) struct Needs {
    pub approval: Approval,
    /// Why a policy wants the call to be approved.
    #[cfg(feature = "ask")]
    pub reason: Option<String>,
}

impl Needs {
    /// The strictest of what the worker's configuration, the handler and the policies require.
    pub fn of(configured: Approval, explicit: Option<Approval>, reason: Option<String>) -> Self {
        let asked = match &reason {
            Some(_) => Approval::Ask,
            None => Approval::PreApproved,
        };
        let explicit = explicit.unwrap_or(Approval::PreApproved);
        let approval = configured.max(explicit).max(asked);
        Needs {
            approval,
            #[cfg(feature = "ask")]
            reason,
        }
    }
}

/// Lets a call pass about which nobody has to be asked or notified.
#[inline]
pub(super) fn pass_freely(
    needs: Approval,
    asking: Asking<'_>,
    watch: &Watch<'_>,
) -> Option<Granted> {
    match asking {
        Asking::DryRun => None,
        // A denial by a person stands, even if the call needs no approval any more.
        Asking::Decided(_) => None,
        // the note takes time
        #[cfg(feature = "approvals")]
        Asking::Suspend(Some(_)) => None,
        _ if watch.audits() => None,
        _ => Granted::freely(needs),
    }
}

/// Why a call is blocked, no matter who approves it.
pub(super) struct Blocking {
    /// The rule that blocks it; `None` if the handler does.
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

    /// The error for the model.
    pub fn fault(&self, wire_name: &str) -> Box<Fault> {
        let message = format!("Tool '{wire_name}' blocked: {}", self.note);
        Fault::new(ErrorKind::Blocked, message)
    }
}

/// The reason if none is given.
const REFUSED: &str = "its policy refuses these arguments";
