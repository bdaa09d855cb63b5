//! What the caller passes along with a call. None of it is ever part of a schema.

use crate::cancel::Cancellation;
use crate::observe::Event;
use std::any::Any;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What handlers, approvers and observers know about the caller.
///
/// One context serves any number of calls, including concurrent ones.
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

/// Receives progress events of calls.
type Listener = dyn Fn(&Event<'_>) + Send + Sync;

impl Context {
    /// Creates the context of a session. Approvals for a session are remembered under this name; the default
    /// context has no session, and remembers none.
    pub fn new(session: impl Into<Arc<str>>) -> Self {
        Context {
            session: Some(session.into()),
            ..Context::default()
        }
    }

    /// Sets the id of the trace that the calls belong to.
    #[must_use]
    pub fn with_trace(mut self, trace: impl Into<Arc<str>>) -> Self {
        self.trace = Some(trace.into());
        self
    }

    /// Sets the principal on whose behalf the calls are made. An approval is valid for one principal only.
    #[must_use]
    pub fn with_principal(mut self, principal: impl Into<Arc<str>>) -> Self {
        self.principal = Some(principal.into());
        self
    }

    /// Adds a worker that delegates its task: for the context that is passed to the worker it calls.
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

    /// Sets the folders that tools may use, in place of the worker's: for example
    /// [restricted](crate::fs::Workspace::restrict) ones, for a part of the work that may do less.
    #[cfg(feature = "fs")]
    #[must_use]
    pub fn with_files(self, workspace: crate::fs::Workspace) -> Self {
        self.with_extension(workspace)
    }

    /// Sets the time by which every call must have finished.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Sets how long the handler of a call may take; the smaller of this and the worker's limit applies.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets the token with which the caller can cancel the calls.
    #[must_use]
    pub fn with_cancellation(mut self, cancellation: Cancellation) -> Self {
        self.cancellation = Some(cancellation);
        self
    }

    /// Provides a value to the tools whose specs name it under `inject`, replacing any earlier value of that
    /// name. Unless given here, `session`, `trace` and `workspace_root` are those of the context itself.
    #[must_use]
    pub fn with_value(mut self, name: impl Into<Arc<str>>, value: impl Into<Arc<str>>) -> Self {
        let name = name.into();
        self.values.retain(|(known, _)| *known != name);
        self.values.push((name, value.into()));
        self
    }

    /// Sets a listener for the progress of calls: it receives `tool:progress` events, on the handler's
    /// thread.
    #[must_use]
    pub fn with_progress(mut self, listener: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    pub(crate) fn listener(&self) -> Option<&Listener> {
        self.listener.as_deref()
    }

    /// Adds a value of any type, replacing any earlier value of the same type.
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

    /// The id of the trace.
    pub fn trace(&self) -> Option<&str> {
        self.trace.as_deref()
    }

    /// The principal on whose behalf the calls are made.
    pub fn principal(&self) -> Option<&str> {
        self.principal.as_deref()
    }

    /// The workers that delegated the task, starting with the first.
    pub fn delegation(&self) -> impl ExactSizeIterator<Item = &str> {
        self.delegation.iter().map(|worker| &**worker)
    }

    /// The folder that tools work in.
    pub fn workspace(&self) -> Option<&Path> {
        self.workspace.as_deref()
    }

    /// The folders that the caller provides to the tools of this call; see [`Context::with_files`].
    #[cfg(feature = "fs")]
    pub fn files(&self) -> Option<&crate::fs::Workspace> {
        self.extension()
    }

    /// The time by which the call must have finished.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// How long the handler of a call may take.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Whether the context limits how long a call may take.
    #[inline]
    pub(crate) fn is_limited(&self) -> bool {
        self.deadline.is_some() || self.timeout.is_some()
    }

    /// The cancellation token, if the caller set one.
    pub fn cancellation(&self) -> Option<&Cancellation> {
        self.cancellation.as_ref()
    }

    /// Whether the caller gave up.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation
            .as_ref()
            .is_some_and(Cancellation::is_cancelled)
    }

    /// The value with this name, as given by [`Context::with_value`]. Unless one was given, `session`,
    /// `trace` and `workspace_root` are those of the context itself.
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

    /// The value of this type that the caller added.
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
