//! Who is asked before a call runs, and the proof that somebody agreed.

mod memory;
mod modes;
mod terminal;

pub use memory::ApprovalMemory;
pub use modes::{ApproveAll, AutoDeny, Interactive};
pub use terminal::Terminal;

use crate::context::Context;
use crate::effect::Effect;
use crate::entry::ToolEntry;
use crate::error::{ErrorKind, Fault};
use crate::guard::{End, Limit, Limits, guard};
use crate::json::exact;
use crate::observe::{Moment, Watch};
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What has to happen before a call runs. Ordered: a later value is stricter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Approval {
    /// Runs at once.
    PreApproved,
    /// Runs after a yes.
    Ask,
    /// Never runs.
    Blocked,
}

/// Decides about calls that need approval.
pub trait Approver: Send + Sync + 'static {
    /// Decides about one call. A panic or no answer in time is a denial.
    fn decide(&self, request: &ApprovalRequest) -> impl Future<Output = Decision> + Send;
}

/// What an approver is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApprovalRequest {
    /// The worker that wants to call.
    pub worker: &'static str,
    /// `namespace::tool`
    pub tool: &'static str,
    /// The name that only this tool has.
    pub wire_name: &'static str,
    /// What the tool does, from its spec.
    pub description: &'static str,
    /// What the call does; [`Effect::risk`] and [`Effect::risk_text`] say what is at stake.
    pub effect: Effect,
    /// A JSON object of hints, which agree with the effect; empty where there are none.
    pub annotations: &'static str,
    /// The fingerprint of its input schema.
    pub fingerprint: &'static str,
    /// The arguments as JSON: sorted keys, no white space, strings with the fewest escapes. Every
    /// number is written as the model wrote it, and that is how it goes out.
    pub arguments: String,
    /// The provider's name for the call.
    pub call_id: String,
    /// Why a policy wants somebody to be asked.
    pub reason: Option<String>,
    /// The session of the call.
    pub session: Option<String>,
}

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

impl<A: Approver> Approver for Arc<A> {
    fn decide(&self, request: &ApprovalRequest) -> impl Future<Output = Decision> + Send {
        A::decide(self, request)
    }
}

/// The proof that a call may run. Only this file makes one.
pub(crate) struct Granted(());

/// An [`Approver`] of any type.
pub(crate) trait AnyApprover: Send + Sync {
    fn ask<'a>(
        &'a self,
        request: &'a ApprovalRequest,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + 'a>>;
}

impl<A: Approver> AnyApprover for A {
    fn ask<'a>(
        &'a self,
        request: &'a ApprovalRequest,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + 'a>> {
        // Within the future, so that a panic of the first step is contained too.
        Box::pin(async move { self.decide(request).await })
    }
}

/// The approval of one worker.
pub(crate) struct Gate {
    pub approver: Option<Box<dyn AnyApprover>>,
    pub memory: ApprovalMemory,
    pub timeout: Duration,
}

impl Default for Gate {
    fn default() -> Self {
        Gate {
            approver: None,
            memory: ApprovalMemory::default(),
            timeout: Duration::from_secs(300),
        }
    }
}

/// How a call got through the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passed {
    Asked,
    Remembered,
}

impl Passed {
    /// How a result says it.
    pub fn name(self) -> &'static str {
        match self {
            Passed::Asked => "asked",
            Passed::Remembered => "remembered",
        }
    }
}

impl Granted {
    /// Of calls that nobody has to be asked about.
    #[inline]
    pub fn freely(needs: Approval) -> Option<Self> {
        (needs == Approval::PreApproved).then_some(Granted(()))
    }
}

impl Gate {
    /// Whether the same call was approved for the session.
    pub fn recall(&self, request: &ApprovalRequest, watch: &Watch<'_>) -> Option<Granted> {
        if !self.memory.recalls(request) {
            return None;
        }
        watch.tell(Moment::ApprovalGranted {
            request,
            remembered: true,
        });
        Some(Granted(()))
    }

    /// Who is asked; without anybody a call that needs it is denied.
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
            deny(request, &note, None, watch)
        })
    }

    /// Asks about a call.
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
            limit: Some(limit),
            started: Some(started),
            token: context.cancellation(),
        };
        let end = match guard(approver.ask(request), limits).await {
            // Whoever blocks the thread answers before the timer is looked at.
            End::Done(_) if context.is_cancelled() => End::Cancelled,
            End::Done(_) if started.elapsed() > limit.duration => End::Expired,
            end => end,
        };
        match end {
            End::Done(decision) => self.settle(request, decision, watch),
            End::Expired => {
                let note = format!("no answer within {:?}", limit.duration);
                Err(deny(request, &note, None, watch))
            }
            End::Panicked(panic) => Err(deny(request, "the approver failed", Some(panic), watch)),
            End::Cancelled => {
                watch.tell(Moment::ApprovalDenied {
                    request,
                    note: "the call was cancelled",
                });
                Err(Fault::new(
                    ErrorKind::Cancelled,
                    format!("tool '{}' was cancelled", request.wire_name),
                ))
            }
        }
    }

    /// What a decision means.
    pub fn settle(
        &self,
        request: &ApprovalRequest,
        decision: Decision,
        watch: &Watch<'_>,
    ) -> Result<Granted, Box<Fault>> {
        let remember = match decision {
            Decision::Approved { remember } => remember,
            Decision::Denied { note } => return Err(deny(request, &note, None, watch)),
        };
        if remember == Remember::Session {
            self.memory.keep(request);
        }
        watch.tell(Moment::ApprovalGranted {
            request,
            remembered: false,
        });
        Ok(Granted(()))
    }
}

fn deny(
    request: &ApprovalRequest,
    note: &str,
    detail: Option<String>,
    watch: &Watch<'_>,
) -> Box<Fault> {
    watch.tell(Moment::ApprovalDenied { request, note });
    let mut fault = Fault::new(ErrorKind::Denied, format!("Tool execution denied: {note}"));
    fault.detail = detail;
    fault
}

impl ApprovalRequest {
    pub(crate) fn new(
        worker: &'static str,
        entry: &ToolEntry,
        text: &str,
        call_id: &str,
        context: &Context,
    ) -> Self {
        ApprovalRequest {
            worker,
            tool: entry.name,
            wire_name: entry.wire_name,
            description: entry.description,
            effect: entry.effect,
            annotations: entry.annotations,
            fingerprint: entry.raw_fingerprint,
            // Checked arguments are JSON; their text stands for itself otherwise.
            arguments: exact(text).unwrap_or_else(|_| text.to_owned()),
            call_id: call_id.to_owned(),
            reason: None,
            session: context.session().map(str::to_owned),
        }
    }
}
