//! How a run ended, and a program that waits for rulings.

use crate::error::ProgramError;
use crate::fields::{ObjectText, list_text};
use crate::journal::{Journal, Slot};
use toolc_runtime::{
    ApprovalStore, Json, PendingCall, ResumeError, Ruling, SealKey, State, fence_json,
};

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Ended {
    /// The program ended with a value.
    Done {
        /// The value.
        value: Json,
        /// Whether a result that it got comes from outside.
        untrusted: bool,
    },
    /// The program failed.
    Failed {
        /// Why, in its own words.
        message: String,
        /// Whether a result that it got comes from outside.
        untrusted: bool,
    },
    /// Somebody has to decide first.
    Pending(PendingProgram),
}

impl Ended {
    /// The text for the model. What may come from outside is marked as data.
    pub fn to_llm_message(&self) -> String {
        let (text, untrusted) = match self {
            Ended::Done { value, untrusted } => (value.as_text().to_owned(), *untrusted),
            Ended::Failed { message, untrusted } => {
                let failed = ObjectText::new().text("program_failed", message);
                (failed.end(), *untrusted)
            }
            Ended::Pending(pending) => {
                let number = pending.questions().len();
                return format!(
                    "The program waits for a decision about {number} of its calls. Do not run it again."
                );
            }
        };
        match untrusted {
            true => fence_json(&text),
            false => text,
        }
    }
}

/// A program that waits for rulings: one for each question. Its journal is in the store.
#[derive(Debug, Clone, PartialEq)]
pub struct PendingProgram {
    id: String,
    code: String,
    questions: Vec<PendingCall>,
}

impl PendingProgram {
    /// Reads the questions of a program from a store, for whoever decides.
    ///
    /// # Errors
    /// Fails if the store has no such program, or if a text was changed or was sealed with another key.
    pub async fn load<S: ApprovalStore>(
        store: &S,
        key: &SealKey,
        id: &str,
    ) -> Result<Self, ProgramError> {
        let journal = Journal::of(store, key, id, "");
        let (header, slots) = journal.read().await?;
        PendingProgram::of(&journal, &header.code, &slots).await
    }

    /// The questions of a journal that have no ruling.
    pub(crate) async fn of<S: ApprovalStore>(
        journal: &Journal<'_, S>,
        code: &str,
        slots: &[Slot],
    ) -> Result<Self, ProgramError> {
        let now = journal.store.now().await?;
        let mut questions = Vec::new();
        for Slot { entry, .. } in slots {
            let (None, Some(text)) = (&entry.answer, &entry.question) else {
                continue;
            };
            let question = match PendingCall::open(text, journal.store.key, now) {
                Err(ResumeError::Expired) => continue,
                opened => opened?,
            };
            let stored = journal.store.get(question.id()).await?;
            if stored.is_some_and(|stored| stored.state == State::Asked) {
                questions.push(question);
            }
        }
        Ok(PendingProgram {
            id: journal.id().to_owned(),
            code: code.to_owned(),
            questions,
        })
    }

    /// The id of the program.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The SHA-256 of the code, in hex.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The calls about which somebody has to decide.
    pub fn questions(&self) -> &[PendingCall] {
        &self.questions
    }

    /// What a person may see of it, as JSON: everything except the secrets in the arguments, as [`PendingCall::shown`].
    pub fn shown(&self) -> String {
        let questions = self.questions.iter().map(PendingCall::shown);
        let out = ObjectText::new()
            .text("id", &self.id)
            .text("code", &self.code);
        out.raw("questions", &list_text(questions)).end()
    }

    /// Records the rulings on all questions. Then the program can run again.
    ///
    /// # Errors
    /// Fails, and records nothing, unless there is exactly one ruling for each question; and if the store fails, or has
    /// another ruling already.
    pub async fn decide<S: ApprovalStore>(
        &self,
        rulings: &[Ruling],
        store: &S,
        key: &SealKey,
    ) -> Result<(), ProgramError> {
        let asked = self.questions.iter().map(PendingCall::id);
        for id in asked.chain(rulings.iter().map(Ruling::id)) {
            let is_asked = self.questions.iter().any(|question| question.id() == id);
            let given = rulings.iter().filter(|ruling| ruling.id() == id).count();
            if !is_asked || given != 1 {
                let id = id.to_owned();
                return Err(ProgramError::Rulings { id });
            }
        }
        for ruling in rulings {
            store.decide(ruling, key).await?;
        }
        Ok(())
    }
}
