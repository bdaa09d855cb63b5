//! What an approver is asked.

use super::EarlierYes;
use super::redact::{Hiding, redact_secrets};
use crate::called_by::CalledBy;
use crate::context::Context;
use crate::effect::Effect;
use crate::entry::ToolEntry;
use crate::incoming::Incoming;
use crate::json::exact_json;
use std::fmt;
use std::time::{Duration, SystemTime};

/// The longest time that anything waits for a person: a thousand years. A longer one may be more than a clock
/// can show.
const LONGEST: Duration = Duration::from_secs(1000 * 365 * 24 * 60 * 60);

/// When a limit is over that begins at this time.
pub(super) fn end_of(limit: Duration, from: SystemTime) -> SystemTime {
    from + limit.min(LONGEST)
}

/// A request for approval: everything an approver is told about a call. Its `Debug` form has the arguments as
/// logs may have them.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApprovalRequest {
    /// The worker that wants to call.
    pub worker: &'static str,
    /// The qualified name of the tool: `namespace::tool`.
    pub tool: &'static str,
    /// The wire name of the tool, which is unique.
    pub wire_name: &'static str,
    /// What the tool does, from its spec.
    pub description: &'static str,
    /// What a call does. [`Effect::risk`] and [`Effect::risk_text`] say what is at stake.
    pub effect: Effect,
    /// A JSON object of hints, consistent with the effect; empty if there are none.
    pub annotations: &'static str,
    /// The fingerprint of the tool's input schema.
    pub fingerprint: &'static str,
    /// The digest of the tool's definition: names, texts, schemas and effect.
    pub definition: &'static str,
    /// The arguments as JSON: sorted keys, no white space, strings with the fewest escapes. Every number is
    /// written as the model wrote it, and is sent that way. Secrets are included, and so are the `constants` of the
    /// tool's `overrides`, which no model wrote.
    pub arguments: String,
    /// The arguments with `"[redacted]"` in place of secrets that the user's own files mark, and with characters
    /// escaped that a reader does not see or that reorder what is displayed: what an approver may see. What only
    /// the authors of a foreign tool mark is shown, because it is they who are controlled.
    pub shown_arguments: String,
    /// The arguments with `"[redacted]"` in place of every secret: what logs may have.
    pub logged_arguments: String,
    /// The provider's id of the call.
    pub call_id: String,
    /// Who made the call: the model itself, or a program that it wrote.
    pub called_by: CalledBy,
    /// Why policies want the call to be approved, if any do; hidden characters in it are escaped.
    pub reason: Option<String>,
    /// The session of the call.
    pub session: Option<String>,
    /// The principal on whose behalf the call is made.
    pub principal: Option<String>,
    /// The workers that delegated the task, starting with the first; empty if this worker was called
    /// directly.
    pub delegation: Vec<String>,
    /// Until when an answer is valid.
    pub until: SystemTime,
    /// The most recent approval of this tool in this session, if there is one. It does not cover this call.
    pub earlier_yes: Option<EarlierYes>,
}

impl ApprovalRequest {
    pub(crate) fn new(
        worker: &'static str,
        entry: &ToolEntry,
        hiding: Hiding,
        call: &Incoming,
        context: &Context,
    ) -> Self {
        let text = call.complete_text();
        // Validated arguments are JSON; anything else is shown as it was written.
        let arguments = exact_json(text).unwrap_or_else(|_| text.to_owned());
        ApprovalRequest {
            worker,
            tool: entry.name,
            wire_name: entry.wire_name,
            description: entry.description,
            effect: entry.effect,
            annotations: entry.annotations,
            fingerprint: entry.raw_fingerprint,
            definition: entry.digest,
            shown_arguments: redact_secrets(&arguments, hiding.from_approvers),
            logged_arguments: redact_secrets(&arguments, hiding.secrets),
            arguments,
            call_id: call.id.clone(),
            called_by: call.called_by,
            reason: None,
            session: context.session().map(str::to_owned),
            principal: context.principal().map(str::to_owned),
            delegation: context.delegation().map(str::to_owned).collect(),
            until: SystemTime::now(),
            earlier_yes: None,
        }
    }

    /// Sets until when an answer is valid.
    pub(crate) fn within(mut self, limit: Duration) -> Self {
        self.until = end_of(limit, SystemTime::now());
        self
    }
}

impl fmt::Debug for ApprovalRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovalRequest")
            .field("worker", &self.worker)
            .field("tool", &self.tool)
            .field("effect", &self.effect)
            .field("logged_arguments", &self.logged_arguments)
            .field("call_id", &self.call_id)
            .field("called_by", &self.called_by)
            .field("reason", &self.reason)
            .field("session", &self.session)
            .field("principal", &self.principal)
            .field("delegation", &self.delegation)
            .field("until", &self.until)
            .field("earlier_yes", &self.earlier_yes)
            .finish_non_exhaustive()
    }
}
