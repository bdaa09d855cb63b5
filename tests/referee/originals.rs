//! The schemas that the reference validator uses.

use crate::generated::Compiled;
use jsonschema::Draft;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// A tool with the schema of its arguments.
pub struct Original {
    /// The unique wire name.
    pub wire_name: String,
    /// The schema.
    pub schema: Value,
    /// The draft that it is written in.
    pub draft: Draft,
}

/// The schemas of MCP tools, from their files and untouched by toolc.
pub fn of_mcp(compiled: &Compiled) -> Vec<Original> {
    let mut files: HashMap<String, HashMap<String, Value>> = HashMap::new();
    for (_, source) in compiled.sources.iter() {
        let answer: Value = serde_json::from_str(&source.text).expect("JSON");
        let tools = answer["result"]["tools"]
            .as_array()
            .expect("a list of tools");
        let tools = tools.iter().map(|tool| {
            let name = tool["name"].as_str().expect("a name");
            (name.to_owned(), tool["inputSchema"].clone())
        });
        files.insert(source.path.clone(), tools.collect());
    }
    let catalog = compiled.checked.catalog();
    let original = |tool: &toolc_model::model::Tool| {
        let schema = files[&compiled.sources.get(tool.span.source).path][&tool.name].clone();
        Original {
            wire_name: tool.wire_name.clone(),
            draft: crate::draft_of(&schema),
            schema,
        }
    };
    catalog.tools.iter().map(original).collect()
}

/// The schemas of granted tools in other dialects, as toolc has rewritten them, always with the type `object`.
pub fn of_catalog(compiled: &Compiled) -> Vec<Original> {
    let catalog = compiled.checked.catalog();
    let grants = catalog.workers.iter().flat_map(|worker| &worker.grants);
    let granted: HashSet<&str> = grants
        .map(|grant| catalog.tool(grant.tool).wire_name.as_str())
        .collect();
    let original = |tool: &toolc_model::model::Tool| {
        let text = catalog.compose_text(&tool.input_text);
        let mut schema: Value = serde_json::from_str(&text).expect("JSON");
        if schema.get("type").is_none() {
            schema["type"] = "object".into();
        }
        Original {
            wire_name: tool.wire_name.clone(),
            schema,
            draft: Draft::Draft202012,
        }
    };
    let tools = catalog.tools.iter();
    let tools = tools.filter(|tool| tool.is_shown() && granted.contains(tool.wire_name.as_str()));
    tools.map(original).collect()
}
