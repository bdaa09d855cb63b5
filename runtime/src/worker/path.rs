//! The one path of a call, whoever is asked on it: find, validate, approve, dispatch, check the
//! output, observe.

use super::ask::{Asking, Stop, pass_freely};
use super::end::{conclude, panicked, told};
use super::{Row, Worker};
use crate::approve::Approval;
use crate::call::{Opened, ToolCall, Work};
use crate::contain::contain;
use crate::context::Context;
use crate::error::{Fault, ToolFailure};
use crate::guard::{End, Guard, Limits, Step, first, guard};
use crate::json::Json;
use crate::observe::Watch;
use crate::result::Metadata;
use std::future::poll_fn;
use std::task::{Context as Task, Poll};

/// A call at its end.
pub(super) struct Finished {
    pub call: ToolCall,
    pub end: Result<Json, Stop>,
    pub facts: Metadata,
}

impl<H: 'static> Worker<H> {
    /// Takes a call along the path, and makes of its end what the caller wants.
    #[inline]
    pub(super) fn run<R>(
        &self,
        context: &Context,
        mut call: ToolCall,
        asking: Asking<'_>,
        conclude: impl FnOnce(Finished) -> R,
    ) -> impl Future<Output = R> {
        let rows = self.lookup.find_in(self.table.rows, &call.name);
        call.fill_blank();
        // An `async fn` would move the call twice.
        async move {
            let tool = rows
                .first()
                .map_or(call.name.as_str(), |row| row.entry.name);
            let watch = match asking {
                Asking::DryRun => Watch::quiet(self.table.name, tool, &call, context),
                _ => Watch::start(&self.observers, self.table.name, tool, &call, context),
            };
            let mut facts = Metadata::default();
            // Most calls end at once: their work is done here and never becomes part of the future.
            let begun =
                poll_fn(|task| Poll::Ready(self.begin(rows, &watch, asking, &mut facts, task)));
            let mut end = match begun.await {
                Begun::Ended(end) => end,
                // Boxed, so that calls that end at once do not carry its state.
                Begun::Waiting(row, waiting) => {
                    Box::pin(self.go_on(row, waiting, &watch, asking, &mut facts)).await
                }
            };
            if let Err(Stop::Failed(fault)) = &mut end {
                tool.clone_into(&mut fault.error.tool_name);
                call.id.clone_into(&mut fault.error.call_id);
            }
            watch.end(&end);
            conclude(Finished { call, end, facts })
        }
    }

    /// Goes as far as a call gets without waiting.
    fn begin<'c>(
        &'c self,
        rows: &'static [Row<H>],
        watch: &'c Watch<'c>,
        asking: Asking<'_>,
        facts: &mut Metadata,
        task: &mut Task<'_>,
    ) -> Begun<'c, H> {
        let row = match self.table.select(rows, watch.call) {
            Ok(row) => row,
            Err(fault) => return Begun::failed(fault),
        };
        facts.overload = (rows.len() > 1).then_some(row.entry.wire_name);
        let opened = match self.open(row, watch.call, watch) {
            Ok(opened) => opened,
            Err(fault) => return Begun::failed(fault),
        };
        let (needs, work) = match opened {
            Opened::Told(needs, work) => (needs, work),
            Opened::Asks(asked) => {
                let limits = self.limits(row, watch.context, None);
                match first(asked, limits, task) {
                    Step::Pending(asked) => return Begun::waiting(row, Opened::Asks(asked)),
                    Step::Ended(end) => match told(row.entry, end, limits) {
                        Ok(told) => told,
                        Err(fault) => return Begun::failed(fault),
                    },
                }
            }
        };
        let needs = row.approval.max(needs.unwrap_or(Approval::PreApproved));
        let Some(granted) = pass_freely(needs, asking) else {
            return Begun::waiting(row, Opened::Told(Some(needs), work));
        };
        let limits = self.limits(row, watch.context, watch.started());
        match first(work.start(granted), limits, task) {
            Step::Ended(end) => Begun::Ended(self.finish(row, end, limits, watch)),
            Step::Pending(work) => Begun::Waiting(row, Waiting::Work(work, limits)),
        }
    }

    /// Goes on where a call has to wait.
    async fn go_on<'c>(
        &'c self,
        row: &'static Row<H>,
        waiting: Waiting<'c>,
        watch: &'c Watch<'c>,
        asking: Asking<'_>,
        facts: &mut Metadata,
    ) -> Result<Json, Stop> {
        match waiting {
            Waiting::Work(work, limits) => {
                let end = Guard::new(work, limits).await;
                self.finish(row, end, limits, watch)
            }
            Waiting::Opened(opened) => {
                self.go_through(row, opened, watch.call, watch, asking, facts)
                    .await
            }
        }
    }

    /// The path behind validation.
    async fn go_through<'c>(
        &'c self,
        row: &'static Row<H>,
        opened: Opened<'c>,
        call: &ToolCall,
        watch: &Watch<'_>,
        asking: Asking<'_>,
        facts: &mut Metadata,
    ) -> Result<Json, Stop> {
        let (needs, work) = match opened {
            Opened::Told(needs, work) => (needs, work),
            Opened::Asks(asked) => {
                let limits = self.limits(row, watch.context, None);
                told(row.entry, guard(asked, limits).await, limits)?
            }
        };
        let needs = row.approval.max(needs.unwrap_or(Approval::PreApproved));
        let granted = self.approve(row, needs, call, watch, asking, facts).await?;
        let limits = self.limits(row, watch.context, None);
        let end = guard(work.start(granted), limits).await;
        self.finish(row, end, limits, watch)
    }

    /// Checks the arguments, and prepares the work.
    #[inline]
    fn open<'c>(
        &'c self,
        row: &'static Row<H>,
        call: &'c ToolCall,
        watch: &'c Watch<'c>,
    ) -> Result<Opened<'c>, Box<Fault>> {
        match contain(|| (row.open)(&self.means, call, watch)) {
            Ok(opened) => opened,
            Err(panic) => Err(panicked(row.entry, &panic)),
        }
    }

    /// The result of the work, checked, or what its end means.
    #[inline]
    fn finish(
        &self,
        row: &Row<H>,
        end: End<Result<Json, ToolFailure>>,
        limits: Limits<'_>,
        watch: &Watch<'_>,
    ) -> Result<Json, Stop> {
        let output = conclude(row.entry, end, limits)?;
        Ok(self.check(row, output, watch)?)
    }
}

/// What a call that has begun came to.
enum Begun<'c, H: 'static> {
    Ended(Result<Json, Stop>),
    Waiting(&'static Row<H>, Waiting<'c>),
}

/// What a call waits for.
enum Waiting<'c> {
    /// Approval, or what its handler says of that.
    Opened(Opened<'c>),
    Work(Work<'c>, Limits<'c>),
}

impl<'c, H: 'static> Begun<'c, H> {
    fn failed(fault: Box<Fault>) -> Self {
        Begun::Ended(Err(Stop::Failed(fault)))
    }

    fn waiting(row: &'static Row<H>, opened: Opened<'c>) -> Self {
        Begun::Waiting(row, Waiting::Opened(opened))
    }
}
