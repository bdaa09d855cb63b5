//! What a test runs in place of the work of calls.

use super::faults::FaultPlan;
use super::simulation::Simulation;
use crate::call::Opened;
use crate::context::Context;
use crate::entry::ToolEntry;
use crate::error::DeclaredError;
use crate::incoming::Incoming;

/// What a test runs in place of the work of calls; by default nothing.
#[derive(Default)]
pub(crate) struct Instead {
    simulation: Option<Simulation>,
    faults: Option<FaultPlan>,
}

impl Instead {
    /// Returns simulated results instead of running the work.
    pub fn set_simulation(&mut self, simulation: Simulation) {
        self.simulation = Some(simulation);
    }

    /// Makes the work fail according to a plan.
    pub fn set_faults(&mut self, plan: FaultPlan) {
        self.faults = Some(plan);
    }

    /// Whether no handler runs and nothing is sent.
    #[cfg(feature = "http")]
    pub fn simulates(&self) -> bool {
        self.simulation.is_some()
    }

    /// Replaces the work of a call with what the test wants.
    pub fn replace<'c>(
        &'c self,
        entry: &'static ToolEntry,
        list_errors: fn() -> Vec<&'static DeclaredError>,
        call: &'c Incoming,
        context: &'c Context,
        opened: Opened<'c>,
    ) -> Opened<'c> {
        if self.simulation.is_none() && self.faults.is_none() {
            return opened;
        }
        opened.replace(self.simulation.is_none(), move |work| {
            let work = match &self.simulation {
                Some(simulation) => simulation.stand_in(entry, call, context.session()),
                None => work,
            };
            match &self.faults {
                Some(faults) => faults.disturb(entry, &list_errors(), call, work),
                None => work,
            }
        })
    }
}
