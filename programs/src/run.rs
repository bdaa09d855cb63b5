//! One run of a program: what it may ask, and in which order things happen. What a request does is in `perform.rs`.

use crate::answer::Answer;
use crate::ended::{Ended, PendingProgram};
use crate::entry::{Asked, Entry};
use crate::error::ProgramError;
use crate::fields::ObjectText;
use crate::header::Header;
use crate::ids::random_fraction;
use crate::journal::Journal;
use crate::ledger::Ledger;
use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};
use toolc_runtime::json::write_string;
use toolc_runtime::{ApprovalStore, Context, Json, Worker};

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
    pub(crate) ledger: Ledger<'w, S>,
}

impl<'w, H: 'static, S: ApprovalStore> Run<'w, H, S> {
    pub(crate) async fn open(
        worker: &'w Worker<H>,
        context: &Context,
        journal: Journal<'w, S>,
    ) -> Result<Self, ProgramError> {
        let own = Header::new(journal.code(), worker.name(), context);
        let claimed = journal.claim(own).await?;
        Ok(Run {
            worker,
            context: context.clone(),
            ledger: Ledger::new(journal, claimed),
        })
    }

    /// The id of the program.
    pub fn id(&self) -> &str {
        self.ledger.journal.id()
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
        let ledger = &self.ledger;
        if ledger.is_closed() {
            return Err(ProgramError::Closed);
        }
        let slots = ledger.slots();
        if ledger.has_asked() {
            // what the program did not repeat may come after its questions: nothing new ran
            ledger.close(None).await?;
            let journal = &ledger.journal;
            let pending = PendingProgram::of(journal, journal.code(), &slots);
            return Ok(Ended::Pending(pending.await?));
        }
        if outcome.is_none() {
            return Err(self.stop(ProgramError::Vanished).await);
        }
        if let Some(missing) = ledger.name_missing() {
            let instead = None;
            return Err(self.stop(ProgramError::Diverged { missing, instead }).await);
        }
        let outcome = outcome.ok_or(ProgramError::Vanished)?;
        ledger.close(Some(write_outcome(&outcome))).await?;
        ledger.journal.forget(&slots).await?;
        let untrusted = ledger.is_untrusted();
        Ok(match outcome {
            Ok(value) => Ended::Done { value, untrusted },
            Err(message) => Ended::Failed { message, untrusted },
        })
    }

    /// Takes a request along: repeated, or new.
    async fn request(&self, asked: Asked, written: &str) -> Result<Reply, ProgramError> {
        let (occurrence, _waiting) = self.ledger.admit(&asked)?;
        match self.find_or_run(asked, written, occurrence).await {
            Ok(reply) => {
                if let Reply::Answered(answer) = &reply {
                    self.ledger.note_answer(answer);
                }
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
        self.ledger.check_limits()?;
        if let Some(number) = self.ledger.repeat(&asked, occurrence) {
            return self.answer_again(number).await;
        }
        if self.ledger.catch_up(&asked).await?.is_break() {
            return Ok(Reply::Pending);
        }
        let entry = Entry::new(asked, written, occurrence);
        match entry.asked {
            Asked::Call { .. } => self.perform(None, entry).await,
            Asked::Now => self.note_value(entry, &unix_millis()).await,
            Asked::Random => self.note_value(entry, &random_fraction()).await,
        }
    }

    /// Adds a value that the program gets from nowhere else.
    async fn note_value(&self, entry: Entry, value: &str) -> Result<Reply, ProgramError> {
        let answer = Answer::of_value(Json::parse(value).unwrap_or_default());
        self.note(None, entry, answer).await
    }

    /// Ends the run because of an error. The program may run again.
    pub(crate) async fn stop(&self, error: ProgramError) -> ProgramError {
        if matches!(error, ProgramError::Closed) {
            return error;
        }
        match self.ledger.close(None).await {
            Ok(()) | Err(ProgramError::Closed) => error,
            Err(other) => match error {
                ProgramError::Store(_) => error,
                _ => other,
            },
        }
    }

    /// The wire name of a tool, so that both of its names are the same call; a name that no tool has stays.
    fn wire_name<'t>(&self, name: &'t str) -> &'t str {
        let mut tools = self.worker.tools().filter(|entry| entry.name == name);
        match (tools.next(), tools.next()) {
            (Some(entry), None) => entry.wire_name,
            _ => name,
        }
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
            .field("journal", &self.ledger.journal)
            .finish_non_exhaustive()
    }
}
