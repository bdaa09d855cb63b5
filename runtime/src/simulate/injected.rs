//! The faults of an engine that simulates.

use super::answer::{failed_service, failed_tool, garble};
use super::generate::Generator;
use super::random::Random;
use crate::entry::ToolEntry;
use crate::error::ToolFailure;
use crate::json::Json;
use crate::simulated::{Category, Fault, Simulator};

/// What a call ends with in place of its result, if a fault happens to it. Each fault is drawn on its own; of those that
/// happen, one is chosen. It depends only on the seed, the tool and the id of the call, so it is the same in every run.
pub(crate) fn inject_fault(
    simulator: &Simulator,
    entry: &ToolEntry,
    call_id: &str,
) -> Option<Result<Json, ToolFailure>> {
    if simulator.faults.is_empty() {
        return None;
    }
    let mut random = Random::of(simulator.seed, &["fault", entry.wire_name, call_id]);
    let mut happens: Vec<&Fault> = Vec::new();
    for fault in simulator.faults {
        if random.fraction() < fault.probability {
            happens.push(fault);
        }
    }
    let fault = *random.pick(&happens)?;
    Some(match fault.category {
        Category::NetworkError => Err(failed_service(fault.message)),
        Category::ExecutionError => Err(failed_tool(fault.message)),
        Category::UnparseableResult => Ok(garble(fault.message)),
        Category::EmptyResult => Ok(Json::trusted("[]".to_owned())),
        // what no schema forbids cannot violate one
        Category::SchemaViolation => {
            let schema = entry.output;
            let wrong = schema.and_then(|schema| Generator::new(random.next()).refused(schema));
            wrong.map_or_else(
                || Err(failed_tool(fault.message)),
                |wrong| Ok(Json::trusted(wrong)),
            )
        }
    })
}
