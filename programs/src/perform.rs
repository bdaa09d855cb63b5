//! What a request does: the call along the worker's path, the question about it, its ruling, and what was interrupted.

use crate::answer::Answer;
use crate::entry::Entry;
use crate::error::ProgramError;
use crate::journal::{Slot, Stage, malformed};
use crate::run::{Reply, Run};
use std::sync::OnceLock;
use std::time::SystemTime;
use toolc_runtime::{
    ApprovalStore, Begun, CalledBy, PendingCall, ResumeError, Ruling, SealKey, State, StoredCall,
    ToolCall,
};

impl<H: 'static, S: ApprovalStore> Run<'_, H, S> {
    /// Answers what the journal has an entry of.
    pub(crate) async fn answer_again(&self, number: usize) -> Result<Reply, ProgramError> {
        let Slot { entry, row } = self.ledger.slot(number);
        if let Some(answer) = &entry.answer {
            let answer = Answer::read_json(answer);
            let answer = answer.ok_or_else(|| malformed("an answer in the journal is none"))?;
            return Ok(Reply::Answered(answer));
        }
        let tool = entry.asked.name();
        match row.state {
            State::Finished { .. } => {
                let answer = Answer::given_up(tool);
                self.note(Some(number), entry, answer).await
            }
            State::Asked => self.resume(number, entry).await,
            State::Claimed { until, .. } if until > self.ledger.journal.store.now().await? => {
                let until = Some(until);
                Err(ProgramError::InProgress { until })
            }
            State::Claimed { .. } if entry.question.is_some() => {
                // it never got as far as to run
                self.put_question(number, &entry).await?;
                self.resume(number, entry).await
            }
            State::Claimed { .. } if !self.only_reads(tool) => Err(ProgramError::Interrupted {
                id: row.id,
                tool: tool.to_owned(),
            }),
            State::Decided if entry.question.is_some() => self.ask_anew(number, entry).await,
            State::Claimed { .. } | State::Decided => self.perform(Some(number), entry).await,
        }
    }

    /// Makes a call. The journal has it as running from immediately before it runs: one that only asks, or is refused, is never
    /// taken for one that may have run.
    pub(crate) async fn perform(
        &self,
        number: Option<usize>,
        entry: Entry,
    ) -> Result<Reply, ProgramError> {
        let ledger = &self.ledger;
        let running = Entry {
            question: None,
            ..entry.clone()
        };
        let noted = OnceLock::new();
        let (begun_entry, noted_number) = (running.clone(), &noted);
        let note = move || async move {
            let number = ledger.write(number, begun_entry, Stage::Begun).await?;
            noted_number.get_or_init(|| number);
            Ok::<_, ProgramError>(())
        };
        let call = make_call(ledger.journal.id(), &entry);
        match self.worker.begin_noting(&self.context, call, note).await? {
            Begun::Ended(result) => {
                let answer = Answer::of_result(&result);
                let answer = answer.ok_or_else(|| malformed("a result cannot be written"))?;
                let number = noted.get().copied().or(number);
                self.note(number, running, answer).await
            }
            Begun::Pending(pending) => self.ask(number, entry, &pending).await,
            _ => Err(malformed("this program is older than its runtime")),
        }
    }

    /// Asks about a call.
    async fn ask(
        &self,
        number: Option<usize>,
        entry: Entry,
        pending: &PendingCall,
    ) -> Result<Reply, ProgramError> {
        let entry = Entry {
            question: Some(pending.seal(self.ledger.journal.store.key)),
            ..entry
        };
        let number = self.ledger.write(number, entry.clone(), Stage::Begun);
        let number = number.await?;
        self.put_question(number, &entry).await?;
        self.ledger.note_question();
        Ok(Reply::Pending)
    }

    /// Puts the question of an entry to the store, if it is not there yet. From then on the entry says so: a question that the store
    /// does not have any more was answered, and is never put twice.
    async fn put_question(&self, number: usize, entry: &Entry) -> Result<(), ProgramError> {
        let store = &self.ledger.journal.store;
        let pending = open_question(entry, store.key, SystemTime::UNIX_EPOCH)?;
        store.put(&pending, store.key).await?;
        let told = self.ledger.write(Some(number), entry.clone(), Stage::Told);
        told.await?;
        Ok(())
    }

    /// Goes on with a call about which somebody was asked.
    async fn resume(&self, number: usize, entry: Entry) -> Result<Reply, ProgramError> {
        let store = &self.ledger.journal.store;
        let pending = match open_question(&entry, store.key, store.now().await?) {
            Err(ResumeError::Expired) => return self.look_at_expired(number, entry).await,
            opened => opened?,
        };
        let stored = store.get(pending.id()).await?;
        let stored = stored.ok_or(ResumeError::NotStored)?;
        let Some(ruling) = &stored.ruling else {
            if let State::Finished { .. } = stored.state {
                let answer = Answer::given_up(entry.asked.name());
                return self.note(Some(number), entry, answer).await;
            }
            self.ledger.note_question();
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
                Some(Answer::given_up(entry.asked.name()))
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
        self.note(Some(number), entry, answer).await
    }

    /// Goes on with a call whose question expired. It did not run, unless the store says that it was claimed.
    async fn look_at_expired(&self, number: usize, entry: Entry) -> Result<Reply, ProgramError> {
        let store = &self.ledger.journal.store;
        let pending = open_question(&entry, store.key, SystemTime::UNIX_EPOCH)?;
        let id = pending.id();
        match store.get(id).await? {
            Some(StoredCall {
                state: State::Asked | State::Decided,
                ..
            }) => {
                // nobody can resume it any more
                let free = self.ledger.write(Some(number), entry.clone(), Stage::Free);
                free.await?;
                self.ask_anew(number, entry).await
            }
            Some(StoredCall {
                state: State::Finished { result: Some(text) },
                ..
            }) => {
                let json = toolc_runtime::Json::parse(text).unwrap_or_default();
                let answer = Answer::of_stored_result(&json);
                let answer = answer.ok_or_else(|| malformed("a result of the store is none"))?;
                self.note(Some(number), entry, answer).await
            }
            Some(StoredCall {
                state: State::Finished { result: None },
                ..
            }) => {
                let answer = Answer::given_up(entry.asked.name());
                self.note(Some(number), entry, answer).await
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

    /// Asks once more about a call that the journal has as free, though it has a question: one that counts no more.
    async fn ask_anew(&self, number: usize, entry: Entry) -> Result<Reply, ProgramError> {
        let store = &self.ledger.journal.store;
        let expired = open_question(&entry, store.key, SystemTime::UNIX_EPOCH)?;
        match store.give_up(expired.id()).await {
            Ok(()) | Err(ResumeError::AlreadyResumed { .. } | ResumeError::NotStored) => {}
            Err(error) => return Err(error.into()),
        }
        self.perform(Some(number), entry).await
    }

    /// Writes an answer to the journal before the program gets it.
    pub(crate) async fn note(
        &self,
        number: Option<usize>,
        entry: Entry,
        answer: Answer,
    ) -> Result<Reply, ProgramError> {
        let entry = Entry {
            answer: Some(answer.to_json()),
            ..entry
        };
        self.ledger.write(number, entry, Stage::Told).await?;
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

/// The question of an entry.
fn open_question(
    entry: &Entry,
    key: &SealKey,
    now: SystemTime,
) -> Result<PendingCall, ResumeError> {
    let text = entry.question.as_deref();
    PendingCall::open(text.ok_or(ResumeError::Malformed)?, key, now)
}

/// The call of an entry. It has the same id in every run in which it may run.
fn make_call(program: &str, entry: &Entry) -> ToolCall {
    let id = format!("{program}:{}", entry.call);
    ToolCall::new(id, entry.asked.name(), &entry.written).by(CalledBy::Program)
}
