//! What an approver says.

/// What an approver says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The call may run.
    Approved {
        /// For how long.
        remember: Remember,
    },
    /// The call may not run. A denial is never kept.
    Denied {
        /// Why; the model reads it.
        note: String,
    },
}

/// For how long an approval holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remember {
    /// For this call.
    None,
    /// For the same arguments of the same tool until the session ends.
    Session,
}

impl Decision {
    /// This call may run.
    pub fn approve() -> Self {
        Decision::Approved {
            remember: Remember::None,
        }
    }

    /// This call and the same calls in this session may run.
    pub fn approve_for_session() -> Self {
        Decision::Approved {
            remember: Remember::Session,
        }
    }

    /// This call may not run.
    pub fn deny(note: impl Into<String>) -> Self {
        Decision::Denied { note: note.into() }
    }
}
