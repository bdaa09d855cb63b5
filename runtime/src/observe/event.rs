//! The events of a call, as observers see them.

#[cfg(feature = "ask")]
use crate::approve::{ApprovalRequest, DecidedBy, Reason};
use crate::approve::{mask_message, redact_secrets};
use crate::called_by::CalledBy;
use crate::context::Context;
use crate::error::ToolError;
use crate::evolution::Outdated;
use crate::hidden::show_line;
use crate::json::Json;
use crate::policy::PolicyOutcome;
use crate::progress::Progress;
use crate::repairs::Repair;
use crate::violation::Violations;
use std::fmt;
use std::time::{Duration, SystemTime};

/// An event of a call. Its `Debug` form has the arguments as they may be shown.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Event<'e> {
    /// The name of the worker.
    pub worker: &'static str,
    /// The qualified name `namespace::tool`, or the name in the call if there is no such tool.
    pub tool: &'e str,
    /// The provider's id of the call.
    pub call_id: &'e str,
    /// Who made the call: the model itself, or a program that it wrote.
    pub called_by: CalledBy,
    /// The arguments as the model wrote them, valid or not, with blank ones as `{}`; or as they were repaired, or a policy
    /// changed them. Arguments that came as a parsed value are serialized. They include secrets: use
    /// [`Event::shown_arguments`] for logs.
    pub arguments: &'e str,
    /// The context that the caller passed in.
    pub context: &'e Context,
    /// What the call used that is no longer meant to be used, if anything: old names, and what is deprecated. The
    /// arguments above have their new names.
    pub outdated: Option<&'e Outdated>,
    /// What of the arguments was written in another form than the one in which it is read: see `repair` in worker files.
    pub repaired: &'e [Repair],
    /// What happened.
    pub moment: Moment<'e>,
    /// The secrets among the arguments, if the tool is known.
    pub(super) secrets: Option<&'e [&'static str]>,
    /// The address of this call, which is unique among the calls in progress.
    #[cfg(feature = "tracing")]
    pub(super) key: usize,
}

/// What happened.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Moment<'e> {
    /// The call came in.
    Start,
    /// Somebody is asked about the call.
    #[cfg(feature = "ask")]
    ApprovalRequired {
        /// The request for approval.
        request: &'e ApprovalRequest,
    },
    /// The call was approved.
    #[cfg(feature = "ask")]
    ApprovalGranted {
        /// The request for approval.
        request: &'e ApprovalRequest,
        /// Who or what decided.
        by: DecidedBy<'e>,
        /// How it was decided.
        reason: Reason,
    },
    /// The call was denied.
    #[cfg(feature = "ask")]
    ApprovalDenied {
        /// The request for approval.
        request: &'e ApprovalRequest,
        /// Why, as a text.
        note: &'e str,
        /// Who or what decided.
        by: DecidedBy<'e>,
        /// How it was decided.
        reason: Reason,
    },
    /// A policy asked for approval or changed the arguments; or it failed, and its failure is ignored.
    PolicyApplied {
        /// The name of the policy.
        policy: &'e str,
        /// What it did.
        outcome: PolicyOutcome,
        /// Why, if the policy gave a reason; or why it failed.
        reason: &'e str,
    },
    /// A policy denied the call, or failed, which denies it too.
    PolicyViolation {
        /// The name of the policy.
        policy: &'e str,
        /// What it did.
        outcome: PolicyOutcome,
        /// Why it denied the call; or why it failed, which the model is not told.
        reason: &'e str,
    },
    /// The handler reports progress.
    Progress {
        /// The progress.
        progress: &'e Progress<'e>,
    },
    /// The handler emits an event that its tool file declares.
    Emitted {
        /// The qualified name: `namespace::event`.
        name: &'static str,
        /// The event's data, which matches its schema, with `"[redacted]"` in place of secrets.
        payload: &'e Json,
        /// When it was emitted.
        at: SystemTime,
    },
    /// The result violates its output schema, but passes because the worker's output policy is to warn.
    OutputViolation {
        /// The violations.
        violations: &'e Violations,
    },
    /// The call waits for a decision from elsewhere. Resuming it is reported as another call.
    #[cfg(feature = "ask")]
    Suspended {
        /// The time since the start.
        elapsed: Duration,
        /// The request for approval.
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
        /// The error, as the model is told.
        error: &'e ToolError,
        /// What the model is not told: the message of an error or a panic.
        detail: Option<&'e str>,
    },
}

impl Event<'_> {
    /// The arguments with `"[redacted]"` in place of secrets: sorted keys, no white space, and escapes for
    /// characters that a reader does not see or that reorder what is displayed. Nothing is shown
    /// of a call to an unknown tool, or of a text that is not JSON and may contain secrets.
    #[inline]
    pub fn shown_arguments(&self) -> String {
        // If the tool is unknown, everything counts as secret.
        redact_secrets(self.arguments, self.secrets.unwrap_or(&[""]))
    }

    /// A text about the call, such as the detail of a failure, as a line of a log: with `[redacted]` in place of secrets
    /// that it quotes, and escapes for characters that a reader does not see.
    pub fn show_text(&self, said: &str) -> String {
        let said = mask_message(said, self.arguments, self.secrets.unwrap_or_default());
        show_line(&said)
    }

    /// Every name that an event can have, except those that tool files declare, which contain a `::`.
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

impl fmt::Debug for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event")
            .field("worker", &self.worker)
            .field("tool", &self.tool)
            .field("call_id", &self.call_id)
            .field("called_by", &self.called_by)
            .field("shown_arguments", &self.shown_arguments())
            .field("context", &self.context)
            .field("moment", &self.moment)
            .finish_non_exhaustive()
    }
}
