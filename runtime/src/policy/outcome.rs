//! What policies did, as observers see it.

/// What a policy did to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PolicyOutcome {
    /// It denied the call.
    Denied,
    /// It required approval.
    Asked,
    /// It changed the arguments.
    Modified,
    /// It returned arguments that the schema rejects.
    InvalidArguments,
    /// It panicked.
    Panicked,
    /// It gave no answer in time.
    TimedOut,
}

impl PolicyOutcome {
    /// Whether the policy failed and made no decision.
    pub fn is_failure(self) -> bool {
        matches!(
            self,
            PolicyOutcome::InvalidArguments | PolicyOutcome::Panicked | PolicyOutcome::TimedOut
        )
    }

    /// The name for logs and metrics, such as `denied` or `timed_out`.
    pub fn name(self) -> &'static str {
        match self {
            PolicyOutcome::Denied => "denied",
            PolicyOutcome::Asked => "asked",
            PolicyOutcome::Modified => "modified",
            PolicyOutcome::InvalidArguments => "invalid_arguments",
            PolicyOutcome::Panicked => "panicked",
            PolicyOutcome::TimedOut => "timed_out",
        }
    }
}
