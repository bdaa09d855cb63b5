//! The trait that policies implement.

use crate::called_by::CalledBy;
use crate::context::Context;
use crate::entry::ToolEntry;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Judges calls with validated arguments, before anybody is asked about them.
///
/// The strictest decision of all policies of a worker applies: denial, then approval, then changed arguments.
/// A policy that panics or gives no answer in time denies the call.
///
/// ```
/// use toolc_runtime::{Policy, PolicyDecision, PolicyRequest};
///
/// struct OfficeHours(fn() -> bool);
///
/// impl Policy for OfficeHours {
///     fn name(&self) -> &'static str {
///         "office hours"
///     }
///
///     async fn decide(&self, request: &PolicyRequest<'_>) -> PolicyDecision {
///         match request.entry.effect.is_read() || (self.0)() {
///             true => PolicyDecision::Continue,
///             false => PolicyDecision::deny("nothing is changed outside office hours"),
///         }
///     }
/// }
/// ```
pub trait Policy: Send + Sync + 'static {
    /// The name of the policy in events, results and logs.
    fn name(&self) -> &'static str;

    /// Judges a call immediately, if that involves no waiting; `None` leaves it to [`Policy::decide`].
    ///
    /// This needs no allocation per call. It has no time limit, so it must not block.
    fn decide_at_once(&self, request: &PolicyRequest<'_>) -> Option<PolicyDecision> {
        let _ = request;
        None
    }

    /// Judges a call that [`Policy::decide_at_once`] leaves to it. A policy that implements neither denies
    /// every call.
    fn decide(&self, request: &PolicyRequest<'_>) -> impl Future<Output = PolicyDecision> + Send {
        let _ = request;
        std::future::ready(PolicyDecision::deny("a policy has no decision"))
    }

    /// How long [`Policy::decide`] may take; the default is five seconds.
    fn limit(&self) -> Duration {
        Duration::from_secs(5)
    }

    /// What happens after a panic, a timeout, or arguments that the schema rejects; by default the call is
    /// denied.
    fn on_error(&self) -> OnError {
        OnError::Deny
    }
}

/// The call that a policy judges. Its `Debug` form does not have the arguments, which may contain secrets.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct PolicyRequest<'r> {
    /// The name of the worker.
    pub worker: &'static str,
    /// The tool that is called.
    pub entry: &'static ToolEntry,
    /// The arguments as JSON text, which are valid and include the changes of earlier policies.
    pub arguments: &'r str,
    /// The provider's id of the call.
    pub call_id: &'r str,
    /// Who made the call: the model itself, or a program that it wrote.
    pub called_by: CalledBy,
    /// The context that the caller passed in.
    pub context: &'r Context,
}

impl fmt::Debug for PolicyRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PolicyRequest")
            .field("worker", &self.worker)
            .field("tool", &self.entry.name)
            .field("call_id", &self.call_id)
            .field("called_by", &self.called_by)
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}

/// The decision of a policy about a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyDecision {
    /// The policy has no objection: the call goes on.
    Continue,
    /// The call does not run. Later policies are not consulted.
    Deny {
        /// The reason, which the model reads.
        reason: String,
    },
    /// The call goes on with other arguments. They are validated again, and everyone after this policy only
    /// sees those: later policies, the approver, the handler and the observers.
    Modify {
        /// The new arguments as JSON text.
        arguments: String,
    },
    /// The call needs approval, even if it would have run without.
    Ask {
        /// The reason, which the approver is shown, with those of other policies.
        reason: String,
    },
}

impl PolicyDecision {
    /// Denies the call, with a reason that the model reads.
    pub fn deny(reason: impl Into<String>) -> Self {
        PolicyDecision::Deny {
            reason: reason.into(),
        }
    }

    /// Lets the call go on with other arguments, given as JSON text.
    pub fn modify(arguments: impl Into<String>) -> Self {
        PolicyDecision::Modify {
            arguments: arguments.into(),
        }
    }

    /// Requires approval, with a reason that the approver is shown.
    pub fn ask(reason: impl Into<String>) -> Self {
        PolicyDecision::Ask {
            reason: reason.into(),
        }
    }
}

/// What happens if a policy fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnError {
    /// The call is denied.
    Deny,
    /// The call goes on as if the policy had no objection. Observers are told; without an observer, the
    /// failure is written to standard error.
    Continue,
}

impl<P: Policy> Policy for Arc<P> {
    fn name(&self) -> &'static str {
        P::name(self)
    }

    fn decide_at_once(&self, request: &PolicyRequest<'_>) -> Option<PolicyDecision> {
        P::decide_at_once(self, request)
    }

    fn decide(&self, request: &PolicyRequest<'_>) -> impl Future<Output = PolicyDecision> + Send {
        P::decide(self, request)
    }

    fn limit(&self) -> Duration {
        P::limit(self)
    }

    fn on_error(&self) -> OnError {
        P::on_error(self)
    }
}
