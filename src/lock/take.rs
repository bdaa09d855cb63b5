//! Makes a lock of a catalog.

use super::definitions::Keys;
use super::{Lock, LockedTool, LockedWorker, locked_key};
use crate::check::Checked;
use crate::model::policy::Worker;
use crate::model::{Catalog, Tool};
use crate::source::{SourceId, Span};

/// What the catalog offers and allows today.
pub fn take(checked: &Checked) -> Lock {
    take_catalog(checked.catalog())
}

pub(super) fn take_catalog(catalog: &Catalog) -> Lock {
    let keys = Keys::new(catalog);
    let mut tools: Vec<LockedTool> = catalog
        .tools
        .iter()
        .map(|tool| take_tool(&keys, tool))
        .collect();
    tools.sort_by(|a, b| (&a.name, a.overload).cmp(&(&b.name, b.overload)));
    let mut workers: Vec<LockedWorker> = catalog
        .workers
        .iter()
        .map(|worker| take_worker(catalog, worker))
        .collect();
    workers.sort_by(|a, b| a.name.cmp(&b.name));
    // definitions are joined from many files; findings stand at the tools that reach them
    let span = Span::file(SourceId(0));
    Lock {
        tools,
        definitions: keys.take_definitions(span),
        workers,
    }
}

fn take_tool(keys: &Keys<'_>, tool: &Tool) -> LockedTool {
    LockedTool {
        name: tool.qualified(),
        overload: tool.overload,
        wire_name: tool.wire_name.clone(),
        raw_fingerprint: tool.raw_fingerprint.clone(),
        structural_fingerprint: tool.structural_fingerprint.clone(),
        description: tool.description.clone(),
        title: tool.title.clone(),
        approval: tool.approval.as_ref().map(|approval| approval.value),
        metadata: tool.metadata.iter().cloned().collect(),
        input: keys.take_schema(&tool.input_text, tool.span),
        output: tool
            .output_text
            .as_ref()
            .map(|schema| keys.take_schema(schema, tool.span)),
        span: Some(tool.span),
    }
}

fn take_worker(catalog: &Catalog, worker: &Worker) -> LockedWorker {
    LockedWorker {
        name: worker.name.clone(),
        grants: worker
            .grants
            .iter()
            .map(|grant| (tool_key(catalog.tool(grant.tool)), grant.approval))
            .collect(),
        blocked: worker
            .blocked
            .iter()
            .map(|blocked| (blocked.name.clone(), blocked.reason.clone()))
            .collect(),
        span: worker.span,
    }
}

fn tool_key(tool: &Tool) -> String {
    locked_key(&tool.qualified(), tool.overload, &tool.raw_fingerprint)
}
