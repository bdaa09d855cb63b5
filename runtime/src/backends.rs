//! What a worker runs its tools with: handlers, clients, workspace, commands; and how the work of each kind of tool is
//! prepared.

use crate::args::Args;
use crate::call::{Call, Opened, Sealed, without_state};
use crate::entry::ToolEntry;
use crate::error::Fault;
use crate::handle::Handle;
use crate::incoming::Incoming;
use crate::native::{self, Native, NativeMethod, Receiver};
use crate::observe::Watch;
use crate::output::Output;
use crate::tool::Tool;

/// What a worker runs its tools with.
pub(crate) struct Backends<H> {
    /// The handlers of its tools.
    pub handlers: H,
    /// The closures of tools that were added at run time.
    #[cfg(feature = "dynamic")]
    pub closures: Vec<crate::dynamic::Closure>,
    /// The HTTP engine, for tools that call an API.
    #[cfg(feature = "http")]
    pub client: std::sync::OnceLock<crate::http::Client>,
    /// The client for tools of MCP servers.
    #[cfg(feature = "mcp-stdio")]
    pub servers: std::sync::OnceLock<crate::mcp::Client>,
    /// What engines that simulate remember.
    #[cfg(feature = "simulate")]
    pub sessions: crate::simulate::Sessions,
    /// What models answered before.
    #[cfg(feature = "lm")]
    pub recordings: crate::lm::Recordings,
    /// What tests run in place of the tools.
    #[cfg(feature = "testing")]
    pub instead: crate::testing::Instead,
    /// The files that tools may use.
    #[cfg(feature = "fs")]
    pub files: crate::fs::State,
    /// The results of which a model was shown a part.
    #[cfg(feature = "pages")]
    pub kept: crate::pages::KeptResults,
    /// The commands that may run.
    #[cfg(all(feature = "shell", unix))]
    pub commands: &'static crate::shell::Settings,
}

impl<H> Backends<H> {
    /// Starts with handlers only; clients are created on demand.
    pub fn new(handlers: H) -> Self {
        Backends {
            handlers,
            #[cfg(feature = "dynamic")]
            closures: Vec::new(),
            #[cfg(feature = "http")]
            client: std::sync::OnceLock::new(),
            #[cfg(feature = "mcp-stdio")]
            servers: std::sync::OnceLock::new(),
            #[cfg(feature = "simulate")]
            sessions: crate::simulate::Sessions::that_begin_by_themselves(),
            #[cfg(feature = "lm")]
            recordings: crate::lm::Recordings::default(),
            #[cfg(feature = "testing")]
            instead: crate::testing::Instead::default(),
            #[cfg(feature = "fs")]
            files: crate::fs::State::default(),
            #[cfg(feature = "pages")]
            kept: crate::pages::KeptResults::default(),
            #[cfg(all(feature = "shell", unix))]
            commands: &crate::shell::Settings::NOTHING,
        }
    }
}

/// Reads and validates arguments, and prepares the work of the tool in the row.
pub(crate) type Open<H> = for<'c> fn(
    &'c Backends<H>,
    &'c Incoming,
    &'c Watch<'c>,
    &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>>;

/// [`Open`] for a tool with a handler.
pub(crate) fn open_handler<'c, H, T>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    _: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>>
where
    T: Tool,
    H: Handle<T>,
{
    let args = <T::Args<'c> as Args<'c>>::read(call.input())?;
    let (handlers, context) = (&backends.handlers, watch.context);
    if let Some(needs) = without_state(|| handlers.needs_approval(&args, context)) {
        return Ok(Opened::Ready(
            needs,
            seal::<H, T>(backends, args, call, watch),
        ));
    }
    Ok(Opened::Asks(Box::pin(async move {
        let needs = handlers.needs_approval(&args, context).await;
        (needs, seal::<H, T>(backends, args, call, watch))
    })))
}

fn seal<'c, H, T>(
    backends: &'c Backends<H>,
    args: T::Args<'c>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
) -> Sealed<'c>
where
    T: Tool,
    H: Handle<T>,
{
    let handlers = &backends.handlers;
    let call = Call::<T>::new(
        args,
        call,
        watch,
        #[cfg(feature = "fs")]
        &backends.files,
    );
    // The first poll calls `handle`, because a handler may do work before it returns its future.
    let work = async move {
        match handlers.handle(call).await {
            Ok(output) => Ok(output.into_json()),
            Err(failure) => Err(failure.into()),
        }
    };
    Sealed::new(Box::pin(work))
}

/// [`Open`] for a tool that the user wrote in Rust.
pub(crate) fn open_native<'c, H, T: Native>(
    _: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    _: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>> {
    native::open_function::<T>(call, watch)
}

/// [`Open`] for a method that is a tool.
pub(crate) fn open_native_method<'c, H, T>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    _: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>>
where
    T: NativeMethod,
    H: Receiver<T::Receiver>,
{
    native::open_method::<T>(backends.handlers.receiver(), call, watch)
}

/// [`Open`] for an API operation.
#[cfg(feature = "http")]
pub(crate) fn open_request<'c, H, T>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>>
where
    T: crate::operation::Endpoint,
{
    open_operation(backends, call, watch, entry, T::OPERATION)
}

/// The same for an operation without a type of its own.
#[cfg(feature = "http")]
pub(crate) fn open_operation<'c, H>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
    operation: &'static crate::operation::Operation,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(entry)?;
    // A simulated call needs neither an address nor credentials.
    #[cfg(feature = "testing")]
    if backends.instead.simulates() {
        return Ok(Opened::never_opened());
    }
    let client = backends.client.get_or_init(crate::http::Client::default);
    // A request that cannot be sent is refused before anybody is asked.
    let prepared = client
        .prepare(operation, call.text(), watch.context)
        .map_err(|failure| Box::new(failure.into_fault(entry.wire_name)))?;
    let check = client.check(&prepared, watch.context);
    let work = Box::pin(client.send(prepared, watch.context));
    Ok(Opened::Ready(None, Sealed::new(work).checked_by(check)))
}

/// [`Open`] for a tool of an MCP server.
#[cfg(feature = "mcp-stdio")]
pub(crate) fn open_remote<'c, H, T>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>>
where
    T: crate::remote::RemoteTool,
{
    open_remote_call(backends, call, watch, entry, T::CALL)
}

/// The same for a tool without a type of its own.
#[cfg(feature = "mcp-stdio")]
pub(crate) fn open_remote_call<'c, H>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
    remote: &'static crate::remote::RemoteCall,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(entry)?;
    // A simulated call needs no server.
    #[cfg(feature = "testing")]
    if backends.instead.simulates() {
        return Ok(Opened::never_opened());
    }
    let servers = backends.servers.get_or_init(crate::mcp::Client::default);
    let has_schema = entry.output.is_some();
    let check = servers.check_call(remote, watch.context);
    let work = Box::pin(servers.call(remote, has_schema, call.complete_text(), watch));
    Ok(Opened::Ready(None, Sealed::new(work).checked_by(check)))
}

/// [`Open`] for a tool whose results are simulated.
#[cfg(feature = "simulate")]
pub(crate) fn open_simulated<'c, H, T>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>>
where
    T: crate::simulated::SimulatedTool,
{
    open_simulation(backends, call, watch, entry, T::SIMULATOR)
}

/// The same for a tool without a type of its own.
#[cfg(feature = "simulate")]
pub(crate) fn open_simulation<'c, H>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
    simulator: &'static crate::simulated::Simulator,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(entry)?;
    let remembered = crate::simulate::Remembered::new(&backends.sessions, watch.context);
    let work = crate::simulate::simulate_call(simulator, entry, call, remembered);
    Ok(Opened::Ready(None, Sealed::new(Box::pin(work))))
}

/// [`Open`] for a tool whose results a model makes up.
#[cfg(feature = "lm")]
pub(crate) fn open_asked<'c, H, T>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>>
where
    T: crate::simulated::AskedTool,
{
    open_question(backends, call, watch, entry, T::MODEL)
}

/// The same for a tool without a type of its own.
#[cfg(feature = "lm")]
pub(crate) fn open_question<'c, H>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
    model: &'static crate::simulated::Model,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(entry)?;
    // A simulated call needs no model.
    #[cfg(feature = "testing")]
    if backends.instead.simulates() {
        return Ok(Opened::never_opened());
    }
    let question = crate::lm::Question {
        model,
        entry,
        watch,
        client: backends.client.get_or_init(crate::http::Client::default),
        recordings: &backends.recordings,
        remembered: crate::simulate::Remembered::new(&backends.sessions, watch.context),
        shown: watch.hide_secrets(call.complete_text()),
    };
    let check = question
        .check_credentials()
        .map_err(|failure| Box::new(failure.into_fault(entry.wire_name)))?;
    let work = Sealed::new(Box::pin(question.answer()));
    Ok(Opened::Ready(None, work.checked_by(check)))
}

/// [`Open`] for a tool of the toolset `filesystem`.
#[cfg(feature = "fs")]
pub(crate) fn open_file_tool<'c, H, T>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>>
where
    T: crate::toolset::Shipped,
{
    open_runner(backends, call, watch, entry, T::RUNNER)
}

/// The same for a tool without a type of its own.
#[cfg(feature = "fs")]
pub(crate) fn open_runner<'c, H>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
    runner: crate::toolset::Runner,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(entry)?;
    let check = crate::fs::check_tool(&backends.files, watch.context, call.text(), runner);
    let work = crate::fs::run_tool(&backends.files, watch.context, call.text(), runner);
    let work = Sealed::new(Box::pin(work)).checked_by(check);
    Ok(Opened::Ready(None, work))
}

/// [`Open`] for a command. A command that no rule allows is refused before anybody is asked.
#[cfg(all(feature = "shell", unix))]
pub(crate) fn open_command<'c, H>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(entry)?;
    let command = crate::shell::admit_command(backends.commands, call.text())?;
    let check = crate::shell::check_folder(backends.commands, watch.context);
    let work = crate::shell::run_command(backends.commands, watch.context, command.words);
    let work = Sealed::new(Box::pin(work)).checked_by(check);
    Ok(match command.reason {
        None => Opened::Ready(Some(command.approval), work),
        Some(reason) => Opened::Doubtful(reason, work),
    })
}

/// [`Open`] for the tool that reads on in results.
#[cfg(feature = "pages")]
pub(crate) fn open_page<'c, H>(
    backends: &'c Backends<H>,
    call: &'c Incoming,
    watch: &'c Watch<'c>,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(entry)?;
    let work = crate::pages::read_more(&backends.kept, watch.context, call.text());
    Ok(Opened::Ready(None, Sealed::new(Box::pin(work))))
}

/// [`Open`] for a tool whose handler is in another program: a call is judged here, and cannot run.
#[cfg(feature = "engines")]
pub(crate) fn open_absent<'c>(
    call: &'c Incoming,
    entry: &'static ToolEntry,
) -> Result<Opened<'c>, Box<Fault>> {
    call.validate(entry)?;
    let work = async move {
        let absent = format!("the handler of `{}` is in another program", entry.name);
        Err(crate::error::ToolFailure::internal(absent))
    };
    Ok(Opened::Ready(None, Sealed::new(Box::pin(work))))
}
