//! Noun: how much work a search may do.

use std::cell::Cell;
use std::rc::Rc;

thread_local! {
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// The units that this thread has charged since the last call: what fuzzing counts, so that nothing
/// spends a budget again and again.
#[doc(hidden)]
pub fn take_spent() -> u64 {
    SPENT.take()
}

/// A budget that everything a search consults shares. One unit is about a comparison, an element
/// copied or a value visited: some nanoseconds. Whoever does work charges for all of it, not for
/// each step, and beforehand where it is known: so the time and the memory that a search takes are
/// bounded whatever the schemas are.
///
/// Once it is used up it stays so until it is refilled, and every answer since then is unproved.
#[derive(Debug, Clone, Default)]
pub struct Work(Rc<Cell<u64>>);

/// What it costs to look something up.
pub const SOME: usize = 8;

/// What it costs to look something up by a text, or to remember it.
pub const MUCH: usize = 32;

impl Work {
    /// A budget of this size.
    pub fn new(units: u64) -> Self {
        Work(Rc::new(Cell::new(units)))
    }

    /// Charges some units. Returns `false` if they do not suffice, and none are left.
    pub fn charge(&self, units: usize) -> bool {
        let units = units as u64;
        SPENT.set(SPENT.get().saturating_add(units));
        let left = self.0.get().saturating_sub(units);
        self.0.set(left);
        left > 0
    }

    /// Whether it is used up.
    pub fn is_used_up(&self) -> bool {
        self.0.get() == 0
    }

    /// The units that are left.
    pub fn left(&self) -> u64 {
        self.0.get()
    }

    /// Makes it this large.
    pub fn refill(&self, units: u64) {
        self.0.set(units);
    }
}
