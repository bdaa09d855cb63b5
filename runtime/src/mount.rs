//! How a program creates the handlers of a toolset from its configuration at startup, and cleans them up in
//! the end.

mod config;
mod error;

pub use config::{ConfigPart, ConfigPlace, Environment};
pub use error::{ConfigFault, MountError, MountFailure, MountReason};

use crate::approve::Approval;
use crate::args::Args;
use crate::call::Call;
use crate::contain::catch_panic;
use crate::context::Context;
use crate::declared::Toolset;
use crate::entry::ToolEntry;
use crate::error::HandlerFailure;
use crate::handle::Handle;
use crate::tool::Tool;
use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;

/// Creates the handlers of a toolset. Generated code requires an implementation for each toolset that a
/// worker mounts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not mount `{T}`",
    label = "the worker mounts `{T}` with it",
    note = "write `impl Mount<{T}> for {Self} {{ type Handlers = …; async fn mount(&self, config, context) -> … }}`"
)]
pub trait Mount<T: Toolset>: Send + Sync {
    /// The type that handles its tools.
    type Handlers: Send + Sync + 'static;

    /// Creates the handlers. The configuration is already validated.
    ///
    /// # Errors
    /// Fails if the toolset is not available. With [`MountFailure::unavailable`], a worker that says
    /// `optional: true` starts without it; with any other error, the worker does not start.
    // The context has the lifetime too, so that the future works for configurations with and without one.
    fn mount<'a>(
        &self,
        config: T::Config<'a>,
        context: &'a Context,
    ) -> impl Future<Output = Result<Mounted<Self::Handlers>, MountFailure>> + Send;
}

/// What runs after the last call.
pub(crate) type Cleanup = Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// Handlers, and what to run after their last call.
pub struct Mounted<H> {
    handlers: H,
    cleanup: Option<Cleanup>,
}

impl<H> Mounted<H> {
    /// Handlers that need no cleanup.
    pub fn new(handlers: H) -> Self {
        Mounted {
            handlers,
            cleanup: None,
        }
    }

    /// Sets the cleanup, which runs once, when the worker is closed: see
    /// [`Worker::close`](crate::Worker::close).
    #[must_use]
    pub fn on_close<F>(mut self, cleanup: impl FnOnce() -> F + Send + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.cleanup = Some(Box::new(|| Box::pin(cleanup())));
        self
    }
}

impl<H> From<H> for Mounted<H> {
    fn from(handlers: H) -> Self {
        Mounted::new(handlers)
    }
}

impl<H> fmt::Debug for Mounted<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mounted").finish_non_exhaustive()
    }
}

/// What a worker states about a toolset that it mounts.
#[derive(Debug)]
pub struct MountTable {
    /// The namespace of the toolset.
    pub toolset: &'static str,
    /// Whether the worker starts without it.
    pub optional: bool,
    /// Its configuration as JSON text, with `null` in place of values that come from the environment.
    pub config: &'static str,
    /// The values that come from the environment.
    pub places: &'static [ConfigPlace],
    /// Those of its tools that the worker grants and that handlers run.
    pub tools: &'static [&'static ToolEntry],
}

/// The toolsets of a worker as they are mounted, one after the other.
pub struct Mounting<'c> {
    worker: &'static str,
    context: &'c Context,
    mounts: Mounts,
    /// Why the worker does not start.
    failure: Option<MountError>,
}

/// The mounted toolsets.
#[derive(Default)]
pub(crate) struct Mounts {
    pub tables: Vec<&'static MountTable>,
    /// The toolsets that are not available, and why.
    pub absent: Vec<(&'static MountTable, String)>,
    pub cleanups: Vec<Cleanup>,
}

impl<'c> Mounting<'c> {
    /// Starts with nothing mounted.
    pub fn new(worker: &'static str, context: &'c Context) -> Self {
        Mounting {
            worker,
            context,
            mounts: Mounts::default(),
            failure: None,
        }
    }

    /// Mounts a toolset, unless an earlier one failed.
    pub async fn mount<T: Toolset, M: Mount<T>>(
        &mut self,
        mount: &M,
        table: &'static MountTable,
    ) -> MountedPart<M::Handlers> {
        if self.failure.is_some() {
            return MountedPart(None);
        }
        let reason = match self.try_mount::<T, M>(mount, table).await {
            Ok(Mounted { handlers, cleanup }) => {
                self.mounts.tables.push(table);
                self.mounts.cleanups.extend(cleanup);
                return MountedPart(Some(handlers));
            }
            Err(reason) => reason,
        };
        match reason.absence() {
            Some(why) if table.optional => self.mounts.absent.push((table, why)),
            _ => {
                self.failure = Some(MountError {
                    worker: self.worker,
                    toolset: table.toolset,
                    reason,
                });
            }
        }
        MountedPart(None)
    }

    async fn try_mount<T: Toolset, M: Mount<T>>(
        &self,
        mount: &M,
        table: &'static MountTable,
    ) -> Result<Mounted<M::Handlers>, MountReason> {
        let value = config::resolve_config(table, self.context).map_err(MountReason::Config)?;
        let config = <T::Config<'_> as Args<'_>>::from_value(&value)
            .map_err(|violations| MountReason::Config(config::config_faults(table, &violations)))?;
        let mut future = pin!(mount.mount(config, self.context));
        let end = poll_fn(|task| match catch_panic(|| future.as_mut().poll(task)) {
            Ok(poll) => poll.map(|end| end.map_err(MountFailure::into_reason)),
            Err(panic) => Poll::Ready(Err(MountReason::Failed(panic.into()))),
        });
        end.await
    }

    /// The mounted toolsets, for the worker that holds them.
    ///
    /// # Errors
    /// Fails if a toolset that the worker requires could not be mounted. Those mounted before it are cleaned
    /// up then.
    pub(crate) async fn into_mounts(self) -> Result<Mounts, MountError> {
        match self.failure {
            None => Ok(self.mounts),
            Some(failure) => {
                clean_up(self.mounts.cleanups).await;
                Err(failure)
            }
        }
    }
}

impl fmt::Debug for Mounting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mounting")
            .field("worker", &self.worker)
            .finish_non_exhaustive()
    }
}

/// Runs the cleanups in reverse order. A panic in one does not affect the others.
pub(crate) async fn clean_up(cleanups: Vec<Cleanup>) {
    for cleanup in cleanups.into_iter().rev() {
        let Ok(mut work) = catch_panic(cleanup) else {
            continue;
        };
        poll_fn(|task| match catch_panic(|| work.as_mut().poll(task)) {
            Ok(poll) => poll,
            Err(_) => Poll::Ready(()),
        })
        .await;
    }
}

/// The handlers of a toolset, if it is available. No call of an unavailable toolset gets here.
#[derive(Debug)]
pub struct MountedPart<H>(Option<H>);

impl<T: Tool, H: Handle<T>> Handle<T> for MountedPart<H> {
    async fn handle(&self, call: Call<'_, T>) -> Result<T::Output, T::Failure> {
        match &self.0 {
            Some(handlers) => handlers.handle(call).await,
            None => Err(T::Failure::hidden("the toolset is not there".into())),
        }
    }

    // The inner future is created immediately, so that the arguments need not be `Sync`.
    fn needs_approval<'a>(
        &self,
        args: &T::Args<'a>,
        context: &'a Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        let handlers = self.0.as_ref();
        let needs = handlers.map(|handlers| handlers.needs_approval(args, context));
        async move {
            match needs {
                Some(needs) => needs.await,
                None => None,
            }
        }
    }
}

/// The type of handlers that mounting a toolset creates.
pub type HandlersOf<M, T> = <M as Mount<T>>::Handlers;

/// Provides the part of a worker's handlers that handles a tool. Generated code implements it.
pub trait Holds<T: Tool>: Send + Sync {
    /// The type of the part.
    type Part: Handle<T>;

    /// Returns the part.
    fn part(&self) -> &Self::Part;
}

/// Handlers that are made of parts.
#[derive(Debug)]
pub struct Parts<S>(pub S);

impl<T: Tool, S: Holds<T>> Handle<T> for Parts<S> {
    fn handle(
        &self,
        call: Call<'_, T>,
    ) -> impl Future<Output = Result<T::Output, T::Failure>> + Send {
        self.0.part().handle(call)
    }

    fn needs_approval<'a>(
        &self,
        args: &T::Args<'a>,
        context: &'a Context,
    ) -> impl Future<Output = Option<Approval>> + Send {
        self.0.part().needs_approval(args, context)
    }
}
