//! What a policy is.

use crate::context::Context;
use crate::entry::ToolEntry;
use std::sync::Arc;
use std::time::Duration;

/// Judges calls whose arguments are checked, before anybody is asked about them.
///
/// The strictest of all policies of a worker holds: a denial, then a question, then a change of the
/// arguments. A policy that panics, or gives no answer in time, denies.
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
    /// What events, results and logs call it.
    fn name(&self) -> &'static str;

    /// Judges a call at once, where that takes no waiting; `None` leaves it to [`Policy::decide`].
    ///
    /// It costs a call no allocation. Nothing limits its time, so it must not block.
    fn decide_at_once(&self, request: &PolicyRequest<'_>) -> Option<PolicyDecision> {
        let _ = request;
        None
    }

    /// Judges a call that [`Policy::decide_at_once`] leaves to it. A policy that has neither refuses
    /// every call.
    fn decide(&self, request: &PolicyRequest<'_>) -> impl Future<Output = PolicyDecision> + Send {
        let _ = request;
        std::future::ready(PolicyDecision::deny("a policy has no decision"))
    }

    /// How long it may take.
    fn limit(&self) -> Duration {
        Duration::from_secs(5)
    }

    /// What a panic, no answer in time or arguments that the schema refuses mean.
    fn on_error(&self) -> OnError {
        OnError::Deny
    }
}

/// What a policy judges.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct PolicyRequest<'r> {
    /// The worker that is called.
    pub worker: &'static str,
    /// The tool.
    pub entry: &'static ToolEntry,
    /// The arguments as JSON text, which the schema accepts; with the changes of earlier policies.
    pub arguments: &'r str,
    /// The provider's name for the call.
    pub call_id: &'r str,
    /// What the caller gave along.
    pub context: &'r Context,
}

/// What a policy says of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyDecision {
    /// Nothing: the call goes on.
    Continue,
    /// The call does not run. Later policies are not heard.
    Deny {
        /// Why; the model reads it.
        reason: String,
    },
    /// The call goes on with other arguments. They are checked again, and whoever comes after sees
    /// them alone: later policies, the approver, the handler and the observers.
    Modify {
        /// The arguments as JSON text.
        arguments: String,
    },
    /// Somebody is asked, also where the call would run without it.
    Ask {
        /// Why; whoever is asked reads it.
        reason: String,
    },
}

impl PolicyDecision {
    /// The call does not run, and the model reads why.
    pub fn deny(reason: impl Into<String>) -> Self {
        PolicyDecision::Deny {
            reason: reason.into(),
        }
    }

    /// The call goes on with other arguments, as JSON text.
    pub fn modify(arguments: impl Into<String>) -> Self {
        PolicyDecision::Modify {
            arguments: arguments.into(),
        }
    }

    /// Somebody is asked, and reads why.
    pub fn ask(reason: impl Into<String>) -> Self {
        PolicyDecision::Ask {
            reason: reason.into(),
        }
    }
}

/// What is done where a policy fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnError {
    /// The call is denied.
    Deny,
    /// The call goes on, as if the policy had said nothing; observers are told, or without one the
    /// standard error.
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
