//! How workers treat a tool: which of them know it, and the approval each requires before a call.

use toolc_base::json_text::write_string;
use toolc_model::model::{Catalog, ToolId};

/// The workers that know a tool, each with the approval it requires, or `blocked`.
pub(super) fn list_approvals(catalog: &Catalog, id: ToolId) -> Vec<(&str, &'static str)> {
    let wire_name = &catalog.tool(id).wire_name;
    let mut found = Vec::new();
    for worker in &catalog.workers {
        if let Some(grant) = worker.find_grant(id) {
            found.push((worker.name.as_str(), grant.approval.name()));
        } else if worker
            .blocked
            .iter()
            .any(|blocked| blocked.wire_name == *wire_name)
        {
            found.push((worker.name.as_str(), "blocked"));
        }
    }
    found
}

/// The approval that may replace `ask`, as advice. It is shown where a person looks at the tool,
/// and grants nothing.
pub(super) fn suggest_approval(catalog: &Catalog, id: ToolId) -> Option<String> {
    let tool = catalog.tool(id);
    let asks = list_approvals(catalog, id)
        .iter()
        .any(|(_, word)| *word == "ask");
    let what = match &tool.http {
        Some(http) => format!("a {} request", http.method),
        None => "it".to_owned(),
    };
    let words = format!("preApproved, if it is true that {what} only reads");
    (asks && tool.effect.class.is_read()).then_some(words)
}

/// The suggested approval, in JSON.
pub(super) fn suggested_approval(catalog: &Catalog, id: ToolId) -> String {
    let suggested = suggest_approval(catalog, id).map(|_| write_string("preApproved"));
    suggested.unwrap_or_else(|| "null".to_owned())
}
