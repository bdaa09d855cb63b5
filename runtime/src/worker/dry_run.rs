//! What would happen to a call.

use super::end::Finished;
#[cfg(feature = "ask")]
use crate::approve::ApprovalRequest;
use crate::error::ToolError;
use crate::result::Metadata;
use crate::stop::Stop;
use std::mem;

/// What would happen to a call: see [`Worker::dry_run`](crate::Worker::dry_run).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DryRun {
    /// Whether it would run, need approval or be refused.
    pub verdict: Verdict,
    /// The details of a refusal that the model would not be told.
    pub detail: Option<String>,
    /// The arguments as a policy would change them.
    pub changed: Option<String>,
    /// The arguments that the call leaves out and that are filled in with their defaults, as JSON pointers.
    pub filled: Vec<String>,
    /// What else is known about the call.
    pub metadata: Metadata,
}

/// Whether a call would run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Verdict {
    /// It would run at once.
    Runs,
    /// It would need this approval.
    #[cfg(feature = "ask")]
    Asks(Box<ApprovalRequest>),
    /// It would never run; this is the error that the model would get.
    Refused(Box<ToolError>),
}

impl Finished<'_> {
    pub(super) fn into_dry_run(self) -> DryRun {
        let mut detail = None;
        let verdict = match self.end {
            // No work is started, so there is no output.
            Ok(_) | Err(Stop::Cleared) => Verdict::Runs,
            #[cfg(feature = "ask")]
            Err(Stop::Suspended(request)) => Verdict::Asks(request),
            Err(Stop::Failed(fault)) => {
                detail = fault.detail;
                Verdict::Refused(Box::new(fault.error))
            }
        };
        DryRun {
            verdict,
            detail,
            changed: self.changed,
            filled: mem::take(&mut self.call.filled),
            metadata: self.facts.clone(),
        }
    }
}
