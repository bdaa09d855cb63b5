//! What engines that simulate remember: the calls of each session.

use crate::context::Context;
use crate::entry::ToolEntry;
use crate::error::ToolFailure;
use crate::json::Json;
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many sessions are remembered that nobody set up; the one that was not used for longest is forgotten.
const MOST_SESSIONS: usize = 1_000;

/// How many calls of a session are remembered that nobody set up; earlier ones are forgotten.
const MOST_CALLS: usize = 100;

/// A call that was simulated.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PastCall {
    /// The qualified name of the tool: `namespace::tool`.
    pub tool: &'static str,
    /// The arguments as they came in; what is secret among them is hidden if a model is asked.
    pub arguments: String,
    /// The result; `None` if the call failed.
    pub output: Option<Json>,
    /// What the model read of the failure; `None` if there is a result.
    pub error: Option<String>,
}

impl PastCall {
    pub(crate) fn new(
        entry: &'static ToolEntry,
        arguments: &str,
        end: &Result<Json, ToolFailure>,
    ) -> Self {
        PastCall {
            tool: entry.name,
            arguments: arguments.to_owned(),
            output: end.as_ref().ok().cloned(),
            error: end.as_ref().err().map(|failure| failure.told().to_owned()),
        }
    }
}

/// The calls of a session so far, of each engine that simulates. It is a copy: further calls do not change it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SessionState(BTreeMap<&'static str, Vec<PastCall>>);

impl SessionState {
    /// The calls of the tools of an engine, by its name in `toolc.yaml`. Calls that failed are among them.
    pub fn calls(&self, engine: &str) -> &[PastCall] {
        self.0.get(engine).map_or(&[], Vec::as_slice)
    }

    /// The engines with calls, in alphabetical order.
    pub fn engines(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }

    /// How many calls there are.
    pub fn len(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The sessions of engines that simulate. Clones share them, so several workers can have the same:
/// [`Worker::sessions`](crate::Worker::sessions).
///
/// A worker without them remembers the last calls of each session that its calls name, and nothing of calls without a
/// session. A worker with them makes calls only in sessions that were [set up](Self::setup).
#[derive(Debug, Clone, Default)]
pub struct Sessions(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// Whether sessions begin with their first call.
    begin_by_themselves: bool,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    sessions: HashMap<String, Kept>,
    /// Counts what is done, to tell sessions of one name apart, and which was not used for longest.
    clock: u64,
}

#[derive(Debug, Default)]
struct Kept {
    begun: u64,
    used: u64,
    state: SessionState,
    /// Whose turn it is: a call that depends on those before it waits for their ends.
    #[cfg(feature = "lm")]
    turn: Arc<tokio::sync::Mutex<()>>,
}

/// Why a session cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionError {
    /// There is one of this name.
    AlreadyActive(String),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SessionError::AlreadyActive(name) = self;
        write!(
            f,
            "Session '{name}' is already active. Call teardown() before re-registering."
        )
    }
}

impl Error for SessionError {}

impl Sessions {
    /// Creates sessions that have to be set up before calls are made in them.
    pub fn new() -> Self {
        Sessions::default()
    }

    /// Creates sessions that begin with their first call.
    pub(crate) fn that_begin_by_themselves() -> Self {
        Sessions(Arc::new(Inner {
            begin_by_themselves: true,
            open: Mutex::default(),
        }))
    }

    /// Begins a session without calls. It ends when what is returned is dropped.
    ///
    /// # Errors
    /// Fails if there is a session of this name.
    pub fn setup(&self, name: impl Into<String>) -> Result<Session, SessionError> {
        self.setup_from(name, &SessionState::default())
    }

    /// Begins a session with the calls of another one: a branch, which neither changes the other nor is changed by it.
    ///
    /// # Errors
    /// Fails if there is a session of this name.
    pub fn setup_from(
        &self,
        name: impl Into<String>,
        state: &SessionState,
    ) -> Result<Session, SessionError> {
        let name = name.into();
        let mut open = self.lock();
        if open.sessions.contains_key(&name) {
            return Err(SessionError::AlreadyActive(name));
        }
        let kept = open.begin(&name);
        kept.state = state.clone();
        let begun = kept.begun;
        drop(open);
        Ok(Session {
            sessions: self.clone(),
            name,
            begun,
        })
    }

    /// The calls of a session so far; `None` if there is no session of this name.
    pub fn state(&self, name: &str) -> Option<SessionState> {
        let open = self.lock();
        open.sessions.get(name).map(|kept| kept.state.clone())
    }

    /// Ends a session, if there is one of this name.
    pub fn teardown(&self, name: &str) {
        self.lock().sessions.remove(name);
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn begin(&mut self, name: &str) -> &mut Kept {
        self.clock += 1;
        let kept = Kept {
            begun: self.clock,
            used: self.clock,
            ..Kept::default()
        };
        self.sessions.entry(name.to_owned()).or_insert(kept)
    }

    /// The session of this name, which begins if there is none.
    fn find_or_begin(&mut self, name: &str) -> &mut Kept {
        if !self.sessions.contains_key(name) && self.sessions.len() >= MOST_SESSIONS {
            let oldest = self.sessions.iter().min_by_key(|(_, kept)| kept.used);
            if let Some(oldest) = oldest.map(|(name, _)| name.clone()) {
                self.sessions.remove(&oldest);
            }
        }
        self.clock += 1;
        let now = self.clock;
        let kept = self
            .sessions
            .entry(name.to_owned())
            .or_insert_with(|| Kept {
                begun: now,
                ..Kept::default()
            });
        kept.used = now;
        kept
    }
}

/// A session of engines that simulate. It ends when this is dropped.
#[derive(Debug)]
#[must_use = "the session ends when this is dropped"]
pub struct Session {
    sessions: Sessions,
    name: String,
    begun: u64,
}

impl Session {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A context for calls in this session.
    pub fn context(&self) -> Context {
        Context::new(self.name.as_str())
    }

    /// Its calls so far.
    pub fn state(&self) -> SessionState {
        let open = self.sessions.lock();
        let kept = open.sessions.get(&self.name);
        let kept = kept.filter(|kept| kept.begun == self.begun);
        kept.map(|kept| kept.state.clone()).unwrap_or_default()
    }

    /// Returns to an earlier state: what was called since then never happened.
    pub fn restore(&self, state: &SessionState) {
        let mut open = self.sessions.lock();
        if let Some(kept) = open.sessions.get_mut(&self.name)
            && kept.begun == self.begun
        {
            kept.state = state.clone();
        }
    }

    /// Begins another session with the calls of this one. Neither sees what the other does from now on.
    ///
    /// # Errors
    /// Fails if there is a session of this name.
    pub fn fork(&self, name: impl Into<String>) -> Result<Session, SessionError> {
        self.sessions.setup_from(name, &self.state())
    }

    /// Calls that are made until this is dropped leave no trace: each sees those before it, and then all are taken back.
    /// A [`dry_run`](crate::Worker::dry_run), on the other hand, makes no call at all.
    pub fn trial(&self) -> Trial<'_> {
        Trial {
            session: self,
            before: self.state(),
        }
    }

    /// Ends it; so does dropping it.
    pub fn teardown(self) {}
}

impl Drop for Session {
    fn drop(&mut self) {
        let mut open = self.sessions.lock();
        let kept = open.sessions.get(&self.name);
        if kept.is_some_and(|kept| kept.begun == self.begun) {
            open.sessions.remove(&self.name);
        }
    }
}

/// Calls on trial: see [`Session::trial`].
#[derive(Debug)]
#[must_use = "the calls are taken back when this is dropped"]
pub struct Trial<'s> {
    session: &'s Session,
    before: SessionState,
}

impl Drop for Trial<'_> {
    fn drop(&mut self) {
        self.session.restore(&self.before);
    }
}

/// The session of one call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Remembered<'c> {
    sessions: &'c Sessions,
    name: Option<&'c str>,
}

impl<'c> Remembered<'c> {
    pub fn new(sessions: &'c Sessions, context: &'c Context) -> Self {
        Remembered {
            sessions,
            name: context.session(),
        }
    }

    /// Fails if the session had to be set up and was not. Calls without a session need none.
    pub fn check(&self) -> Result<(), ToolFailure> {
        let Some(name) = self.name else {
            return Ok(());
        };
        let inner = &self.sessions.0;
        if inner.begin_by_themselves || self.sessions.lock().sessions.contains_key(name) {
            return Ok(());
        }
        Err(ToolFailure::internal(format!(
            "Session '{name}' is not active. Call setup() before execute()."
        )))
    }

    /// What a call waits for whose result depends on those before it; `None` if nothing is remembered.
    #[cfg(feature = "lm")]
    pub fn turn(&self) -> Option<Arc<tokio::sync::Mutex<()>>> {
        let mut open = self.sessions.lock();
        let kept = match self.sessions.0.begin_by_themselves {
            true => Some(open.find_or_begin(self.name?)),
            false => open.sessions.get_mut(self.name?),
        };
        kept.map(|kept| Arc::clone(&kept.turn))
    }

    /// The calls so far of the tools of an engine.
    #[cfg(feature = "lm")]
    pub fn list_calls(&self, engine: &str) -> Vec<PastCall> {
        let open = self.sessions.lock();
        let kept = self.name.and_then(|name| open.sessions.get(name));
        kept.map_or_else(Vec::new, |kept| kept.state.calls(engine).to_vec())
    }

    /// Adds a call to a session that was set up.
    pub fn add_if_set_up(&self, engine: &'static str, call: PastCall) {
        if !self.sessions.0.begin_by_themselves {
            self.add(engine, call);
        }
    }

    /// Adds a call to the session, if it is still there.
    pub fn add(&self, engine: &'static str, call: PastCall) {
        let Some(name) = self.name else {
            return;
        };
        let mut open = self.sessions.lock();
        if !self.sessions.0.begin_by_themselves {
            if let Some(kept) = open.sessions.get_mut(name) {
                kept.state.0.entry(engine).or_default().push(call);
            }
            return;
        }
        let kept = open.find_or_begin(name);
        let calls = kept.state.0.entry(engine).or_default();
        if calls.len() >= MOST_CALLS {
            calls.remove(0);
        }
        calls.push(call);
    }
}
