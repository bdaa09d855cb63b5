//! Limits how often streams of one server are opened, in case it ends every stream at once.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The maximum number of streams that are opened within [`PERIOD`].
const STREAMS: u32 = 64;

const PERIOD: Duration = Duration::from_secs(1);

/// The streams that were opened recently.
#[derive(Default)]
pub(super) struct Pace(Mutex<Option<Period>>);

struct Period {
    start: Instant,
    opened: u32,
}

impl Pace {
    /// Waits until one more stream may be opened, and counts it.
    pub async fn wait_for_turn(&self) {
        while let Some(next) = self.take_turn(Instant::now()) {
            tokio::time::sleep_until(next).await;
        }
    }

    /// Counts one more stream, or returns when to try again.
    fn take_turn(&self, now: Instant) -> Option<Instant> {
        let mut period = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *period {
            Some(Period { start, opened }) if now < *start + PERIOD => {
                if *opened == STREAMS {
                    return Some(*start + PERIOD);
                }
                *opened += 1;
            }
            period => {
                *period = Some(Period {
                    start: now,
                    opened: 1,
                });
            }
        }
        None
    }
}
