//! How far a run has come, and what it adds to its journal.

use crate::answer::Answer;
use crate::entry::{Asked, Entry};
use crate::error::ProgramError;
use crate::header::Header;
use crate::journal::{Claimed, Journal, Slot, Stage};
use crate::limits::LimitKind;
use crate::replay::Replay;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};
use toolc_runtime::{ApprovalStore, StoredCall};

/// The journal of a run, and how far the run has come.
pub(crate) struct Ledger<'w, S> {
    pub journal: Journal<'w, S>,
    row: StoredCall,
    header: Header,
    state: Mutex<Progress>,
    /// Entries are added one after the other, so that a journal has no gaps.
    appending: tokio::sync::Mutex<()>,
    /// Tells those who wait that the program repeated everything.
    repeated: Notify,
    started: Instant,
}

/// How far a run has come.
struct Progress {
    replay: Replay,
    requests: usize,
    waiting: usize,
    closed: bool,
    untrusted: bool,
    /// Whether a question has no ruling yet.
    has_asked: bool,
}

impl<'w, S: ApprovalStore> Ledger<'w, S> {
    pub fn new(journal: Journal<'w, S>, claimed: Claimed) -> Self {
        Ledger {
            journal,
            row: claimed.row,
            header: claimed.header,
            state: Mutex::new(Progress {
                replay: Replay::new(claimed.slots),
                requests: 0,
                waiting: 0,
                closed: false,
                untrusted: false,
                has_asked: false,
            }),
            appending: tokio::sync::Mutex::new(()),
            repeated: Notify::new(),
            started: Instant::now(),
        }
    }

    /// Counts a request, and how many equal ones came before it; it waits for its answer until the guard is dropped.
    pub fn admit(&self, asked: &Asked) -> Result<(usize, Waiting<'_>), ProgramError> {
        let mut progress = self.progress();
        if progress.closed {
            return Err(ProgramError::Closed);
        }
        progress.requests += 1;
        progress.waiting += 1;
        Ok((progress.replay.count(asked), Waiting(&self.state)))
    }

    pub fn check_limits(&self) -> Result<(), ProgramError> {
        let progress = self.progress();
        let limits = &self.journal.limits;
        let reached = [
            (progress.requests > limits.calls, LimitKind::Calls),
            (progress.waiting > limits.waiting, LimitKind::Waiting),
            (progress.replay.bytes() > limits.journal, LimitKind::Journal),
            (self.started.elapsed() > limits.time, LimitKind::Time),
        ];
        match reached.iter().find(|(is_reached, _)| *is_reached) {
            Some((_, kind)) => Err(ProgramError::Limit(*kind)),
            None => Ok(()),
        }
    }

    /// The entry of a run before that is repeated now.
    pub fn repeat(&self, asked: &Asked, occurrence: usize) -> Option<usize> {
        let mut progress = self.progress();
        let number = progress.replay.repeat(asked, occurrence)?;
        if progress.replay.first_missing().is_none() {
            self.repeated.notify_waiters();
        }
        Some(number)
    }

    /// Waits until the program has repeated everything: what runs at the same time may come in any order. Something new
    /// from a program that does other things than before never runs. Breaks if what is missing may come after a question.
    pub async fn catch_up(&self, asked: &Asked) -> Result<ControlFlow<()>, ProgramError> {
        let all = async {
            loop {
                let told = self.repeated.notified();
                if self.is_closed() || self.name_missing().is_none() {
                    return;
                }
                told.await;
            }
        };
        if timeout(self.journal.limits.replay, all).await.is_ok() {
            return match self.is_closed() {
                true => Err(ProgramError::Closed),
                false => Ok(ControlFlow::Continue(())),
            };
        }
        if self.has_asked() {
            return Ok(ControlFlow::Break(()));
        }
        Err(ProgramError::Diverged {
            missing: self.name_missing().unwrap_or_default(),
            instead: Some(asked.name().to_owned()),
        })
    }

    /// The name of the first entry that this run has not repeated.
    pub fn name_missing(&self) -> Option<String> {
        let progress = self.progress();
        let slot = progress.replay.first_missing()?;
        Some(slot.entry.asked.name().to_owned())
    }

    /// Writes how far a request has come: a new entry if it has no number yet. Returns its number.
    pub async fn write(
        &self,
        number: Option<usize>,
        entry: Entry,
        stage: Stage,
    ) -> Result<usize, ProgramError> {
        if let Some(number) = number {
            let slot = self.slot(number);
            let slot = self.journal.update(&slot, entry, stage).await?;
            self.progress().replay.set(number, slot);
            return Ok(number);
        }
        let _turn = self.appending.lock().await;
        if self.is_closed() {
            return Err(ProgramError::Closed);
        }
        let number = self.progress().replay.len();
        let slot = self.journal.append(number, entry, stage).await?;
        Ok(self.progress().replay.push(slot))
    }

    pub fn note_answer(&self, answer: &Answer) {
        self.progress().untrusted |= answer.is_untrusted();
    }

    pub fn note_question(&self) {
        self.progress().has_asked = true;
    }

    pub fn is_untrusted(&self) -> bool {
        self.progress().untrusted
    }

    pub fn has_asked(&self) -> bool {
        self.progress().has_asked
    }

    pub fn is_closed(&self) -> bool {
        self.progress().closed
    }

    pub fn slot(&self, number: usize) -> Slot {
        self.progress().replay.get(number)
    }

    pub fn slots(&self) -> Vec<Slot> {
        self.progress().replay.slots().to_vec()
    }

    /// Ends the run; with what the program ended with, if it did.
    pub async fn close(&self, ended: Option<String>) -> Result<(), ProgramError> {
        let header = {
            let mut progress = self.progress();
            if progress.closed {
                return Err(ProgramError::Closed);
            }
            progress.closed = true;
            self.header.with_entries(progress.replay.len())
        };
        self.repeated.notify_waiters();
        self.journal.stop(&self.row, &header, ended).await
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a request among those that wait for an answer.
pub(crate) struct Waiting<'r>(&'r Mutex<Progress>);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut progress = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        progress.waiting -= 1;
    }
}
