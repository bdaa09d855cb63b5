//! Timers for the limits of calls, for any executor.

use crate::contain::catch_panic;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// A future that completes after some time.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Measures the limits of calls.
pub trait Timer: Send + Sync + 'static {
    /// A future that completes after this duration, counted from now.
    fn sleep(&self, duration: Duration) -> Sleep;
}

/// Tokio's timer. It must be used within a Tokio runtime whose time driver is enabled.
#[cfg(feature = "tokio")]
#[derive(Debug, Clone, Copy, Default)]
pub struct TokioTimer;

#[cfg(feature = "tokio")]
impl Timer for TokioTimer {
    fn sleep(&self, duration: Duration) -> Sleep {
        Box::pin(tokio::time::sleep(duration))
    }
}

/// A timer that needs no executor. It uses one thread, which starts with the first sleeper and ends with the
/// timer.
#[derive(Debug, Default)]
pub struct ThreadTimer(Arc<Clock>);

#[derive(Debug, Default)]
struct Clock {
    state: Mutex<Sleepers>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Sleepers {
    /// Sorted by time.
    wakers: Vec<(Instant, u64, Waker)>,
    next: u64,
    running: bool,
    closed: bool,
}

impl Sleepers {
    /// Most calls have the same limit, so a new sleeper is usually the last to wake.
    fn add(&mut self, until: Instant, waker: Waker) -> u64 {
        self.next += 1;
        let mut place = self.wakers.len();
        while place > 0 && self.wakers[place - 1].0 > until {
            place -= 1;
        }
        self.wakers.insert(place, (until, self.next, waker));
        self.next
    }

    /// How many sleepers are due.
    fn due(&self, now: Instant) -> usize {
        let mut due = 0;
        while due < self.wakers.len() && self.wakers[due].0 <= now {
            due += 1;
        }
        due
    }

    fn forget(&mut self, key: u64) {
        self.wakers.retain(|(_, known, _)| *known != key);
    }
}

impl ThreadTimer {
    /// Creates a timer whose thread has not started.
    pub fn new() -> Self {
        ThreadTimer::default()
    }
}

impl Timer for ThreadTimer {
    fn sleep(&self, duration: Duration) -> Sleep {
        match Instant::now().checked_add(duration) {
            Some(until) => Box::pin(Nap {
                clock: Arc::clone(&self.0),
                until,
                key: None,
            }),
            None => Box::pin(std::future::pending()),
        }
    }
}

impl Drop for ThreadTimer {
    fn drop(&mut self) {
        self.0.sleepers().closed = true;
        self.0.changed.notify_all();
    }
}

impl Clock {
    fn sleepers(&self) -> MutexGuard<'_, Sleepers> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the thread if there is none; `false` if the system cannot start one.
    fn start(self: &Arc<Self>, sleepers: &mut Sleepers) -> bool {
        if !sleepers.running {
            let clock = Arc::clone(self);
            let thread = std::thread::Builder::new().name("toolc-timer".to_owned());
            sleepers.running = thread.spawn(move || clock.run()).is_ok();
        }
        sleepers.running
    }

    fn run(&self) {
        let mut sleepers = self.sleepers();
        while !(sleepers.closed && sleepers.wakers.is_empty()) {
            let now = Instant::now();
            let due = sleepers.due(now);
            if due > 0 {
                let later = sleepers.wakers.split_off(due);
                let due = std::mem::replace(&mut sleepers.wakers, later);
                drop(sleepers);
                for (.., waker) in due {
                    // A waker is foreign code, and all others depend on this thread.
                    let _ = catch_panic(|| waker.wake());
                }
                sleepers = self.sleepers();
                continue;
            }
            let first = sleepers.wakers.first().map(|(until, ..)| *until);
            sleepers = match first {
                Some(until) => {
                    let wait = self
                        .changed
                        .wait_timeout(sleepers, until.saturating_duration_since(now));
                    wait.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self
                    .changed
                    .wait(sleepers)
                    .unwrap_or_else(PoisonError::into_inner),
            };
        }
        // A sleeper that is polled only now needs another thread.
        sleepers.running = false;
    }
}

/// A sleeper of a [`ThreadTimer`].
struct Nap {
    clock: Arc<Clock>,
    until: Instant,
    key: Option<u64>,
}

impl Future for Nap {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if Instant::now() >= self.until {
            return Poll::Ready(());
        }
        let clock = Arc::clone(&self.clock);
        let mut sleepers = clock.sleepers();
        // A limit that cannot be measured counts as reached.
        if !clock.start(&mut sleepers) {
            return Poll::Ready(());
        }
        if let Some(old) = self.key.take() {
            sleepers.forget(old);
        }
        self.key = Some(sleepers.add(self.until, context.waker().clone()));
        clock.changed.notify_all();
        Poll::Pending
    }
}

impl Drop for Nap {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            self.clock.sleepers().forget(key);
        }
    }
}
