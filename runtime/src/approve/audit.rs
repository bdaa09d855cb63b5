//! What decided about a call, and how: what an audit log keeps of each decision.

use crate::rule::Rule;
use std::fmt;

/// What decided about a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecidedBy<'e> {
    /// The worker's configuration: the call needs no approval.
    Configuration,
    /// A rule on arguments.
    Rule {
        /// Its file and line.
        place: &'e str,
    },
    /// What the handler says of these arguments.
    Handler,
    /// The approver, or the lack of an answer of it.
    Approver,
    /// An earlier approval that holds for the session.
    Memory,
    /// Whoever decided about the call while it was pending.
    Person {
        /// Who that was, if the decision says so.
        name: Option<&'e str>,
    },
}

/// How it was decided, in words that do not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The call needs no approval.
    PreApproved,
    /// Approved for this call.
    Approved,
    /// Approved for the same calls of the session.
    ApprovedForSession,
    /// Approved earlier, for the session.
    Remembered,
    /// Approved with other arguments or as the call of another tool.
    Edited,
    /// Denied.
    Denied,
    /// Nobody is there to be asked.
    NoApprover,
    /// No answer came in time.
    NoAnswer,
    /// The approver failed.
    ApproverFailed,
    /// The caller gave up while somebody was asked.
    Cancelled,
    /// What would run is not what was approved.
    NotWhatWasApproved,
    /// Policy refuses the call, whoever approves it.
    Blocked,
}

impl Reason {
    /// The code: `approved_for_session`.
    pub fn code(self) -> &'static str {
        match self {
            Reason::PreApproved => "pre_approved",
            Reason::Approved => "approved",
            Reason::ApprovedForSession => "approved_for_session",
            Reason::Remembered => "remembered",
            Reason::Edited => "edited",
            Reason::Denied => "denied",
            Reason::NoApprover => "no_approver",
            Reason::NoAnswer => "no_answer",
            Reason::ApproverFailed => "approver_failed",
            Reason::Cancelled => "cancelled",
            Reason::NotWhatWasApproved => "not_what_was_approved",
            Reason::Blocked => "blocked",
        }
    }
}

impl DecidedBy<'static> {
    pub(crate) fn rule(rule: &'static Rule) -> Self {
        match rule.place {
            "" => DecidedBy::Configuration,
            place => DecidedBy::Rule { place },
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Display for DecidedBy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecidedBy::Configuration => f.write_str("configuration"),
            DecidedBy::Rule { place } => write!(f, "rule {place}"),
            DecidedBy::Handler => f.write_str("handler"),
            DecidedBy::Approver => f.write_str("approver"),
            DecidedBy::Memory => f.write_str("memory"),
            DecidedBy::Person { name: None } => f.write_str("person"),
            DecidedBy::Person { name: Some(name) } => write!(f, "person {name}"),
        }
    }
}
