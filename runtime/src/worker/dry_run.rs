//! What would happen to a call.

use super::path::Finished;
use super::stop::Stop;
#[cfg(feature = "ask")]
use crate::approve::ApprovalRequest;
use crate::error::{ErrorKind, ToolError};
use crate::result::{Metadata, ToolResult};

/// What would happen to a call: see [`Worker::dry_run`](crate::Worker::dry_run).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DryRun {
    /// Whether it would run, ask or be refused.
    pub verdict: Verdict,
    /// What the model would not be told of a refusal.
    pub detail: Option<String>,
    /// The arguments that a policy would give it.
    pub changed: Option<String>,
    /// What else is known.
    pub metadata: Metadata,
}

/// Whether a call would run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Verdict {
    /// At once.
    Runs,
    /// After a yes to this question.
    #[cfg(feature = "ask")]
    Asks(Box<ApprovalRequest>),
    /// Never: this is what the model would be told.
    Refused(Box<ToolError>),
}

impl Finished<'_> {
    /// What the caller of a tool receives.
    #[inline]
    pub(super) fn into_result(self) -> ToolResult {
        let Finished {
            call, end, facts, ..
        } = self;
        let (output, error) = match end {
            Ok(output) => (Some(output), None),
            Err(Stop::Failed(fault)) => (None, Some(fault.error)),
            // Only who asks for it gets a call that is suspended, or runs it dry.
            #[cfg(feature = "ask")]
            Err(Stop::Suspended(_)) => (None, Some(undecided())),
            Err(Stop::Cleared) => (None, Some(undecided())),
        };
        ToolResult {
            success: error.is_none(),
            output,
            error: error.map(Box::new),
            note: None,
            metadata: *facts,
            call_id: call.id,
            name: call.name,
        }
    }

    pub(super) fn into_dry_run(self) -> DryRun {
        let mut detail = None;
        let verdict = match self.end {
            // No work is begun, so there is no output.
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
            metadata: *self.facts,
        }
    }
}

#[cold]
fn undecided() -> ToolError {
    ToolError::new(ErrorKind::Denied, "Tool execution denied: nobody was asked")
}
