//! The step of approval: the one place that looks at who answers.

use super::Worker;
use super::end::expired;
use super::path::Way;
use crate::approve::{Approval, ApprovalRequest, Decision, Granted, Passed};
use crate::error::{ErrorKind, Fault};
use crate::observe::Moment;
use crate::result::Metadata;

/// Who answers where a call needs approval.
#[derive(Clone, Copy)]
pub(crate) enum Asking<'a> {
    /// The approver of the worker.
    Approver,
    /// Nobody now: the call is suspended, and its question given back.
    #[expect(dead_code, reason = "calls that can be suspended come with it")]
    Suspend,
    /// Somebody elsewhere, who has answered.
    #[expect(dead_code, reason = "calls that can be suspended come with it")]
    Decided(&'a (dyn Fn(&ApprovalRequest) -> Decision + Send + Sync)),
    /// Nobody at all: what would happen is told, and nothing is done.
    DryRun,
}

/// Why a call has no output.
pub(crate) enum Stop {
    /// It failed.
    Failed(Box<Fault>),
    /// It waits for somebody's answer to this question.
    Suspended(Box<ApprovalRequest>),
    /// It would run, if it were not a dry run.
    Cleared,
}

impl From<Box<Fault>> for Stop {
    fn from(fault: Box<Fault>) -> Self {
        Stop::Failed(fault)
    }
}

/// What a call needs, all in all.
pub(super) struct Needs {
    approval: Approval,
    /// Why a policy wants somebody to be asked.
    reason: Option<String>,
}

impl Needs {
    /// The strictest of what the worker's configuration, the handler and the policies say.
    pub fn of(configured: Approval, told: Option<Approval>, reason: Option<String>) -> Self {
        let asked = reason.as_ref().map(|_| Approval::Ask);
        let approval = [told, asked]
            .into_iter()
            .flatten()
            .fold(configured, Approval::max);
        Needs { approval, reason }
    }
}

/// Lets a call pass that nobody has to be asked about.
#[inline]
pub(super) fn pass_freely(needs: Approval, asking: Asking<'_>) -> Option<Granted> {
    match asking {
        Asking::DryRun => None,
        _ => Granted::freely(needs),
    }
}

impl<H> Worker<H> {
    /// Gets the approval that a call needs.
    pub(super) async fn approve(
        &self,
        way: Way<'_, H>,
        needs: Needs,
        facts: &mut Metadata,
    ) -> Result<Granted, Stop> {
        let (entry, watch, asking) = (way.row.entry, way.watch, way.asking);
        let context = watch.context;
        match (needs.approval, asking) {
            (Approval::Blocked, _) => {
                let message = format!(
                    "Tool '{}' blocked: its policy refuses these arguments",
                    entry.wire_name
                );
                return Err(Fault::new(ErrorKind::Blocked, message).into());
            }
            (Approval::PreApproved, Asking::DryRun) => return Err(Stop::Cleared),
            _ => {}
        }
        if let Some(granted) = Granted::freely(needs.approval) {
            return Ok(granted);
        }
        let (text, id) = (way.call.text(), &way.call.id);
        let mut request = ApprovalRequest::new(self.table.name, entry, text, id, context);
        request.reason = needs.reason;
        let limit = self.patience(context);
        if limit.duration.is_zero() {
            return Err(expired(entry, limit.duration).into());
        }
        if let Some(granted) = self.gate.recall(&request, watch) {
            facts.approval = Some(Passed::Remembered.name());
            return match asking {
                Asking::DryRun => Err(Stop::Cleared),
                _ => Ok(granted),
            };
        }
        let (granted, passed) = match asking {
            Asking::Approver => (self.gate.ask(&request, limit, watch).await?, Passed::Asked),
            Asking::Decided(answer) => {
                let decision = answer(&request);
                (self.gate.settle(&request, decision, watch)?, Passed::Asked)
            }
            Asking::Suspend => {
                watch.tell(Moment::ApprovalRequired { request: &request });
                return Err(Stop::Suspended(Box::new(request)));
            }
            Asking::DryRun => {
                self.gate.approver(&request, watch)?;
                return Err(Stop::Suspended(Box::new(request)));
            }
        };
        facts.approval = Some(passed.name());
        Ok(granted)
    }
}
