//! How much queries may still look at.

use std::cell::Cell;

/// How many values queries may still look at.
pub(super) struct Steps(Cell<usize>);

impl Steps {
    /// So many.
    pub(super) fn new(steps: usize) -> Self {
        Steps(Cell::new(steps))
    }

    /// Takes some; `false` where they are used up, and nothing more is to be looked at.
    pub(super) fn take(&self, count: usize) -> bool {
        self.0.set(self.0.get().saturating_sub(count));
        !self.are_used_up()
    }

    /// Whether a query may have looked at less than it asked for.
    pub(super) fn are_used_up(&self) -> bool {
        self.0.get() == 0
    }
}
