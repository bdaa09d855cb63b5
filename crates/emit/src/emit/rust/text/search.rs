//! The index of all tools, for programs that search.

use toolc_enrich::index::{Index, make_index};
use toolc_model::model::{Catalog, Tool, ToolId};
use toolc_schema::rust::{Rust, Text, rust};

/// The index of the tools that models are shown, if `toolc.yaml` lists the enrichment.
pub fn find_index(catalog: &Catalog, order: &[ToolId]) -> Option<Index> {
    let tools = order.iter().map(|id| catalog.tool(*id));
    let tools = tools.filter(|tool: &&Tool| tool.is_shown());
    catalog.has_index().then(|| make_index(catalog, tools))
}

/// The table of an index.
pub fn index_item(index: &Index) -> impl Rust {
    rust!(
        static SEARCH: rt::SearchIndex = rt::SearchIndex {
            tools: &[#(for tool in &index.tools => rt::SearchedTool {
                wire_name: #(Text(&tool.wire_name)),
                qualified: #(Text(&tool.qualified)),
            },)],
            words: &[#(for (word, postings) in &index.words => rt::SearchWord {
                word: #(Text(word)),
                postings: &[#(for (tool, score) in postings => (#tool, #score),)],
            },)],
        };
    )
}
