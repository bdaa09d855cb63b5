//! The time limits of calls.

use super::{Row, Worker};
use crate::context::Context;
use crate::guard::{Limit, Limits};
use crate::permits::Permits;
use crate::timer::Timer;
use std::time::{Duration, Instant};

impl<H> Worker<H> {
    /// The limits for the work of a row. Its time starts at `started`, or else now.
    #[inline(always)]
    pub(super) fn limits<'c>(
        &'c self,
        row: &Row<H>,
        context: &'c Context,
        started: Option<Instant>,
    ) -> Limits<'c> {
        let own = !row.limits.timeout.is_zero();
        let time = match own || self.timeout.is_some() || context.is_limited() {
            true => self.time(row.limits.timeout, context, started),
            false => None,
        };
        Limits {
            time,
            token: context.cancellation(),
        }
    }

    /// The smallest time limit of the work, if there is one.
    fn time<'c>(
        &'c self,
        own: Duration,
        context: &Context,
        started: Option<Instant>,
    ) -> Option<(Limit<'c>, Instant)> {
        let duration = least_of(self.timeout, own, context)?;
        let timer = self.clock();
        let started = started.unwrap_or_else(Instant::now);
        Some((Limit { timer, duration }, started))
    }

    /// The permits that calls of a row need, if their number is limited.
    #[inline]
    pub(super) fn permits(&self, row: &Row<H>) -> Option<&Permits> {
        if !row.limits.has_permits() {
            return None;
        }
        let mut permits = self.permits.iter();
        let found = permits.find(|(entry, _)| std::ptr::eq(*entry, row.entry));
        found.map(|(_, permits)| permits)
    }

    /// How long the approver may take.
    #[cfg(feature = "ask")]
    pub(super) fn patience(&self, context: &Context) -> Limit<'_> {
        let most = self.gate.timeout;
        let duration = context
            .deadline()
            .map_or(most, |deadline| remaining(deadline).min(most));
        Limit {
            timer: self.clock(),
            duration,
        }
    }

    pub(super) fn clock(&self) -> &dyn Timer {
        &**self.timer.get_or_init(default_timer)
    }
}

/// The smallest of the limits that apply to a handler: the worker's, the tool's, which is zero if there is
/// none, and those of the context.
#[inline]
fn least_of(worker: Option<Duration>, tool: Duration, context: &Context) -> Option<Duration> {
    if tool.is_zero() && !context.is_limited() {
        return worker;
    }
    let own = (!tool.is_zero()).then_some(tool);
    let left = context.deadline().map(remaining);
    let limits = [worker, own, context.timeout(), left];
    limits.into_iter().flatten().min()
}

fn default_timer() -> Box<dyn Timer> {
    Box::new(crate::timer::ThreadTimer::new())
}

fn remaining(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}
