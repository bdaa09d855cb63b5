//! Journals in a store of pending calls: one row for the program, and one for each entry, numbered from zero. Everything in them
//! is sealed. A row that is inserted or replaced by somebody else is noticed before anything runs.

use crate::entry::Entry;
use crate::error::ProgramError;
use crate::header::Header;
use crate::ids::{entry_id, program_id, unique_name};
use crate::limits::Limits;
use crate::sealed::SealedStore;
use hmac_sha256::Hash;
use std::fmt;
use std::time::SystemTime;
use toolc_runtime::{ApprovalStore, Json, ResumeError, SealKey, State, StoreError, StoredCall};

/// The form of sealed headers.
const HEADER: &str = "program/1";

/// The form of sealed entries.
const ENTRY: &str = "program-entry/1";

/// Where a program's calls and their results are kept, so that it can run again: in a store of pending calls, sealed with
/// its key. It has the exact arguments and results, secrets included, like the store's questions.
pub struct Journal<'s, S> {
    pub(crate) store: SealedStore<'s, S>,
    id: String,
    code: String,
    pub(crate) limits: Limits,
}

impl<'s, S: ApprovalStore> Journal<'s, S> {
    /// The journal of a program that has not run yet.
    pub fn new(store: &'s S, key: &'s SealKey, code: &str) -> Self {
        Journal::of(store, key, program_id(), code)
    }

    /// The journal that the store has under this id. The code must be that of the run before.
    pub fn of(store: &'s S, key: &'s SealKey, id: impl Into<String>, code: &str) -> Self {
        let digest = Hash::hash(code.as_bytes());
        Journal {
            store: SealedStore { store, key },
            id: id.into(),
            code: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
            limits: Limits::default(),
        }
    }

    /// Sets how much the program may use.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The id of the program.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The SHA-256 of the code, in hex.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Claims the program, and reads what it did so far.
    pub(crate) async fn claim(&self, own: Header) -> Result<Claimed, ProgramError> {
        let Some(row) = self.store.get(&self.id).await? else {
            let row = self.row(&self.id, self.claimed().await?, self.seal_header(&own));
            return match self.store.insert(&row).await? {
                true => Ok(Claimed {
                    row,
                    header: own,
                    slots: Vec::new(),
                }),
                false => Err(in_progress(None)),
            };
        };
        let header = self.open_header(&row)?;
        header.check_same(&own)?;
        let slots = self.read_slots(header.entries).await?;
        match &row.state {
            State::Finished { result } => {
                let value = result.clone().and_then(|text| Json::parse(text).ok());
                self.forget(&slots).await?;
                return Err(ProgramError::AlreadyEnded { value });
            }
            State::Claimed { until, .. } if *until > self.store.now().await? => {
                return Err(in_progress(Some(*until)));
            }
            _ => {}
        }
        let row = self
            .replace(&row, self.claimed().await?, row.question.clone())
            .await?;
        Ok(Claimed { row, header, slots })
    }

    /// Reads the entries, of which there are at least so many.
    async fn read_slots(&self, least: usize) -> Result<Vec<Slot>, ProgramError> {
        let mut slots = Vec::new();
        while let Some(row) = self.store.get(&entry_id(&self.id, slots.len())).await? {
            let object = self.store.key.open_json(ENTRY, &row.question)?;
            let entry = Entry::read(&object, &row.id).ok_or(ResumeError::Malformed)?;
            slots.push(Slot { entry, row });
        }
        match slots.len() < least {
            true => Err(ResumeError::NotStored.into()),
            false => Ok(slots),
        }
    }

    /// The header and the entries, for whoever only looks.
    pub(crate) async fn read(&self) -> Result<(Header, Vec<Slot>), ProgramError> {
        let row = self.store.get(&self.id).await?;
        let header = self.open_header(&row.ok_or(ResumeError::NotStored)?)?;
        let slots = self.read_slots(header.entries).await?;
        Ok((header, slots))
    }

    /// Adds an entry.
    pub(crate) async fn append(
        &self,
        number: usize,
        entry: Entry,
        stage: Stage,
    ) -> Result<Slot, ProgramError> {
        let id = entry_id(&self.id, number);
        let row = self.row(
            &id,
            self.state_of(stage).await?,
            self.seal_entry(&id, &entry),
        );
        match self.store.insert(&row).await? {
            true => Ok(Slot { entry, row }),
            false => Err(in_progress(None)),
        }
    }

    /// Writes what became of an entry.
    pub(crate) async fn update(
        &self,
        slot: &Slot,
        entry: Entry,
        stage: Stage,
    ) -> Result<Slot, ProgramError> {
        let text = self.seal_entry(&slot.row.id, &entry);
        let state = self.state_of(stage).await?;
        let row = self.replace(&slot.row, state, text).await?;
        Ok(Slot { entry, row })
    }

    async fn state_of(&self, stage: Stage) -> Result<State, StoreError> {
        match stage {
            Stage::Begun => self.claimed().await,
            Stage::Free => Ok(State::Decided),
            Stage::Told => Ok(State::Asked),
        }
    }

    /// Writes that the program stopped; if it ended, with what.
    pub(crate) async fn stop(
        &self,
        row: &StoredCall,
        header: &Header,
        ended: Option<String>,
    ) -> Result<(), ProgramError> {
        let state = match ended {
            None => State::Asked,
            Some(text) => State::Finished { result: Some(text) },
        };
        self.replace(row, state, self.seal_header(header)).await?;
        Ok(())
    }

    /// Marks the entries of a program that has ended as finished, so that stores forget them.
    pub(crate) async fn forget(&self, slots: &[Slot]) -> Result<(), ProgramError> {
        for Slot { row, .. } in slots {
            if !matches!(row.state, State::Finished { .. }) {
                let over = StoredCall {
                    revision: row.revision + 1,
                    state: State::Finished { result: None },
                    ..row.clone()
                };
                // if somebody else has changed it, they are forgetting it too
                self.store.replace(row.revision, &over).await?;
            }
        }
        Ok(())
    }

    async fn replace(
        &self,
        row: &StoredCall,
        state: State,
        question: String,
    ) -> Result<StoredCall, ProgramError> {
        let next = StoredCall {
            revision: row.revision + 1,
            state,
            question,
            ..row.clone()
        };
        match self.store.replace(row.revision, &next).await? {
            true => Ok(next),
            false => Err(in_progress(None)),
        }
    }

    fn row(&self, id: &str, state: State, question: String) -> StoredCall {
        StoredCall {
            id: id.to_owned(),
            revision: 0,
            state,
            question,
            ruling: None,
        }
    }

    async fn claimed(&self) -> Result<State, StoreError> {
        let now = self.store.now().await?;
        Ok(State::Claimed {
            owner: unique_name(),
            until: now.checked_add(self.limits.lease).unwrap_or(now),
        })
    }

    fn seal_header(&self, header: &Header) -> String {
        self.store.key.seal_json(HEADER, &header.write(&self.id))
    }

    fn open_header(&self, row: &StoredCall) -> Result<Header, ProgramError> {
        let object = self.store.key.open_json(HEADER, &row.question)?;
        Ok(Header::read(&object, &self.id).ok_or(ResumeError::Malformed)?)
    }

    fn seal_entry(&self, id: &str, entry: &Entry) -> String {
        self.store.key.seal_json(ENTRY, &entry.write(id))
    }
}

/// A program that this process runs.
pub(crate) struct Claimed {
    pub row: StoredCall,
    pub header: Header,
    pub slots: Vec<Slot>,
}

/// How far an entry has come.
#[derive(Clone, Copy)]
pub(crate) enum Stage {
    /// Its call runs from now on; or, if it has a question, the question is put to the store from now on.
    Begun,
    /// Its call did not run, and may.
    Free,
    /// It has its answer, or its question is in the store.
    Told,
}

/// An entry, and the row that has it.
#[derive(Clone)]
pub(crate) struct Slot {
    pub entry: Entry,
    pub row: StoredCall,
}

fn in_progress(until: Option<SystemTime>) -> ProgramError {
    ProgramError::InProgress { until }
}

pub(crate) fn malformed(what: &'static str) -> ProgramError {
    ProgramError::Store(StoreError::new(what))
}

impl<S> fmt::Debug for Journal<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal")
            .field("id", &self.id)
            .field("code", &self.code)
            .finish_non_exhaustive()
    }
}
