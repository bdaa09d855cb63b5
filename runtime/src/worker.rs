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
use crate::call::{Opened, ToolCall};
use crate::contain::contain;
use crate::context::Context;
use crate::entry::{Target, ToolEntry, definitions};
use crate::error::{ErrorKind, Fault};
use crate::guard::{Limit, guard};
use crate::json::Json;
use crate::lookup::Lookup;
use crate::observe::{Observer, Watch};
use crate::result::ToolResult;
use crate::timer::Timer;
use end::{Trail, conclude, expired, panicked};
use std::fmt;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Calls tools for a model.
pub struct Worker<H: 'static> {
    handlers: H,
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
            handlers,
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
    #[must_use]
    pub fn observer(mut self, observer: impl Observer) -> Self {
        self.observers.push(Box::new(observer));
        self
    }

    /// Sets how long a handler may take, measured by Tokio's timer.
    #[cfg(feature = "tokio")]
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        self.timeout_with(crate::timer::TokioTimer, timeout)
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
        &self.handlers
    }

    /// The tools that can be called.
    pub fn tools(&self) -> impl Iterator<Item = &'static ToolEntry> + use<H> {
        self.table.rows.iter().map(|row| row.entry)
    }

    /// What a model is shown: an array of all tools that can be called.
    pub fn definitions(&self, target: Target) -> Json {
        definitions(self.tools(), target)
    }

    /// Calls a tool. Whatever happens is a result for the model, a panic of a handler too.
    ///
    /// The order is always: find, validate, approve, dispatch within the time limit, check the
    /// output, observe. A call that is dropped is observed as cancelled.
    pub async fn call(&self, context: &Context, call: ToolCall) -> ToolResult {
        let rows = self.lookup.find_in(self.table.rows, &call.name);
        let tool = rows
            .first()
            .map_or(call.name.as_str(), |row| row.entry.name);
        let watch = Watch::start(&self.observers, self.table.name, tool, &call.id, context);
        let mut trail = Trail::default();
        let mut end = self.run(rows, context, &call, &watch, &mut trail).await;
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
            metadata: trail.metadata(),
            call_id: call.id,
            name: call.name,
        }
    }

    async fn run(
        &self,
        rows: &'static [Row<H>],
        context: &Context,
        call: &ToolCall,
        watch: &Watch<'_>,
        trail: &mut Trail,
    ) -> Result<Json, Box<Fault>> {
        let row = self.table.select(rows, call)?;
        trail.overload = (rows.len() > 1).then_some(row.entry.wire_name);
        let opened = self.validate(row, context, call)?;
        let needs = opened
            .needs
            .map_or(row.approval, |needs| needs.max(row.approval));
        let granted = match pass_freely(needs) {
            Some(granted) => granted,
            // Boxed, so that calls that nobody is asked about do not carry its state.
            None => Box::pin(self.approve(row, needs, context, call, watch, trail)).await?,
        };
        let limit = self.limit(context);
        let end = guard(opened.start(granted), limit, context.cancellation()).await;
        self.check(row, conclude(row.entry, end, limit)?, watch)
    }

    fn validate<'c>(
        &'c self,
        row: &Row<H>,
        context: &'c Context,
        call: &'c ToolCall,
    ) -> Result<Opened<'c>, Box<Fault>> {
        match contain(|| (row.open)(&self.handlers, context, call)) {
            Ok(Ok(opened)) => Ok(opened),
            Ok(Err(violations)) => Err(find::invalid(violations)),
            Err(panic) => Err(panicked(row.entry, &panic)),
        }
    }

    async fn approve(
        &self,
        row: &Row<H>,
        needs: Approval,
        context: &Context,
        call: &ToolCall,
        watch: &Watch<'_>,
        trail: &mut Trail,
    ) -> Result<Granted, Box<Fault>> {
        if needs == Approval::Blocked {
            let message = format!(
                "Tool '{}' blocked: its policy refuses these arguments",
                row.entry.name
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
        trail.passed = passed;
        Ok(granted)
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
