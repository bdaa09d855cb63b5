//! The one way to a handler: find, validate, approve, dispatch, check the output, observe.

#[cfg(feature = "ask")]
mod ask;
mod batch;
#[cfg(not(feature = "ask"))]
mod deny;
mod describe;
mod dry_run;
mod end;
mod execution;
mod find;
#[cfg(feature = "testing")]
mod instead;
mod judge;
#[cfg(feature = "mount")]
mod mounts;
mod needs;
mod output;
mod output_policy;
mod path;
#[cfg(feature = "approvals")]
mod pending;
#[cfg(feature = "policies")]
mod policies;
mod table;
mod time;
mod toolsets;
mod way;

pub use batch::Order;
pub use describe::UnknownTool;
pub use dry_run::{DryRun, Verdict};
pub use execution::Execution;
pub use output_policy::OutputPolicy;
#[cfg(feature = "approvals")]
pub use pending::Begun;
pub use table::{Blocked, Row, WorkerTable};
pub(crate) use way::Asking;

#[cfg(feature = "ask")]
use crate::approve::{AnyApprover, ApprovalMemory, Approver, Gate};
use crate::context::Context;
use crate::definition::{Target, list_definitions};
use crate::entry::ToolEntry;
use crate::incoming::{Incoming, ToolCall};
use crate::json::Json;
use crate::lookup::Lookup;
use crate::means::Means;
use crate::observe::Observer;
use crate::permits::Permits;
#[cfg(feature = "policies")]
use crate::policy::{Policies, Policy};
use crate::result::ToolResult;
use crate::timer::Timer;
use execution::Caller;
use serde_json::Value;
use std::fmt;
#[cfg(feature = "ask")]
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Duration;

/// Calls tools for a model.
pub struct Worker<H: 'static> {
    means: Means<H>,
    table: &'static WorkerTable<H>,
    lookup: Lookup,
    #[cfg(feature = "ask")]
    gate: Gate,
    observers: Vec<Box<dyn Observer>>,
    timer: OnceLock<Box<dyn Timer>>,
    timeout: Option<Duration>,
    #[cfg(feature = "policies")]
    policies: Policies,
    /// Of tools of which only some calls may run at once.
    permits: Vec<(&'static ToolEntry, Permits)>,
    output_policy: OutputPolicy,
    /// Of tools by their wire names, what was set in place of the spec's text.
    descriptions: Vec<(&'static str, String)>,
    /// What was mounted, where anything was.
    #[cfg(feature = "mount")]
    held: Option<Box<mounts::Held>>,
}

impl<H: 'static> Worker<H> {
    /// A worker over its handlers. Generated code calls it: `tools::NAME::worker`.
    #[doc(hidden)]
    pub fn new(handlers: H, table: &'static WorkerTable<H>) -> Self {
        Worker {
            means: Means::new(handlers),
            table,
            lookup: Lookup::new(table.index),
            #[cfg(feature = "ask")]
            gate: Gate::default(),
            observers: Vec::new(),
            timer: OnceLock::new(),
            timeout: None,
            #[cfg(feature = "policies")]
            policies: Policies::default(),
            permits: table.permits(),
            output_policy: table.output,
            descriptions: Vec::new(),
            #[cfg(feature = "mount")]
            held: None,
        }
    }

    /// Sets who decides about calls that need approval. Without an approver they are denied.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn approver(mut self, approver: impl Approver) -> Self {
        self.gate.approver = Some(Arc::new(approver) as Arc<dyn AnyApprover>);
        self
    }

    /// Sets that the approver of another worker decides, with what it remembers and as long as it may
    /// take: for a worker that the other one calls.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn approvals_of<P>(mut self, parent: &Worker<P>) -> Self {
        self.gate.approver.clone_from(&parent.gate.approver);
        self.gate.memory = parent.gate.memory.clone();
        self.gate.timeout = parent.gate.timeout;
        self
    }

    /// Sets how long the approver may take, by default five minutes. No answer is a denial.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn approval_timeout(mut self, timeout: Duration) -> Self {
        self.gate.timeout = timeout;
        self
    }

    /// Sets where approvals of a session are kept, so that several workers can share them.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn approval_memory(mut self, memory: ApprovalMemory) -> Self {
        self.gate.memory = memory;
        self
    }

    /// Adds a policy. Policies are heard in the order in which they were added.
    #[cfg(feature = "policies")]
    #[must_use]
    pub fn policy(self, policy: impl Policy) -> Self {
        self.policy_at(0, policy)
    }

    /// Adds a policy with an order: lower ones are heard first, and of equals the one that was added
    /// first. [`Worker::policy`] adds at zero.
    #[cfg(feature = "policies")]
    #[must_use]
    pub fn policy_at(mut self, order: i32, policy: impl Policy) -> Self {
        self.policies.add(order, policy);
        self
    }

    /// Adds an observer. They are told in the order in which they were added.
    ///
    /// Without any, what is hidden from the model and said to be in the logs is written to standard
    /// error: one line for each failure. [`NoObserver`] turns that off.
    ///
    /// [`NoObserver`]: crate::NoObserver
    #[must_use]
    pub fn observer(mut self, observer: impl Observer) -> Self {
        self.observers.push(Box::new(observer));
        self
    }

    /// Sets what makes requests, in place of a client that is like [`Client::default`].
    ///
    /// [`Client::default`]: crate::http::Client
    #[cfg(feature = "http")]
    #[must_use]
    pub fn client(mut self, client: crate::http::Client) -> Self {
        self.means.client = OnceLock::from(client);
        self
    }

    /// Sets what calls the tools of MCP servers, in place of a client that is like [`Client::default`].
    ///
    /// [`Client::default`]: crate::mcp::Client
    #[cfg(feature = "mcp")]
    #[must_use]
    pub fn servers(mut self, servers: crate::mcp::Client) -> Self {
        self.means.servers = OnceLock::from(servers);
        self
    }

    /// Sets how long a handler may take. With the feature `tokio` its timer measures it, else a
    /// thread; [`Worker::timer`] sets another one.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        #[cfg(feature = "tokio")]
        self.timer
            .get_or_init(|| Box::new(crate::timer::TokioTimer) as Box<dyn Timer>);
        self
    }

    /// Sets how long a handler may take, and who measures it.
    #[must_use]
    pub fn timeout_with(mut self, timer: impl Timer, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self.timer(timer)
    }

    /// Sets who measures the limits of approvers and of contexts. Without one a thread does.
    #[must_use]
    pub fn timer(mut self, timer: impl Timer) -> Self {
        self.timer = OnceLock::from(Box::new(timer) as Box<dyn Timer>);
        self
    }

    /// Sets what is done about a result that breaks its output schema, instead of what the worker's
    /// configuration says.
    #[must_use]
    pub fn output_policy(mut self, policy: OutputPolicy) -> Self {
        self.output_policy = policy;
        self
    }

    /// The worker's name.
    pub fn name(&self) -> &'static str {
        self.table.name
    }

    /// The handlers.
    pub fn handlers(&self) -> &H {
        &self.means.handlers
    }

    /// The tools that a model can call.
    pub fn tools(&self) -> impl Iterator<Item = &'static ToolEntry> + use<H> {
        self.entries(Caller::Model)
    }

    /// The tools that are there for a caller, without those of toolsets that could not be had.
    #[cfg(feature = "mount")]
    fn entries(&self, caller: Caller) -> impl Iterator<Item = &'static ToolEntry> + use<H> {
        let absent = self.absent_tools();
        let entries = self.table.entries(caller);
        entries.filter(move |entry| !absent.contains(&entry.wire_name))
    }

    #[cfg(not(feature = "mount"))]
    fn entries(&self, caller: Caller) -> impl Iterator<Item = &'static ToolEntry> + use<H> {
        self.table.entries(caller)
    }

    /// What a model is shown: an array of all tools that it can call.
    pub fn definitions(&self, target: Target) -> Json {
        list_definitions(self.shown(), target)
    }

    /// Calls a tool. Whatever happens is a result for the model, a panic of a handler too. Blank
    /// arguments are `{}`: some providers send nothing where a tool takes nothing.
    ///
    /// The order is always: find, validate, hear the policies, approve, dispatch within the time
    /// limit, check the output, observe. A call that is dropped is observed as cancelled.
    pub fn call(&self, context: &Context, call: ToolCall) -> impl Future<Output = ToolResult> {
        let call = Incoming::of(call);
        self.run(context, call, Asking::Approver, |finished| {
            finished.into_result()
        })
    }

    /// Calls a tool with arguments that are parsed already, as other libraries hand them out. It is what
    /// [`Worker::call`] does with their text, and that is only written where somebody asks for it: an
    /// approver, an observer, an engine, or a handler by [`Call::text`](crate::Call::text).
    pub fn call_value(
        &self,
        context: &Context,
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: Value,
    ) -> impl Future<Output = ToolResult> {
        let call = Incoming::parsed(id.into(), name.into(), arguments);
        self.run(context, call, Asking::Approver, |finished| {
            finished.into_result()
        })
    }

    /// The tools that a person can call: those that models can, but for `execution: llm`, and those
    /// that are `execution: manual`.
    pub fn manual_tools(&self) -> impl Iterator<Item = &'static ToolEntry> + use<H> {
        self.entries(Caller::Person)
    }

    /// Calls a tool for a person who asked for it: with a button, at a command line. The call takes the
    /// same way as [`Worker::call`]; what would ask is approved by that person's act, and what is blocked
    /// stays blocked. No call that a model made may come in here.
    pub fn call_manually(
        &self,
        context: &Context,
        call: ToolCall,
    ) -> impl Future<Output = ToolResult> {
        let call = Incoming::of(call);
        self.run(context, call, Asking::Person, |finished| {
            finished.into_result()
        })
    }

    /// What would happen to a call. It is found, validated and judged as a call is, and nothing is
    /// done: nobody is asked, no handler runs, nothing is sent, and no observer is told.
    ///
    /// What handlers and policies look at to decide, they look at here as well.
    pub fn dry_run(&self, context: &Context, call: &ToolCall) -> impl Future<Output = DryRun> {
        self.run(
            context,
            Incoming::of(call.clone()),
            Asking::DryRun,
            |finished| finished.into_dry_run(),
        )
    }
}

impl<H> fmt::Debug for Worker<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker")
            .field("table", &self.table)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}
