//! Noun: a host's file as it was read back, and what the host does by it.

use toolc_base::source::Span;
use toolc_model::model::approval::Approval;

/// What a host does about the calls of a tool. Where the file leaves that open, it is the loosest of what may happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// What happens to a call.
    pub approval: Approval,
    /// The entry that decides; `None` if no entry names the tool.
    pub place: Option<Span>,
}

impl Judged {
    /// Decided by an entry.
    pub fn by_entry(approval: Approval, place: Span) -> Self {
        Judged {
            approval,
            place: Some(place),
        }
    }

    /// Decided by no entry.
    pub fn by_default(approval: Approval) -> Self {
        Judged {
            approval,
            place: None,
        }
    }
}

/// Something to say of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The entry.
    pub place: Span,
    /// What is to be said: the rest of a sentence whose beginning quotes the entry, or a whole one.
    pub text: String,
}

impl Remark {
    /// A remark on an entry.
    pub fn new(place: Span, text: impl Into<String>) -> Self {
        Remark {
            place,
            text: text.into(),
        }
    }
}

/// What a host's file says about the tools of one server.
pub trait Deployed {
    /// What the host does about a tool, by the name that the host has for it.
    fn judge(&self, tool: &str) -> Judged;

    /// What the host does about a tool of the server that nobody has named.
    fn judge_unknown(&self) -> Judged;

    /// Settings by which the host may skip its questions about every tool.
    fn find_loosenings(&self) -> Vec<Remark>;

    /// Entries that are about the server and match none of its tools.
    fn find_idle(&self, known: &[&str]) -> Vec<Remark>;
}
