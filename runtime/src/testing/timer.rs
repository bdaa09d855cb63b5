//! A timer whose time only moves when a test advances it.

use crate::timer::{Sleep, Timer};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// A timer that stands still until [`ManualTimer::advance`] is called. Clones share the time.
#[derive(Debug, Clone, Default)]
pub struct ManualTimer(Arc<Mutex<Clock>>);

#[derive(Debug, Default)]
struct Clock {
    now: Duration,
    wakers: Vec<Waker>,
}

impl ManualTimer {
    /// Creates a timer at zero.
    pub fn new() -> Self {
        ManualTimer::default()
    }

    /// Advances the time.
    pub fn advance(&self, duration: Duration) {
        let mut clock = self.clock();
        clock.now += duration;
        let wakers = std::mem::take(&mut clock.wakers);
        drop(clock);
        wakers.into_iter().for_each(Waker::wake);
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Timer for ManualTimer {
    fn sleep(&self, duration: Duration) -> Sleep {
        let until = self.clock().now.saturating_add(duration);
        Box::pin(Until {
            timer: self.clone(),
            until,
        })
    }
}

struct Until {
    timer: ManualTimer,
    until: Duration,
}

impl Future for Until {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut clock = self.timer.clock();
        if clock.now >= self.until {
            return Poll::Ready(());
        }
        clock.wakers.push(context.waker().clone());
        Poll::Pending
    }
}
