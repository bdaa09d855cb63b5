//! The only path of a call, whoever answers for it: find, validate, caller, policies, approve, dispatch, check the
//! output, observe.

use super::callers::check_called_by;
use super::end::{Finished, conclude_call, in_time, panicked_fault};
use super::filled::fill_defaults;
use super::find::visible_rows;
use super::needs::{Needs, pass_freely};
use super::renamed::find_outdated;
use super::repaired::{may_repair, repair_call};
#[cfg(feature = "pages")]
use super::rest::find_paged;
use super::way::{Asking, Way};
use super::{Row, Worker};
use crate::approve::{Approval, Hidden};
use crate::call::{Opened, Work};
use crate::contain::catch_panic;
use crate::context::Context;
use crate::delegation::check_delegation;
use crate::entry::ToolEntry;
use crate::error::{Fault, ToolFailure};
use crate::guard::{End, Guard, Limits, Step, first_of, guard_future};
use crate::incoming::Incoming;
use crate::json::Json;
use crate::observe::Watch;
use crate::permits::{Permit, Permits};
#[cfg(feature = "policies")]
use crate::policy::Heard;
use crate::result::Metadata;
use crate::stop::Stop;
use std::future::poll_fn;
use std::task::{Context as Task, Poll};

/// The first value that is injected into a tool but missing in the context.
#[inline]
fn find_missing_value<H>(row: &Row<H>, context: &Context) -> Option<&'static str> {
    let mut names = row.entry.injected.iter();
    names.find(|name| context.value(name).is_none()).copied()
}

impl<H: 'static> Worker<H> {
    /// Takes a call along the path, and turns its outcome into what the caller wants.
    #[expect(
        clippy::manual_async_fn,
        reason = "an `async fn` would move the call twice"
    )]
    #[inline]
    pub(super) fn run<R>(
        &self,
        context: &Context,
        mut call: Incoming,
        asking: Asking<'_>,
        conclude: impl FnOnce(Finished<'_>) -> R,
    ) -> impl Future<Output = R> {
        async move {
            let mut facts = Metadata::default();
            let mut end = Err(Stop::Cleared);
            let (rows, old_name) = self.lookup.find_named(self.table.rows, &call.name);
            let rows = visible_rows(rows, asking.caller());
            let outdated = find_outdated(rows, old_name, &mut call, asking.caller());
            let find_secrets = || secrets_of(rows);
            let mut may_repair = may_repair(rows);
            // a second time only if the arguments were refused, and are another text once they are repaired
            let changed = loop {
                fill_defaults(rows, &mut call, asking.caller());
                let mut watch = Watch::new(
                    &self.observers,
                    self.table.name,
                    rows.first().map_or(&call.name, |row| row.entry.name),
                    &call,
                    context,
                    outdated.as_deref(),
                    &find_secrets,
                );
                if let Asking::DryRun = asking {
                    watch.quiet();
                }
                match may_repair {
                    true => watch.hold(),
                    false => watch.start(),
                }
                {
                    // Most calls finish at once: their work is done here and never becomes part of the
                    // future, and their outcome is written directly to its final place.
                    let first = poll_fn(|task| {
                        Poll::Ready(self.start(rows, &watch, asking, &mut facts, &mut end, task))
                    });
                    let waiting = match first.await {
                        None => None,
                        // Boxed, so that calls that finish at once do not carry its state.
                        Some((row, waiting)) => Some(Box::pin(
                            self.continue_call(row, waiting, &watch, asking, &mut facts),
                        )),
                    };
                    if let Some(waiting) = waiting {
                        end = waiting.await;
                    }
                }
                if watch.is_held() {
                    may_repair = false;
                    let repaired = repair_call(rows, &call, asking.caller(), &end);
                    if let Some(repaired) = repaired {
                        watch.forget();
                        call.set_repaired(repaired);
                        facts = Metadata::default();
                        continue;
                    }
                    watch.release();
                }
                if let Err(Stop::Failed(fault)) = &mut end {
                    fault.belong_to(watch.tool, &call.id);
                }
                #[cfg(feature = "pages")]
                if let Ok(output) = &end
                    && let Some(tool) = find_paged(rows, &facts)
                {
                    // boxed, so that other calls do not carry its state
                    Box::pin(self.keep_rest(tool, output.as_text(), context, &mut facts)).await;
                }
                break watch.end(&end);
            };
            facts.repaired = call.repaired.clone();
            facts.outdated = outdated;
            conclude(Finished {
                call: &mut call,
                end,
                facts: &facts,
                changed,
            })
        }
    }

    /// Takes a call as far as it gets without waiting: to its end, or to what it waits for.
    fn start<'c>(
        &'c self,
        rows: &'static [Row<H>],
        watch: &'c Watch<'c>,
        asking: Asking<'_>,
        facts: &mut Metadata,
        end: &mut Result<Json, Stop>,
        task: &mut Task<'_>,
    ) -> Option<(&'static Row<H>, Waiting<'c>)> {
        match self.advance(rows, watch, asking, facts, task) {
            Ok(FirstStep::Ended(output)) => {
                // `end` contains nothing yet that would have to be dropped.
                std::mem::forget(std::mem::replace(end, Ok(output)));
            }
            Ok(FirstStep::Waiting(row, waiting)) => return Some((row, waiting)),
            Err(fault) => *end = Err(Stop::Failed(fault)),
        }
        None
    }

    /// The steps of [`Worker::start`].
    #[inline(always)]
    fn advance<'c>(
        &'c self,
        rows: &'static [Row<H>],
        watch: &'c Watch<'c>,
        asking: Asking<'_>,
        facts: &mut Metadata,
        task: &mut Task<'_>,
    ) -> Result<FirstStep<'c, H>, Box<Fault>> {
        check_delegation(self.table.name, watch.context)?;
        let row = self.table.select(rows, watch.call, asking.caller())?;
        facts.overload = (rows.len() > 1).then_some(row.entry.wire_name);
        facts.untrusted = row.entry.untrusted;
        if let Some(outdated) = watch.outdated {
            outdated.check_clash()?;
        }
        if let Some(fault) = self.find_absence(row.entry) {
            return Err(fault);
        }
        let opened = self.open(row, watch.call, watch)?;
        watch.release();
        if asking.is_by_model() {
            check_called_by(row.entry, watch.call.called_by)?;
        }
        #[cfg(feature = "policies")]
        if let Some(heard) = self.hear_at_once(row, watch, facts)? {
            return Ok(FirstStep::Waiting(row, Waiting::Policies(opened, heard)));
        }
        let (needs, work) = match opened {
            Opened::Ready(needs, work) => (needs, work),
            #[cfg(all(feature = "shell", unix))]
            doubtful @ Opened::Doubtful(..) => return Ok(FirstStep::waiting(row, doubtful)),
            Opened::Asks(asked) => {
                let limits = self.limits(row, watch.context, None);
                match first_of(asked, limits, task) {
                    Step::Pending(asked) => {
                        return Ok(FirstStep::waiting(row, Opened::Asks(asked)));
                    }
                    Step::Ended(end) => in_time(row.entry, end, limits)?,
                }
            }
        };
        let configured = row.judge(watch.call, facts);
        let needs = configured.max(needs.unwrap_or(Approval::PreApproved));
        let Some(granted) = pass_freely(needs, asking, watch) else {
            return Ok(FirstStep::waiting(row, Opened::Ready(Some(needs), work)));
        };
        let work = work.start(granted);
        let limits = self.limits(row, watch.context, watch.started());
        let mut permit = None;
        if let Some(permits) = self.permits(row) {
            permit = permits.try_take();
            if permit.is_none() {
                return Ok(FirstStep::Waiting(
                    row,
                    Waiting::Turn(permits, work, limits),
                ));
            }
        }
        let output = match first_of(work, limits, task) {
            Step::Ended(End::Done(Ok(output))) => output,
            Step::Ended(end) => conclude_call(row.entry, end, limits)?,
            Step::Pending(work) => {
                return Ok(FirstStep::Waiting(row, Waiting::Work(work, limits, permit)));
            }
        };
        self.check(row, output, watch, facts).map(FirstStep::Ended)
    }

    /// Continues with a call that has to wait.
    async fn continue_call(
        &self,
        row: &'static Row<H>,
        waiting: Waiting<'_>,
        watch: &Watch<'_>,
        asking: Asking<'_>,
        facts: &mut Metadata,
    ) -> Result<Json, Stop> {
        let way = Way {
            row,
            call: watch.call,
            watch,
            asking,
        };
        match waiting {
            Waiting::Work(work, limits, _permit) => {
                let end = Guard::new(work, limits).await;
                self.finish(row, end, limits, watch, facts)
            }
            Waiting::Turn(permits, work, limits) => {
                self.take_turn(way, Some(permits), work, limits, facts)
                    .await
            }
            Waiting::Opened(opened) => self.approve_and_run(way, opened, None, facts).await,
            #[cfg(feature = "policies")]
            Waiting::Policies(opened, heard) => {
                let judged = self.hear_policies(way, heard, facts).await?;
                let Some(arguments) = judged.changed else {
                    return self.approve_and_run(way, opened, judged.ask, facts).await;
                };
                watch.change(&arguments);
                let call = way.call.with_text(arguments);
                let way = Way { call: &call, ..way };
                let opened = self.open(row, &call, watch)?;
                self.approve_and_run(way, opened, judged.ask, facts).await
            }
        }
    }

    /// The path after the policies.
    async fn approve_and_run(
        &self,
        way: Way<'_, H>,
        opened: Opened<'_>,
        reason: Option<String>,
        facts: &mut Metadata,
    ) -> Result<Json, Stop> {
        let (row, context) = (way.row, way.watch.context);
        let (own, doubt, mut work) = match opened {
            Opened::Ready(needs, work) => (needs, None, work),
            #[cfg(all(feature = "shell", unix))]
            Opened::Doubtful(why, work) => (Some(Approval::Ask), Some(why), work),
            Opened::Asks(asked) => {
                let limits = self.limits(row, context, None);
                let asked = guard_future(asked, limits).await;
                let (own, work) = in_time(row.entry, asked, limits)?;
                (own, None, work)
            }
        };
        let configured = row.judge(way.call, facts);
        let reason = match (reason, &doubt) {
            (Some(reason), Some(doubt)) => Some(format!("{reason}; {doubt}")),
            (reason, doubt) => reason.or(doubt.clone()),
        };
        let needs = Needs::of(configured, own, reason);
        let granted = self.approve(way, needs, work.take_check(), facts).await;
        let granted = granted.map_err(|stop| stop.because_of(doubt.as_deref()))?;
        let limits = self.limits(row, context, None);
        let permits = self.permits(row);
        self.take_turn(way, permits, work.start(granted), limits, facts)
            .await
    }

    /// Runs the work when its turn has come. The time limit includes the wait.
    async fn take_turn(
        &self,
        way: Way<'_, H>,
        permits: Option<&Permits>,
        work: Work<'_>,
        limits: Limits<'_>,
        facts: &mut Metadata,
    ) -> Result<Json, Stop> {
        let _permit = match permits {
            Some(permits) => {
                let turn = guard_future(permits.take(), limits).await;
                Some(in_time(way.row.entry, turn, limits)?)
            }
            None => None,
        };
        way.note_run().await?;
        let end = guard_future(work, limits).await;
        self.finish(way.row, end, limits, way.watch, facts)
    }

    /// Validates the arguments, and prepares the work.
    #[inline]
    fn open<'c>(
        &'c self,
        row: &'static Row<H>,
        call: &'c Incoming,
        watch: &'c Watch<'c>,
    ) -> Result<Opened<'c>, Box<Fault>> {
        if let Some(name) = find_missing_value(row, watch.context) {
            return Err(describe_missing_value(row.entry, name));
        }
        call.set_constants(row.constants);
        let opened = match catch_panic(|| (row.open)(&self.backends, call, watch, row.entry)) {
            Ok(opened) => opened,
            Err(panic) => Err(panicked_fault(row.entry, &panic)),
        };
        #[cfg(feature = "testing")]
        let opened = opened.map(|opened| {
            let instead = &self.backends.instead;
            instead.replace(row.entry, row.list_errors, call, watch.context, opened)
        });
        opened
    }

    /// The checked result of the work, or the fault that its outcome stands for.
    #[inline]
    fn finish(
        &self,
        row: &Row<H>,
        end: End<Result<Json, ToolFailure>>,
        limits: Limits<'_>,
        watch: &Watch<'_>,
        facts: &mut Metadata,
    ) -> Result<Json, Stop> {
        let output = conclude_call(row.entry, end, limits)?;
        Ok(self.check(row, output, watch, facts)?)
    }
}

#[cold]
fn describe_missing_value(entry: &ToolEntry, name: &str) -> Box<Fault> {
    let detail = format!("the context has no value `{name}`, and the tool takes it from there");
    Box::new(Fault::scrubbed(entry.wire_name, detail))
}

/// The secrets in a call of any of these tools, before it is known which one it is; `None` if there are none
/// of them.
fn secrets_of<H>(rows: &'static [Row<H>]) -> Option<Hidden> {
    let hidings = rows.iter().map(|row| row.hiding);
    (!rows.is_empty()).then(|| Hidden::of(hidings))
}

/// How far a call gets in its first step, without waiting.
enum FirstStep<'c, H: 'static> {
    Ended(Json),
    Waiting(&'static Row<H>, Waiting<'c>),
}

/// What a call waits for.
enum Waiting<'c> {
    /// The policies that have not decided yet, or what the policies require.
    #[cfg(feature = "policies")]
    Policies(Opened<'c>, Heard),
    /// Approval, or the handler's answer about what it needs.
    Opened(Opened<'c>),
    /// Other calls of the tool.
    Turn(&'c Permits, Work<'c>, Limits<'c>),
    /// The handler.
    Work(Work<'c>, Limits<'c>, Option<Permit<'c>>),
}

impl<'c, H: 'static> FirstStep<'c, H> {
    fn waiting(row: &'static Row<H>, opened: Opened<'c>) -> Self {
        FirstStep::Waiting(row, Waiting::Opened(opened))
    }
}
