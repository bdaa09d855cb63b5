//! The engine that makes a tool's results up, as static data.

use super::http::Shared;
use crate::emit::rust::layout::Layout;
use crate::emit::rust::names::ToolPlan;
use toolc_model::model::engine::ModelData;
use toolc_schema::data::{Code, InCode};
use toolc_schema::rust::{Ident, Rust, rust};

impl Shared {
    /// What simulates the tool, if an engine does that asks nobody.
    pub fn simulated_item(&mut self, layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
        let call = layout.catalog.simulating_engine(layout.tool(names))?;
        if call.asks.is_some() {
            return None;
        }
        let marker = Ident(&names.marker);
        let kind = rust!(rt::simulate::Simulator);
        let simulator = self.shared("SIMULATOR", &kind, &call.simulator());
        Some(rust!(
            impl rt::simulate::SimulatedTool for #marker {
                const SIMULATOR: &'static rt::simulate::Simulator = &#(Ident(&simulator));
            }
        ))
    }

    /// The model that is asked for results of the tool, if one is.
    pub fn asked_item(&mut self, layout: &Layout<'_>, names: &ToolPlan) -> Option<impl Rust> {
        let call = layout.catalog.simulating_engine(layout.tool(names))?;
        let (settings, request) = (call.asks?, call.request()?);
        let marker = Ident(&names.marker);
        let kind = rust!(rt::simulate::Simulator);
        let simulator = self.shared("SIMULATOR", &kind, &call.simulator());
        let operation = self.request(&request, Vec::new(), Vec::new());
        let operation = self.shared("HTTP_OPERATION", &rust!(rt::http::Operation), &operation);
        let model: ModelData<'_, InCode<'_>> = ModelData {
            settings,
            simulator: Code::new(rust!(&#(Ident(&simulator)))),
            operation: Code::new(rust!(&#(Ident(&operation)))),
        };
        let model = self.shared("MODEL", &rust!(rt::simulate::Model), &model);
        Some(rust!(
            impl rt::simulate::AskedTool for #marker {
                const MODEL: &'static rt::simulate::Model = &#(Ident(&model));
            }
        ))
    }
}
