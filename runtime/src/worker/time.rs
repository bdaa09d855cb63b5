//! How long calls may take.

use super::{Row, Worker};
use crate::context::Context;
use crate::guard::{Limit, Limits};
use crate::permits::Permits;
use crate::timer::Timer;
use std::time::{Duration, Instant};

impl<H> Worker<H> {
    /// What limits the work of a row, whose time runs from `started` on, or else from now.
    #[inline]
    pub(super) fn limits<'c>(
        &'c self,
        row: &Row<H>,
        context: &'c Context,
        started: Option<Instant>,
    ) -> Limits<'c> {
        let limit = self.limit(row, context);
        Limits {
            limit,
            started: limit.map(|_| started.unwrap_or_else(Instant::now)),
            token: context.cancellation(),
        }
    }

    /// The smallest of the limits that hold for a handler.
    fn limit(&self, row: &Row<H>, context: &Context) -> Option<Limit<'_>> {
        let left = context.deadline().map(remaining);
        let own = (!row.timeout.is_zero()).then_some(row.timeout);
        let duration = [self.timeout, own, context.timeout(), left]
            .into_iter()
            .flatten()
            .min()?;
        Some(Limit {
            timer: self.clock(),
            duration,
        })
    }

    /// What the calls of a row have to wait for, where only some may run at once.
    #[inline]
    pub(super) fn permits(&self, row: &Row<H>) -> Option<&Permits> {
        if row.at_most == 0 {
            return None;
        }
        let mut permits = self.permits.iter();
        let found = permits.find(|(entry, _)| std::ptr::eq(*entry, row.entry));
        found.map(|(_, permits)| permits)
    }

    /// How long whoever is asked may take.
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

fn default_timer() -> Box<dyn Timer> {
    Box::new(crate::timer::ThreadTimer::new())
}

fn remaining(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}
