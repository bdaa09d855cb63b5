//! What the servers and the client of the load test have in common.

use rmcp::schemars;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU8, Ordering};

/// The highest order number plus one.
pub const NUMBERS: usize = 10_000_000;

/// Whether the order with this number fails, in every server: one in a hundred does.
pub fn is_sold_out(number: usize) -> bool {
    number % 100 == 13
}

/// The response of `count_orders`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Count {
    /// How many orders were placed.
    pub placed: usize,
    /// How many of them were placed more than once.
    pub doubled: usize,
}

/// How many times each order was placed.
pub struct Ledger(Vec<AtomicU8>);

impl Default for Ledger {
    fn default() -> Self {
        Ledger((0..NUMBERS).map(|_| AtomicU8::new(0)).collect())
    }
}

impl Ledger {
    /// Records that an order was placed.
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
