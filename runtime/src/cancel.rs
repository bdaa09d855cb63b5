//! Cancellation of calls that works with every executor.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A cancellation token: tells everyone who holds a clone that the caller gave up.
#[derive(Debug, Clone, Default)]
pub struct Cancellation(Arc<State>);

#[derive(Debug, Default)]
struct State {
    cancelled: AtomicBool,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    next: u64,
    wakers: Vec<(u64, Waker)>,
}

impl Cancellation {
    /// Creates a token that is not cancelled.
    pub fn new() -> Self {
        Cancellation::default()
    }

    /// Cancels the token. This cannot be undone.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Release);
        let wakers = std::mem::take(&mut self.0.waiting().wakers);
        for (_, waker) in wakers {
            waker.wake();
        }
    }

    /// Whether the token is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Acquire)
    }

    /// Waits until the token is cancelled.
    pub fn cancelled(&self) -> Cancelled<'_> {
        Cancelled {
            token: self,
            key: None,
        }
    }
}

impl State {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// A linear scan is enough: each call waits for one token, so there are few wakers.
    fn forget(&mut self, key: u64) {
        self.wakers.retain(|(known, _)| *known != key);
    }
}

/// A future that completes when the token is cancelled.
#[derive(Debug)]
#[must_use = "a future does nothing unless it is polled"]
pub struct Cancelled<'c> {
    token: &'c Cancellation,
    key: Option<u64>,
}

impl Future for Cancelled<'_> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let token = self.token;
        let mut waiting = token.0.waiting();
        // Checked under the lock: `cancel` sets the flag first and takes the wakers under the lock
        // afterwards.
        if token.is_cancelled() {
            return Poll::Ready(());
        }
        let key = *self.key.get_or_insert_with(|| {
            waiting.next += 1;
            waiting.next
        });
        waiting.forget(key);
        waiting.wakers.push((key, context.waker().clone()));
        Poll::Pending
    }
}

impl Drop for Cancelled<'_> {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            self.token.0.waiting().forget(key);
        }
    }
}
