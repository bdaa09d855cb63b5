//! Why a call has no output.

#[cfg(feature = "ask")]
use crate::approve::ApprovalRequest;
use crate::error::{ErrorKind, Fault};

/// Why a call has no output.
pub(crate) enum Stop {
    /// It failed.
    Failed(Box<Fault>),
    /// It waits for an answer to this request.
    #[cfg(feature = "ask")]
    Suspended(Box<ApprovalRequest>),
    /// It would run if it were not a dry run.
    Cleared,
}

impl Stop {
    /// Adds to a denial why somebody had to be asked, for the model.
    pub fn because_of(mut self, doubt: Option<&str>) -> Self {
        if let Stop::Failed(fault) = &mut self
            && let Some(doubt) = doubt
            && fault.error.kind == ErrorKind::Denied
        {
            fault
                .error
                .message
                .push_str(" (somebody has to approve it: ");
            fault.error.message.push_str(doubt);
            fault.error.message.push(')');
        }
        self
    }
}

impl From<Box<Fault>> for Stop {
    fn from(fault: Box<Fault>) -> Self {
        Stop::Failed(fault)
    }
}
