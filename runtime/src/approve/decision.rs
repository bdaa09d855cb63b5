//! What an approver decides.

/// What an approver decides about a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The call may run.
    Approved {
        /// How long the approval is valid.
        remember: Remember,
    },
    /// The call may not run. Denials are never remembered.
    Denied {
        /// The reason, which the model reads.
        note: String,
    },
}

/// How long an approval is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remember {
    /// For this call only.
    None,
    /// For calls of the same tool with the same arguments, until the session ends.
    Session,
}

impl Decision {
    /// Approves this call only.
    pub fn approve() -> Self {
        Decision::Approved {
            remember: Remember::None,
        }
    }

    /// Approves this call, and identical calls in the same session.
    pub fn approve_for_session() -> Self {
        Decision::Approved {
            remember: Remember::Session,
        }
    }

    /// Denies this call; the model reads the note.
    pub fn deny(note: impl Into<String>) -> Self {
        Decision::Denied { note: note.into() }
    }
}
