//! What a test runs in place of the work of calls.

use super::faults::FaultPlan;
use super::simulation::Simulation;
use crate::call::Opened;
use crate::context::Context;
use crate::entry::ToolEntry;
use crate::incoming::Incoming;

/// What a test runs in place of the work of calls; by default nothing.
#[derive(Default)]
pub(crate) struct Instead {
    simulation: Option<Simulation>,
    /// Whether handlers run although there is a simulation.
    runs_handlers: bool,
    faults: Option<FaultPlan>,
}

impl Instead {
    /// Returns simulated results instead of running the work.
    pub fn set_simulation(&mut self, simulation: Simulation) {
        self.simulation = Some(simulation);
        self.runs_handlers = false;
    }

    /// Returns simulated results instead of running what has no handler.
    pub fn set_simulated_services(&mut self, simulation: Simulation) {
        self.simulation = Some(simulation);
        self.runs_handlers = true;
    }

    /// Makes the work fail according to a plan.
    pub fn set_faults(&mut self, plan: FaultPlan) {
        self.faults = Some(plan);
    }

    /// Whether nothing is sent.
    #[cfg(feature = "http")]
    pub fn simulates(&self) -> bool {
        self.simulation.is_some()
    }

    /// Replaces the work of a call with what the test wants.
    pub fn replace<'c>(
        &'c self,
        entry: &'static ToolEntry,
        is_handled: bool,
        call: &'c Incoming,
        context: &'c Context,
        opened: Opened<'c>,
    ) -> Opened<'c> {
        let runs = is_handled && self.runs_handlers;
        let simulation = self.simulation.as_ref().filter(|_| !runs);
        if simulation.is_none() && self.faults.is_none() {
            return opened;
        }
        opened.replace(simulation.is_none(), move |work| {
            let work = match simulation {
                Some(simulation) => simulation.stand_in(entry, call, context.session()),
                None => work,
            };
            match &self.faults {
                Some(faults) => faults.disturb(entry, call, work),
                None => work,
            }
        })
    }
}
