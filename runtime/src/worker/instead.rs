//! Workers for tests: what runs in place of the work of calls.

use super::Worker;
use crate::testing::{FaultPlan, Simulation};

impl<H: 'static> Worker<H> {
    /// Gives simulated results, without handlers and services. Calls are found, validated and approved as
    /// usual; handlers are consulted about the approval they need, but never run.
    #[must_use]
    pub fn simulated(mut self, simulation: Simulation) -> Self {
        self.backends.instead.set_simulation(simulation);
        self
    }

    /// Gives simulated results where engines and built-in toolsets would run; handlers run.
    #[must_use]
    pub fn simulated_services(mut self, simulation: Simulation) -> Self {
        self.backends.instead.set_simulated_services(simulation);
        self
    }

    /// The tools that handlers run.
    pub(crate) fn handled_tools(&self) -> impl Iterator<Item = &'static crate::ToolEntry> + use<H> {
        let handled = self.table.rows.iter().filter(|row| row.is_handled);
        handled.map(|row| row.entry)
    }

    /// Makes calls fail according to a plan, whatever runs them.
    #[must_use]
    pub fn faults(mut self, plan: FaultPlan) -> Self {
        self.backends.instead.set_faults(plan);
        self
    }
}
