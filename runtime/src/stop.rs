//! Why a call has no output.

#[cfg(feature = "ask")]
use crate::approve::ApprovalRequest;
use crate::error::Fault;

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

impl From<Box<Fault>> for Stop {
    fn from(fault: Box<Fault>) -> Self {
        Stop::Failed(fault)
    }
}
