//! Where the calls of each worker may be repaired, decided by what its tools accept.

use std::collections::HashMap;
use std::sync::Arc;
use toolc_model::model::repair::Repairs;
use toolc_model::model::{Catalog, ToolId};
use toolc_schema::schema::prove::example::Examples;
use toolc_schema::schema::prove::places::{PlaceFacts, find_places};

/// Finds the places for the grants of all workers that want repairs. Without such a worker, nothing is looked at.
pub(super) fn find_repairs(catalog: &mut Catalog) {
    let Catalog {
        tools,
        shapes,
        workers,
        ..
    } = catalog;
    let mut examples = None;
    let mut known: HashMap<ToolId, Vec<PlaceFacts>> = HashMap::new();
    for worker in workers {
        if worker.repair.is_empty() {
            continue;
        }
        let examples = examples.get_or_insert_with(|| Examples::new(shapes));
        for grant in &mut worker.grants {
            let places = known.entry(grant.tool).or_insert_with(|| {
                let tool = &tools[grant.tool.0 as usize];
                find_places(shapes, tool.input, examples)
            });
            grant.repairs = Repairs::find(places, &worker.repair).map(Arc::new);
        }
    }
}
