//! The one way to a handler: find, validate, approve, dispatch, check the output, observe.

mod end;
mod find;
mod output;
mod table;

pub use output::OutputPolicy;
pub use table::{Blocked, Row, WorkerTable};

use crate::approve::{
    AnyApprover, Approval, ApprovalMemory, ApprovalRequest, Approver, Gate, Granted, pass_freely,
};
use crate::call::{Means, Opened, ToolCall, Work};
use crate::contain::contain;
use crate::context::Context;
use crate::definition::Target;
use crate::entry::{ToolEntry, definitions};
use crate::error::{ErrorKind, Fault, ToolFailure};
use crate::guard::{End, Guard, Limit, Limits, Step, first, guard};
use crate::json::Json;
use crate::lookup::Lookup;
use crate::observe::{Observer, Watch};
use crate::result::{Metadata, ToolResult};
use crate::timer::Timer;
use end::{conclude, expired, panicked};
use std::fmt;
use std::future::poll_fn;
use std::sync::OnceLock;
use std::task::{Context as Task, Poll};
use std::time::{Duration, Instant};

/// Calls tools for a model.
pub struct Worker<H: 'static> {
    means: Means<H>,
    table: &'static WorkerTable<H>,
    lookup: Lookup,
    gate: Gate,
    observers: Vec<Box<dyn Observer>>,
    timer: OnceLock<Box<dyn Timer>>,
    timeout: Option<Duration>,
    output_policy: OutputPolicy,
}

impl<H: 'static> Worker<H> {
    /// A worker over its handlers. Generated code calls it: `tools::NAME::worker`.
    #[doc(hidden)]
    pub fn new(handlers: H, table: &'static WorkerTable<H>) -> Self {
        Worker {
            means: Means::new(handlers),
            table,
            lookup: Lookup::new(table.index),
            gate: Gate::default(),
            observers: Vec::new(),
            timer: OnceLock::new(),
            timeout: None,
            output_policy: table.output,
        }
    }

    /// Sets who decides about calls that need approval. Without an approver they are denied.
    #[must_use]
    pub fn approver(mut self, approver: impl Approver) -> Self {
        self.gate.approver = Some(Box::new(approver) as Box<dyn AnyApprover>);
        self
    }

    /// Sets how long the approver may take, by default five minutes. No answer is a denial.
    #[must_use]
    pub fn approval_timeout(mut self, timeout: Duration) -> Self {
        self.gate.timeout = timeout;
        self
    }

    /// Sets where approvals of a session are kept, so that several workers can share them.
    #[must_use]
    pub fn approval_memory(mut self, memory: ApprovalMemory) -> Self {
        self.gate.memory = memory;
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

    /// Sets what makes requests, in the place of a client that is like [`Client::default`].
    ///
    /// [`Client::default`]: crate::http::Client
    #[cfg(feature = "http")]
    #[must_use]
    pub fn client(mut self, client: crate::http::Client) -> Self {
        self.means.client = OnceLock::from(client);
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

    /// The tools that can be called.
    pub fn tools(&self) -> impl Iterator<Item = &'static ToolEntry> + use<H> {
        self.table.rows.iter().map(|row| row.entry)
    }

    /// What a model is shown: an array of all tools that can be called.
    pub fn definitions(&self, target: Target) -> Json {
        definitions(self.tools(), target)
    }

    /// Calls a tool. Whatever happens is a result for the model, a panic of a handler too. Blank
    /// arguments are `{}`: some providers send nothing where a tool takes nothing.
    ///
    /// The order is always: find, validate, approve, dispatch within the time limit, check the
    /// output, observe. A call that is dropped is observed as cancelled.
    pub fn call(&self, context: &Context, mut call: ToolCall) -> impl Future<Output = ToolResult> {
        let rows = self.lookup.find_in(self.table.rows, &call.name);
        call.fill_blank();
        // An `async fn` would move the call twice.
        async move {
            let tool = rows
                .first()
                .map_or(call.name.as_str(), |row| row.entry.name);
            let watch = Watch::start(&self.observers, self.table.name, tool, &call, context);
            let mut facts = Metadata::default();
            // Most calls end at once: their work is done here and never becomes part of the future.
            let begun = poll_fn(|task| {
                Poll::Ready(self.begin(rows, context, &call, &watch, &mut facts, task))
            });
            let mut end = match begun.await {
                Begun::Ended(end) => end,
                // Boxed, so that calls that end at once do not carry its state.
                Begun::Waiting(waiting) => {
                    Box::pin(self.go_on(waiting, context, &call, &watch, &mut facts)).await
                }
            };
            if let Err(fault) = &mut end {
                tool.clone_into(&mut fault.error.tool_name);
                call.id.clone_into(&mut fault.error.call_id);
            }
            watch.end(&end);
            let (output, error) = match end {
                Ok(output) => (Some(output), None),
                Err(fault) => (None, Some(Box::new(fault.error))),
            };
            ToolResult {
                success: error.is_none(),
                output,
                error,
                metadata: facts,
                call_id: call.id,
                name: call.name,
            }
        }
    }

    /// Goes as far as a call gets without waiting.
    fn begin<'c>(
        &'c self,
        rows: &'static [Row<H>],
        context: &'c Context,
        call: &'c ToolCall,
        watch: &Watch<'_>,
        facts: &mut Metadata,
        task: &mut Task<'_>,
    ) -> Begun<'c, H> {
        let row = match self.table.select(rows, call) {
            Ok(row) => row,
            Err(fault) => return Begun::Ended(Err(fault)),
        };
        facts.overload = (rows.len() > 1).then_some(row.entry.wire_name);
        let mut needs = None;
        let opened = match contain(|| (row.open)(&self.means, context, call, &mut needs)) {
            Ok(Ok(opened)) => opened,
            Ok(Err(fault)) => return Begun::Ended(Err(fault)),
            Err(panic) => return Begun::Ended(Err(panicked(row.entry, &panic))),
        };
        let needs = needs.map_or(row.approval, |needs| needs.max(row.approval));
        let Some(granted) = pass_freely(needs) else {
            return Begun::Waiting(Waiting::Approval(row, needs, opened));
        };
        let limits = self.limits(context, watch.started());
        match first(opened.start(granted), limits, task) {
            Step::Ended(end) => Begun::Ended(self.finish(row, end, limits, watch)),
            Step::Pending(work) => Begun::Waiting(Waiting::Work(row, work, limits)),
        }
    }

    /// Asks for approval, or waits for the work.
    async fn go_on(
        &self,
        waiting: Waiting<'_, H>,
        context: &Context,
        call: &ToolCall,
        watch: &Watch<'_>,
        facts: &mut Metadata,
    ) -> Result<Json, Box<Fault>> {
        let (row, end, limits) = match waiting {
            Waiting::Work(row, work, limits) => (row, Guard::new(work, limits).await, limits),
            Waiting::Approval(row, needs, opened) => {
                let granted = self
                    .approve(row, needs, context, call, watch, facts)
                    .await?;
                let limits = self.limits(context, None);
                let end = guard(opened.start(granted), limits).await;
                (row, end, limits)
            }
        };
        self.finish(row, end, limits, watch)
    }

    async fn approve(
        &self,
        row: &Row<H>,
        needs: Approval,
        context: &Context,
        call: &ToolCall,
        watch: &Watch<'_>,
        facts: &mut Metadata,
    ) -> Result<Granted, Box<Fault>> {
        if needs == Approval::Blocked {
            let message = format!(
                "Tool '{}' blocked: its policy refuses these arguments",
                row.entry.wire_name
            );
            return Err(Fault::new(ErrorKind::Blocked, message));
        }
        let request = ApprovalRequest::new(
            self.table.name,
            row.entry,
            &call.arguments,
            &call.id,
            context,
        );
        let duration = context.deadline().map_or(self.gate.timeout, |deadline| {
            remaining(deadline).min(self.gate.timeout)
        });
        if duration.is_zero() {
            return Err(expired(row.entry, duration));
        }
        let limit = Limit {
            timer: self.clock(),
            duration,
        };
        let (granted, passed) = self.gate.ask(request, limit, context, watch).await?;
        facts.approval = Some(passed.name());
        Ok(granted)
    }

    /// The result of the work, checked, or what its end means.
    #[inline]
    fn finish(
        &self,
        row: &Row<H>,
        end: End<Result<Json, ToolFailure>>,
        limits: Limits<'_>,
        watch: &Watch<'_>,
    ) -> Result<Json, Box<Fault>> {
        self.check(row, conclude(row.entry, end, limits.limit)?, watch)
    }

    /// What limits the work, whose time runs from `started` on, or else from now.
    fn limits<'c>(&'c self, context: &'c Context, started: Option<Instant>) -> Limits<'c> {
        let limit = self.limit(context);
        Limits {
            limit,
            started: limit.map(|_| started.unwrap_or_else(Instant::now)),
            token: context.cancellation(),
        }
    }

    /// The smallest of the limits that hold for a handler.
    fn limit(&self, context: &Context) -> Option<Limit<'_>> {
        let left = context.deadline().map(remaining);
        let duration = [self.timeout, context.timeout(), left]
            .into_iter()
            .flatten()
            .min()?;
        Some(Limit {
            timer: self.clock(),
            duration,
        })
    }

    fn clock(&self) -> &dyn Timer {
        &**self.timer.get_or_init(default_timer)
    }
}

/// What a call that has begun came to.
enum Begun<'c, H: 'static> {
    Ended(Result<Json, Box<Fault>>),
    Waiting(Waiting<'c, H>),
}

/// What a call waits for.
enum Waiting<'c, H: 'static> {
    Approval(&'static Row<H>, Approval, Opened<'c>),
    Work(&'static Row<H>, Work<'c>, Limits<'c>),
}

fn default_timer() -> Box<dyn Timer> {
    Box::new(crate::timer::ThreadTimer::new())
}

fn remaining(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

impl<H> fmt::Debug for Worker<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker")
            .field("table", &self.table)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}
