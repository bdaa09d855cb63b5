//! What the caller gives along with a call. None of it is ever part of a schema.

use crate::cancel::Cancellation;
use crate::observe::Event;
use std::any::Any;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What handlers, approvers and observers know of the caller.
///
/// One context serves any number of calls, also at once.
#[derive(Clone, Default)]
pub struct Context {
    session: Option<Arc<str>>,
    trace: Option<Arc<str>>,
    principal: Option<Arc<str>>,
    delegation: Vec<Arc<str>>,
    workspace: Option<Arc<Path>>,
    deadline: Option<Instant>,
    timeout: Option<Duration>,
    cancellation: Option<Cancellation>,
    values: Vec<(Arc<str>, Arc<str>)>,
    extensions: Vec<Arc<dyn Any + Send + Sync>>,
    listener: Option<Arc<Listener>>,
}

/// Hears how far the work of calls is.
type Listener = dyn Fn(&Event<'_>) + Send + Sync;

impl Context {
    /// The context of a session. Approvals that hold for a session are kept under this name; the
    /// default context has no session, and in it no approval is kept.
    pub fn new(session: impl Into<Arc<str>>) -> Self {
        Context {
            session: Some(session.into()),
            ..Context::default()
        }
    }

    /// Names the trace that the calls belong to.
    #[must_use]
    pub fn with_trace(mut self, trace: impl Into<Arc<str>>) -> Self {
        self.trace = Some(trace.into());
        self
    }

    /// Names whoever the calls are made for. Approvals hold for one principal alone.
    #[must_use]
    pub fn with_principal(mut self, principal: impl Into<Arc<str>>) -> Self {
        self.principal = Some(principal.into());
        self
    }

    /// Says that a worker hands its task on: for the context of the worker that is called then.
    #[must_use]
    pub fn delegated_by(mut self, worker: impl Into<Arc<str>>) -> Self {
        self.delegation.push(worker.into());
        self
    }

    /// Sets the folder that tools work in.
    #[must_use]
    pub fn with_workspace(mut self, workspace: impl Into<PathBuf>) -> Self {
        self.workspace = Some(workspace.into().into());
        self
    }

    /// Sets the folders that tools may use, in place of the worker's: for a part of the work that may do
    /// less, [restricted](crate::fs::Workspace::restrict).
    #[cfg(feature = "fs")]
    #[must_use]
    pub fn with_files(self, workspace: crate::fs::Workspace) -> Self {
        self.with_extension(workspace)
    }

    /// Sets the time by which all calls must have ended.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Sets how long the handler of a call may take; the smaller of this and the worker's holds.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Lets the caller give up.
    #[must_use]
    pub fn with_cancellation(mut self, cancellation: Cancellation) -> Self {
        self.cancellation = Some(cancellation);
        self
    }

    /// Gives a value to the tools whose specs name it under `inject`; an earlier one of the same name is
    /// replaced. `session`, `trace` and `workspace_root` are those of the context.
    #[must_use]
    pub fn with_value(mut self, name: impl Into<Arc<str>>, value: impl Into<Arc<str>>) -> Self {
        let name = name.into();
        self.values.retain(|(known, _)| *known != name);
        self.values.push((name, value.into()));
        self
    }

    /// Listens to how far the calls are: to the events `tool:progress`, on the thread of the handler.
    #[must_use]
    pub fn with_progress(mut self, listener: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    pub(crate) fn listener(&self) -> Option<&Listener> {
        self.listener.as_deref()
    }

    /// Adds a value of any type; a value of the same type is replaced.
    #[must_use]
    pub fn with_extension<T: Any + Send + Sync>(mut self, value: T) -> Self {
        self.extensions.retain(|known| !known.is::<T>());
        self.extensions.push(Arc::new(value));
        self
    }

    /// The name of the session.
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// The name of the trace.
    pub fn trace(&self) -> Option<&str> {
        self.trace.as_deref()
    }

    /// Whoever the calls are made for.
    pub fn principal(&self) -> Option<&str> {
        self.principal.as_deref()
    }

    /// The workers that handed the task on, the first one first.
    pub fn delegation(&self) -> impl ExactSizeIterator<Item = &str> {
        self.delegation.iter().map(|worker| &**worker)
    }

    /// The folder that tools work in.
    pub fn workspace(&self) -> Option<&Path> {
        self.workspace.as_deref()
    }

    /// The folders that the caller gave for the tools of this call; see [`Context::with_files`].
    #[cfg(feature = "fs")]
    pub fn files(&self) -> Option<&crate::fs::Workspace> {
        self.extension()
    }

    /// The time by which the call must have ended.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// How long the handler of a call may take.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Whether it limits how long a call may take.
    #[inline]
    pub(crate) fn is_limited(&self) -> bool {
        self.deadline.is_some() || self.timeout.is_some()
    }

    /// Whether the caller gave up, and a way to wait for it.
    pub fn cancellation(&self) -> Option<&Cancellation> {
        self.cancellation.as_ref()
    }

    /// Whether the caller gave up.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation
            .as_ref()
            .is_some_and(Cancellation::is_cancelled)
    }

    /// The value that the caller gave under this name.
    pub fn value(&self, name: &str) -> Option<&str> {
        let mut values = self.values.iter();
        let given = values.find(|(known, _)| **known == *name);
        match (given, name) {
            (Some((_, value)), _) => Some(value),
            (None, "session") => self.session(),
            (None, "trace") => self.trace(),
            (None, "workspace_root") => self.workspace().and_then(Path::to_str),
            (None, _) => None,
        }
    }

    /// The value of a type that the caller added.
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.extensions
            .iter()
            .find_map(|known| known.downcast_ref())
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("session", &self.session)
            .field("trace", &self.trace)
            .field("principal", &self.principal)
            .field("delegation", &self.delegation)
            .field("workspace", &self.workspace)
            .field("deadline", &self.deadline)
            .field("timeout", &self.timeout)
            .field("cancelled", &self.is_cancelled())
            .field("values", &self.values.len())
            .field("extensions", &self.extensions.len())
            .finish()
    }
}
