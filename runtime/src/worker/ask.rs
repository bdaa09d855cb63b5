//! The approval step: the only place that distinguishes who answers.

use super::Worker;
use super::end::{conclude_call, expired_fault};
use super::needs::{Blocking, Needs, pass_freely};
use super::way::{Asking, Way};
use crate::approve::{Approval, ApprovalRequest, DecidedBy, Granted, Passed, Reason};
use crate::call::Check;
use crate::context::Context;
use crate::error::Fault;
use crate::guard::{Limit, guard_future};
use crate::observe::Moment;
use crate::result::Metadata;
use crate::stop::Stop;

impl<H> Worker<H> {
    /// Obtains the approval that a call needs.
    pub(super) async fn approve(
        &self,
        way: Way<'_, H>,
        needs: Needs,
        check: Option<Check<'_>>,
        facts: &mut Metadata,
    ) -> Result<Granted, Stop> {
        let (entry, watch, asking) = (way.row.entry, way.watch, way.asking);
        if let (Approval::PreApproved, Asking::DryRun) = (needs.approval, asking) {
            return Err(Stop::Cleared);
        }
        if let Some(granted) = pass_freely(needs.approval, asking, watch) {
            return Ok(granted);
        }
        let limit = self.time_to_answer(asking, watch.context);
        let mut request = self.question(way).within(limit.duration);
        request.reason = needs.reason;
        if needs.approval == Approval::Blocked {
            return Err(blocked(way, &request).into());
        }
        let is_decided = asking.is_decided();
        if !is_decided && let Some(granted) = Granted::freely(needs.approval) {
            report_preapproved(way, &request);
            return Ok(granted);
        }
        if limit.duration.is_zero() {
            return Err(expired_fault(entry, limit.duration).into());
        }
        if !is_decided && let Some(granted) = self.gate.recall(&request, watch) {
            facts.approval = Some(Passed::Remembered.name());
            return match asking {
                Asking::DryRun => Err(Stop::Cleared),
                _ => Ok(granted),
            };
        }
        if let Some(check) = check.filter(|_| asking.asks_somebody()) {
            self.check_before_asking(way, check).await?;
        }
        self.gate.recollect(&mut request);
        let (granted, passed) = match asking {
            Asking::Approver => (self.gate.ask(&request, limit, watch).await?, Passed::Asked),
            #[cfg(feature = "approvals")]
            Asking::Decided(settled) => settled.decide(&self.gate, &request, watch)?,
            #[cfg(not(feature = "approvals"))]
            Asking::Decided(never) => match *never {},
            #[cfg(feature = "approvals")]
            Asking::Suspend(_) => {
                watch.tell(Moment::ApprovalRequired { request: &request });
                return Err(Stop::Suspended(Box::new(request)));
            }
            Asking::Person => {
                let said = (DecidedBy::Person { name: None }, Reason::Approved);
                (self.gate.grant(&request, said, watch), Passed::Manually)
            }
            Asking::DryRun => {
                self.gate.approver(&request, watch)?;
                return Err(Stop::Suspended(Box::new(request)));
            }
        };
        facts.approval = Some(passed.name());
        Ok(granted)
    }

    /// Finds out whether the call can run at all: if not, nobody is asked about it.
    async fn check_before_asking(
        &self,
        way: Way<'_, H>,
        check: Check<'_>,
    ) -> Result<(), Box<Fault>> {
        let limits = self.limits(way.row, way.watch.context, None);
        conclude_call(way.row.entry, guard_future(check, limits).await, limits)
    }

    fn question(&self, way: Way<'_, H>) -> ApprovalRequest {
        let (worker, row) = (self.table.name, way.row);
        ApprovalRequest::new(worker, row.entry, row.hiding, way.call, way.watch.context)
    }

    /// How long an answer is valid.
    fn time_to_answer(&self, asking: Asking<'_>, context: &Context) -> Limit<'_> {
        let limit = self.patience(context);
        match asking {
            #[cfg(feature = "approvals")]
            Asking::Suspend(_) => Limit {
                duration: self.gate.answer_within,
                ..limit
            },
            _ => limit,
        }
    }
}

impl Asking<'_> {
    /// Whether somebody is asked now, or will be.
    fn asks_somebody(self) -> bool {
        match self {
            Asking::Approver => true,
            #[cfg(feature = "approvals")]
            Asking::Suspend(_) => true,
            Asking::Decided(_) | Asking::Person | Asking::DryRun => false,
        }
    }

    /// Whether a decision has been made.
    fn is_decided(self) -> bool {
        matches!(self, Asking::Decided(_))
    }
}

/// Reports a call that needs no approval to an audit.
fn report_preapproved<H>(way: Way<'_, H>, request: &ApprovalRequest) {
    if way.watch.audits() {
        let rule = way.row.rule(way.call);
        way.watch.tell(Moment::ApprovalGranted {
            request,
            by: rule.map_or(DecidedBy::Configuration, DecidedBy::rule),
            reason: Reason::PreApproved,
        });
    }
}

#[cold]
fn blocked<H>(way: Way<'_, H>, request: &ApprovalRequest) -> Box<Fault> {
    let blocking = Blocking::of(way);
    if way.watch.audits() {
        way.watch.tell(Moment::ApprovalDenied {
            request,
            note: blocking.note,
            by: (blocking.rule).map_or(DecidedBy::Handler, DecidedBy::rule),
            reason: Reason::Blocked,
        });
    }
    blocking.fault(request.wire_name)
}
