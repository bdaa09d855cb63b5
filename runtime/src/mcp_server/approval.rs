//! Approval over the protocol: the question as a form, the state that the client sends back, and what may
//! run.

use super::budget::Budget;
use super::erased::{AnyWorker, Store};
use super::limits::StoreStep;
use super::meter::{Full, Taken, Who};
use crate::approve::{ApprovalStore, PendingCall, ResumeError, Ruling, SealKey};
use crate::context::Context;
use crate::effect::Effect;
use crate::hidden::show_line;
use crate::json::exact_json;
use crate::result::ToolResult;
use crate::store_error::StoreError;
use rmcp::model::ElicitRequestParams;
use serde_json::{Value, json};
use std::time::{Duration, SystemTime};
use tokio::sync::OnceCell;

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
    /// Counts the open questions that this process waits for or has stored, and the answers that are remembered without a
    /// store.
    pub budget: Budget,
    /// Whether the questions that the store had from the start are counted.
    pub recalled: OnceCell<()>,
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
    /// The store failed at this step.
    Store(StoreStep, StoreError),
    /// A limit is reached.
    Full(Full),
}

impl Approvals {
    /// The sealed text of a question, which the client sends back with the answer. If it is stored, it counts as open
    /// until it is answered or expires.
    pub async fn seal(&self, pending: &PendingCall, who: &Who) -> Result<String, Refusal> {
        if !self.keeps {
            return Ok(pending.seal(&self.key));
        }
        // Whoever gets the answer judges by the store's clock whether it comes in time.
        let now = self.now(StoreStep::Question).await?;
        let pending = pending.asked_anew(now);
        let text = pending.seal(&self.key);
        let taken = self.open(who, text.len()).await?;
        let put = self.store.put(&pending, &self.key).await;
        put.map_err(|error| Refusal::at(StoreStep::Question, error))?;
        self.budget
            .counted()
            .questions
            .keep(pending.id(), taken, self.within);
        Ok(text)
    }

    /// Stores a question that is answered already, if questions are stored.
    pub async fn keep_answered(&self, pending: &PendingCall) -> Result<(), Refusal> {
        match self.keeps {
            true => self.put_answered(pending).await,
            false => Ok(()),
        }
    }

    async fn put_answered(&self, pending: &PendingCall) -> Result<(), Refusal> {
        let put = self.store.put(pending, &self.key).await;
        put.map_err(|error| Refusal::at(StoreStep::Answer, error))
    }

    /// The time by the store's clock.
    async fn now(&self, step: StoreStep) -> Result<SystemTime, Refusal> {
        let now = self.store.now().await;
        now.map_err(|error| Refusal::Store(step, error))
    }

    /// Counts a question as open, with a text of so many bytes.
    pub async fn open(&self, who: &Who, bytes: usize) -> Result<Taken, Refusal> {
        if self.keeps {
            self.recalled.get_or_try_init(|| self.recall()).await?;
        }
        self.budget
            .counted()
            .questions
            .take(who, bytes)
            .map_err(Refusal::Full)
    }

    /// Counts the questions that the store has already: a restart makes no room for more.
    async fn recall(&self) -> Result<(), Refusal> {
        let now = self.now(StoreStep::Question).await?;
        let stored = ApprovalStore::open(&self.store).await;
        for call in stored.map_err(|error| Refusal::Store(StoreStep::Question, error))? {
            let Ok(pending) = PendingCall::open(&call.question, &self.key, now) else {
                continue;
            };
            let age = now.duration_since(pending.asked_at()).unwrap_or_default();
            let who = Who::new(pending.principal(), None);
            let left = self.within.saturating_sub(age);
            if !left.is_zero() {
                let bytes = call.question.len();
                self.budget
                    .counted()
                    .questions
                    .recall(pending.id(), &who, bytes, left);
            }
        }
        Ok(())
    }

    /// Opens the state that a client sent back with a call.
    pub async fn unseal(
        &self,
        state: &str,
        name: &str,
        arguments: &str,
    ) -> Result<PendingCall, Refusal> {
        let now = self.now(StoreStep::Answer).await?;
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
        who: &Who,
    ) -> Result<Settled, Refusal> {
        let is_approval = answer == Answer::Approve;
        let ruling = match answer {
            Answer::Approve => pending.approve(),
            Answer::Deny(note) => pending.deny(note),
        };
        let ruling = self.signed(ruling, context);
        if !self.keeps {
            // Only its id is remembered.
            let taken = self
                .budget
                .counted()
                .answers
                .take(who, 0)
                .map_err(Refusal::Full)?;
            self.put_answered(pending).await?;
            self.budget
                .counted()
                .answers
                .keep(pending.id(), taken, self.within);
        }
        let ruling = match self.store.decide(&ruling, &self.key).await {
            Ok(()) => ruling,
            // Somebody else was faster. Whoever refuses a call now has not agreed to an approval by others.
            Err(ResumeError::DecidedOtherwise) => match self.find_ruling(pending).await? {
                Some(known) if is_approval || !known.is_approval() => known,
                _ => return Err(ResumeError::DecidedOtherwise.into()),
            },
            Err(error) => return Err(error.into()),
        };
        self.carry_out(worker, context, pending, &ruling).await
    }

    /// Carries out a ruling that is in the store.
    pub async fn carry_out(
        &self,
        worker: &dyn AnyWorker,
        context: &Context,
        pending: &PendingCall,
        ruling: &Ruling,
    ) -> Result<Settled, Refusal> {
        self.budget.counted().questions.end(pending.id());
        let resumed = worker.resume(context, pending, ruling, &self.store);
        match resumed.await {
            Ok(result) => Ok(Settled {
                result,
                unrecorded: None,
            }),
            // The call ran, and the caller has to know.
            Err(ResumeError::Unrecorded { result, error }) => Ok(Settled {
                result: *result,
                unrecorded: Some(error),
            }),
            Err(error) => Err(error.into()),
        }
    }

    /// The ruling that the store has on a question, which another process may have made.
    pub async fn find_ruling(&self, pending: &PendingCall) -> Result<Option<Ruling>, Refusal> {
        if !self.keeps {
            return Ok(None);
        }
        let found = self.store.get(pending.id()).await;
        let found = found.map_err(|error| Refusal::Store(StoreStep::Answer, error))?;
        match found.and_then(|call| call.ruling) {
            Some(ruling) => Ok(Some(Ruling::open(&ruling, &self.key)?)),
            None => Ok(None),
        }
    }

    fn signed(&self, ruling: Ruling, context: &Context) -> Ruling {
        match context.principal() {
            Some(principal) => ruling.by(principal),
            None => ruling,
        }
    }
}

/// How an answer was carried out.
pub(super) struct Settled {
    pub result: ToolResult,
    /// Why the result was not stored, if it was not.
    pub unrecorded: Option<StoreError>,
}

impl Refusal {
    fn at(step: StoreStep, error: ResumeError) -> Self {
        match error {
            ResumeError::Store(error) => Refusal::Store(step, error),
            error => error.into(),
        }
    }
}

impl From<ResumeError> for Refusal {
    fn from(error: ResumeError) -> Self {
        match error {
            ResumeError::Store(error) => Refusal::Store(StoreStep::Answer, error),
            ResumeError::Unrecorded { error, .. } => Refusal::Store(StoreStep::Result, error),
            // Which keys are known is not revealed.
            ResumeError::UnknownKey { .. } => Refusal::State(ResumeError::Forged.to_string()),
            error => Refusal::State(error.to_string()),
        }
    }
}

/// The question as a form with two fields. Nothing is prefilled, so an empty form approves nothing.
pub(super) fn write_form(pending: &PendingCall) -> serde_json::Result<ElicitRequestParams> {
    let mut message = format!(
        "May `{}` be called with {}?",
        show_line(pending.wire_name()),
        pending.shown_arguments()
    );
    let about = pending.description().lines().next().unwrap_or_default();
    for line in [about, pending.reason().unwrap_or_default()] {
        if !line.is_empty() {
            message.push('\n');
            message.push_str(&show_line(line));
        }
    }
    let effect = Effect::named(pending.effect());
    message.push_str(&format!("\nWhat it does: {}.", effect.risk_text()));
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
