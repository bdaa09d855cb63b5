//! A tool: its names, texts, schemas and effect, and what runs it.

use crate::add_place;
use std::collections::{BTreeMap, HashMap};
use toolc_base::diagnostic::render::Places;
use toolc_base::json_text::{Object, write_array, write_string};
use toolc_base::node::Node;
use toolc_lock::lock::LockedTool;
use toolc_model::model::runner::Runner;
use toolc_model::model::{Catalog, Tool};

/// The tools or answers of a catalog, by what the lock has of them, too: the name on the wire and the number of the overload.
pub(crate) struct Tools<'c>(HashMap<(&'c str, u32), &'c Tool>);

impl<'c> Tools<'c> {
    pub(crate) fn of(tools: &'c [Tool]) -> Self {
        let keyed = |tool: &'c Tool| ((tool.wire_name.as_str(), tool.overload), tool);
        Tools(tools.iter().map(keyed).collect())
    }

    /// The tool that the lock records.
    pub(crate) fn find(&self, locked: &LockedTool) -> Option<&'c Tool> {
        let key = (locked.wire_name.as_str(), locked.overload);
        self.0.get(&key).copied()
    }
}

/// Writes a tool. Its schemas are whole: each has the definitions that it refers to under `$defs`.
pub(crate) fn write_tool(
    catalog: &Catalog,
    places: &Places<'_>,
    tool: &Tool,
    locked: &LockedTool,
) -> String {
    let mut object = Object::default();
    object.add_text("key", &locked.key());
    object.add_text("namespace", &tool.namespace);
    object.add_text("name", &tool.name);
    object.add_json("overload", &tool.overload.to_string());
    object.add_text("wire_name", &tool.wire_name);
    object.add_optional("title", tool.title.as_deref());
    object.add_text("description", &tool.description);
    object.add_json("input", &catalog.compose_text(&tool.input_text));
    match &tool.output_text {
        Some(output) => object.add_json("output", &catalog.compose_text(output)),
        None => object.add_json("output", "null"),
    }
    object.add_json("shows_output", &tool.shown_output().is_some().to_string());
    object.add_json("effect", &write_effect(tool));
    object.add_text("execution", tool.execution.name());
    object.add_json("runs_by", &write_runner(catalog, tool));
    object.add_json(
        "secrets",
        &write_array(tool.secrets.iter().map(|at| write_string(at))),
    );
    object.add_json("settings", &write_nodes(&locked.settings));
    object.add_json("metadata", &write_nodes(&locked.metadata));
    object.add_json("fingerprints", &write_fingerprints(tool));
    add_place(&mut object, places, "place", Some(tool.span));
    object.into_text()
}

fn write_effect(tool: &Tool) -> String {
    let mut object = Object::default();
    object.add_text("class", tool.effect.class.name());
    object.add_json("open_world", &tool.effect.open_world.to_string());
    object.into_text()
}

/// What runs a call: `kind`, with the engine or the toolset, and the request or the tool of the server.
fn write_runner(catalog: &Catalog, tool: &Tool) -> String {
    let mut object = Object::default();
    match catalog.runner(tool) {
        Runner::Http(call) => {
            object.add_text("kind", "http");
            object.add_text("engine", &call.engine.name);
        }
        Runner::Mcp(call) => {
            object.add_text("kind", "mcp");
            object.add_text("engine", &call.engine.name);
            object.add_text("remote_name", &call.remote.name);
        }
        Runner::Simulated(call) => {
            object.add_text("kind", call.type_name());
            object.add_text("engine", &call.engine.name);
        }
        Runner::Toolset(toolset) => {
            object.add_text("kind", "toolset");
            object.add_text("toolset", toolset.name);
        }
        Runner::Native => object.add_text("kind", "function"),
        Runner::Handler => object.add_text("kind", "handler"),
    }
    object.into_text()
}

pub(crate) fn write_fingerprints(tool: &Tool) -> String {
    let mut object = Object::default();
    object.add_text("raw", &tool.raw_fingerprint);
    object.add_text("structural", &tool.structural_fingerprint);
    object.add_text("definition", &tool.digest);
    object.into_text()
}

/// Settings by key, as the lock records them.
pub(crate) fn write_nodes(nodes: &BTreeMap<String, Node>) -> String {
    let mut object = Object::default();
    for (key, node) in nodes {
        object.add_json(key, &node.to_json());
    }
    object.into_text()
}
