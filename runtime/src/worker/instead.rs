//! Workers of tests: what is answered in place of the work of calls.

use super::Worker;
use crate::testing::{FaultPlan, Simulation};

impl<H: 'static> Worker<H> {
    /// Gives results without handlers and services. Calls are found, validated and approved as
    /// otherwise; handlers are asked what their arguments need, and never run.
    #[must_use]
    pub fn simulated(mut self, simulation: Simulation) -> Self {
        self.means.instead.set_simulation(simulation);
        self
    }

    /// Lets calls go wrong by plan, whatever runs them.
    #[must_use]
    pub fn faults(mut self, plan: FaultPlan) -> Self {
        self.means.instead.set_faults(plan);
        self
    }
}
