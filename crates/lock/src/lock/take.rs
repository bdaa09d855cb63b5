//! Makes a lock from a catalog.

use super::NOWHERE;
use super::definitions::Keys;
use super::row::record_rows;
use super::tools::TOOL_SETTINGS;
use super::{
    Lock, LockedBlock, LockedEngine, LockedGrant, LockedTool, LockedWorker, engines, servers,
    strict, tool_key, workers,
};
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::order::{collect_map, sort_by};
use toolc_base::sha256::sha256_hex;
use toolc_model::model::engine::HTTP_SETTINGS;
use toolc_model::model::policy::{Blocked, Grant, Worker};
use toolc_model::model::runner::Runner;
use toolc_model::model::{Catalog, Tool};
use toolc_resolve::check::Checked;

/// What the catalog currently offers and allows.
pub fn take_lock(checked: &Checked) -> Lock {
    take_catalog(checked.catalog())
}

/// The same of a catalog that was not checked, as far as it was resolved.
pub fn take_catalog(catalog: &Catalog) -> Lock {
    let keys = Keys::new(catalog);
    let mut tools: Vec<LockedTool> = catalog
        .tools
        .iter()
        .chain(&catalog.answers)
        .map(|tool| take_tool(catalog, &keys, tool))
        .collect();
    sort_by(&mut tools, &mut |a, b| {
        (&a.name, a.overload).cmp(&(&b.name, b.overload))
    });
    let mut workers: Vec<LockedWorker> = catalog
        .workers
        .iter()
        .map(|worker| take_worker(catalog, worker))
        .collect();
    sort_by(&mut workers, &mut |a, b| a.name.cmp(&b.name));
    Lock {
        tools,
        // definitions are collected from many files; findings point at the tools that reach them
        definitions: keys.take_definitions(NOWHERE),
        engines: take_engines(catalog),
        workers,
        artifacts: BTreeMap::new(),
    }
}

fn take_tool(catalog: &Catalog, keys: &Keys<'_>, tool: &Tool) -> LockedTool {
    let Tool {
        overload,
        wire_name,
        raw_fingerprint,
        structural_fingerprint,
        description,
        described,
        title,
        approval,
        metadata,
        input_text,
        span,
        // the qualified name
        namespace: _,
        name: _,
        // what a result is held to, or else `take_fingerprint`
        output: _,
        output_text: _,
        output_fingerprint: _,
        // rows of `TOOL_SETTINGS`
        is_answer: _,
        timeout: _,
        effect: _,
        execution: _,
        rules: _,
        untrusted: _,
        trust_stated: _,
        shows_output: _,
        refusals: _,
        formats: _,
        inject: _,
        constants: _,
        evolution: _,
        filling: _,
        engine: _,
        http: _,
        // the metadata has them, and a row has `defer` in `toolc.yaml`
        errors: _,
        extras: _,
        // the schemas show these
        input: _,
        written: _,
        secrets: _,
        own_secrets: _,
        foreign: _,
        structured: _,
        // the engine, its call and the metadata show these
        remote: _,
        injected: _,
        // how a program is built is not locked
        native: _,
        shipped: _,
        rust: _,
        // places, and what is derived from the rest
        namespace_from: _,
        digest: _,
        entry: _,
    } = tool;
    let mut settings = record_rows(TOOL_SETTINGS, catalog, tool);
    strict::add_shown(&mut settings, catalog, tool);
    LockedTool {
        name: tool.qualified(),
        overload: *overload,
        wire_name: wire_name.clone(),
        raw_fingerprint: raw_fingerprint.clone(),
        structural_fingerprint: structural_fingerprint.clone(),
        description: description.clone(),
        described: *described,
        title: title.clone(),
        approval: approval.clone(),
        settings,
        metadata: collect_map(&mut metadata.iter().cloned()),
        input: keys.take_schema(input_text, *span),
        output: catalog
            .held_output(tool)
            .map(|schema| keys.take_schema(schema, *span)),
        output_fingerprint: take_fingerprint(catalog, tool),
        span: Some(*span),
    }
}

/// What identifies an output schema that nobody is shown and nothing is held to.
fn take_fingerprint(catalog: &Catalog, tool: &Tool) -> Option<String> {
    if catalog.held_output(tool).is_some() {
        return None;
    }
    let text = tool.output_text.as_ref()?;
    Some(match tool.output {
        Some(_) => tool.output_fingerprint.clone(),
        // a schema that cannot be compiled has no structure
        None => sha256_hex(catalog.compose_text(text)),
    })
}

/// The engines that run at least one tool.
fn take_engines(catalog: &Catalog) -> Vec<LockedEngine> {
    let mut engines: BTreeMap<&str, LockedEngine> = BTreeMap::new();
    for tool in &catalog.tools {
        match catalog.runner(tool) {
            Runner::Http(call) => {
                let locked = || LockedEngine {
                    name: call.engine.name.clone(),
                    settings: engines::record_settings(call.engine, HTTP_SETTINGS, call.settings),
                    span: Some(call.engine.span),
                };
                let engine = engines.entry(&call.engine.name).or_insert_with(locked);
                engines::add_call(&mut engine.settings, &call);
            }
            Runner::Mcp(call) => {
                let locked = || LockedEngine {
                    name: call.engine.name.clone(),
                    settings: servers::of_server(&call),
                    span: Some(call.engine.span),
                };
                engines.entry(&call.engine.name).or_insert_with(locked);
            }
            Runner::Simulated(call) => {
                let locked = || LockedEngine {
                    name: call.engine.name.clone(),
                    settings: engines::record_simulation(&call),
                    span: Some(call.engine.span),
                };
                engines.entry(&call.engine.name).or_insert_with(locked);
            }
            Runner::Handler | Runner::Native | Runner::Toolset(_) => {}
        }
    }
    engines.into_values().collect()
}

fn take_worker(catalog: &Catalog, worker: &Worker) -> LockedWorker {
    let Worker {
        name,
        span,
        grants,
        blocked,
        // rows of `WORKER_SETTINGS`
        prompt: _,
        output: _,
        output_span: _,
        repair: _,
        repair_span: _,
        limits: _,
        limited: _,
        flow: _,
        results: _,
        // `record_worker` goes over them
        toolsets: _,
        mounts: _,
    } = worker;
    let mut settings = workers::record_worker(catalog, worker);
    strict::add_strict(&mut settings, catalog, worker);
    // If a name is only partly blocked, the grants already show which overloads exist.
    let granted = grants
        .iter()
        .map(|grant| catalog.tool(grant.tool).qualified());
    let granted: BTreeSet<String> = granted.collect();
    let grants = grants.iter().map(|grant| {
        let Grant {
            tool,
            approval,
            span,
            listed,
            // the settings of the worker have these
            rules: _,
            limits: _,
            results: _,
            // it follows from the rest
            origin: _,
            repairs: _,
        } = grant;
        let locked = LockedGrant {
            approval: *approval,
            span: *span,
            listed: *listed,
        };
        (tool_key(catalog.tool(*tool)), locked)
    });
    let blocked = blocked.iter();
    let blocked = blocked.filter(|blocked| !granted.contains(&blocked.name));
    let blocked = blocked.map(|blocked| {
        let Blocked {
            name,
            reason,
            span,
            reason_span,
            // these follow from the rest
            wire_name: _,
            origin: _,
        } = blocked;
        let locked = LockedBlock {
            reason: reason.clone(),
            span: *span,
            reason_span: *reason_span,
        };
        (name.clone(), locked)
    });
    LockedWorker {
        name: name.clone(),
        settings,
        grants: collect_map(&mut { grants }),
        blocked: collect_map(&mut { blocked }),
        span: *span,
    }
}
