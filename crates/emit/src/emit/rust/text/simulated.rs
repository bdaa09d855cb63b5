//! The engine that makes a tool's results up, as static data.

use super::http::Shared;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use toolc_schema::rust::{Ident, Rust, rust};

impl Shared {
    /// What simulates the tool, if an engine does.
    pub fn simulated_item(&mut self, layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
        let call = layout.catalog.simulating_engine(layout.tool(names))?;
        let marker = Ident(&names.marker);
        let kind = rust!(rt::simulate::Simulator);
        let simulator = self.shared("SIMULATOR", &kind, &call.simulator());
        Some(rust!(
            impl rt::simulate::SimulatedTool for #marker {
                const SIMULATOR: &'static rt::simulate::Simulator = &#(Ident(&simulator));
            }
        ))
    }
}
