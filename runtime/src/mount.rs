//! How a program makes the handlers of a toolset when it starts, from its configuration, and what
//! becomes of them in the end.

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
use crate::error::ToolFailure;
use crate::handle::Handle;
use crate::tool::Tool;
use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;

/// Makes the handlers of a toolset. Generated code asks for one for each toolset that a worker mounts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not mount `{T}`",
    label = "the worker mounts `{T}` with it",
    note = "write `impl Mount<{T}> for {Self} {{ type Handlers = …; async fn mount(&self, config, context) -> … }}`"
)]
pub trait Mount<T: Toolset>: Send + Sync {
    /// What handles its tools.
    type Handlers: Send + Sync + 'static;

    /// Makes the handlers. The configuration is checked.
    ///
    /// # Errors
    /// Where the toolset cannot be had: [`MountFailure::unavailable`], without which a worker that says
    /// `optional: true` goes on; or for any other reason, with which nothing starts.
    // The lifetime is at the context too, so that configurations with and without one can be taken.
    fn mount<'a>(
        &self,
        config: T::Config<'a>,
        context: &'a Context,
    ) -> impl Future<Output = Result<Mounted<Self::Handlers>, MountFailure>> + Send;
}

/// What comes after the last call.
pub(crate) type Cleanup = Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// Handlers, and what comes after their last call.
pub struct Mounted<H> {
    handlers: H,
    cleanup: Option<Cleanup>,
}

impl<H> Mounted<H> {
    /// Handlers that need nothing in the end.
    pub fn new(handlers: H) -> Self {
        Mounted {
            handlers,
            cleanup: None,
        }
    }

    /// Sets what is done when the worker is closed, once: see
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

/// What a worker says of a toolset that is mounted.
#[derive(Debug)]
pub struct MountTable {
    /// The namespace.
    pub toolset: &'static str,
    /// Whether the worker goes on without it.
    pub optional: bool,
    /// Its configuration as JSON text, with `null` in place of what comes from the environment.
    pub config: &'static str,
    /// What comes from there.
    pub places: &'static [ConfigPlace],
    /// Its tools that the worker grants and handlers run.
    pub tools: &'static [&'static ToolEntry],
}

/// The toolsets of a worker while they are mounted, one after the other.
pub struct Mounting<'c> {
    worker: &'static str,
    context: &'c Context,
    mounts: Mounts,
    /// Why the worker does not start.
    failure: Option<MountError>,
}

/// What was mounted.
#[derive(Default)]
pub(crate) struct Mounts {
    pub tables: Vec<&'static MountTable>,
    /// What could not be had, and why.
    pub absent: Vec<(&'static MountTable, String)>,
    pub cleanups: Vec<Cleanup>,
}

impl<'c> Mounting<'c> {
    /// Nothing is mounted yet.
    pub fn new(worker: &'static str, context: &'c Context) -> Self {
        Mounting {
            worker,
            context,
            mounts: Mounts::default(),
            failure: None,
        }
    }

    /// Mounts a toolset, unless one before it could not be.
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

    /// What was mounted, for the worker that holds it.
    ///
    /// # Errors
    /// Where a toolset could not be mounted, and the worker does not go on without it. What was mounted
    /// before is cleaned up then.
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

/// Cleans up, the last first. A panic in one leaves the others alone.
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

/// The handlers of a toolset, where it could be had. Of one that could not, no call gets here.
#[derive(Debug)]
pub struct MountedPart<H>(Option<H>);

impl<T: Tool, H: Handle<T>> Handle<T> for MountedPart<H> {
    async fn handle(&self, call: Call<'_, T>) -> Result<T::Output, ToolFailure> {
        match &self.0 {
            Some(handlers) => handlers.handle(call).await,
            None => Err(ToolFailure::unauthorized("the toolset is not there")),
        }
    }

    // What is waited for is made at once: arguments need not be shared between threads.
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

/// What mounting a toolset gives.
pub type HandlersOf<M, T> = <M as Mount<T>>::Handlers;

/// The part of a worker's handlers that handles a tool. Generated code says which.
pub trait Holds<T: Tool>: Send + Sync {
    /// Its type.
    type Part: Handle<T>;

    /// The part.
    fn part(&self) -> &Self::Part;
}

/// Handlers in parts.
#[derive(Debug)]
pub struct Parts<S>(pub S);

impl<T: Tool, S: Holds<T>> Handle<T> for Parts<S> {
    fn handle(
        &self,
        call: Call<'_, T>,
    ) -> impl Future<Output = Result<T::Output, ToolFailure>> + Send {
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
