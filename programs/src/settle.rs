//! What a person found out about an interrupted call.

use crate::answer::Answer;
use crate::entry::Entry;
use crate::error::ProgramError;
use crate::journal::{Journal, Slot, Stage};
use std::time::SystemTime;
use toolc_runtime::{ApprovalStore, Json, PendingCall, ResumeError, State, StoredCall};

impl<S: ApprovalStore> Journal<'_, S> {
    /// Records the result of an interrupted call that ran, under the id that [`ProgramError::Interrupted`] has. The program is
    /// answered with it.
    ///
    /// # Errors
    /// Fails if the program has no such call, if it is running, or if it was not interrupted.
    pub async fn settle(&self, id: &str, output: Json) -> Result<(), ProgramError> {
        let (_, slots) = self.read().await?;
        for slot in slots {
            let asked = self.id_of_question(&slot)?;
            if slot.row.id != id && asked.as_deref() != Some(id) {
                continue;
            }
            let stored = self.store.get(id).await?;
            check_interrupted(&slot, stored, self.store.now().await?)?;
            if asked.is_some() {
                self.store.give_up(id).await?;
            }
            let entry = Entry {
                answer: Some(Answer::of_value(output).to_json()),
                ..slot.entry.clone()
            };
            self.update(&slot, entry, Stage::Told).await?;
            return Ok(());
        }
        Err(ResumeError::NotStored.into())
    }

    fn id_of_question(&self, slot: &Slot) -> Result<Option<String>, ProgramError> {
        let Some(text) = &slot.entry.question else {
            return Ok(None);
        };
        // it may have expired since
        let pending = PendingCall::open(text, self.store.key, SystemTime::UNIX_EPOCH)?;
        Ok(Some(pending.id().to_owned()))
    }
}

fn check_interrupted(
    slot: &Slot,
    stored: Option<StoredCall>,
    now: SystemTime,
) -> Result<(), ProgramError> {
    let stored = stored.ok_or(ResumeError::NotStored)?;
    if slot.entry.answer.is_some() {
        return Err(ResumeError::AlreadyResumed { result: None }.into());
    }
    match stored.state {
        State::Claimed { .. } if stored.is_interrupted(now) => Ok(()),
        State::Claimed { until, .. } => Err(ProgramError::InProgress { until: Some(until) }),
        State::Asked | State::Decided => Err(ResumeError::NotDecided.into()),
        State::Finished { .. } => Err(ResumeError::AlreadyResumed { result: None }.into()),
    }
}
