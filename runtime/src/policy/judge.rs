//! Runs all policies of a worker in their order, and combines their decisions.

use super::{OnError, Policy, PolicyDecision, PolicyOutcome, PolicyRequest};
use crate::contain::catch_panic;
use crate::error::{ErrorKind, Fault};
use crate::fill::fill_text;
use crate::filling::Filling;
use crate::guard::{End, Limit, Limits, guard_future};
use crate::observe::{Moment, Watch};
use crate::timer::Timer;
use crate::violation;
use std::pin::Pin;
use std::time::{Duration, Instant};

/// The policies of one worker, in the order in which they are consulted.
#[derive(Default)]
pub(crate) struct Policies(Vec<Registered>);

struct Registered {
    order: i32,
    name: &'static str,
    limit: Duration,
    on_error: OnError,
    policy: Box<dyn AnyPolicy>,
}

/// An object-safe version of [`Policy`].
trait AnyPolicy: Send + Sync {
    fn judge_at_once(&self, request: &PolicyRequest<'_>) -> Option<PolicyDecision>;

    fn judge<'a>(
        &'a self,
        request: &'a PolicyRequest<'_>,
    ) -> Pin<Box<dyn Future<Output = PolicyDecision> + Send + 'a>>;
}

impl<P: Policy> AnyPolicy for P {
    fn judge_at_once(&self, request: &PolicyRequest<'_>) -> Option<PolicyDecision> {
        self.decide_at_once(request)
    }

    fn judge<'a>(
        &'a self,
        request: &'a PolicyRequest<'_>,
    ) -> Pin<Box<dyn Future<Output = PolicyDecision> + Send + 'a>> {
        // Inside the future, so that a panic in the first step is caught as well.
        Box::pin(async move { self.decide(request).await })
    }
}

/// The decisions so far.
#[derive(Default)]
pub(crate) struct Heard {
    judged: Judged,
    /// How many policies have decided.
    spoken: usize,
    /// The defaults that new arguments are filled with, before the next policy sees them.
    filling: Option<&'static Filling>,
}

impl Heard {
    /// No decisions yet about a tool whose calls are filled with these defaults.
    pub fn of(filling: Option<&'static Filling>) -> Self {
        Heard {
            filling,
            ..Heard::default()
        }
    }

    /// Whether all policies have decided and the call goes on unchanged.
    pub fn is_nothing(&self, policies: &Policies) -> bool {
        let Judged { ask, changed, .. } = &self.judged;
        self.spoken == policies.0.len() && ask.is_none() && changed.is_none()
    }
}

/// The combined decision about a call that goes on.
#[derive(Default)]
pub(crate) struct Judged {
    /// Why the call needs approval, if policies say so.
    pub ask: Option<String>,
    /// The new arguments, if they were changed.
    pub changed: Option<String>,
    /// The policy whose decision takes precedence.
    pub policy: Option<&'static str>,
}

/// Why a policy made no decision.
struct Failure {
    outcome: PolicyOutcome,
    detail: String,
}

impl Policies {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a policy after those with the same order.
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

    /// Consults the remaining policies, up to the first one that has to wait.
    pub fn consult_policies(
        &self,
        heard: &mut Heard,
        given: PolicyRequest<'_>,
        watch: &Watch<'_>,
    ) -> Result<(), Refusal> {
        while let Some(registered) = self.0.get(heard.spoken) {
            let request = heard.judged.request(given);
            if request.context.is_cancelled() {
                return Err((cancelled(&request), registered.name));
            }
            let decision = match catch_panic(|| registered.policy.judge_at_once(&request)) {
                Ok(None) => return Ok(()),
                Ok(Some(PolicyDecision::Continue)) => {
                    heard.spoken += 1;
                    continue;
                }
                Ok(Some(decision)) => registered.check(decision, &request),
                Err(panic) => registered.panicked(&panic),
            };
            let noted = registered.note(decision, &request, watch)?;
            heard.add(registered.name, noted);
        }
        Ok(())
    }

    /// Consults all remaining policies, or those up to a denial.
    pub async fn judge(
        &self,
        mut heard: Heard,
        given: PolicyRequest<'_>,
        timer: &dyn Timer,
        watch: &Watch<'_>,
    ) -> Result<Judged, Refusal> {
        while let Some(registered) = self.0.get(heard.spoken) {
            let request = heard.judged.request(given);
            let Some(decision) = registered.decide(&request, timer).await else {
                return Err((cancelled(&request), registered.name));
            };
            let noted = registered.note(decision, &request, watch)?;
            heard.add(registered.name, noted);
            self.consult_policies(&mut heard, given, watch)?;
        }
        Ok(heard.judged)
    }
}

/// Why a call goes no further, and the policy that decided it.
type Refusal = (Box<Fault>, &'static str);

/// The effect of a decision on a call that goes on.
enum Noted {
    Nothing,
    Ask(String),
    Change(String),
}

impl Heard {
    /// The first policy that requires approval takes precedence over changes. The reasons of all are kept.
    fn add(&mut self, policy: &'static str, noted: Noted) {
        self.spoken += 1;
        let judged = &mut self.judged;
        let is_first = judged.ask.is_none();
        match noted {
            Noted::Nothing => return,
            Noted::Ask(reason) => add_reason(judged.ask.get_or_insert_default(), &reason),
            Noted::Change(arguments) => {
                // they are valid, so they can be filled
                let filled = self
                    .filling
                    .and_then(|filling| fill_text(filling, &arguments));
                judged.changed = Some(filled.map_or(arguments, |(text, _)| text));
            }
        }
        if is_first {
            judged.policy = Some(policy);
        }
    }
}

/// Adds a reason to the sentence that the approver is shown.
fn add_reason(reasons: &mut String, reason: &str) {
    if !reasons.is_empty() && !reason.is_empty() {
        reasons.push_str("; ");
    }
    reasons.push_str(reason);
}

impl Judged {
    /// The request for the next policy.
    fn request<'r>(&'r self, given: PolicyRequest<'r>) -> PolicyRequest<'r> {
        PolicyRequest {
            arguments: self.changed.as_deref().unwrap_or(given.arguments),
            ..given
        }
    }
}

impl Registered {
    /// Runs the policy; `None` if the caller cancelled the call in the meantime.
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
            time: Some((limit, started)),
            token: request.context.cancellation(),
        };
        let decision = match guard_future(self.policy.judge(request), limits).await {
            // A policy that blocks the thread answers before the timer is checked.
            End::Done(_) if request.context.is_cancelled() => return None,
            End::Done(_) if started.elapsed() > limit.duration => self.late(limit.duration),
            End::Done(decision) => self.check(decision, request),
            End::Panicked(panic) => self.panicked(&panic),
            End::Expired => self.late(limit.duration),
            End::Cancelled => return None,
        };
        Some(decision)
    }

    /// Reports what the policy decided, or why it could not.
    fn note(
        &self,
        decision: Result<PolicyDecision, Failure>,
        request: &PolicyRequest<'_>,
        watch: &Watch<'_>,
    ) -> Result<Noted, Refusal> {
        let name = self.name;
        match decision {
            Ok(PolicyDecision::Continue) => Ok(Noted::Nothing),
            Ok(PolicyDecision::Deny { reason }) => Err((deny(request, name, &reason, watch), name)),
            Ok(PolicyDecision::Ask { reason }) => {
                let reason = violation::clean_reason(&reason).into_owned();
                notify_observers(watch, name, PolicyOutcome::Asked, &reason);
                Ok(Noted::Ask(reason))
            }
            Ok(PolicyDecision::Modify { arguments }) => {
                notify_observers(watch, name, PolicyOutcome::Modified, "");
                Ok(Noted::Change(arguments))
            }
            Err(failure) if self.on_error == OnError::Continue => {
                notify_observers(watch, name, failure.outcome, &failure.detail);
                Ok(Noted::Nothing)
            }
            Err(failure) => Err((fail(name, failure, watch), name)),
        }
    }

    #[cold]
    fn panicked(&self, panic: &str) -> Result<PolicyDecision, Failure> {
        let detail = format!("the policy `{}` panicked: {panic}", self.name);
        Err(Failure::new(PolicyOutcome::Panicked, detail))
    }

    #[cold]
    fn late(&self, limit: Duration) -> Result<PolicyDecision, Failure> {
        let detail = format!("the policy `{}` gave no answer within {limit:?}", self.name);
        Err(Failure::new(PolicyOutcome::TimedOut, detail))
    }

    /// Validates arguments from a policy like those from a model.
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

fn notify_observers(watch: &Watch<'_>, policy: &'static str, outcome: PolicyOutcome, reason: &str) {
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
        reason => violation::clean_reason(reason),
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

/// The model only learns that the call is denied; the observers learn why the policy failed.
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
