//! Engines and workers: settings as the lock records them, and who may call what.

use crate::add_place;
use crate::results::write_results;
use crate::tool::write_nodes;
use std::collections::HashMap;
use toolc_base::diagnostic::render::Places;
use toolc_base::json_text::Object;
use toolc_lock::lock::{LockedEngine, LockedWorker};
use toolc_model::model::{Catalog, Tool};

/// An engine: where its requests go, and within what limits. Credentials are names of environment variables.
pub(crate) fn write_engine(places: &Places<'_>, engine: &LockedEngine) -> String {
    let mut object = Object::default();
    object.add_text("name", &engine.name);
    object.add_json("settings", &write_nodes(&engine.settings));
    add_place(&mut object, places, "place", engine.span);
    object.into_text()
}

/// A worker: its settings, and each tool that it may call or that is blocked.
pub(crate) fn write_worker(
    catalog: &Catalog,
    places: &Places<'_>,
    tools: &HashMap<String, &Tool>,
    worker: &LockedWorker,
) -> String {
    let own = catalog.workers.iter().find(|own| own.name == worker.name);
    let mut grants = Object::default();
    for (tool, grant) in &worker.grants {
        let mut object = Object::default();
        object.add_text("approval", grant.approval.name());
        let own = own.zip(tools.get(tool)).and_then(|(own, tool)| {
            let mut grants = own.grants.iter();
            grants.find(|grant| std::ptr::eq(catalog.tool(grant.tool), *tool))
        });
        let results = own.map(|grant| write_results(catalog, grant));
        object.add_json("results", results.as_deref().unwrap_or("null"));
        add_place(&mut object, places, "place", grant.span);
        grants.add_json(tool, &object.into_text());
    }
    let mut blocked = Object::default();
    for (tool, block) in &worker.blocked {
        let mut object = Object::default();
        object.add_text("reason", &block.reason);
        add_place(&mut object, places, "place", block.span);
        blocked.add_json(tool, &object.into_text());
    }
    let mut object = Object::default();
    object.add_text("name", &worker.name);
    object.add_json("settings", &write_nodes(&worker.settings));
    object.add_json("grants", &grants.into_text());
    object.add_json("blocked", &blocked.into_text());
    add_place(&mut object, places, "place", worker.span);
    object.into_text()
}
