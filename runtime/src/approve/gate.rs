//! The approvals of one worker: who is asked, what is remembered, and what an answer means.

use super::{
    AnyApprover, ApprovalMemory, ApprovalRequest, DecidedBy, Decision, Granted, Reason, Remember,
};
use crate::error::{ErrorKind, Fault};
use crate::guard::{End, Limit, Limits, guard_future};
use crate::observe::{Moment, Watch};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How one worker gets its calls approved.
pub(crate) struct Gate {
    pub approver: Option<Arc<dyn AnyApprover>>,
    pub memory: ApprovalMemory,
    pub timeout: Duration,
    /// How long an answer to a suspended call is valid.
    #[cfg(feature = "approvals")]
    pub answer_within: Duration,
    /// How long a call that is being resumed counts as in progress.
    #[cfg(feature = "approvals")]
    pub lease: Duration,
}

impl Default for Gate {
    fn default() -> Self {
        Gate {
            approver: None,
            memory: ApprovalMemory::default(),
            timeout: Duration::from_secs(300),
            #[cfg(feature = "approvals")]
            answer_within: Duration::from_secs(24 * 60 * 60),
            #[cfg(feature = "approvals")]
            lease: Duration::from_secs(60),
        }
    }
}

impl Gate {
    /// Passes the call if an identical one was approved for the session.
    pub fn recall(&self, request: &ApprovalRequest, watch: &Watch<'_>) -> Option<Granted> {
        if !self.memory.recalls(request) {
            return None;
        }
        watch.tell(Moment::ApprovalGranted {
            request,
            by: DecidedBy::Memory,
            reason: Reason::Remembered,
        });
        Some(Granted(()))
    }

    /// Adds what the memory knows about the tool to a request.
    pub fn recollect(&self, request: &mut ApprovalRequest) {
        request.earlier_yes = self.memory.earlier_yes(request);
    }

    /// The approver; without one, a call that needs approval is denied.
    pub fn approver(
        &self,
        request: &ApprovalRequest,
        watch: &Watch<'_>,
    ) -> Result<&dyn AnyApprover, Box<Fault>> {
        self.approver.as_deref().ok_or_else(|| {
            let note = format!(
                "`{}` requires approval, and this worker has no approver",
                request.wire_name
            );
            deny_call(request, &note, (CONFIGURATION, Reason::NoApprover), watch)
        })
    }

    /// Asks the approver about a call.
    pub async fn ask(
        &self,
        request: &ApprovalRequest,
        limit: Limit<'_>,
        watch: &Watch<'_>,
    ) -> Result<Granted, Box<Fault>> {
        watch.tell(Moment::ApprovalRequired { request });
        let approver = self.approver(request, watch)?;
        let context = watch.context;
        let started = Instant::now();
        let limits = Limits {
            time: Some((limit, started)),
            token: context.cancellation(),
        };
        let end = match guard_future(approver.ask(request), limits).await {
            // An approver that blocks the thread answers before the timer is checked.
            End::Done(_) if context.is_cancelled() => End::Cancelled,
            End::Done(_) if started.elapsed() > limit.duration => End::Expired,
            end => end,
        };
        let (reason, note, detail) = match end {
            End::Done(decision) => return self.settle(request, decision, watch),
            End::Expired => {
                let note = format!("no answer within {:?}", limit.duration);
                (Reason::NoAnswer, note, None)
            }
            End::Panicked(panic) => {
                let note = "the approver failed".to_owned();
                (Reason::ApproverFailed, note, Some(panic))
            }
            End::Cancelled => return Err(cancelled(request, watch)),
        };
        let mut fault = deny_call(request, &note, (DecidedBy::Approver, reason), watch);
        fault.detail = detail;
        Err(fault)
    }

    /// Turns the approver's decision into a grant or a denial.
    fn settle(
        &self,
        request: &ApprovalRequest,
        decision: Decision,
        watch: &Watch<'_>,
    ) -> Result<Granted, Box<Fault>> {
        let by = DecidedBy::Approver;
        match decision {
            Decision::Approved { remember } => {
                let reason = match remember {
                    Remember::None => Reason::Approved,
                    Remember::Session => Reason::ApprovedForSession,
                };
                Ok(self.grant(request, (by, reason), watch))
            }
            Decision::Denied { note } => {
                Err(deny_call(request, &note, (by, Reason::Denied), watch))
            }
        }
    }

    /// Lets an approved call pass.
    pub(crate) fn grant(
        &self,
        request: &ApprovalRequest,
        (by, reason): (DecidedBy<'_>, Reason),
        watch: &Watch<'_>,
    ) -> Granted {
        if reason == Reason::ApprovedForSession {
            self.memory.keep(request);
        }
        self.memory.note_yes(request);
        watch.tell(Moment::ApprovalGranted {
            request,
            by,
            reason,
        });
        Granted(())
    }
}

const CONFIGURATION: DecidedBy<'static> = DecidedBy::Configuration;

pub(super) fn deny_call(
    request: &ApprovalRequest,
    note: &str,
    (by, reason): (DecidedBy<'_>, Reason),
    watch: &Watch<'_>,
) -> Box<Fault> {
    watch.tell(Moment::ApprovalDenied {
        request,
        note,
        by,
        reason,
    });
    Fault::new(ErrorKind::Denied, format!("Tool execution denied: {note}"))
}

fn cancelled(request: &ApprovalRequest, watch: &Watch<'_>) -> Box<Fault> {
    watch.tell(Moment::ApprovalDenied {
        request,
        note: "the call was cancelled",
        by: DecidedBy::Approver,
        reason: Reason::Cancelled,
    });
    Fault::new(
        ErrorKind::Cancelled,
        format!("tool '{}' was cancelled", request.wire_name),
    )
}
