//! One run of a program: what it may ask, and in which order things happen. What a request does is in `perform.rs`.

use crate::answer::Answer;
use crate::ended::{Ended, PendingProgram};
use crate::entry::{Asked, Entry};
use crate::error::ProgramError;
use crate::fields::ObjectText;
use crate::header::Header;
use crate::ids::random_fraction;
use crate::journal::{Claimed, Journal, Slot};
use crate::limits::LimitKind;
use crate::replay::Replay;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};
use toolc_runtime::json::write_string;
use toolc_runtime::{ApprovalStore, Context, Json, StoredCall, Worker};

/// What a program gets for a call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reply {
    /// The call has ended.
    Answered(Answer),
    /// Somebody has to decide. The program gets no answer in this run: let what it does at the same time go on, then end it.
    Pending,
}

/// One run of a program. Requests may be made at the same time.
///
/// A run needs Tokio's timer. A request whose future is dropped before it is ready may have run and has no result in the
/// journal: the next run says so with [`ProgramError::Interrupted`].
pub struct Run<'w, H: 'static, S> {
    pub(crate) worker: &'w Worker<H>,
    pub(crate) context: Context,
    pub(crate) journal: Journal<'w, S>,
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

impl<'w, H: 'static, S: ApprovalStore> Run<'w, H, S> {
    pub(crate) async fn open(
        worker: &'w Worker<H>,
        context: &Context,
        journal: Journal<'w, S>,
    ) -> Result<Self, ProgramError> {
        let own = Header::new(journal.code(), worker.name(), context);
        let Claimed { row, header, slots } = journal.claim(own).await?;
        Ok(Run {
            worker,
            context: context.clone(),
            journal,
            row,
            header,
            state: Mutex::new(Progress {
                replay: Replay::new(slots),
                requests: 0,
                waiting: 0,
                closed: false,
                untrusted: false,
                has_asked: false,
            }),
            appending: tokio::sync::Mutex::new(()),
            repeated: Notify::new(),
            started: Instant::now(),
        })
    }

    /// The id of the program.
    pub fn id(&self) -> &str {
        self.journal.id()
    }

    /// Calls a tool, by its qualified name or its wire name. The call takes the worker's path like any other, as one of a
    /// program. If the journal has its result, that is the answer, and nothing runs.
    ///
    /// # Errors
    /// The run is over then, and so is every error of a later request.
    pub async fn call(&self, tool: &str, arguments: &str) -> Result<Reply, ProgramError> {
        let arguments = match arguments.trim().is_empty() {
            true => "{}",
            false => arguments,
        };
        let asked = Asked::call(self.wire_name(tool), arguments);
        self.request(asked, arguments).await
    }

    /// The time, in milliseconds since 1970. Every run has the same.
    ///
    /// # Errors
    /// Like [`Run::call`].
    pub async fn now(&self) -> Result<Reply, ProgramError> {
        self.request(Asked::Now, "").await
    }

    /// A number from 0 up to 1. Every run has the same. It is not for secrets.
    ///
    /// # Errors
    /// Like [`Run::call`].
    pub async fn random(&self) -> Result<Reply, ProgramError> {
        self.request(Asked::Random, "").await
    }

    /// The program ended with a value. If it has questions, or had an answer withheld, it is pending all the same.
    ///
    /// # Errors
    /// Fails if the run is over, if the program did not repeat what its journal has, or if the store fails.
    pub async fn end(&self, value: Json) -> Result<Ended, ProgramError> {
        self.conclude(Some(Ok(value))).await
    }

    /// The program failed, with a message for the model.
    ///
    /// # Errors
    /// Like [`Run::end`].
    pub async fn fail(&self, message: &str) -> Result<Ended, ProgramError> {
        self.conclude(Some(Err(message.to_owned()))).await
    }

    /// The program stopped without a word: because it waits for a ruling, if somebody was asked.
    ///
    /// # Errors
    /// Like [`Run::end`], and if nobody was asked.
    pub async fn suspend(&self) -> Result<Ended, ProgramError> {
        self.conclude(None).await
    }

    async fn conclude(&self, outcome: Option<Result<Json, String>>) -> Result<Ended, ProgramError> {
        if self.progress().closed {
            return Err(ProgramError::Closed);
        }
        let (has_asked, slots) = {
            let progress = self.progress();
            (progress.has_asked, progress.replay.slots().to_vec())
        };
        if has_asked {
            // what the program did not repeat may come after its questions: nothing new ran
            self.close(None).await?;
            let pending = PendingProgram::of(&self.journal, self.journal.code(), &slots);
            return Ok(Ended::Pending(pending.await?));
        }
        if outcome.is_none() {
            return Err(self.stop(ProgramError::Vanished).await);
        }
        if let Some(missing) = self.name_missing() {
            let instead = None;
            return Err(self.stop(ProgramError::Diverged { missing, instead }).await);
        }
        let outcome = outcome.ok_or(ProgramError::Vanished)?;
        self.close(Some(write_outcome(&outcome))).await?;
        self.journal.forget(&slots).await?;
        let untrusted = self.progress().untrusted;
        Ok(match outcome {
            Ok(value) => Ended::Done { value, untrusted },
            Err(message) => Ended::Failed { message, untrusted },
        })
    }

    /// Takes a request along: repeated, or new.
    async fn request(&self, asked: Asked, written: &str) -> Result<Reply, ProgramError> {
        let occurrence = self.admit(&asked)?;
        let _waiting = Waiting(&self.state);
        match self.find_or_run(asked, written, occurrence).await {
            Ok(reply) => {
                self.note_answer(&reply);
                Ok(reply)
            }
            Err(error) => Err(self.stop(error).await),
        }
    }

    async fn find_or_run(
        &self,
        asked: Asked,
        written: &str,
        occurrence: usize,
    ) -> Result<Reply, ProgramError> {
        self.check_limits()?;
        if let Some(number) = self.repeat(&asked, occurrence) {
            return self.answer_again(number).await;
        }
        if self.catch_up(&asked).await?.is_break() {
            return Ok(Reply::Pending);
        }
        let entry = Entry::new(asked.clone(), written, occurrence);
        match asked {
            Asked::Call { .. } => {
                let number = self.append(entry).await?;
                self.perform(number).await
            }
            Asked::Now => self.note_value(entry, &unix_millis()).await,
            Asked::Random => self.note_value(entry, &random_fraction()).await,
        }
    }

    /// Counts a request.
    fn admit(&self, asked: &Asked) -> Result<usize, ProgramError> {
        let mut progress = self.progress();
        if progress.closed {
            return Err(ProgramError::Closed);
        }
        progress.requests += 1;
        progress.waiting += 1;
        Ok(progress.replay.count(asked))
    }

    fn check_limits(&self) -> Result<(), ProgramError> {
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

    fn repeat(&self, asked: &Asked, occurrence: usize) -> Option<usize> {
        let mut progress = self.progress();
        let number = progress.replay.repeat(asked, occurrence)?;
        if progress.replay.first_missing().is_none() {
            self.repeated.notify_waiters();
        }
        Some(number)
    }

    /// Waits until the program has repeated everything: what runs at the same time may come in any order. Something new
    /// from a program that does other things than before never runs. Breaks if what is missing may come after a question.
    async fn catch_up(&self, asked: &Asked) -> Result<ControlFlow<()>, ProgramError> {
        let all = async {
            loop {
                let told = self.repeated.notified();
                if self.progress().closed || self.name_missing().is_none() {
                    return;
                }
                told.await;
            }
        };
        if timeout(self.journal.limits.replay, all).await.is_ok() {
            return match self.progress().closed {
                true => Err(ProgramError::Closed),
                false => Ok(ControlFlow::Continue(())),
            };
        }
        if self.progress().has_asked {
            return Ok(ControlFlow::Break(()));
        }
        Err(ProgramError::Diverged {
            missing: self.name_missing().unwrap_or_default(),
            instead: Some(asked.name().to_owned()),
        })
    }

    fn name_missing(&self) -> Option<String> {
        let progress = self.progress();
        let slot = progress.replay.first_missing()?;
        Some(slot.entry.asked.name().to_owned())
    }

    /// Writes to the journal what is about to run.
    async fn append(&self, entry: Entry) -> Result<usize, ProgramError> {
        let _turn = self.appending.lock().await;
        if self.progress().closed {
            return Err(ProgramError::Closed);
        }
        let number = self.progress().replay.len();
        let slot = self.journal.append(number, entry).await?;
        Ok(self.progress().replay.push(slot))
    }

    /// Adds a value that the program gets from nowhere else.
    async fn note_value(&self, mut entry: Entry, value: &str) -> Result<Reply, ProgramError> {
        let answer = Answer::of_value(Json::parse(value).unwrap_or_default());
        entry.answer = Some(answer.to_json());
        self.append(entry).await?;
        Ok(Reply::Answered(answer))
    }

    fn note_answer(&self, reply: &Reply) {
        if let Reply::Answered(answer) = reply {
            self.progress().untrusted |= answer.is_untrusted();
        }
    }

    pub(crate) fn note_question(&self) {
        self.progress().has_asked = true;
    }

    pub(crate) fn slot(&self, number: usize) -> Slot {
        self.progress().replay.get(number)
    }

    pub(crate) fn set_slot(&self, number: usize, slot: Slot) {
        self.progress().replay.set(number, slot);
    }

    /// Ends the run because of an error. The program may run again.
    pub(crate) async fn stop(&self, error: ProgramError) -> ProgramError {
        if matches!(error, ProgramError::Closed) {
            return error;
        }
        match self.close(None).await {
            Ok(()) | Err(ProgramError::Closed) => error,
            Err(other) => match error {
                ProgramError::Store(_) => error,
                _ => other,
            },
        }
    }

    async fn close(&self, ended: Option<String>) -> Result<(), ProgramError> {
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

    /// The wire name of a tool, so that both of its names are the same call; a name that no tool has stays.
    fn wire_name<'t>(&self, name: &'t str) -> &'t str {
        let mut tools = self.worker.tools().filter(|entry| entry.name == name);
        match (tools.next(), tools.next()) {
            (Some(entry), None) => entry.wire_name,
            _ => name,
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts those who wait for an answer.
struct Waiting<'r>(&'r Mutex<Progress>);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut progress = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        progress.waiting -= 1;
    }
}

fn unix_millis() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_millis().to_string()
}

/// What a program ended with, as the store has it.
fn write_outcome(outcome: &Result<Json, String>) -> String {
    match outcome {
        Ok(value) => ObjectText::new().raw("value", value.as_text()).end(),
        Err(message) => {
            let mut text = String::new();
            write_string(message, &mut text);
            ObjectText::new().raw("error", &text).end()
        }
    }
}

impl<H, S> fmt::Debug for Run<'_, H, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("worker", &self.worker)
            .field("journal", &self.journal)
            .finish_non_exhaustive()
    }
}
