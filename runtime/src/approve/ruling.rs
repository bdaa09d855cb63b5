//! A decision about a pending call: bound to that call, and sealed like it.

use super::record::{Members, Record, round_time};
use super::seal::{self, SealKey};
use super::{Reason, ResumeError};
use crate::json::exact_json;
use std::fmt;
use std::time::SystemTime;

/// The tag that the sealed text carries for its form and version.
const FORM: &str = "ruling/1";

/// A decision about one [`PendingCall`](super::PendingCall), created by that call and valid for no other.
///
/// Its text is sealed like that of the call, so that only somebody who has the key can make a valid decision.
#[derive(Clone, PartialEq, Eq)]
pub struct Ruling {
    id: String,
    /// The digest of the pending call.
    of: String,
    pub(crate) answer: Answer,
    by: Option<String>,
    at: SystemTime,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    Approved,
    ApprovedForSession,
    Denied { note: String },
    Edited { tool: String, arguments: String },
}

impl Ruling {
    /// A ruling on the call with this id and digest.
    pub(super) fn new(id: &str, of: String, answer: Answer) -> Self {
        Ruling {
            id: id.to_owned(),
            of,
            answer,
            by: None,
            at: round_time(SystemTime::now()),
        }
    }

    /// Names whoever decided, for the audit.
    #[must_use]
    pub fn by(mut self, name: impl Into<String>) -> Self {
        self.by = Some(name.into());
        self
    }

    /// The text of the ruling, sealed.
    pub fn seal(&self, key: &SealKey) -> String {
        seal::seal_text(FORM, &self.write(), key)
    }

    /// Reads a sealed text.
    ///
    /// # Errors
    /// Fails if it is not the text of a ruling, was changed, or was sealed with another key.
    pub fn open(text: &str, key: &SealKey) -> Result<Self, ResumeError> {
        let body = seal::unseal_text(FORM, text, key)?;
        Ruling::read(&body).ok_or(ResumeError::Malformed)
    }

    /// The id of the pending call.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name of whoever decided, if it was given.
    pub fn decided_by(&self) -> Option<&str> {
        self.by.as_deref()
    }

    /// When it was decided.
    pub fn decided_at(&self) -> SystemTime {
        self.at
    }

    /// Whether the ruling lets a call run.
    pub fn is_approval(&self) -> bool {
        !matches!(self.answer, Answer::Denied { .. })
    }

    /// The outcome of the decision.
    pub fn reason(&self) -> Reason {
        match self.answer {
            Answer::Approved => Reason::Approved,
            Answer::ApprovedForSession => Reason::ApprovedForSession,
            Answer::Denied { .. } => Reason::Denied,
            Answer::Edited { .. } => Reason::Edited,
        }
    }

    /// Whether the ruling is about the call with this id and digest.
    pub(super) fn is_on(&self, id: &str, digest: &str) -> bool {
        self.id == id && self.of == digest
    }

    /// Whether a sealed text is that of this ruling, perhaps given at another time: an answer may be sent again if
    /// it is not known what became of it.
    pub(super) fn is_in(&self, text: &str) -> bool {
        read_unchecked(text).is_some_and(|known| {
            known.is_on(&self.id, &self.of) && known.answer == self.answer && known.by == self.by
        })
    }

    fn write(&self) -> String {
        let mut out = Record::new();
        out.text("id", &self.id);
        out.text("of", &self.of);
        out.text("answer", self.reason().code());
        match &self.answer {
            Answer::Approved | Answer::ApprovedForSession => {}
            Answer::Denied { note } => out.text("note", note),
            Answer::Edited { tool, arguments } => {
                out.text("tool", tool);
                out.text("arguments", arguments);
            }
        }
        out.optional("by", self.by.as_deref());
        out.time("at", self.at);
        let text = out.end();
        exact_json(&text).unwrap_or(text)
    }

    fn read(text: &str) -> Option<Self> {
        let mut from = Members::read(text)?;
        let word = from.text("answer")?;
        let answer = match word.as_str() {
            "approved" => Answer::Approved,
            "approved_for_session" => Answer::ApprovedForSession,
            "denied" => Answer::Denied {
                note: from.text("note")?,
            },
            "edited" => Answer::Edited {
                tool: from.text("tool")?,
                arguments: from.text("arguments")?,
            },
            _ => return None,
        };
        let ruling = Ruling {
            id: from.text("id")?,
            of: from.text("of")?,
            answer,
            by: from.optional("by")?,
            at: from.time("at")?,
        };
        from.is_done().then_some(ruling)
    }
}

/// The ruling of a sealed text, without checking its seal.
pub(super) fn read_unchecked(text: &str) -> Option<Ruling> {
    seal::body_of(FORM, text).and_then(|body| Ruling::read(&body))
}

/// Leaves out the arguments, which may hold secrets.
impl fmt::Debug for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ruling")
            .field("id", &self.id)
            .field("answer", &self.reason().code())
            .field("by", &self.by)
            .finish_non_exhaustive()
    }
}
