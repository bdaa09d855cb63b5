//! What is told of a stored call to whoever decides about it, and to whoever audits the decision.

use super::pending::PendingCall;
use super::record::{Members, Record};
use super::resume::ResumeError;
use super::ruling::{Answer, Ruling};
use super::seal::{SealKey, digest_text};
use super::store::{State, StoredCall};
use crate::hidden::show_hidden;
use crate::json::Json;
use std::time::SystemTime;

impl StoredCall {
    /// All that may be shown of the call, as a JSON object of texts: what [`PendingCall::shown`] has, how far it has come
    /// (`state`, the name of its [`Stage`](super::Stage)), and who decided what and when. Secrets are redacted, characters that a reader does
    /// not see are escaped, and of its result there is only whether it was one (`outcome`). What a person wrote in place of
    /// the arguments may hold secrets that nobody marked, so there is its SHA-256 alone.
    ///
    /// # Errors
    /// Fails if the call or its ruling was changed, was sealed with another key, or do not belong together.
    pub fn describe(&self, key: &SealKey, now: SystemTime) -> Result<Json, ResumeError> {
        let pending = PendingCall::read(&self.question, key)?;
        let mut out = Record::new();
        pending.write_shown(&mut out);
        out.text("state", self.stage(pending.until(), now).name());
        if let Some(text) = &self.ruling {
            let ruling = Ruling::open(text, key)?;
            if !pending.is_ruled_by(&ruling) {
                return Err(ResumeError::ForeignRuling);
            }
            write_ruling(&ruling, &mut out);
        }
        match &self.state {
            State::Claimed { until, .. } => out.time("claimed_until", *until),
            State::Finished { result } => {
                out.text("outcome", name_outcome(result.as_deref()));
            }
            State::Asked | State::Decided => {}
        }
        Json::parse(out.end()).map_err(|_| ResumeError::Malformed)
    }
}

/// The form as which accounts are sealed.
const FORM: &str = "decision/1";

/// What a store keeps of a call that it forgets.
impl StoredCall {
    /// What [`StoredCall::describe`] says, sealed, so that a store can keep who decided what when it forgets the call.
    ///
    /// # Errors
    /// As [`StoredCall::describe`].
    pub fn seal_account(&self, key: &SealKey, now: SystemTime) -> Result<String, ResumeError> {
        Ok(key.seal_json(FORM, &self.describe(key, now)?))
    }

    /// Reads what [`StoredCall::seal_account`] sealed.
    ///
    /// # Errors
    /// Fails if it was changed, or was sealed with another key.
    pub fn open_account(account: &str, key: &SealKey) -> Result<Json, ResumeError> {
        key.open_json(FORM, account)
    }
}

fn write_ruling(ruling: &Ruling, out: &mut Record) {
    out.text("decision", ruling.reason().code());
    let by = ruling.decided_by().map(show_hidden);
    out.optional("decided_by", by.as_deref());
    out.time("decided_at", ruling.decided_at());
    match &ruling.answer {
        Answer::Approved | Answer::ApprovedForSession => {}
        Answer::Denied { note } => out.text("note", &show_hidden(note)),
        Answer::Edited { tool, arguments } => {
            out.text("edited_tool", &show_hidden(tool));
            out.text("edited_arguments_sha256", &digest_text(arguments));
        }
    }
}

/// How a call ended that has this result.
fn name_outcome(result: Option<&str>) -> &'static str {
    let Some(result) = result else {
        return "given_up";
    };
    let success = Members::read(result).and_then(|mut members| members.raw("success"));
    match success {
        Some("true") => "ok",
        _ => "failed",
    }
}
