//! What a request does: the call along the worker's path, the question about it, its ruling, and what was interrupted.

use crate::answer::Answer;
use crate::entry::{Asked, Entry};
use crate::error::ProgramError;
use crate::journal::{Slot, malformed};
use crate::run::{Reply, Run};
use std::time::SystemTime;
use toolc_runtime::{
    ApprovalStore, Begun, CalledBy, PendingCall, ResumeError, Ruling, State, StoredCall, ToolCall,
};

impl<H: 'static, S: ApprovalStore> Run<'_, H, S> {
    /// Answers what the journal has an entry of.
    pub(crate) async fn answer_again(&self, number: usize) -> Result<Reply, ProgramError> {
        let slot = self.slot(number);
        if let Some(answer) = &slot.entry.answer {
            let answer = Answer::read_json(answer);
            let answer = answer.ok_or_else(|| malformed("an answer in the journal is none"))?;
            return Ok(Reply::Answered(answer));
        }
        let tool = slot.entry.asked.name();
        match &slot.row.state {
            State::Finished { .. } => self.note(number, Answer::given_up(tool)).await,
            State::Asked => self.resume(number, &slot).await,
            State::Claimed { until, .. } if *until > SystemTime::now() => {
                let until = Some(*until);
                Err(ProgramError::InProgress { until })
            }
            State::Claimed { .. } if !self.only_reads(tool) => Err(ProgramError::Interrupted {
                id: slot.row.id.clone(),
                tool: tool.to_owned(),
            }),
            State::Claimed { .. } | State::Decided => {
                let slot = self.journal.claim_again(&slot).await?;
                self.set_slot(number, slot);
                self.perform(number).await
            }
        }
    }

    /// Makes a call that the journal has as running.
    pub(crate) async fn perform(&self, number: usize) -> Result<Reply, ProgramError> {
        let slot = self.slot(number);
        let call = make_call(&slot);
        match self.worker.begin(&self.context, call).await {
            Begun::Ended(result) => {
                let answer = Answer::of_result(&result);
                let answer = answer.ok_or_else(|| malformed("a result cannot be written"))?;
                self.note(number, answer).await
            }
            Begun::Pending(pending) => self.ask(number, pending).await,
            _ => Err(malformed("this program is older than its runtime")),
        }
    }

    /// Asks about a call.
    async fn ask(&self, number: usize, pending: PendingCall) -> Result<Reply, ProgramError> {
        let store = &self.journal.store;
        store.put(&pending, store.key).await?;
        let slot = self.slot(number);
        let entry = Entry {
            question: Some(pending.seal(store.key)),
            ..slot.entry.clone()
        };
        let slot = self.journal.update(&slot, entry).await?;
        self.set_slot(number, slot);
        self.note_question();
        Ok(Reply::Pending)
    }

    /// Goes on with a call about which somebody was asked.
    async fn resume(&self, number: usize, slot: &Slot) -> Result<Reply, ProgramError> {
        let store = &self.journal.store;
        let question = slot.entry.question.as_deref();
        let question = question.ok_or(ResumeError::Malformed)?;
        let pending = match PendingCall::open(question, store.key, SystemTime::now()) {
            Err(ResumeError::Expired) => return self.ask_anew(number, slot).await,
            opened => opened?,
        };
        let stored = store.get(pending.id()).await?;
        let stored = stored.ok_or(ResumeError::NotStored)?;
        let Some(ruling) = &stored.ruling else {
            if let State::Finished { .. } = stored.state {
                let answer = Answer::given_up(slot.entry.asked.name());
                return self.note(number, answer).await;
            }
            self.note_question();
            return Ok(Reply::Pending);
        };
        let ruling = Ruling::open(ruling, store.key)?;
        let resumed = self.worker.resume(&self.context, &pending, &ruling, store);
        let answer = match resumed.await {
            Ok(result) => Answer::of_result(&result),
            Err(ResumeError::AlreadyResumed { result: Some(json) }) => {
                Answer::of_stored_result(&json)
            }
            Err(ResumeError::AlreadyResumed { result: None }) => {
                Some(Answer::given_up(slot.entry.asked.name()))
            }
            Err(ResumeError::Interrupted) => {
                return Err(ProgramError::Interrupted {
                    id: pending.id().to_owned(),
                    tool: pending.wire_name().to_owned(),
                });
            }
            Err(error) => return Err(error.into()),
        };
        let answer = answer.ok_or_else(|| malformed("a result of the store is none"))?;
        self.note(number, answer).await
    }

    /// Asks once more about a call whose question expired. It did not run, unless the store says that it was claimed.
    async fn ask_anew(&self, number: usize, slot: &Slot) -> Result<Reply, ProgramError> {
        let store = &self.journal.store;
        let question = slot.entry.question.as_deref().unwrap_or_default();
        let pending = PendingCall::open(question, store.key, SystemTime::UNIX_EPOCH)?;
        let id = pending.id();
        match store.get(id).await? {
            Some(StoredCall {
                state: State::Asked | State::Decided,
                ..
            }) => {
                // nobody can resume it any more
                store.give_up(id).await?;
                let slot = self.journal.claim_again(slot).await?;
                self.set_slot(number, slot);
                self.perform(number).await
            }
            Some(StoredCall {
                state: State::Finished { result: Some(text) },
                ..
            }) => {
                let json = toolc_runtime::Json::parse(text).unwrap_or_default();
                let answer = Answer::of_stored_result(&json);
                let answer = answer.ok_or_else(|| malformed("a result of the store is none"))?;
                self.note(number, answer).await
            }
            Some(StoredCall {
                state: State::Finished { result: None },
                ..
            }) => {
                let answer = Answer::given_up(slot.entry.asked.name());
                self.note(number, answer).await
            }
            Some(StoredCall {
                state: State::Claimed { .. },
                ..
            }) => Err(ProgramError::Interrupted {
                id: id.to_owned(),
                tool: pending.wire_name().to_owned(),
            }),
            None => Err(ResumeError::NotStored.into()),
        }
    }

    /// Writes an answer to the journal before the program gets it.
    async fn note(&self, number: usize, answer: Answer) -> Result<Reply, ProgramError> {
        let slot = self.slot(number);
        let entry = Entry {
            answer: Some(answer.to_json()),
            ..slot.entry.clone()
        };
        let slot = self.journal.update(&slot, entry).await?;
        self.set_slot(number, slot);
        Ok(Reply::Answered(answer))
    }

    /// Whether every tool with this name is known to only read, so that it may run again.
    fn only_reads(&self, name: &str) -> bool {
        let named = |name: &str| {
            let tools = self.worker.tools();
            let name = name.to_owned();
            tools.filter(move |entry| entry.wire_name == name || entry.name == name)
        };
        named(name).next().is_some() && named(name).all(|entry| entry.effect.is_read())
    }
}

/// The call of an entry. Its id is that of the entry, so it is the same in every run.
fn make_call(slot: &Slot) -> ToolCall {
    let tool = match &slot.entry.asked {
        Asked::Call { tool, .. } => tool.as_str(),
        other => other.name(),
    };
    ToolCall::new(&slot.row.id, tool, &slot.entry.written).by(CalledBy::Program)
}
