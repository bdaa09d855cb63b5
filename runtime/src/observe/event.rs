//! What observers hear of a call.

#[cfg(feature = "tracing")]
use crate::approve::mask_said;
use crate::approve::redact_secrets;
#[cfg(feature = "ask")]
use crate::approve::{ApprovalRequest, DecidedBy, Reason};
use crate::context::Context;
use crate::error::ToolError;
use crate::json::Json;
use crate::policy::PolicyOutcome;
use crate::progress::Progress;
use crate::violation::Violations;
use std::time::{Duration, SystemTime};

/// Something that happened to a call.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Event<'e> {
    /// The worker.
    pub worker: &'static str,
    /// `namespace::tool`, or the name in the call where there is no such tool.
    pub tool: &'e str,
    /// The provider's name for the call.
    pub call_id: &'e str,
    /// The arguments as the model wrote them, checked or not, blank ones as `{}`; or as a policy
    /// changed them. Those that came as a value are as that is written. Secrets are among them: a log
    /// writes [`Event::shown_arguments`].
    pub arguments: &'e str,
    /// What the caller gave along.
    pub context: &'e Context,
    /// What happened.
    pub moment: Moment<'e>,
    /// Where secrets are in the arguments, where the tool is known.
    pub(super) secrets: Option<&'e [&'static str]>,
    /// What no other call under way has: the place of this one.
    #[cfg(feature = "tracing")]
    pub(super) key: usize,
}

/// What happened.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Moment<'e> {
    /// The call came in.
    Start,
    /// Someone is asked about the call.
    #[cfg(feature = "ask")]
    ApprovalRequired {
        /// The question.
        request: &'e ApprovalRequest,
    },
    /// The call was approved.
    #[cfg(feature = "ask")]
    ApprovalGranted {
        /// The question.
        request: &'e ApprovalRequest,
        /// What decided.
        by: DecidedBy<'e>,
        /// How.
        reason: Reason,
    },
    /// The call was denied.
    #[cfg(feature = "ask")]
    ApprovalDenied {
        /// The question.
        request: &'e ApprovalRequest,
        /// Why, in words.
        note: &'e str,
        /// What decided.
        by: DecidedBy<'e>,
        /// How.
        reason: Reason,
    },
    /// A policy let the call go on, and did something to it; or it failed, and that counts as nothing.
    PolicyApplied {
        /// The name of the policy.
        policy: &'e str,
        /// What it did.
        outcome: PolicyOutcome,
        /// Why, where it said so; or why it failed.
        reason: &'e str,
    },
    /// A policy denied the call, or failed, which denies it too.
    PolicyViolation {
        /// The name of the policy.
        policy: &'e str,
        /// What it did.
        outcome: PolicyOutcome,
        /// Why; or why it failed, which the model is not told.
        reason: &'e str,
    },
    /// The handler says how far it is.
    Progress {
        /// How far.
        progress: &'e Progress<'e>,
    },
    /// The handler emits an event that its tool file declares.
    Emitted {
        /// `namespace::event`
        name: &'static str,
        /// What it says: as the schema has it, with `"[redacted]"` in place of secrets.
        payload: &'e Json,
        /// When.
        at: SystemTime,
    },
    /// The result breaks its output schema, and passes because the worker's policy says so.
    OutputViolation {
        /// What it breaks.
        violations: &'e Violations,
    },
    /// The call waits for an answer from elsewhere; whoever asked for it resumes it as another call.
    #[cfg(feature = "ask")]
    Suspended {
        /// The time since the start.
        elapsed: Duration,
        /// The question.
        request: &'e ApprovalRequest,
    },
    /// The call succeeded.
    Success {
        /// The time since the start.
        elapsed: Duration,
        /// The result.
        output: &'e Json,
    },
    /// The call failed, or was dropped before its end.
    Failure {
        /// The time since the start.
        elapsed: Duration,
        /// What the model is told.
        error: &'e ToolError,
        /// What the model is not told: the text of an error or of a panic.
        detail: Option<&'e str>,
    },
}

impl Event<'_> {
    /// The arguments with `"[redacted]"` in place of secrets: sorted keys, no white space. Of a
    /// call of no known tool, and of a text with secrets that is not JSON, nothing is shown.
    #[inline]
    pub fn shown_arguments(&self) -> String {
        // The root is a secret where nothing is known.
        redact_secrets(self.arguments, self.secrets.unwrap_or(&[""]))
    }

    /// What is said about the call, with `[redacted]` in place of secrets that it quotes.
    #[cfg(feature = "tracing")]
    pub(super) fn shown(&self, said: &str) -> String {
        mask_said(said, self.arguments, self.secrets.unwrap_or_default())
    }

    /// Every name that an event can have, but for those that tool files declare, which have a `::`.
    pub const NAMES: &'static [&'static str] = &[
        "tool:pre",
        "approval:required",
        "approval:granted",
        "approval:denied",
        "policy:applied",
        "policy:violation",
        "tool:progress",
        "tool:suspended",
        "tool:post",
        "tool:error",
    ];

    /// The name of the event.
    pub fn name(&self) -> &'static str {
        match self.moment {
            Moment::Start => "tool:pre",
            #[cfg(feature = "ask")]
            Moment::ApprovalRequired { .. } => "approval:required",
            #[cfg(feature = "ask")]
            Moment::ApprovalGranted { .. } => "approval:granted",
            #[cfg(feature = "ask")]
            Moment::ApprovalDenied { .. } => "approval:denied",
            Moment::PolicyApplied { .. } => "policy:applied",
            Moment::PolicyViolation { .. } | Moment::OutputViolation { .. } => "policy:violation",
            Moment::Progress { .. } => "tool:progress",
            Moment::Emitted { name, .. } => name,
            #[cfg(feature = "ask")]
            Moment::Suspended { .. } => "tool:suspended",
            Moment::Success { .. } => "tool:post",
            Moment::Failure { .. } => "tool:error",
        }
    }
}
