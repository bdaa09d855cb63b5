//! A call on its way: what a handler receives once it is checked and approved.

use crate::approve::{Approval, Granted};
use crate::context::Context;
use crate::declared::{Member, ToolEvent};
use crate::error::ToolFailure;
use crate::incoming::Incoming;
use crate::json::Json;
use crate::observe::Watch;
use crate::progress::Progress;
use crate::tool::Tool;
use crate::violation::Violations;
use std::fmt;
use std::pin::{Pin, pin};
use std::task::{Context as Task, Poll, Waker};

/// What a handler receives: arguments that are checked, of a call that is approved.
///
/// Only this crate can make one.
///
/// ```compile_fail,E0451
/// use toolc_runtime::{Call, Tool};
///
/// fn forge<'c, T: Tool>(args: T::Args<'c>, call: Call<'c, T>) -> Call<'c, T> {
///     Call { args, ..call }
/// }
/// ```
pub struct Call<'c, T: Tool> {
    /// The arguments.
    pub args: T::Args<'c>,
    /// What the caller gave along.
    pub context: &'c Context,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    #[cfg(feature = "fs")]
    files: &'c crate::fs::State,
}

impl<'c, T: Tool> Call<'c, T> {
    pub(crate) fn new(
        args: T::Args<'c>,
        call: &'c Incoming,
        watch: &'c Watch<'c>,
        #[cfg(feature = "fs")] files: &'c crate::fs::State,
    ) -> Self {
        Call {
            args,
            context: watch.context,
            call,
            watch,
            #[cfg(feature = "fs")]
            files,
        }
    }

    /// The arguments as they came, to forward them without loss; blank ones are `{}`. Where they came as
    /// a value it is written by the first who asks.
    pub fn text(&self) -> &'c str {
        self.call.text()
    }

    /// The folders that the call may use: those of the context, else the worker's. Paths of arguments are
    /// opened through them.
    ///
    /// # Errors
    /// Where nobody gave any.
    #[cfg(feature = "fs")]
    pub fn workspace(&self) -> Result<crate::fs::Workspace, ToolFailure> {
        self.files.workspace(self.context)
    }

    /// The provider's name for this call.
    pub fn id(&self) -> &'c str {
        &self.call.id
    }

    /// Says how far the work is, to the observers and to whoever listens at the context.
    pub fn progress(&self, progress: Progress<'_>) {
        self.watch.progress(&progress);
    }

    /// Tells the observers of an event that the tool file declares. Who emits it, in which call and when
    /// is not the handler's to say.
    ///
    /// # Errors
    /// Where it breaks its schema; nobody is told then.
    pub fn emit<E>(&self, event: E) -> Result<(), Violations>
    where
        T: Member,
        E: ToolEvent<Toolset = T::Toolset>,
    {
        self.watch
            .emit(E::NAME, E::SCHEMA, E::SECRETS, &event.to_json())
    }
}

impl<'c, T: Tool> fmt::Debug for Call<'c, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("tool", &T::NAME)
            .field("id", &self.id())
            .finish_non_exhaustive()
    }
}

/// The work of one call.
pub(crate) type Work<'c> = Pin<Box<dyn Future<Output = Result<Json, ToolFailure>> + Send + 'c>>;

/// Work that waits for approval. None of it has begun.
pub(crate) struct Sealed<'c>(Work<'c>);

impl<'c> Sealed<'c> {
    /// Work that begins when it is polled.
    pub fn new(work: Work<'c>) -> Self {
        Sealed(work)
    }

    /// The work, for whoever has the approval.
    pub fn start(self, _: Granted) -> Work<'c> {
        self.0
    }
}

/// A call with checked arguments.
pub(crate) enum Opened<'c> {
    /// What its handler says that it needs, and the work.
    Told(Option<Approval>, Sealed<'c>),
    /// A handler that first has to find out what the call needs.
    Asks(Asked<'c>),
}

#[cfg(feature = "dynamic")]
impl<'c> Opened<'c> {
    /// Work whose handler says nothing about what it needs.
    pub fn ready(work: Work<'c>) -> Self {
        Opened::Told(None, Sealed(work))
    }
}

#[cfg(feature = "testing")]
impl<'c> Opened<'c> {
    /// The same call with other work.
    pub fn replace(self, change: impl FnOnce(Work<'c>) -> Work<'c> + Send + 'c) -> Self {
        match self {
            Opened::Told(needs, Sealed(work)) => Opened::Told(needs, Sealed(change(work))),
            Opened::Asks(asked) => Opened::Asks(Box::pin(async move {
                let (needs, Sealed(work)) = asked.await;
                (needs, Sealed(change(work)))
            })),
        }
    }
}

/// What a handler says that a call needs, and the work.
pub(crate) type Asked<'c> =
    Pin<Box<dyn Future<Output = (Option<Approval>, Sealed<'c>)> + Send + 'c>>;

/// What a future gives at once that has no state, as that of a handler which needs nothing.
pub(crate) fn without_state<F: Future>(make: impl Fn() -> F) -> Option<F::Output> {
    if size_of::<F>() != 0 {
        return None;
    }
    match pin!(make()).poll(&mut Task::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}
