//! Results that are made from output schemas.

use super::generate::Generator;
use super::injected::inject_fault;
use super::random::Random;
use super::session::{PastCall, Remembered};
use crate::entry::ToolEntry;
use crate::error::ToolFailure;
use crate::incoming::Incoming;
use crate::json::{Json, canonical_json};
use crate::simulated::Simulator;

/// A result that the output schema of a tool accepts: the same for the same seed, tool and arguments. A tool without an
/// output schema gives `null`.
pub(crate) fn generate_result(
    seed: u64,
    entry: &ToolEntry,
    arguments: &str,
) -> Result<Json, ToolFailure> {
    let Some(schema) = entry.output else {
        return Ok(Json::null());
    };
    let arguments = canonical_json(arguments).unwrap_or_default();
    let mut random = Random::of(seed, &["result", entry.wire_name, &arguments]);
    match Generator::new(random.next()).value(schema) {
        Some(text) => Ok(Json::trusted(text)),
        None => Err(ToolFailure::internal(format!(
            "no result of `{}` was found that its output schema accepts",
            entry.name
        ))),
    }
}

/// The work of a tool of an engine of type `mock`.
pub(crate) async fn simulate_call(
    simulator: &'static Simulator,
    entry: &'static ToolEntry,
    call: &Incoming,
    remembered: Remembered<'_>,
) -> Result<Json, ToolFailure> {
    remembered.check()?;
    let arguments = call.complete_text();
    let end = inject_fault(simulator, entry, &call.id)
        .unwrap_or_else(|| generate_result(simulator.seed, entry, arguments));
    // the results do not depend on what was called before, so nothing is kept that nobody asked for
    remembered.add_if_set_up(simulator.engine, PastCall::new(entry, arguments, &end));
    end
}
