//! `toolc list --search`: the tools that fit some words best.

use super::output::DataFormat;
use std::collections::HashMap;
use toolc_base::diagnostic::quote::shorten_text;
use toolc_base::diagnostic::render::escape_text;
use toolc_base::json_text::{lay_out, write_array, write_object, write_string};
use toolc_enrich::index::make_index;
use toolc_model::model::{Catalog, Tool};

/// How many tools are shown.
const SHOWN: usize = 10;

/// The best of some tools, with their scores: one per line, or as an array.
pub(super) fn write_found<'t>(
    catalog: &Catalog,
    tools: impl Iterator<Item = &'t Tool>,
    text: &str,
    format: DataFormat,
) -> String {
    let tools: HashMap<&str, &Tool> = tools.map(|tool| (tool.wire_name.as_str(), tool)).collect();
    let index = make_index(catalog, &catalog.tools);
    let found = index.search_among(text, SHOWN, |tool| {
        tools.contains_key(tool.wire_name.as_str())
    });
    match format {
        DataFormat::Human => found
            .iter()
            .map(|(tool, score)| {
                let text = tools[tool.wire_name.as_str()].description.lines().next();
                let text = shorten_text(text.unwrap_or_default(), 80);
                let line = format!("{score:7.3}  {}  {text}", tool.qualified);
                format!("{}\n", escape_text(line.trim_end()))
            })
            .collect(),
        DataFormat::Json => lay_out(&write_array(found.iter().map(|(tool, score)| {
            write_object(&[
                ("wire_name", write_string(&tool.wire_name)),
                ("qualified", write_string(&tool.qualified)),
                ("score", score.to_string()),
            ])
        }))),
    }
}
