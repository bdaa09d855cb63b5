//! Who or what decided about a call, and how: the record that an audit log keeps of each decision.

use crate::rule::Rule;
use std::fmt;

/// Who or what decided about a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecidedBy<'e> {
    /// The worker's configuration: the call needs no approval.
    Configuration,
    /// A rule on arguments.
    Rule {
        /// The file and line of the rule.
        place: &'e str,
    },
    /// The handler, through what it says these arguments need.
    Handler,
    /// The approver, by its answer or by giving none.
    Approver,
    /// An earlier approval that is valid for the session.
    Memory,
    /// The person who decided about the call while it was pending.
    Person {
        /// Their name, if the ruling gives one.
        name: Option<&'e str>,
    },
}

/// How a call was decided. The codes are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The call needs no approval.
    PreApproved,
    /// Approved for this call.
    Approved,
    /// Approved for this call and for identical calls in the same session.
    ApprovedForSession,
    /// Approved earlier in the session.
    Remembered,
    /// Approved with other arguments or as the call of another tool.
    Edited,
    /// Denied.
    Denied,
    /// There was no approver to ask.
    NoApprover,
    /// No answer came in time.
    NoAnswer,
    /// The approver failed.
    ApproverFailed,
    /// The caller gave up while the approver was being asked.
    Cancelled,
    /// The call that would run is not the one that was approved.
    NotWhatWasApproved,
    /// The worker's policy refuses the call, no matter who approves it.
    Blocked,
}

impl Reason {
    /// The stable code, such as `approved_for_session`.
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
