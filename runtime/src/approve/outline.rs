//! What a stored call says of itself, for lists and for the columns of a store.

use super::audit::Reason;
use super::pending;
use super::ruling;
use super::store::{State, StoredCall};
use std::fmt;
use std::time::SystemTime;

/// What a stored call says of itself, read without a key. Nobody has checked its seals: it is for lists, counts and the
/// columns of a store, and no decision may rest on it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outline {
    /// The worker that wants to call.
    pub worker: String,
    /// The qualified name of the tool: `namespace::tool`.
    pub tool: String,
    /// The principal on whose behalf the call is made.
    pub principal: Option<String>,
    /// The session of the call.
    pub session: Option<String>,
    /// When approval was requested.
    pub asked_at: SystemTime,
    /// When the call expires.
    pub until: SystemTime,
    /// How it was decided, if it was.
    pub decision: Option<Reason>,
    /// Who decided, if the ruling gives a name.
    pub decided_by: Option<String>,
    /// When it was decided.
    pub decided_at: Option<SystemTime>,
}

/// How far a stored call has come, as people ask about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Nobody has decided.
    Waiting,
    /// There is a ruling, and nobody has acted on it yet.
    Decided,
    /// Somebody is acting on the ruling.
    Running,
    /// Somebody started to act on it and did not finish in time: it may or may not have run.
    Interrupted,
    /// It has run to its end, or its denial was told.
    Finished,
    /// It was given up.
    GivenUp,
    /// It expired before anybody acted on a ruling, and cannot run any more.
    Expired,
}

impl Stage {
    /// Every stage.
    pub const ALL: &'static [Stage] = &[
        Stage::Waiting,
        Stage::Decided,
        Stage::Running,
        Stage::Interrupted,
        Stage::Finished,
        Stage::GivenUp,
        Stage::Expired,
    ];

    /// The stable name of the variant, such as `given_up`.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Waiting => "waiting",
            Stage::Decided => "decided",
            Stage::Running => "running",
            Stage::Interrupted => "interrupted",
            Stage::Finished => "finished",
            Stage::GivenUp => "given_up",
            Stage::Expired => "expired",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl StoredCall {
    /// What the call says of itself, without a key; `None` if it is not a pending call, such as the journal of a
    /// program that shares the store.
    pub fn outline(&self) -> Option<Outline> {
        let facts = pending::read_unchecked(&self.question)?;
        let ruling = self.ruling.as_deref().and_then(ruling::read_unchecked);
        let ruling = ruling.as_ref();
        Some(Outline {
            worker: facts.worker,
            tool: facts.tool,
            principal: facts.principal,
            session: facts.session,
            asked_at: facts.asked_at,
            until: facts.until,
            decision: ruling.map(|ruling| ruling.reason()),
            decided_by: ruling.and_then(|ruling| ruling.decided_by().map(str::to_owned)),
            decided_at: ruling.map(|ruling| ruling.decided_at()),
        })
    }

    /// How far the call has come, if it expires at `until`.
    pub fn stage(&self, until: SystemTime, now: SystemTime) -> Stage {
        match &self.state {
            State::Asked | State::Decided if until <= now => Stage::Expired,
            State::Asked => Stage::Waiting,
            State::Decided => Stage::Decided,
            State::Claimed { .. } if self.is_interrupted(now) => Stage::Interrupted,
            State::Claimed { .. } => Stage::Running,
            State::Finished { result: Some(_) } => Stage::Finished,
            State::Finished { result: None } => Stage::GivenUp,
        }
    }
}
