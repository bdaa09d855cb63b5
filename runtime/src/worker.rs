//! The only path to a handler: find, validate, policies, approve, dispatch, check the output, observe.

mod absent;
#[cfg(feature = "dynamic")]
mod added;
#[cfg(feature = "ask")]
mod ask;
mod batch;
mod callers;
#[cfg(not(feature = "ask"))]
mod deny;
mod describe;
mod dry_run;
#[cfg(feature = "providers")]
mod early;
mod end;
mod filled;
mod find;
#[cfg(feature = "testing")]
mod instead;
mod judge;
#[cfg(feature = "mount")]
mod mounts;
mod needs;
#[cfg(feature = "approvals")]
mod note;
mod output;
mod path;
#[cfg(feature = "approvals")]
mod pending;
#[cfg(feature = "policies")]
mod policies;
#[cfg(feature = "engines")]
mod preview;
mod renamed;
mod repaired;
#[cfg(feature = "pages")]
mod rest;
#[cfg(feature = "search")]
mod search;
#[cfg(feature = "simulate")]
mod sessions;
mod shown;
mod table;
mod time;
mod toolsets;
mod way;

#[cfg(feature = "dynamic")]
pub(crate) use added::Added;
pub use batch::Order;
pub use describe::UnknownTool;
pub use dry_run::{DryRun, Verdict};
#[cfg(feature = "testing")]
pub(crate) use end::PANICKED;
#[cfg(feature = "approvals")]
pub use pending::Begun;
pub use table::{Row, WorkerTable};
pub(crate) use way::Asking;

#[cfg(feature = "ask")]
use crate::approve::{AnyApprover, ApprovalMemory, Approver, Gate};
use crate::backends::Backends;
use crate::context::Context;
use crate::definition::{Target, list_definitions};
use crate::entry::ToolEntry;
use crate::execution::Caller;
use crate::incoming::{Incoming, ToolCall};
use crate::json::Json;
use crate::lookup::Lookup;
use crate::observe::Observer;
use crate::output_policy::OutputPolicy;
use crate::permits::Permits;
#[cfg(feature = "policies")]
use crate::policy::{Policies, Policy};
use crate::result::ToolResult;
use crate::timer::Timer;
use serde_json::Value;
use std::fmt;
#[cfg(feature = "ask")]
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Duration;

/// Calls tools for a model.
pub struct Worker<H: 'static> {
    backends: Backends<H>,
    table: &'static WorkerTable<H>,
    lookup: Lookup,
    #[cfg(feature = "ask")]
    gate: Gate,
    observers: Vec<Box<dyn Observer>>,
    timer: OnceLock<Box<dyn Timer>>,
    timeout: Option<Duration>,
    #[cfg(feature = "policies")]
    policies: Policies,
    /// The permits of tools that limit concurrent calls.
    permits: Vec<(&'static ToolEntry, Permits)>,
    output_policy: OutputPolicy,
    /// Descriptions that replace those of the specs, by wire name.
    descriptions: Vec<(&'static str, String)>,
    /// The tools that the program left out, and why.
    absent: Vec<(&'static ToolEntry, String)>,
    /// The mounted toolsets, if there are any.
    #[cfg(feature = "mount")]
    held: Option<Box<mounts::Held>>,
    /// The index of all tools, if there is one.
    #[cfg(feature = "search")]
    index: Option<&'static crate::search::SearchIndex>,
}

impl<H: 'static> Worker<H> {
    /// Creates a worker with its handlers. Called by generated code: `tools::NAME::worker`.
    #[doc(hidden)]
    pub fn new(handlers: H, table: &'static WorkerTable<H>) -> Self {
        #[cfg_attr(
            not(feature = "pages"),
            expect(unused_mut, reason = "it is set up below")
        )]
        let mut backends = Backends::new(handlers);
        #[cfg(feature = "pages")]
        backends.kept.set_worker(table.name, table.list_results());
        Worker {
            backends,
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
            absent: Vec::new(),
            #[cfg(feature = "mount")]
            held: None,
            #[cfg(feature = "search")]
            index: None,
        }
    }

    /// Sets the approver, which decides about calls that need approval. Without one they are denied.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn approver(mut self, approver: impl Approver) -> Self {
        self.gate.approver = Some(Arc::new(approver) as Arc<dyn AnyApprover>);
        self
    }

    /// Uses the approver of another worker, including its memory and its time limit: for a worker that the
    /// other one calls.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn approvals_of<P>(mut self, parent: &Worker<P>) -> Self {
        self.gate.approver.clone_from(&parent.gate.approver);
        self.gate.memory = parent.gate.memory.clone();
        self.gate.timeout = parent.gate.timeout;
        self
    }

    /// Sets how long the approver may take; the default is five minutes. A timeout counts as a denial.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn approval_timeout(mut self, timeout: Duration) -> Self {
        self.gate.timeout = timeout;
        self
    }

    /// Sets where approvals for a session are remembered, so that several workers can share them.
    #[cfg(feature = "ask")]
    #[must_use]
    pub fn approval_memory(mut self, memory: ApprovalMemory) -> Self {
        self.gate.memory = memory;
        self
    }

    /// Adds a policy. Policies are consulted in the order in which they were added.
    #[cfg(feature = "policies")]
    #[must_use]
    pub fn policy(self, policy: impl Policy) -> Self {
        self.policy_at(0, policy)
    }

    /// Adds a policy with an order: lower ones are consulted first, and those with the same order as they
    /// were added. [`Worker::policy`] uses zero.
    #[cfg(feature = "policies")]
    #[must_use]
    pub fn policy_at(mut self, order: i32, policy: impl Policy) -> Self {
        self.policies.add(order, policy);
        self
    }

    /// Adds an observer. Observers are notified in the order in which they were added.
    ///
    /// Without any observer, the details of failures that are hidden from the model are written to standard
    /// error, one line each. [`NoObserver`] turns that off.
    ///
    /// [`NoObserver`]: crate::NoObserver
    #[must_use]
    pub fn observer(mut self, observer: impl Observer) -> Self {
        self.observers.push(Box::new(observer));
        self
    }

    /// Sets the client that makes requests to APIs, in place of [`Client::default`].
    ///
    /// [`Client::default`]: crate::http::Client
    #[cfg(feature = "http")]
    #[must_use]
    pub fn client(mut self, client: crate::http::Client) -> Self {
        self.backends.client = OnceLock::from(client);
        self
    }

    /// Sets the client that calls the tools of MCP servers, in place of [`Client::default`].
    ///
    /// [`Client::default`]: crate::mcp::Client
    #[cfg(feature = "mcp-stdio")]
    #[must_use]
    pub fn servers(mut self, servers: crate::mcp::Client) -> Self {
        self.backends.servers = OnceLock::from(servers);
        self
    }

    /// Sets how long a handler may take. With the feature `tokio` this is measured by Tokio's timer,
    /// otherwise by a thread; [`Worker::timer`] sets another one.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        #[cfg(feature = "tokio")]
        self.timer
            .get_or_init(|| Box::new(crate::timer::TokioTimer) as Box<dyn Timer>);
        self
    }

    /// Sets how long a handler may take, and the timer that measures it.
    #[must_use]
    pub fn timeout_with(mut self, timer: impl Timer, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self.timer(timer)
    }

    /// Sets the timer that measures the limits of approvers and of contexts. By default a thread does.
    #[must_use]
    pub fn timer(mut self, timer: impl Timer) -> Self {
        self.timer = OnceLock::from(Box::new(timer) as Box<dyn Timer>);
        self
    }

    /// Sets for how long whole results are kept whose rest is read page by page (`rest: page`); the default is 15 minutes.
    #[cfg(feature = "pages")]
    #[must_use]
    pub fn keep_results_for(mut self, time: Duration) -> Self {
        self.backends.kept.set_time(time);
        self
    }

    /// Sets where whole results are kept whose rest is read page by page; otherwise they are in memory, and a restart loses them.
    /// Several workers and processes may share a store.
    ///
    /// ```
    /// # use toolc_runtime::{ResultStore, Worker};
    /// fn keep<H>(worker: Worker<H>, store: impl ResultStore + 'static) -> Worker<H> {
    ///     worker.keep_results_in(store)
    /// }
    /// ```
    #[cfg(feature = "pages")]
    #[must_use]
    pub fn keep_results_in(mut self, store: impl crate::pages::ResultStore + 'static) -> Self {
        self.backends.kept.set_store(store);
        self
    }

    /// Sets what happens with results that violate their output schema, overriding the worker's
    /// configuration.
    #[must_use]
    pub fn output_policy(mut self, policy: OutputPolicy) -> Self {
        self.output_policy = policy;
        self
    }

    /// The name of the worker.
    pub fn name(&self) -> &'static str {
        self.table.name
    }

    /// The handlers.
    pub fn handlers(&self) -> &H {
        &self.backends.handlers
    }

    /// The tools that a model can call.
    pub fn tools(&self) -> impl Iterator<Item = &'static ToolEntry> + use<H> {
        self.entries(Caller::Model)
    }

    /// The tools that exist for a caller, without those that are unavailable.
    fn entries(&self, caller: Caller) -> impl Iterator<Item = &'static ToolEntry> + use<H> {
        let absent = self.absent_tools();
        let entries = self.table.entries(caller);
        entries.filter(move |entry| !absent.contains(&entry.wire_name))
    }

    /// The definitions for a model: an array of all tools that it can call.
    pub fn definitions(&self, target: Target) -> Json {
        list_definitions(self.shown(), target)
    }

    /// Calls a tool. Every outcome is a result for the model, including a panic in a handler. Blank arguments
    /// are treated as `{}`, because some providers send nothing for a tool without parameters.
    ///
    /// The order is always: find, validate, policies, approve, dispatch within the time limit, check the
    /// output, observe. A call that is dropped is reported to observers as cancelled.
    pub fn call(&self, context: &Context, call: ToolCall) -> impl Future<Output = ToolResult> {
        let call = Incoming::of(call);
        self.run(context, call, Asking::Approver, |finished| {
            finished.into_result()
        })
    }

    /// Calls a tool with arguments that are already parsed, as other libraries provide them. It is equivalent
    /// to [`Worker::call`] with their text, but the text is only written if something needs it: an approver,
    /// an observer, an engine, or a handler that uses [`Call::text`](crate::Call::text).
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

    /// The tools that a person can call: those for models, except with `execution: llm`, and those with
    /// `execution: manual`.
    pub fn manual_tools(&self) -> impl Iterator<Item = &'static ToolEntry> + use<H> {
        self.entries(Caller::Person)
    }

    /// Calls a tool for a person who requested it, for example with a button or on a command line. The call
    /// takes the same path as [`Worker::call`]. If it needs approval, the person's request counts as such;
    /// what is blocked stays blocked. Never use it for a call that a model made.
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

    /// Tells what would happen to a call. The call is found, validated and judged as usual, but nothing is
    /// done: nobody is asked, no handler runs, nothing is sent, and observers are not notified.
    ///
    /// Handlers and policies are consulted for their decisions here as well.
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
