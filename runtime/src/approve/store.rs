//! Where pending calls are kept, so that each is resumed once: asked, decided, claimed, finished.

use super::pending::{PendingCall, unique_id};
use super::record::{time_of, unix_millis};
use super::resume::ResumeError;
use super::ruling::Ruling;
use super::seal::SealKey;
use super::store_error::StoreError;
use crate::json::Json;
use crate::result::ToolResult;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// A pending call as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCall {
    /// The id of the pending call.
    pub id: String,
    /// Grows with each change, so that one of two changes at the same time is told to look again.
    pub revision: u32,
    /// How far it has come.
    pub state: State,
    /// The sealed text of the pending call.
    pub question: String,
    /// The sealed text of the ruling.
    pub ruling: Option<String>,
}

/// How far a stored call has come. It is written as one word, with what belongs to it behind colons:
/// `asked`, `decided`, `claimed:…` and `finished:…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// Nobody has decided.
    Asked,
    /// There is a ruling, and nobody has acted on it.
    Decided,
    /// Somebody acts on it.
    Claimed {
        /// Who: a name that nobody else has.
        owner: String,
        /// Until when it counts as under way. After that whoever claimed it is taken for dead, and
        /// the call for interrupted: it may have run.
        until: SystemTime,
    },
    /// It came to its end, or somebody gave it up.
    Finished {
        /// The tool result as JSON; none where it was given up.
        result: Option<String>,
    },
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            State::Asked => f.write_str("asked"),
            State::Decided => f.write_str("decided"),
            State::Claimed { owner, until } => write!(f, "claimed:{}:{owner}", unix_millis(*until)),
            State::Finished { result } => {
                write!(f, "finished:{}", result.as_deref().unwrap_or_default())
            }
        }
    }
}

impl FromStr for State {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let unknown = || StoreError::new(format!("`{text}` is not a state of a pending call"));
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        Ok(match word {
            "asked" => State::Asked,
            "decided" => State::Decided,
            "claimed" => {
                let (until, owner) = rest.split_once(':').ok_or_else(unknown)?;
                State::Claimed {
                    owner: owner.to_owned(),
                    until: time_of(until.parse().map_err(|_| unknown())?),
                }
            }
            "finished" => State::Finished {
                result: (!rest.is_empty()).then(|| rest.to_owned()),
            },
            _ => return Err(unknown()),
        })
    }
}

/// Keeps pending calls. A store brings the first four methods; what they mean for a pending call is
/// the rest of them.
///
/// A store need not be trusted with what it keeps, which is sealed. It is trusted with one thing: that
/// a call that was finished or claimed stays so. Whoever can put an older state back can have a call
/// run twice.
///
/// The methods do not block: a store that has to brings a thread for it.
pub trait ApprovalStore: Send + Sync {
    /// Adds a call. `false` where its id is known; then nothing changes.
    fn insert(&self, call: &StoredCall) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// The call with an id.
    fn get(&self, id: &str) -> impl Future<Output = Result<Option<StoredCall>, StoreError>> + Send;

    /// Replaces a call that still has this revision, in one step. `false` where it has another one;
    /// then nothing changes.
    fn replace(
        &self,
        revision: u32,
        call: &StoredCall,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// All calls that are not finished, in any order.
    fn open(&self) -> impl Future<Output = Result<Vec<StoredCall>, StoreError>> + Send;

    /// Keeps a pending call until it is decided.
    fn put(
        &self,
        pending: &PendingCall,
        key: &SealKey,
    ) -> impl Future<Output = Result<(), ResumeError>> + Send {
        let call = StoredCall {
            id: pending.id().to_owned(),
            revision: 0,
            state: State::Asked,
            question: pending.seal(key),
            ruling: None,
        };
        async move {
            // The same call may be put twice: whoever was interrupted does not know.
            if self.insert(&call).await? {
                return Ok(());
            }
            match self.get(&call.id).await? {
                Some(known) if pending.is_in(&known.question) => Ok(()),
                _ => Err(ResumeError::NotStored),
            }
        }
    }

    /// Keeps a ruling. The first one counts; the same one may be given twice.
    fn decide(
        &self,
        ruling: &Ruling,
        key: &SealKey,
    ) -> impl Future<Output = Result<(), ResumeError>> + Send {
        async move {
            loop {
                let call = stored(self, ruling.id()).await?;
                if let Some(known) = &call.ruling {
                    return if ruling.is_in(known) {
                        Ok(())
                    } else {
                        Err(ResumeError::DecidedOtherwise)
                    };
                }
                if let State::Finished { result } = call.state {
                    return Err(already(result));
                }
                let decided = StoredCall {
                    state: State::Decided,
                    ruling: Some(ruling.seal(key)),
                    ..call
                };
                if step(self, decided).await? {
                    return Ok(());
                }
            }
        }
    }

    /// Claims a decided call for whoever resumes it: of all who try, one gets it, and once.
    fn take(
        &self,
        pending: &PendingCall,
        ruling: &Ruling,
        lease: Duration,
    ) -> impl Future<Output = Result<Claim, ResumeError>> + Send {
        async move {
            loop {
                let call = stored(self, pending.id()).await?;
                call.check(pending, ruling)?;
                let now = SystemTime::now();
                let claim = Claim {
                    id: call.id.clone(),
                    owner: unique_id(),
                };
                let claimed = StoredCall {
                    state: State::Claimed {
                        owner: claim.owner.clone(),
                        until: now.checked_add(lease).unwrap_or(now),
                    },
                    ..call
                };
                if step(self, claimed).await? {
                    return Ok(claim);
                }
            }
        }
    }

    /// Keeps the result of a claimed call.
    fn finish(
        &self,
        claim: &Claim,
        result: &ToolResult,
    ) -> impl Future<Output = Result<(), StoreError>> + Send {
        let result = Json::encode(result).map(|json| json.as_text().to_owned());
        async move {
            let result = Some(result.map_err(StoreError::new)?);
            loop {
                let call = self.get(&claim.id).await?.filter(|call| {
                    matches!(&call.state, State::Claimed { owner, .. } if *owner == claim.owner)
                });
                let Some(call) = call else {
                    return Err(StoreError::new("somebody else has the call by now"));
                };
                let state = State::Finished {
                    result: result.clone(),
                };
                if step(self, StoredCall { state, ..call }).await? {
                    return Ok(());
                }
            }
        }
    }

    /// Lets an interrupted call run again: somebody made sure that it did not run, or that it may
    /// run twice.
    fn run_again(&self, id: &str) -> impl Future<Output = Result<(), ResumeError>> + Send {
        async move {
            loop {
                let call = stored(self, id).await?;
                match call.progress() {
                    Err(ResumeError::Interrupted) => {}
                    Err(error) => return Err(error),
                    Ok(()) => return Ok(()),
                }
                let state = State::Decided;
                if step(self, StoredCall { state, ..call }).await? {
                    return Ok(());
                }
            }
        }
    }

    /// Ends a call that is not under way, for good and without a result.
    fn give_up(&self, id: &str) -> impl Future<Output = Result<(), ResumeError>> + Send {
        async move {
            loop {
                let call = stored(self, id).await?;
                match call.progress() {
                    Ok(()) | Err(ResumeError::Interrupted | ResumeError::NotDecided) => {}
                    Err(error) => return Err(error),
                }
                let state = State::Finished { result: None };
                if step(self, StoredCall { state, ..call }).await? {
                    return Ok(());
                }
            }
        }
    }
}

/// The right to resume a call.
#[derive(Debug)]
pub struct Claim {
    id: String,
    owner: String,
}

async fn stored<S: ApprovalStore + ?Sized>(store: &S, id: &str) -> Result<StoredCall, ResumeError> {
    store.get(id).await?.ok_or(ResumeError::NotStored)
}

/// Replaces a call by its next revision.
async fn step<S: ApprovalStore + ?Sized>(store: &S, call: StoredCall) -> Result<bool, StoreError> {
    let revision = call.revision;
    let next = StoredCall {
        revision: revision + 1,
        ..call
    };
    store.replace(revision, &next).await
}

fn already(result: Option<String>) -> ResumeError {
    ResumeError::AlreadyResumed {
        result: result.and_then(|text| Json::parse(text).ok()),
    }
}

impl StoredCall {
    /// Whether somebody began to resume the call and did not come to an end in time.
    pub fn is_interrupted(&self, now: SystemTime) -> bool {
        matches!(self.state, State::Claimed { until, .. } if until <= now)
    }

    /// An error unless it can be claimed now.
    fn progress(&self) -> Result<(), ResumeError> {
        match &self.state {
            State::Asked => Err(ResumeError::NotDecided),
            State::Decided => Ok(()),
            State::Claimed { .. } if self.is_interrupted(SystemTime::now()) => {
                Err(ResumeError::Interrupted)
            }
            State::Claimed { until, .. } => Err(ResumeError::InProgress { until: *until }),
            State::Finished { result } => Err(already(result.clone())),
        }
    }

    /// An error unless it is this call with this ruling, and can be claimed now.
    fn check(&self, pending: &PendingCall, ruling: &Ruling) -> Result<(), ResumeError> {
        if !pending.is_in(&self.question) {
            return Err(ResumeError::NotStored);
        }
        self.progress()?;
        match &self.ruling {
            None => Err(ResumeError::NotDecided),
            Some(known) if ruling.is_in(known) => Ok(()),
            Some(_) => Err(ResumeError::DecidedOtherwise),
        }
    }
}

impl<S: ApprovalStore> ApprovalStore for Arc<S> {
    fn insert(&self, call: &StoredCall) -> impl Future<Output = Result<bool, StoreError>> + Send {
        S::insert(self, call)
    }

    fn get(&self, id: &str) -> impl Future<Output = Result<Option<StoredCall>, StoreError>> + Send {
        S::get(self, id)
    }

    fn replace(
        &self,
        revision: u32,
        call: &StoredCall,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        S::replace(self, revision, call)
    }

    fn open(&self) -> impl Future<Output = Result<Vec<StoredCall>, StoreError>> + Send {
        S::open(self)
    }
}
