//! Limits how many calls of a tool may run at once, whatever executor runs them.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A semaphore. Permits are handed out in the order in which they were requested.
#[derive(Debug)]
pub(crate) struct Permits(Mutex<State>);

#[derive(Debug)]
struct State {
    free: u32,
    next: u64,
    waiting: VecDeque<(u64, Waker)>,
}

impl Permits {
    pub fn new(number: u32) -> Self {
        Permits(Mutex::new(State {
            free: number,
            next: 0,
            waiting: VecDeque::new(),
        }))
    }

    /// Takes a permit, if one is free and nobody is waiting.
    pub fn try_take(&self) -> Option<Permit<'_>> {
        let mut state = self.state();
        if state.free == 0 || !state.waiting.is_empty() {
            return None;
        }
        state.free -= 1;
        Some(Permit(self))
    }

    /// Waits for a permit.
    pub fn take(&self) -> Turn<'_> {
        Turn {
            permits: self,
            key: None,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The waker of the first in line, if a permit is free.
    fn first(&self) -> Option<Waker> {
        let (_, waker) = self.waiting.front().filter(|_| self.free > 0)?;
        Some(waker.clone())
    }
}

/// Is returned when it is dropped.
#[derive(Debug)]
pub(crate) struct Permit<'p>(&'p Permits);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.free += 1;
        let first = state.first();
        drop(state);
        wake(first);
    }
}

/// Waits for a [`Permit`].
#[derive(Debug)]
pub(crate) struct Turn<'p> {
    permits: &'p Permits,
    /// The place in the queue.
    key: Option<u64>,
}

impl<'p> Future for Turn<'p> {
    type Output = Permit<'p>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let permits = self.permits;
        let mut state = permits.state();
        let is_first = match (self.key, state.waiting.front()) {
            (_, None) => true,
            (Some(key), Some((first, _))) => key == *first,
            (None, Some(_)) => false,
        };
        if state.free > 0 && is_first {
            state.free -= 1;
            if self.key.take().is_some() {
                state.waiting.pop_front();
            }
            let next = state.first();
            drop(state);
            wake(next);
            return Poll::Ready(Permit(permits));
        }
        let waker = context.waker().clone();
        let place = self
            .key
            .and_then(|key| state.waiting.iter().position(|(known, _)| *known == key));
        match place {
            Some(place) => state.waiting[place].1 = waker,
            None => {
                state.next += 1;
                let key = state.next;
                state.waiting.push_back((key, waker));
                self.key = Some(key);
            }
        }
        Poll::Pending
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let Some(key) = self.key else { return };
        let mut state = self.permits.state();
        state.waiting.retain(|(known, _)| *known != key);
        let first = state.first();
        drop(state);
        wake(first);
    }
}

/// Called outside the lock: a waker is foreign code.
fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}
