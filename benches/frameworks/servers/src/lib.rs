//! What the servers and the client of the load test agree about.

use rmcp::schemars;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU8, Ordering};

/// The highest number of an order, and one.
pub const NUMBERS: usize = 10_000_000;

/// Whether the order of this number fails, in every server: one in a hundred.
pub fn is_sold_out(number: usize) -> bool {
    number % 100 == 13
}

/// What `count_orders` answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Count {
    /// Orders that were placed.
    pub placed: usize,
    /// Those among them that were placed more than once.
    pub doubled: usize,
}

/// How often each order was placed.
pub struct Ledger(Vec<AtomicU8>);

impl Default for Ledger {
    fn default() -> Self {
        Ledger((0..NUMBERS).map(|_| AtomicU8::new(0)).collect())
    }
}

impl Ledger {
    /// Notes that an order was placed.
    pub fn place(&self, number: usize) {
        if let Some(times) = self.0.get(number) {
            times.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How many orders were placed, and how many more than once.
    pub fn count(&self) -> Count {
        let mut count = Count {
            placed: 0,
            doubled: 0,
        };
        for times in &self.0 {
            let times = times.load(Ordering::Relaxed);
            count.placed += usize::from(times > 0);
            count.doubled += usize::from(times > 1);
        }
        count
    }
}
