//! Why a pending call cannot be resumed.

use crate::json::Json;
use crate::result::ToolResult;
use crate::store_error::StoreError;
use std::error::Error;
use std::fmt;
use std::time::SystemTime;

/// Why a pending call was not opened or not resumed. Nothing ran, except for [`ResumeError::Unrecorded`].
#[derive(Debug)]
#[non_exhaustive]
pub enum ResumeError {
    /// The text is not a pending call or a ruling, or has a version that is not known here.
    Malformed,
    /// The text was changed after it was sealed.
    Forged,
    /// No key with this id is known here.
    UnknownKey {
        /// The id that the text names.
        id: String,
    },
    /// The pending call has expired.
    Expired,
    /// The call belongs to another worker.
    ForeignWorker {
        /// The worker of the call.
        worker: String,
    },
    /// The call was made for another principal.
    ForeignPrincipal,
    /// The call was made in another session.
    ForeignSession,
    /// The call was delegated by other workers.
    ForeignDelegation,
    /// The ruling is about another call.
    ForeignRuling,
    /// The worker no longer has the tool.
    NoSuchTool {
        /// The wire name of the tool.
        tool: String,
    },
    /// The tool is not the one that was approved: its names, texts, schemas or effect changed.
    ChangedDefinition {
        /// The wire name of the tool.
        tool: String,
    },
    /// The store has no such call, or has a different one under its id.
    NotStored,
    /// Nobody has decided yet.
    NotDecided,
    /// A different decision has been recorded already.
    DecidedOtherwise,
    /// The call is being resumed right now.
    InProgress {
        /// Until when it counts as in progress.
        until: SystemTime,
    },
    /// A resumption was started and never finished, so the call may or may not have run. A person has to find
    /// out, and then calls [`run_again`] or [`give_up`].
    ///
    /// [`run_again`]: super::ApprovalStore::run_again
    /// [`give_up`]: super::ApprovalStore::give_up
    Interrupted,
    /// It has been resumed before.
    AlreadyResumed {
        /// The tool result as JSON; `None` if the call was given up.
        result: Option<Json>,
    },
    /// The store failed.
    Store(StoreError),
    /// The call ran, but its result could not be stored.
    Unrecorded {
        /// The result.
        result: Box<ToolResult>,
        /// Why it was not stored.
        error: StoreError,
    },
}

impl ResumeError {
    /// The stable code of the variant, such as `already_resumed`.
    pub fn code(&self) -> &'static str {
        match self {
            ResumeError::Malformed => "malformed",
            ResumeError::Forged => "forged",
            ResumeError::UnknownKey { .. } => "unknown_key",
            ResumeError::Expired => "expired",
            ResumeError::ForeignWorker { .. } => "foreign_worker",
            ResumeError::ForeignPrincipal => "foreign_principal",
            ResumeError::ForeignSession => "foreign_session",
            ResumeError::ForeignDelegation => "foreign_delegation",
            ResumeError::ForeignRuling => "foreign_ruling",
            ResumeError::NoSuchTool { .. } => "no_such_tool",
            ResumeError::ChangedDefinition { .. } => "changed_definition",
            ResumeError::NotStored => "not_stored",
            ResumeError::NotDecided => "not_decided",
            ResumeError::DecidedOtherwise => "decided_otherwise",
            ResumeError::InProgress { .. } => "in_progress",
            ResumeError::Interrupted => "interrupted",
            ResumeError::AlreadyResumed { .. } => "already_resumed",
            ResumeError::Store(_) => "store",
            ResumeError::Unrecorded { .. } => "unrecorded",
        }
    }
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ResumeError::Malformed => "the text is not that of a pending call or a ruling",
            ResumeError::Forged => "the text was changed after it was sealed",
            ResumeError::UnknownKey { id } => return write!(f, "no key has the id `{id}`"),
            ResumeError::Expired => "the call has expired: it has to be asked again",
            ResumeError::ForeignWorker { worker } => {
                return write!(f, "the call is one of the worker `{worker}`");
            }
            ResumeError::ForeignPrincipal => "the call was made for another principal",
            ResumeError::ForeignSession => "the call was made in another session",
            ResumeError::ForeignDelegation => "the call came by way of other workers",
            ResumeError::ForeignRuling => "the ruling is about another call",
            ResumeError::NoSuchTool { tool } => {
                return write!(f, "the worker does not have the tool `{tool}` any more");
            }
            ResumeError::ChangedDefinition { tool } => {
                return write!(f, "the tool `{tool}` is not the one that was approved");
            }
            ResumeError::NotStored => "the store does not have this call",
            ResumeError::NotDecided => "nobody has decided about the call yet",
            ResumeError::DecidedOtherwise => "the call was already decided in another way",
            ResumeError::InProgress { .. } => "the call is being resumed",
            ResumeError::Interrupted => {
                "the call was interrupted while it was resumed, and may have run: a person has to decide"
            }
            ResumeError::AlreadyResumed { .. } => "the call was already resumed",
            ResumeError::Store(error) => return write!(f, "the store failed: {error}"),
            ResumeError::Unrecorded { error, .. } => {
                return write!(f, "the call ran, but its result was not stored: {error}");
            }
        })
    }
}

impl Error for ResumeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ResumeError::Store(error) | ResumeError::Unrecorded { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<StoreError> for ResumeError {
    fn from(error: StoreError) -> Self {
        ResumeError::Store(error)
    }
}
