//! Where pending calls are kept, so that each is resumed once: asked, decided, claimed, finished.

use super::pending::PendingCall;
use super::record::{time_of, unix_millis};
use super::request::end_of;
use super::resume::ResumeError;
use super::ruling::Ruling;
use super::seal::SealKey;
use super::unique::unique_id;
use crate::json::Json;
use crate::result::ToolResult;
use crate::store_error::StoreError;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// A pending call as a store keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCall {
    /// The id of the pending call.
    pub id: String,
    /// Incremented by every change, so that the loser of two simultaneous changes can tell and try again.
    pub revision: u32,
    /// How far the call has come.
    pub state: State,
    /// The sealed text of the pending call.
    pub question: String,
    /// The sealed text of the ruling, once there is one.
    pub ruling: Option<String>,
}

/// How far a stored call has come. It is written as one word, followed by its details after colons: `asked`,
/// `decided`, `claimed:…` and `finished:…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// No decision has been made.
    Asked,
    /// There is a ruling, but nobody has acted on it yet.
    Decided,
    /// Somebody is acting on the ruling.
    Claimed {
        /// A unique name for whoever claimed the call.
        owner: String,
        /// Until when it counts as in progress. After that, whoever claimed it is presumed dead and the call
        /// interrupted: it may or may not have run.
        until: SystemTime,
    },
    /// It has run to its end, or was given up.
    Finished {
        /// The tool result as JSON; `None` if the call was given up.
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

/// Keeps pending calls. An implementation provides the first four methods; the others are built on them.
///
/// A store need not be trusted with the contents, which are sealed. It is trusted with one thing: that a call
/// that was claimed or finished stays so. Whoever can restore an older state can make a call run twice.
///
/// The methods must not block: a store that needs to block should use a thread. `testing::check_store` (feature
/// `testing`) tells whether a store keeps its promises.
pub trait ApprovalStore: Send + Sync {
    /// Adds a call. Returns `false`, and changes nothing, if its id is known already.
    fn insert(&self, call: &StoredCall) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// The call with this id.
    fn get(&self, id: &str) -> impl Future<Output = Result<Option<StoredCall>, StoreError>> + Send;

    /// Atomically replaces the call if it still has this revision. Returns `false`, and changes nothing, if
    /// it has another one.
    fn replace(
        &self,
        revision: u32,
        call: &StoredCall,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// All calls that are not finished, in any order.
    fn open(&self) -> impl Future<Output = Result<Vec<StoredCall>, StoreError>> + Send;

    /// All calls that the store has, those that are finished too, in any order. A store that keeps finished calls says
    /// so here; the default lists the open ones.
    fn list(&self) -> impl Future<Output = Result<Vec<StoredCall>, StoreError>> + Send {
        self.open()
    }

    /// What time it is, for everything that expires: questions, and the leases of claims. By default this is the clock of
    /// the process; a store that several machines share answers with a clock that they share too.
    fn now(&self) -> impl Future<Output = Result<SystemTime, StoreError>> + Send {
        async { Ok(SystemTime::now()) }
    }

    /// Stores a pending call until it is decided. Storing the same call twice is not an error.
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
            // The same call may be put twice: after an interruption the caller cannot know whether it was
            // stored.
            if self.insert(&call).await? {
                return Ok(());
            }
            match self.get(&call.id).await? {
                Some(known) if pending.is_in(&known.question) => Ok(()),
                _ => Err(ResumeError::NotStored),
            }
        }
    }

    /// Records a ruling. The first one counts; recording the same one again is not an error.
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

    /// Claims a decided call in order to resume it: of all who try, exactly one succeeds, and only once.
    fn take(
        &self,
        pending: &PendingCall,
        ruling: &Ruling,
        lease: Duration,
    ) -> impl Future<Output = Result<Claim, ResumeError>> + Send {
        async move {
            loop {
                let call = stored(self, pending.id()).await?;
                let now = self.now().await?;
                call.check(pending, ruling, now)?;
                let claim = Claim {
                    id: call.id.clone(),
                    owner: unique_id(),
                };
                let claimed = StoredCall {
                    state: State::Claimed {
                        owner: claim.owner.clone(),
                        until: end_of(lease, now),
                    },
                    ..call
                };
                if step(self, claimed).await? {
                    return Ok(claim);
                }
            }
        }
    }

    /// Extends the lease of a claimed call, which is counted from now. Returns `false` if the claim does not hold any more,
    /// because the lease ran out and a person decided what becomes of the call.
    fn renew(
        &self,
        claim: &Claim,
        lease: Duration,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        async move {
            loop {
                let Some(call) = self.get(&claim.id).await?.filter(|call| claim.holds(call)) else {
                    return Ok(false);
                };
                let state = State::Claimed {
                    owner: claim.owner.clone(),
                    until: end_of(lease, self.now().await?),
                };
                if step(self, StoredCall { state, ..call }).await? {
                    return Ok(true);
                }
            }
        }
    }

    /// Stores the result of a claimed call.
    fn finish(
        &self,
        claim: &Claim,
        result: &ToolResult,
    ) -> impl Future<Output = Result<(), StoreError>> + Send {
        let result = Json::encode(result).map(|json| json.as_text().to_owned());
        async move {
            let result = Some(result.map_err(StoreError::new)?);
            loop {
                let held = self.get(&claim.id).await?.filter(|call| claim.holds(call));
                let Some(call) = held else {
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

    /// Lets an interrupted call run again. Call this only after making sure that it did not run, or that it
    /// may run twice.
    fn run_again(&self, id: &str) -> impl Future<Output = Result<(), ResumeError>> + Send {
        async move {
            loop {
                let call = stored(self, id).await?;
                match call.progress(self.now().await?) {
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

    /// Finishes a call that is not in progress, for good and without a result.
    fn give_up(&self, id: &str) -> impl Future<Output = Result<(), ResumeError>> + Send {
        async move {
            loop {
                let call = stored(self, id).await?;
                match call.progress(self.now().await?) {
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

/// The right to resume a call, held by whoever claimed it.
#[derive(Debug)]
pub struct Claim {
    id: String,
    owner: String,
}

impl Claim {
    /// Whether the call is still claimed by this claim.
    fn holds(&self, call: &StoredCall) -> bool {
        matches!(&call.state, State::Claimed { owner, .. } if *owner == self.owner)
    }
}

async fn stored<S: ApprovalStore + ?Sized>(store: &S, id: &str) -> Result<StoredCall, ResumeError> {
    store.get(id).await?.ok_or(ResumeError::NotStored)
}

/// Replaces a call with its next revision.
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
    /// Whether somebody started to resume the call and did not finish in time.
    pub fn is_interrupted(&self, now: SystemTime) -> bool {
        matches!(self.state, State::Claimed { until, .. } if until <= now)
    }

    /// Fails unless the call can be claimed now.
    fn progress(&self, now: SystemTime) -> Result<(), ResumeError> {
        match &self.state {
            State::Asked => Err(ResumeError::NotDecided),
            State::Decided => Ok(()),
            State::Claimed { .. } if self.is_interrupted(now) => Err(ResumeError::Interrupted),
            State::Claimed { until, .. } => Err(ResumeError::InProgress { until: *until }),
            State::Finished { result } => Err(already(result.clone())),
        }
    }

    /// Fails unless it is this call with this ruling, and can be claimed now.
    fn check(
        &self,
        pending: &PendingCall,
        ruling: &Ruling,
        now: SystemTime,
    ) -> Result<(), ResumeError> {
        if !pending.is_in(&self.question) {
            return Err(ResumeError::NotStored);
        }
        self.progress(now)?;
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
    fn list(&self) -> impl Future<Output = Result<Vec<StoredCall>, StoreError>> + Send {
        S::list(self)
    }

    fn now(&self) -> impl Future<Output = Result<SystemTime, StoreError>> + Send {
        S::now(self)
    }
}
