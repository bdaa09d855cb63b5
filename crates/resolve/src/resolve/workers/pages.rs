//! The tool that reads on in results: a worker in which the rest of a result can be read has it, without naming it.

use super::deny::Denied;
use super::results::find_results;
use super::{Index, Verdict};
use std::collections::BTreeMap;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_base::toolsets::RESULTS;
use toolc_model::draft::DraftWorker;
use toolc_model::model::ToolId;
use toolc_model::model::approval::Approval;
use toolc_model::model::limit::Limits;
use toolc_model::model::policy::{Origin, Worker};

/// Grants the tool to a worker that may call another one whose results are read page by page. Whoever reads on reads what
/// somebody approved already, so nobody is asked. What the worker itself says about the tool counts, `deny` as well.
pub(super) fn grant_paging(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    draft: &DraftWorker,
    denied: &Denied<'_>,
    verdicts: &mut BTreeMap<ToolId, Verdict>,
) {
    let Some(place) = find_place(index, draft, verdicts) else {
        return;
    };
    let Some(id) = find_tool(index) else {
        if !diagnostics.has_errors() {
            diagnostics.push(taken(place));
        }
        return;
    };
    if denied.contains_key(&id) {
        return;
    }
    verdicts.entry(id).or_insert_with(|| Verdict {
        approval: Approval::PreApproved,
        span: Some(place),
        origin: Origin::Entry,
        listed: Some(place),
        limits: Limits::default(),
        reason: None,
        rules: None,
    });
}

/// Whether a worker may read on in results.
pub(super) fn has_paging(index: &Index<'_>, worker: &Worker) -> bool {
    let id = find_tool(index);
    worker.grants.iter().any(|grant| Some(grant.tool) == id)
}

/// Where it says of a tool that a worker may call that its results are read page by page.
fn find_place(
    index: &Index<'_>,
    draft: &DraftWorker,
    verdicts: &BTreeMap<ToolId, Verdict>,
) -> Option<Span> {
    let called = verdicts.iter();
    let mut called = called.filter(|(_, verdict)| verdict.approval != Approval::Blocked);
    called.find_map(|(id, _)| find_results(index.tool(*id), &draft.results)?.find_pages())
}

fn find_tool(index: &Index<'_>) -> Option<ToolId> {
    index.shipped(RESULTS)?;
    let names = index.namespaces.get(RESULTS)?;
    names.values().flatten().next().copied()
}

fn taken(place: Span) -> Diagnostic {
    let message = "`rest: page` needs the namespace `results`, which tools of your own have";
    Diagnostic::new(Code::WRONG_SHAPE, place, message)
        .label("the tool that reads on is there")
        .help("rename the namespace of your tools, or write `rest: cut`")
}
