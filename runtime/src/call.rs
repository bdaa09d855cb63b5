//! A call in progress: what a handler receives once the call is validated and approved.

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

/// What a handler receives: the validated arguments of an approved call.
///
/// Only this crate can construct one.
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
    /// The context that the caller passed in.
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

    /// The arguments as they came in, to forward them without loss; blank ones are `{}`. If they came as a
    /// parsed value, they are serialized on first use. `constants` of the tool's `overrides` are included.
    pub fn text(&self) -> &'c str {
        self.call.complete_text()
    }

    /// The folders that the call may use: those of the context, or else the worker's. Use them to open paths
    /// that occur in the arguments.
    ///
    /// # Errors
    /// Fails if neither provides any.
    #[cfg(feature = "fs")]
    pub fn workspace(&self) -> Result<crate::fs::Workspace, ToolFailure> {
        self.files.workspace(self.context)
    }

    /// The provider's id of this call.
    pub fn id(&self) -> &'c str {
        &self.call.id
    }

    /// Reports progress to the observers, and to the listener in the context.
    pub fn progress(&self, progress: Progress<'_>) {
        self.watch.progress(&progress);
    }

    /// Emits an event that the tool file declares, to the observers. The tool, the call and the time are
    /// filled in; the handler does not set them.
    ///
    /// # Errors
    /// Returns the violations if the event breaks its schema; it is not emitted then.
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

/// Finds out whether work can run at all, without running it.
pub(crate) type Check<'c> = Pin<Box<dyn Future<Output = Result<(), ToolFailure>> + Send + 'c>>;

/// Work that waits for approval. None of it has started.
pub(crate) struct Sealed<'c> {
    work: Work<'c>,
    check: Option<Check<'c>>,
}

impl<'c> Sealed<'c> {
    /// Seals work that starts when it is first polled.
    pub fn new(work: Work<'c>) -> Self {
        Sealed { work, check: None }
    }

    /// Adds what is checked before somebody is asked: nobody is asked about what cannot run.
    #[cfg(any(
        feature = "fs",
        feature = "http",
        feature = "mcp-stdio",
        all(feature = "shell", unix)
    ))]
    pub fn checked_by(
        self,
        check: impl Future<Output = Result<(), ToolFailure>> + Send + 'c,
    ) -> Self {
        Sealed {
            check: Some(Box::pin(check)),
            ..self
        }
    }

    /// Takes what is to be checked before somebody is asked.
    pub fn take_check(&mut self) -> Option<Check<'c>> {
        self.check.take()
    }

    /// Releases the work to a caller that holds the approval.
    pub fn start(self, _: Granted) -> Work<'c> {
        self.work
    }

    /// The same with other work; what only a real run needs is not checked then.
    #[cfg(feature = "testing")]
    fn replace(self, is_real: bool, change: impl FnOnce(Work<'c>) -> Work<'c>) -> Self {
        Sealed {
            work: change(self.work),
            check: self.check.filter(|_| is_real),
        }
    }
}

/// A call with validated arguments.
pub(crate) enum Opened<'c> {
    /// The approval that its handler says it needs, and the work.
    Ready(Option<Approval>, Sealed<'c>),
    /// Work that somebody has to approve for this reason, which the model may know.
    #[cfg(all(feature = "shell", unix))]
    Doubtful(String, Sealed<'c>),
    /// A handler that has to run before it can say what the call needs.
    Asks(ApprovalAndWork<'c>),
}

#[cfg(feature = "dynamic")]
impl<'c> Opened<'c> {
    /// Work of a handler that states no approval of its own.
    pub fn ready(work: Work<'c>) -> Self {
        Opened::Ready(None, Sealed::new(work))
    }
}

#[cfg(feature = "testing")]
impl<'c> Opened<'c> {
    /// Work that does not end, for a simulation to replace.
    #[cfg(any(feature = "http", feature = "mcp-stdio"))]
    pub fn never_opened() -> Self {
        Opened::Ready(None, Sealed::new(Box::pin(std::future::pending())))
    }

    /// The same call with its work replaced; `is_real` says whether it still runs the tool.
    pub fn replace(
        self,
        is_real: bool,
        change: impl FnOnce(Work<'c>) -> Work<'c> + Send + 'c,
    ) -> Self {
        match self {
            Opened::Ready(needs, sealed) => Opened::Ready(needs, sealed.replace(is_real, change)),
            #[cfg(all(feature = "shell", unix))]
            Opened::Doubtful(reason, sealed) => {
                Opened::Doubtful(reason, sealed.replace(is_real, change))
            }
            Opened::Asks(asked) => Opened::Asks(Box::pin(async move {
                let (needs, sealed) = asked.await;
                (needs, sealed.replace(is_real, change))
            })),
        }
    }
}

/// Resolves to the approval that the handler says the call needs, and the work.
pub(crate) type ApprovalAndWork<'c> =
    Pin<Box<dyn Future<Output = (Option<Approval>, Sealed<'c>)> + Send + 'c>>;

/// The immediate output of a future without state, such as that of a handler that needs no approval.
pub(crate) fn without_state<F: Future>(make: impl Fn() -> F) -> Option<F::Output> {
    if size_of::<F>() != 0 {
        return None;
    }
    match pin!(make()).poll(&mut Task::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}
