//! A call that waits for a decision, as a value: it can be stored as text, shown elsewhere, decided by
//! another process, and resumed after a restart.

use super::facts::Facts;
use super::record::{Record, round_time, unix_millis};
use super::ruling::{Answer, Ruling};
use super::seal::{self, SealKey, Unsealed};
use super::unique::unique_id;
use super::{ApprovalRequest, ResumeError};
use crate::called_by::CalledBy;
use crate::hidden::show_hidden;
use crate::incoming::Incoming;
use crate::json::exact_json;
use std::fmt;
use std::time::SystemTime;

/// The tag that the sealed text carries for its form and version.
const FORM: &str = "pending/1";

/// A call that waits for a decision. [`Worker::begin`] creates one, and [`PendingCall::open`] reads one back
/// from its text.
///
/// The text is JSON with a seal. The seal guarantees that nothing in it was changed: worker, tool,
/// definition, arguments, call, caller, principal, session, delegation, and expiry. It hides nothing: the text
/// contains the exact arguments, secrets included, because they are what will run. Store it only where the
/// arguments themselves may be stored; give [`PendingCall::shown`] to code that only displays the question.
///
/// [`Worker::begin`]: crate::Worker::begin
#[derive(Clone, PartialEq, Eq)]
pub struct PendingCall {
    pub(crate) facts: Box<Facts>,
    /// The canonical JSON text of the facts.
    body: String,
}

impl PendingCall {
    /// Turns a request that nobody answers now into a pending call.
    pub(crate) fn new(request: ApprovalRequest, call: &Incoming) -> Self {
        let written = call.original_text();
        let written = exact_json(written).unwrap_or_else(|_| written.to_owned());
        let facts = Facts {
            id: unique_id(),
            worker: request.worker.to_owned(),
            tool: request.tool.to_owned(),
            wire_name: request.wire_name.to_owned(),
            description: request.description.to_owned(),
            effect: request.effect.name().to_owned(),
            definition: request.definition.to_owned(),
            written: (written != request.arguments).then_some(written),
            arguments: request.arguments,
            logged_arguments: (request.logged_arguments != request.shown_arguments)
                .then_some(request.logged_arguments),
            shown_arguments: request.shown_arguments,
            reason: request.reason,
            call_id: call.id.clone(),
            called: call.name.clone(),
            called_by: call.called_by,
            principal: request.principal,
            session: request.session,
            delegation: request.delegation,
            asked_at: round_time(SystemTime::now()),
            until: round_time(request.until),
        };
        PendingCall::of(facts)
    }

    pub(crate) fn of(facts: Facts) -> Self {
        let body = facts.write();
        PendingCall {
            facts: Box::new(facts),
            body,
        }
    }

    /// The text of the call, sealed.
    pub fn seal(&self, key: &SealKey) -> String {
        seal::seal_text(FORM, &self.body, key)
    }

    /// Reads a sealed text. Its layout does not matter.
    ///
    /// # Errors
    /// Fails if it is not the text of a pending call, was changed, was sealed with another key, or has
    /// expired.
    pub fn open(text: &str, key: &SealKey, now: SystemTime) -> Result<Self, ResumeError> {
        let pending = PendingCall::read(text, key)?;
        pending.check_time(now)?;
        Ok(pending)
    }

    /// Reads a sealed text like [`PendingCall::open`], even if the call has expired: for lists and audits. What has
    /// expired cannot be resumed.
    ///
    /// # Errors
    /// Fails if it is not the text of a pending call, was changed, or was sealed with another key.
    pub fn read(text: &str, key: &SealKey) -> Result<Self, ResumeError> {
        let body = seal::unseal_text(FORM, text, key)?;
        let facts = Facts::read(&body).ok_or(ResumeError::Malformed)?;
        let facts = Box::new(facts);
        Ok(PendingCall { facts, body })
    }

    pub(crate) fn check_time(&self, now: SystemTime) -> Result<(), ResumeError> {
        if unix_millis(now) < unix_millis(self.facts.until) {
            Ok(())
        } else {
            Err(ResumeError::Expired)
        }
    }

    /// The same question, asked at this time: it has as long to be answered as before.
    #[cfg(feature = "mcp-server")]
    pub(crate) fn asked_anew(&self, now: SystemTime) -> Self {
        let mut facts = Facts::clone(&self.facts);
        let within = facts.until.duration_since(facts.asked_at);
        facts.asked_at = round_time(now);
        facts.until = facts.asked_at + within.unwrap_or_default();
        PendingCall::of(facts)
    }

    /// Whether a sealed text is the text of exactly this call.
    pub(super) fn is_in(&self, text: &str) -> bool {
        seal::body_of(FORM, text).is_some_and(|body| body == self.body)
    }

    /// The SHA-256 of all facts, to which a ruling is bound.
    pub(super) fn digest(&self) -> String {
        seal::digest_text(&self.body)
    }

    /// What a person may see of the call, as JSON: everything except the secrets in the arguments, with
    /// characters escaped that a reader does not see or that reorder what is displayed. It is not sealed and
    /// cannot be resumed; its `id` identifies the call.
    pub fn shown(&self) -> String {
        let mut out = Record::new();
        self.write_shown(&mut out);
        out.end()
    }

    /// Writes what a person may see of the call.
    pub(super) fn write_shown(&self, out: &mut Record) {
        let facts = &self.facts;
        facts.write_names(out, show_hidden);
        out.text("arguments", &facts.shown_arguments);
        facts.write_asker(out, show_hidden);
    }

    fn rule(&self, answer: Answer) -> Ruling {
        Ruling::new(self.id(), self.digest(), answer)
    }

    /// Whether a ruling is about exactly this call.
    pub(crate) fn is_ruled_by(&self, ruling: &Ruling) -> bool {
        ruling.is_on(self.id(), &self.digest())
    }

    /// Rules that the call may run.
    pub fn approve(&self) -> Ruling {
        self.rule(Answer::Approved)
    }

    /// Rules that the call may run, and so may identical calls in this session.
    pub fn approve_for_session(&self) -> Ruling {
        self.rule(Answer::ApprovedForSession)
    }

    /// Rules that the call may not run. The model reads the note.
    pub fn deny(&self, note: impl Into<String>) -> Ruling {
        self.rule(Answer::Denied { note: note.into() })
    }

    /// Rules that the call may run with these arguments, and no others. It passes through all policies again,
    /// and the model is told what ran.
    pub fn edit(&self, arguments: impl Into<String>) -> Ruling {
        self.edit_to(self.facts.wire_name.clone(), arguments)
    }

    /// Rules that another tool may run in place of this one, with these arguments and no others. A tool that
    /// the worker does not grant, or blocks, does not run.
    pub fn edit_to(&self, tool: impl Into<String>, arguments: impl Into<String>) -> Ruling {
        let (tool, mut arguments) = (tool.into(), arguments.into());
        if arguments.trim().is_empty() {
            arguments = "{}".to_owned();
        }
        self.rule(Answer::Edited { tool, arguments })
    }

    /// The unique id of this pending call.
    pub fn id(&self) -> &str {
        &self.facts.id
    }

    /// The worker that wants to call.
    pub fn worker(&self) -> &str {
        &self.facts.worker
    }

    /// The qualified name of the tool: `namespace::tool`.
    pub fn tool(&self) -> &str {
        &self.facts.tool
    }

    /// The wire name of the tool, which is unique.
    pub fn wire_name(&self) -> &str {
        &self.facts.wire_name
    }

    /// What the tool does, as its spec says it.
    pub fn description(&self) -> &str {
        &self.facts.description
    }

    /// What a call of the tool does to the world, as the word that [`Effect::name`] gives.
    ///
    /// [`Effect::name`]: crate::Effect::name
    pub fn effect(&self) -> &str {
        &self.facts.effect
    }

    /// The digest of the tool's definition.
    pub fn definition(&self) -> &str {
        &self.facts.definition
    }

    /// The arguments exactly as they will be sent, byte for byte, secrets included.
    pub fn arguments(&self) -> &str {
        &self.facts.arguments
    }

    /// The arguments with their secrets redacted and hidden characters escaped.
    pub fn shown_arguments(&self) -> &str {
        &self.facts.shown_arguments
    }

    /// Why a policy wants the call to be approved, if one does.
    pub fn reason(&self) -> Option<&str> {
        self.facts.reason.as_deref()
    }

    /// The provider's id of the call.
    pub fn call_id(&self) -> &str {
        &self.facts.call_id
    }

    /// Who made the call: the model itself, or a program that it wrote.
    pub fn called_by(&self) -> CalledBy {
        self.facts.called_by
    }

    /// The principal on whose behalf the call is made.
    pub fn principal(&self) -> Option<&str> {
        self.facts.principal.as_deref()
    }

    /// The session of the call.
    pub fn session(&self) -> Option<&str> {
        self.facts.session.as_deref()
    }

    /// The workers that delegated the task, starting with the first.
    pub fn delegation(&self) -> &[String] {
        &self.facts.delegation
    }

    /// When approval was requested.
    pub fn asked_at(&self) -> SystemTime {
        self.facts.asked_at
    }

    /// When the pending call expires. Until then an answer is valid and the call can be resumed.
    pub fn until(&self) -> SystemTime {
        self.facts.until
    }
}

/// The facts of a sealed text, without checking its seal.
pub(super) fn read_unchecked(text: &str) -> Option<Facts> {
    seal::body_of(FORM, text).and_then(|body| Facts::read(&body))
}

impl From<Unsealed> for ResumeError {
    fn from(unsealed: Unsealed) -> Self {
        match unsealed {
            Unsealed::Malformed => ResumeError::Malformed,
            Unsealed::UnknownKey(id) => ResumeError::UnknownKey { id },
            Unsealed::Forged => ResumeError::Forged,
        }
    }
}

impl fmt::Debug for PendingCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingCall")
            .field("id", &self.facts.id)
            .field("worker", &self.facts.worker)
            .field("tool", &self.facts.wire_name)
            .field("arguments", self.facts.logged_arguments())
            .finish_non_exhaustive()
    }
}
