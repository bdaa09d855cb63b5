//! A call on its way: what a handler receives once it is checked and approved.

use crate::approve::{Approval, Granted};
use crate::args::Args;
use crate::context::Context;
use crate::declared::{Member, ToolEvent};
use crate::error::{Fault, ToolFailure};
use crate::incoming::Incoming;
use crate::json::Json;
use crate::observe::Watch;
use crate::output::Output;
use crate::progress::Progress;
use crate::tool::{Handle, Tool};
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
    /// Work whose handler says nothing of what it needs.
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

/// What the work of a worker is done with.
pub(crate) struct Means<H> {
    /// What handles its tools.
    pub handlers: H,
    /// What makes the requests of those that no handler runs.
    #[cfg(feature = "http")]
    pub client: std::sync::OnceLock<crate::http::Client>,
    /// What calls the tools of MCP servers.
    #[cfg(feature = "mcp")]
    pub servers: std::sync::OnceLock<crate::mcp::Client>,
    /// What tests put in place of the work.
    #[cfg(feature = "testing")]
    pub instead: crate::testing::Instead,
    /// What files may be used.
    #[cfg(feature = "fs")]
    pub files: crate::fs::State,
    /// What commands may run.
    #[cfg(all(feature = "shell", unix))]
    pub commands: &'static crate::shell::Settings,
}

impl<H> Means<H> {
    /// Handlers alone; a client is made when it is needed.
    pub fn new(handlers: H) -> Self {
        Means {
            handlers,
            #[cfg(feature = "http")]
            client: std::sync::OnceLock::new(),
            #[cfg(feature = "mcp")]
            servers: std::sync::OnceLock::new(),
            #[cfg(feature = "testing")]
            instead: crate::testing::Instead::default(),
            #[cfg(feature = "fs")]
            files: crate::fs::State::default(),
            #[cfg(all(feature = "shell", unix))]
            commands: &crate::shell::Settings::NOTHING,
        }
    }
}

/// Reads and checks arguments, and prepares the work.
pub(crate) type Open<H> =
    for<'c> fn(&'c Means<H>, &'c Incoming, &'c Watch<'c>) -> Result<Opened<'c>, Box<Fault>>;

/// What [`Open`] is for one tool.
pub(crate) fn open<'c, H, T>(
    means: &'c Means<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
) -> Result<Opened<'c>, Box<Fault>>
where
    T: Tool,
    H: Handle<T>,
{
    let args = <T::Args<'c> as Args<'c>>::read(call.input())?;
    let (handlers, context) = (&means.handlers, watch.context);
    if let Some(needs) = without_state(|| handlers.needs_approval(&args, context)) {
        return Ok(Opened::Told(needs, seal::<H, T>(means, args, call, watch)));
    }
    Ok(Opened::Asks(Box::pin(async move {
        let needs = handlers.needs_approval(&args, context).await;
        (needs, seal::<H, T>(means, args, call, watch))
    })))
}

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

fn seal<'c, H, T>(
    means: &'c Means<H>,
    args: T::Args<'c>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
) -> Sealed<'c>
where
    T: Tool,
    H: Handle<T>,
{
    let handlers = &means.handlers;
    let call = Call::<T> {
        args,
        context: watch.context,
        call,
        watch,
        #[cfg(feature = "fs")]
        files: &means.files,
    };
    // `handle` is called by the first poll: a handler may work before it returns its future.
    let work = async move { handlers.handle(call).await.map(Output::into_json) };
    Sealed(Box::pin(work))
}

/// What [`Open`] is for a tool that the user wrote in Rust.
pub(crate) fn open_native<'c, H, T: crate::native::Native>(
    _: &'c Means<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
) -> Result<Opened<'c>, Box<Fault>> {
    crate::native::open::<T>(call, watch)
}

/// What [`Open`] is for an operation of an API.
#[cfg(feature = "http")]
pub(crate) fn open_request<'c, H, T>(
    means: &'c Means<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
) -> Result<Opened<'c>, Box<Fault>>
where
    T: crate::operation::Endpoint,
{
    call.validate(T::ENTRY)?;
    // What is only simulated needs neither an address nor credentials.
    #[cfg(feature = "testing")]
    if means.instead.simulates() {
        return Ok(Opened::Told(None, Sealed(Box::pin(std::future::pending()))));
    }
    let client = means.client.get_or_init(crate::http::Client::default);
    // What cannot be sent is refused before anybody is asked.
    let prepared = client
        .prepare(T::OPERATION, call.text(), watch.context)
        .map_err(|failure| Box::new(failure.into_fault(T::ENTRY.wire_name)))?;
    let work = Box::pin(client.send(prepared, watch.context));
    Ok(Opened::Told(None, Sealed(work)))
}

/// What [`Open`] is for a tool that an MCP server runs.
#[cfg(feature = "mcp")]
pub(crate) fn open_remote<'c, H, T>(
    means: &'c Means<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
) -> Result<Opened<'c>, Box<Fault>>
where
    T: crate::remote::RemoteTool,
{
    call.validate(T::ENTRY)?;
    // What is only simulated needs no server.
    #[cfg(feature = "testing")]
    if means.instead.simulates() {
        return Ok(Opened::Told(None, Sealed(Box::pin(std::future::pending()))));
    }
    let servers = means.servers.get_or_init(crate::mcp::Client::default);
    let has_schema = T::ENTRY.output.is_some();
    let work = Box::pin(servers.call(T::CALL, has_schema, call.text(), watch));
    Ok(Opened::Told(None, Sealed(work)))
}

/// What [`Open`] is for a command. What no rule allows is refused before anybody is asked.
#[cfg(all(feature = "shell", unix))]
pub(crate) fn open_command<'c, H, T>(
    means: &'c Means<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
) -> Result<Opened<'c>, Box<Fault>>
where
    T: Tool,
{
    call.validate(T::ENTRY)?;
    let command = crate::shell::admit_command(means.commands, call.text())?;
    let work = crate::shell::run_command(means.commands, watch.context, command.words);
    Ok(Opened::Told(Some(command.approval), Sealed(Box::pin(work))))
}
