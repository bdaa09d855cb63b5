//! Makes a lock of a catalog.

use super::definitions::Keys;
use super::{Lock, LockedEngine, LockedTool, LockedWorker, locked_key};
use crate::check::Checked;
use crate::model::http::{Requirement, Scheme};
use crate::model::policy::Worker;
use crate::model::{Catalog, HttpCall, Tool};
use crate::source::{SourceId, Span};
use std::collections::{BTreeMap, BTreeSet};

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
        engines: Some(take_engines(catalog)),
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

/// The engines that have a tool to call.
fn take_engines(catalog: &Catalog) -> Vec<LockedEngine> {
    let mut engines: BTreeMap<&str, LockedEngine> = BTreeMap::new();
    let calls = catalog.tools.iter();
    for call in calls.filter_map(|tool| catalog.http_engine(tool)) {
        let engine = engines
            .entry(&call.engine.name)
            .or_insert_with(|| LockedEngine {
                name: call.engine.name.clone(),
                addresses: BTreeSet::new(),
                hosts: call.settings.hosts.iter().cloned().collect(),
                credentials: BTreeSet::new(),
                span: Some(call.engine.span),
            });
        engine
            .addresses
            .extend(call.address().map(|address| address.value));
        let security = call.security();
        let alternatives = security.iter().map(|needed| credentials(&call, needed));
        engine.credentials.extend(alternatives);
        if security.is_empty() {
            engine.credentials.insert(credentials(&call, &[]));
        }
    }
    engines.into_values().collect()
}

/// What is sent together, in words: `token (bearer), key (in header X-Key)`.
fn credentials(call: &HttpCall<'_>, needed: &[Requirement]) -> String {
    let words = needed.iter().map(|requirement| {
        let how = match &requirement.scheme {
            Scheme::Bearer => "bearer".to_owned(),
            Scheme::Basic => "basic".to_owned(),
            Scheme::ApiKey { place, name } => format!("in {} {name}", place.name()),
            Scheme::ClientCredentials { .. } => {
                let url = call.settings.token_url(requirement).unwrap_or_default();
                format!("tokens of {url}")
            }
            Scheme::Other(what) => format!("cannot be sent: {what}"),
        };
        match requirement.name.as_str() {
            "" => format!("({how})"),
            name => format!("{name} ({how})"),
        }
    });
    let words: Vec<String> = words.collect();
    match words.is_empty() {
        true => "none".to_owned(),
        false => words.join(", "),
    }
}

fn take_worker(catalog: &Catalog, worker: &Worker) -> LockedWorker {
    // Of a name that is granted in part, the grants say which overloads there are.
    let granted: BTreeSet<String> = worker
        .grants
        .iter()
        .map(|grant| catalog.tool(grant.tool).qualified())
        .collect();
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
            .filter(|blocked| !granted.contains(&blocked.name))
            .map(|blocked| (blocked.name.clone(), blocked.reason.clone()))
            .collect(),
        span: worker.span,
    }
}

fn tool_key(tool: &Tool) -> String {
    locked_key(&tool.qualified(), tool.overload, &tool.raw_fingerprint)
}
