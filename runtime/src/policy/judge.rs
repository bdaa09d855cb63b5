//! All policies of a worker in their order, and what comes of them together.

use super::{OnError, Policy, PolicyDecision, PolicyOutcome, PolicyRequest};
use crate::error::{ErrorKind, Fault};
use crate::guard::{End, Limit, Limits, guard};
use crate::observe::{Moment, Watch};
use crate::timer::Timer;
use crate::violation;
use std::pin::Pin;
use std::time::{Duration, Instant};

/// The policies of one worker, in the order in which they are heard.
#[derive(Default)]
pub(crate) struct Policies(Vec<Registered>);

struct Registered {
    order: i32,
    name: &'static str,
    limit: Duration,
    on_error: OnError,
    policy: Box<dyn AnyPolicy>,
}

/// A [`Policy`] of any type.
trait AnyPolicy: Send + Sync {
    fn judge<'a>(
        &'a self,
        request: &'a PolicyRequest<'_>,
    ) -> Pin<Box<dyn Future<Output = PolicyDecision> + Send + 'a>>;
}

impl<P: Policy> AnyPolicy for P {
    fn judge<'a>(
        &'a self,
        request: &'a PolicyRequest<'_>,
    ) -> Pin<Box<dyn Future<Output = PolicyDecision> + Send + 'a>> {
        // Within the future, so that a panic of the first step is contained too.
        Box::pin(async move { self.decide(request).await })
    }
}

/// What all policies together say of a call that goes on.
#[derive(Default)]
pub(crate) struct Judged {
    /// Why somebody is to be asked.
    pub ask: Option<String>,
    /// The arguments, where they are others.
    pub changed: Option<String>,
    /// The policy that counted most.
    pub policy: Option<&'static str>,
}

/// Why a policy has no decision.
struct Failure {
    outcome: PolicyOutcome,
    detail: String,
}

impl Policies {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a policy behind those of the same order.
    pub fn add(&mut self, order: i32, policy: impl Policy) {
        let place = self.0.partition_point(|known| known.order <= order);
        let registered = Registered {
            order,
            name: policy.name(),
            limit: policy.limit(),
            on_error: policy.on_error(),
            policy: Box::new(policy),
        };
        self.0.insert(place, registered);
    }

    /// Hears them all, or those before a denial.
    pub async fn judge(
        &self,
        given: PolicyRequest<'_>,
        timer: &dyn Timer,
        watch: &Watch<'_>,
    ) -> Result<Judged, (Box<Fault>, &'static str)> {
        let mut judged = Judged::default();
        for registered in &self.0 {
            let name = registered.name;
            let request = PolicyRequest {
                arguments: judged.changed.as_deref().unwrap_or(given.arguments),
                ..given
            };
            let decision = match registered.decide(&request, timer).await {
                Some(decision) => decision,
                None => return Err((cancelled(&request), name)),
            };
            match decision {
                Ok(PolicyDecision::Continue) => continue,
                Ok(PolicyDecision::Deny { reason }) => {
                    return Err((deny(&request, name, &reason, watch), name));
                }
                Ok(PolicyDecision::Ask { reason }) => {
                    let reason = violation::reason(&reason).into_owned();
                    tell(watch, name, PolicyOutcome::Asked, &reason);
                    // The first question stands, and counts more than changes.
                    if judged.ask.is_none() {
                        judged.policy = Some(name);
                        judged.ask = Some(reason);
                    }
                }
                Ok(PolicyDecision::Modify { arguments }) => {
                    tell(watch, name, PolicyOutcome::Modified, "");
                    judged.changed = Some(arguments);
                    if judged.ask.is_none() {
                        judged.policy = Some(name);
                    }
                }
                Err(failure) if registered.on_error == OnError::Continue => {
                    tell(watch, name, failure.outcome, &failure.detail);
                }
                Err(failure) => return Err((fail(name, failure, watch), name)),
            }
        }
        Ok(judged)
    }
}

impl Registered {
    /// What the policy says; nothing where the caller gave up meanwhile.
    async fn decide(
        &self,
        request: &PolicyRequest<'_>,
        timer: &dyn Timer,
    ) -> Option<Result<PolicyDecision, Failure>> {
        let started = Instant::now();
        let left = request
            .context
            .deadline()
            .map(|deadline| deadline.saturating_duration_since(started));
        let limit = Limit {
            timer,
            duration: left.map_or(self.limit, |left| left.min(self.limit)),
        };
        let limits = Limits {
            limit: Some(limit),
            started: Some(started),
            token: request.context.cancellation(),
        };
        let decision = match guard(self.policy.judge(request), limits).await {
            // Whoever blocks the thread answers before the timer is looked at.
            End::Done(_) if request.context.is_cancelled() => return None,
            End::Done(_) if started.elapsed() > limit.duration => self.late(limit.duration),
            End::Done(decision) => self.check(decision, request),
            End::Panicked(panic) => {
                let detail = format!("the policy `{}` panicked: {panic}", self.name);
                Err(Failure::new(PolicyOutcome::Panicked, detail))
            }
            End::Expired => self.late(limit.duration),
            End::Cancelled => return None,
        };
        Some(decision)
    }

    fn late(&self, limit: Duration) -> Result<PolicyDecision, Failure> {
        let detail = format!("the policy `{}` gave no answer within {limit:?}", self.name);
        Err(Failure::new(PolicyOutcome::TimedOut, detail))
    }

    /// Arguments of a policy are checked as those of a model are.
    fn check(
        &self,
        decision: PolicyDecision,
        request: &PolicyRequest<'_>,
    ) -> Result<PolicyDecision, Failure> {
        if let PolicyDecision::Modify { arguments } = &decision
            && let Err(violations) = request.entry.validate(arguments)
        {
            let detail = format!(
                "the policy `{}` gave wrong arguments: {violations}",
                self.name
            );
            return Err(Failure::new(PolicyOutcome::InvalidArguments, detail));
        }
        Ok(decision)
    }
}

impl Failure {
    #[cold]
    fn new(outcome: PolicyOutcome, detail: String) -> Self {
        Failure { outcome, detail }
    }
}

fn tell(watch: &Watch<'_>, policy: &'static str, outcome: PolicyOutcome, reason: &str) {
    watch.tell(Moment::PolicyApplied {
        policy,
        outcome,
        reason,
    });
}

#[cold]
fn deny(
    request: &PolicyRequest<'_>,
    policy: &'static str,
    reason: &str,
    watch: &Watch<'_>,
) -> Box<Fault> {
    let reason = match reason.trim() {
        "" => format!("a policy refuses calls of '{}'", request.entry.wire_name).into(),
        reason => violation::reason(reason),
    };
    watch.tell(Moment::PolicyViolation {
        policy,
        outcome: PolicyOutcome::Denied,
        reason: &reason,
    });
    Fault::new(
        ErrorKind::Denied,
        format!("Tool execution denied: {reason}"),
    )
}

/// The model learns that the call is denied; why the policy failed is for the observers.
#[cold]
fn fail(policy: &'static str, failure: Failure, watch: &Watch<'_>) -> Box<Fault> {
    watch.tell(Moment::PolicyViolation {
        policy,
        outcome: failure.outcome,
        reason: &failure.detail,
    });
    let message = "Tool execution denied: a policy could not decide";
    let mut fault = Fault::new(ErrorKind::Denied, message);
    fault.detail = Some(failure.detail);
    fault
}

#[cold]
fn cancelled(request: &PolicyRequest<'_>) -> Box<Fault> {
    Fault::new(
        ErrorKind::Cancelled,
        format!("tool '{}' was cancelled", request.entry.wire_name),
    )
}
