//! Why a run of a program does not go on.

use crate::limits::LimitKind;
use std::error::Error;
use std::fmt;
use std::time::SystemTime;
use toolc_runtime::{Json, ResumeError, StoreError};

/// Why a run of a program does not go on. Whatever ran before is in the journal.
#[derive(Debug)]
#[non_exhaustive]
pub enum ProgramError {
    /// The program is another one than the journal's: its code differs.
    ChangedCode,
    /// The journal belongs to another worker, principal, session or delegation.
    Foreign {
        /// Which of them.
        what: &'static str,
    },
    /// The program did not do again what the journal says that it did. What it wanted instead did not run.
    Diverged {
        /// What it did before and did not repeat: a tool, `now` or `random`.
        missing: String,
        /// What it wanted in its place; `None` if it ended.
        instead: Option<String>,
    },
    /// The program, or a call of it, is running elsewhere.
    InProgress {
        /// Until when it counts as running, if that is known.
        until: Option<SystemTime>,
    },
    /// A call was begun and never finished, so it may or may not have run. A person has to find out. If it did not run, they
    /// call [`run_again`] of the store with the id; if it ran, [`Journal::settle`] with its result, or [`give_up`] of the
    /// store. Then the program can run again.
    ///
    /// [`Journal::settle`]: crate::Journal::settle
    /// [`run_again`]: toolc_runtime::ApprovalStore::run_again
    /// [`give_up`]: toolc_runtime::ApprovalStore::give_up
    Interrupted {
        /// The id under which the store has the call.
        id: String,
        /// The wire name of the tool.
        tool: String,
    },
    /// The program has ended before.
    AlreadyEnded {
        /// What it returned; `None` if it failed or was given up.
        value: Option<Json>,
    },
    /// A limit of the run was reached.
    Limit(LimitKind),
    /// The sandbox went away before the program said how it ended.
    Vanished,
    /// The run has ended.
    Closed,
    /// A question of the batch has no ruling, or a ruling is about something else.
    Rulings {
        /// The id of that question.
        id: String,
    },
    /// A question cannot be resumed, or a text of the journal cannot be opened.
    Resume(ResumeError),
    /// The store failed.
    Store(StoreError),
    /// The pipe or socket to the sandbox failed.
    Wire(std::io::Error),
}

impl ProgramError {
    /// The stable code of the variant, such as `diverged`.
    pub fn code(&self) -> &'static str {
        match self {
            ProgramError::ChangedCode => "changed_code",
            ProgramError::Foreign { .. } => "foreign",
            ProgramError::Diverged { .. } => "diverged",
            ProgramError::InProgress { .. } => "in_progress",
            ProgramError::Interrupted { .. } => "interrupted",
            ProgramError::AlreadyEnded { .. } => "already_ended",
            ProgramError::Limit(_) => "limit",
            ProgramError::Vanished => "vanished",
            ProgramError::Closed => "closed",
            ProgramError::Rulings { .. } => "rulings",
            ProgramError::Resume(error) => error.code(),
            ProgramError::Store(_) => "store",
            ProgramError::Wire(_) => "wire",
        }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::ChangedCode => {
                f.write_str("the code is not that of the journal: run the code that was run before")
            }
            ProgramError::Foreign { what } => write!(f, "the program belongs to another {what}"),
            ProgramError::Diverged { missing, instead } => {
                write!(
                    f,
                    "the program diverged from its journal: `{missing}` was not repeated"
                )?;
                match instead {
                    Some(instead) => {
                        write!(f, ", and `{instead}`, which came instead, did not run")
                    }
                    None => Ok(()),
                }
            }
            ProgramError::InProgress { .. } => f.write_str("the program is running elsewhere"),
            ProgramError::Interrupted { id, tool } => write!(
                f,
                "a call of `{tool}` was interrupted, and may have run: a person has to decide about `{id}`"
            ),
            ProgramError::AlreadyEnded { .. } => f.write_str("the program has ended before"),
            ProgramError::Limit(kind) => write!(f, "the run reached its limit of {kind}"),
            ProgramError::Vanished => f.write_str("the sandbox went away before the program ended"),
            ProgramError::Closed => f.write_str("the run has ended"),
            ProgramError::Rulings { id } => {
                write!(f, "each question needs one ruling: look at `{id}`")
            }
            ProgramError::Resume(error) => fmt::Display::fmt(error, f),
            ProgramError::Store(error) => write!(f, "the store failed: {error}"),
            ProgramError::Wire(error) => write!(f, "the sandbox cannot be reached: {error}"),
        }
    }
}

impl Error for ProgramError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ProgramError::Resume(error) => Some(error),
            ProgramError::Store(error) => Some(error),
            ProgramError::Wire(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ResumeError> for ProgramError {
    fn from(error: ResumeError) -> Self {
        match error {
            ResumeError::Store(error) => ProgramError::Store(error),
            ResumeError::InProgress { until } => ProgramError::InProgress { until: Some(until) },
            error => ProgramError::Resume(error),
        }
    }
}

impl From<StoreError> for ProgramError {
    fn from(error: StoreError) -> Self {
        ProgramError::Store(error)
    }
}

impl From<std::io::Error> for ProgramError {
    fn from(error: std::io::Error) -> Self {
        ProgramError::Wire(error)
    }
}
