//! Workers for tests: what runs in place of the work of calls.

use super::Worker;
use crate::error::DeclaredError;
use crate::testing::{FaultPlan, Simulation};

impl<H: 'static> Worker<H> {
    /// Gives simulated results, without handlers and services. Calls are found, validated and approved as
    /// usual; handlers are consulted about the approval they need, but never run.
    #[must_use]
    pub fn simulated(mut self, simulation: Simulation) -> Self {
        self.backends.instead.set_simulation(simulation);
        self
    }

    /// Whether code of the program runs a tool, and not an engine or a built-in toolset.
    pub(crate) fn is_handled(&self, wire_name: &str) -> bool {
        let mut rows = self.table.rows.iter();
        rows.any(|row| row.is_handled && row.entry.wire_name == wire_name)
    }

    /// The errors with which the spec of a tool says that it fails.
    pub(crate) fn list_errors(&self, wire_name: &str) -> Vec<&'static DeclaredError> {
        let mut rows = self.table.rows.iter();
        let row = rows.find(|row| row.entry.wire_name == wire_name);
        row.map_or(Vec::new(), |row| (row.list_errors)())
    }

    /// Makes calls fail according to a plan, whatever runs them.
    #[must_use]
    pub fn faults(mut self, plan: FaultPlan) -> Self {
        self.backends.instead.set_faults(plan);
        self
    }
}
