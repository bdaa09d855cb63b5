//! Runs foreign work within its limits: time, cancellation, and panics.

use crate::cancel::{Cancellation, Cancelled};
use crate::contain::catch_panic;
use crate::timer::{Sleep, Timer};
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

/// How long work may take.
#[derive(Clone, Copy)]
pub(crate) struct Limit<'g> {
    pub timer: &'g dyn Timer,
    pub duration: Duration,
}

/// How work ended.
pub(crate) enum End<T> {
    Done(T),
    Panicked(String),
    Expired,
    Cancelled,
}

/// The limits of some work.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'g> {
    /// How long it may take, and when its time started.
    pub time: Option<(Limit<'g>, Instant)>,
    pub token: Option<&'g Cancellation>,
}

impl Limits<'_> {
    /// How long the work may take; zero if it is not limited.
    pub fn duration(&self) -> Duration {
        self.time
            .map_or(Duration::ZERO, |(limit, _)| limit.duration)
    }
}

/// The result of the first poll.
pub(crate) enum Step<F: Future> {
    Ended(End<F::Output>),
    Pending(F),
}

/// Polls the work once. Most work is finished then, and nothing has to be watched.
#[inline]
pub(crate) fn first_of<F: Future + Unpin>(
    mut work: F,
    limits: Limits<'_>,
    context: &mut Context<'_>,
) -> Step<F> {
    if limits.token.is_some_and(Cancellation::is_cancelled) {
        return Step::Ended(End::Cancelled);
    }
    if limits
        .time
        .is_some_and(|(limit, _)| limit.duration.is_zero())
    {
        return Step::Ended(End::Expired);
    }
    let end = match catch_panic(|| Pin::new(&mut work).poll(context)) {
        Ok(Poll::Ready(value)) => End::Done(value),
        Err(panic) => End::Panicked(panic),
        Ok(Poll::Pending) => return Step::Pending(work),
    };
    // The destructor of the work may panic too, but the call already has its result.
    let _ = catch_panic(|| drop(work));
    Step::Ended(end)
}

/// Runs work within its limits.
pub(crate) async fn guard_future<F: Future + Unpin>(work: F, limits: Limits<'_>) -> End<F::Output> {
    let mut work = Some(work);
    let begun = poll_fn(|context| match work.take() {
        Some(work) => Poll::Ready(first_of(work, limits, context)),
        None => Poll::Pending,
    });
    match begun.await {
        Step::Ended(end) => end,
        Step::Pending(work) => Guard::new(work, limits).await,
    }
}

/// Work that was not finished by its first poll.
pub(crate) struct Guard<'g, F> {
    work: Option<F>,
    limit: Option<(Limit<'g>, Instant)>,
    sleep: Option<Sleep>,
    token: Option<&'g Cancellation>,
    cancelled: Option<Cancelled<'g>>,
}

impl<'g, F: Future + Unpin> Guard<'g, F> {
    pub fn new(work: F, limits: Limits<'g>) -> Self {
        Guard {
            work: Some(work),
            limit: limits.time,
            sleep: None,
            token: limits.token,
            cancelled: None,
        }
    }

    fn advance(&mut self, context: &mut Context<'_>) -> Poll<End<F::Output>> {
        if self.token.is_some_and(Cancellation::is_cancelled) {
            return Poll::Ready(End::Cancelled);
        }
        let Some(work) = &mut self.work else {
            return Poll::Pending;
        };
        match catch_panic(|| Pin::new(work).poll(context)) {
            Ok(Poll::Ready(value)) => return Poll::Ready(End::Done(value)),
            Err(panic) => return Poll::Ready(End::Panicked(panic)),
            Ok(Poll::Pending) => {}
        }
        if let Some(token) = self.token
            && Pin::new(self.cancelled.get_or_insert_with(|| token.cancelled()))
                .poll(context)
                .is_ready()
        {
            return Poll::Ready(End::Cancelled);
        }
        self.sleep(context)
    }

    /// The timer is started only for work that is not finished at once.
    fn sleep<T>(&mut self, context: &mut Context<'_>) -> Poll<End<T>> {
        let Some((limit, started)) = self.limit else {
            return Poll::Pending;
        };
        let sleep = &mut self.sleep;
        let slept = catch_panic(|| {
            let left = || {
                limit
                    .timer
                    .sleep(limit.duration.saturating_sub(started.elapsed()))
            };
            sleep.get_or_insert_with(left).as_mut().poll(context)
        });
        match slept {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(())) => Poll::Ready(End::Expired),
            Err(panic) => Poll::Ready(End::Panicked(format!("the timer panicked: {panic}"))),
        }
    }
}

impl<F: Future + Unpin> Future for Guard<'_, F> {
    type Output = End<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.advance(context)
    }
}

impl<F> Drop for Guard<'_, F> {
    fn drop(&mut self) {
        let (work, sleep) = (self.work.take(), self.sleep.take());
        // The destructor of the work may panic too, but the call already has its result.
        let _ = catch_panic(|| drop((work, sleep)));
    }
}
