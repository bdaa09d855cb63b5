//! Runs foreign work within its limits: time, the caller's patience, and panics.

use crate::cancel::{Cancellation, Cancelled};
use crate::contain::contain;
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

/// Runs work within limits.
#[inline]
pub(crate) async fn guard<F: Future + Unpin>(
    mut work: F,
    limit: Option<Limit<'_>>,
    token: Option<&Cancellation>,
) -> End<F::Output> {
    if token.is_some_and(Cancellation::is_cancelled) {
        return End::Cancelled;
    }
    if limit.is_some_and(|limit| limit.duration.is_zero()) {
        return End::Expired;
    }
    let started = limit.map(|_| Instant::now());
    // Most work ends at once, and then nothing has to be watched.
    let first = poll_fn(|context| Poll::Ready(contain(|| Pin::new(&mut work).poll(context)))).await;
    let end = match first {
        Ok(Poll::Ready(value)) => End::Done(value),
        Err(panic) => End::Panicked(panic),
        Ok(Poll::Pending) => return Guard::new(work, limit.zip(started), token).await,
    };
    // A destructor of the work may panic as well; the call has its result by then.
    let _ = contain(|| drop(work));
    end
}

/// Work that did not end at once.
struct Guard<'g, F> {
    work: Option<F>,
    limit: Option<(Limit<'g>, Instant)>,
    sleep: Option<Sleep>,
    token: Option<&'g Cancellation>,
    cancelled: Option<Cancelled<'g>>,
}

impl<'g, F: Future + Unpin> Guard<'g, F> {
    fn new(work: F, limit: Option<(Limit<'g>, Instant)>, token: Option<&'g Cancellation>) -> Self {
        Guard {
            work: Some(work),
            limit,
            sleep: None,
            token,
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
        match contain(|| Pin::new(work).poll(context)) {
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

    /// The timer is asked only for work that does not end at once.
    fn sleep<T>(&mut self, context: &mut Context<'_>) -> Poll<End<T>> {
        let Some((limit, started)) = self.limit else {
            return Poll::Pending;
        };
        let sleep = &mut self.sleep;
        let slept = contain(|| {
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
        // A destructor of the work may panic as well; the call has its result by then.
        let _ = contain(|| drop((work, sleep)));
    }
}
