//! Approval over the protocol: the question as a form, the state that the client sends back, and what may
//! run.

use super::erased::{AnyWorker, Store};
use crate::approve::{ApprovalStore, PendingCall, ResumeError, Ruling, SealKey};
use crate::context::Context;
use crate::json::exact_json;
use crate::result::ToolResult;
use rmcp::model::ElicitRequestParams;
use serde_json::{Value, json};
use std::time::{Duration, SystemTime};

/// The key of the question among the input requests of a result.
pub(super) const QUESTION: &str = "approval";

/// Who is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AskedParty {
    /// The person behind the client.
    Client,
    /// The approver of the worker.
    Approver,
}

/// What is needed to handle answers.
pub(super) struct Approvals {
    pub key: SealKey,
    pub store: Store,
    /// Whether questions are stored before they are answered.
    pub keeps: bool,
    pub asked: AskedParty,
    pub within: Duration,
}

/// An answer to a question.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Approve,
    Deny(String),
}

/// Why an answer is rejected, for the client.
pub(super) enum Refusal {
    /// The state that came back is not what was sent, or can no longer be used.
    State(String),
    /// The store failed.
    Store,
}

impl Approvals {
    /// The sealed text of a question, which the client sends back with the answer.
    pub async fn seal(&self, pending: &PendingCall) -> Result<String, Refusal> {
        if self.keeps {
            self.store.put(pending, &self.key).await?;
        }
        Ok(pending.seal(&self.key))
    }

    /// Opens the state that a client sent back with a call.
    pub fn open(&self, state: &str, name: &str, arguments: &str) -> Result<PendingCall, Refusal> {
        let now = SystemTime::now();
        let pending = PendingCall::open(state, &self.key, now)?;
        let age = now.duration_since(pending.asked_at()).unwrap_or_default();
        if age >= self.within {
            return Err(ResumeError::Expired.into());
        }
        let facts = &pending.facts;
        let asked = facts.written.as_ref().unwrap_or(&facts.arguments);
        if facts.called != name || exact_json(arguments).as_ref() != Ok(asked) {
            let reason = "it is about another call than this one";
            return Err(Refusal::State(reason.to_owned()));
        }
        Ok(pending)
    }

    /// Carries out the answer, unless that has been done before.
    pub async fn settle(
        &self,
        worker: &dyn AnyWorker,
        context: &Context,
        pending: &PendingCall,
        answer: Answer,
    ) -> Result<ToolResult, Refusal> {
        let ruling = match answer {
            Answer::Approve => pending.approve(),
            Answer::Deny(note) => pending.deny(note),
        };
        let ruling = self.signed(ruling, context);
        if !self.keeps {
            self.store.put(pending, &self.key).await?;
        }
        self.store.decide(&ruling, &self.key).await?;
        let resumed = worker.resume(context, pending, &ruling, &self.store);
        match resumed.await {
            Ok(result) => Ok(result),
            // The call ran, and the caller has to know.
            Err(ResumeError::Unrecorded { result, .. }) => Ok(*result),
            Err(error) => Err(error.into()),
        }
    }

    fn signed(&self, ruling: Ruling, context: &Context) -> Ruling {
        match context.principal() {
            Some(principal) => ruling.by(principal),
            None => ruling,
        }
    }
}

impl From<ResumeError> for Refusal {
    fn from(error: ResumeError) -> Self {
        match error {
            ResumeError::Store(_) | ResumeError::Unrecorded { .. } => Refusal::Store,
            // Which keys are known is not revealed.
            ResumeError::UnknownKey { .. } => Refusal::State(ResumeError::Forged.to_string()),
            error => Refusal::State(error.to_string()),
        }
    }
}

/// The question as a form with two fields. Nothing is prefilled, so an empty form approves nothing.
pub(super) fn ask(pending: &PendingCall) -> serde_json::Result<ElicitRequestParams> {
    let mut message = format!(
        "May `{}` be called with {}?",
        pending.wire_name(),
        pending.shown_arguments()
    );
    let about = pending.description().lines().next().unwrap_or_default();
    for line in [about, pending.reason().unwrap_or_default()] {
        if !line.is_empty() {
            message.push('\n');
            message.push_str(line);
        }
    }
    message.push_str(&format!("\nWhat it does: {}.", pending.effect()));
    serde_json::from_value(json!({
        "mode": "form",
        "message": message,
        "requestedSchema": {
            "type": "object",
            "properties": {
                "decision": {
                    "type": "string",
                    "title": "Decision",
                    "description": "Whether the call may run, once and as it is shown.",
                    "enum": ["approve", "deny"],
                },
                "note": {
                    "type": "string",
                    "title": "Note",
                    "description": "What the model is told where the call is denied.",
                },
            },
            "required": ["decision"],
        },
    }))
}

/// Parses a client's answer; `None` if it is not a valid one.
pub(super) fn read_answer(answer: &Value) -> Option<Answer> {
    let content = &answer["content"];
    match answer["action"].as_str()? {
        "accept" => match content["decision"].as_str()? {
            "approve" => Some(Answer::Approve),
            "deny" => Some(Answer::Deny(
                content["note"].as_str().unwrap_or_default().to_owned(),
            )),
            _ => None,
        },
        "decline" => Some(Answer::Deny("the user declined".to_owned())),
        "cancel" => Some(Answer::Deny(
            "the user closed the question without an answer".to_owned(),
        )),
        _ => None,
    }
}
