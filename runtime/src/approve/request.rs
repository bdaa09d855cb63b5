//! What an approver is asked.

use super::EarlierYes;
use super::redact::redact_secrets;
use crate::context::Context;
use crate::effect::Effect;
use crate::entry::ToolEntry;
use crate::incoming::Incoming;
use crate::json::exact_json;
use std::time::{Duration, SystemTime};

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
    /// The digest of its definition: names, texts, schemas and effect.
    pub definition: &'static str,
    /// The arguments as JSON: sorted keys, no white space, strings with the fewest escapes. Every
    /// number is written as the model wrote it, and that is how it goes out. Secrets are among them.
    pub arguments: String,
    /// The same with `"[redacted]"` in place of secrets: what people and logs may see.
    pub shown_arguments: String,
    /// The provider's name for the call.
    pub call_id: String,
    /// Why a policy wants somebody to be asked.
    pub reason: Option<String>,
    /// The session of the call.
    pub session: Option<String>,
    /// For whom the call is made.
    pub principal: Option<String>,
    /// The workers that handed the task on, the first one first; none where this worker was asked
    /// itself.
    pub delegation: Vec<String>,
    /// Until when an answer counts.
    pub until: SystemTime,
    /// The last yes to this tool in this session, if it was for another call or definition.
    pub earlier_yes: Option<EarlierYes>,
}

impl ApprovalRequest {
    pub(crate) fn new(
        worker: &'static str,
        entry: &ToolEntry,
        secrets: &[&str],
        call: &Incoming,
        context: &Context,
    ) -> Self {
        let text = call.text();
        // Checked arguments are JSON; anything else is shown as it was written.
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
            shown_arguments: match secrets {
                [] => arguments.clone(),
                secrets => redact_secrets(&arguments, secrets),
            },
            arguments,
            call_id: call.id.clone(),
            reason: None,
            session: context.session().map(str::to_owned),
            principal: context.principal().map(str::to_owned),
            delegation: context.delegation().map(str::to_owned).collect(),
            until: SystemTime::now(),
            earlier_yes: None,
        }
    }

    /// Says until when an answer counts.
    pub(crate) fn within(mut self, limit: Duration) -> Self {
        let now = SystemTime::now();
        self.until = now.checked_add(limit).unwrap_or(now);
        self
    }
}
