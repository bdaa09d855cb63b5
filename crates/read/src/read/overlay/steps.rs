//! The remaining budget of queries.

use std::cell::Cell;

/// How many more values queries may visit.
pub(super) struct Steps(Cell<usize>);

impl Steps {
    /// This many values.
    pub(super) fn new(steps: usize) -> Self {
        Steps(Cell::new(steps))
    }

    /// Takes some; returns `false` if they are used up, and nothing more must be visited.
    pub(super) fn take(&self, count: usize) -> bool {
        self.0.set(self.0.get().saturating_sub(count));
        !self.are_used_up()
    }

    /// Whether a query may have visited less than it wanted to.
    pub(super) fn are_used_up(&self) -> bool {
        self.0.get() == 0
    }
}
