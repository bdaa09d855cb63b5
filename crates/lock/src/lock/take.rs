//! Makes a lock from a catalog.

use super::NOWHERE;
use super::definitions::Keys;
use super::{
    Lock, LockedBlock, LockedEngine, LockedGrant, LockedTool, LockedWorker, Settings, locked_key,
    rules, servers, settings, strict, workers,
};
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::order::{collect_map, sort_by};
use toolc_base::sha256::sha256_hex;
use toolc_base::source::Spanned;
use toolc_model::model::engine::HTTP_SETTINGS;
use toolc_model::model::policy::{Blocked, Grant, Worker};
use toolc_model::model::rule::{Ruled, SideRules};
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
    }
}

fn take_tool(catalog: &Catalog, keys: &Keys<'_>, tool: &Tool) -> LockedTool {
    // every other field is decided in `settings::of_tool`, which names them all
    LockedTool {
        name: tool.qualified(),
        overload: tool.overload,
        wire_name: tool.wire_name.clone(),
        raw_fingerprint: tool.raw_fingerprint.clone(),
        structural_fingerprint: tool.structural_fingerprint.clone(),
        description: tool.description.clone(),
        described: tool.described,
        title: tool.title.clone(),
        approval: tool.approval.clone(),
        settings: own_settings(catalog, tool),
        metadata: collect_map(&mut tool.metadata.iter().cloned()),
        input: keys.take_schema(&tool.input_text, tool.span),
        output: catalog
            .held_output(tool)
            .map(|schema| keys.take_schema(schema, tool.span)),
        output_fingerprint: take_fingerprint(catalog, tool),
        span: Some(tool.span),
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
    let calls = catalog.tools.iter();
    for call in calls.filter_map(|tool| catalog.http_engine(tool)) {
        let engine = engines
            .entry(&call.engine.name)
            .or_insert_with(|| LockedEngine {
                name: call.engine.name.clone(),
                settings: settings::record_settings(call.engine, HTTP_SETTINGS, call.settings),
                span: Some(call.engine.span),
            });
        settings::add_call(&mut engine.settings, &call);
    }
    for tool in &catalog.tools {
        if let Some(call) = catalog.mcp_engine(tool) {
            let locked = || LockedEngine {
                name: call.engine.name.clone(),
                settings: servers::of_server(&call),
                span: Some(call.engine.span),
            };
            engines.entry(&call.engine.name).or_insert_with(locked);
        }
    }
    engines.into_values().collect()
}

fn take_worker(catalog: &Catalog, worker: &Worker) -> LockedWorker {
    let grants = worker.grants.iter().map(|grant| {
        let Grant {
            tool,
            approval,
            span,
            listed,
            // the settings of the worker have these
            rules: _,
            limits: _,
            // it follows from the rest
            origin: _,
        } = grant;
        let locked = LockedGrant {
            approval: *approval,
            span: *span,
            listed: *listed,
        };
        (tool_key(catalog.tool(*tool)), locked)
    });
    // If a name is only partly blocked, the grants already show which overloads exist.
    let granted: BTreeSet<String> = worker
        .grants
        .iter()
        .map(|grant| catalog.tool(grant.tool).qualified())
        .collect();
    let blocked = worker.blocked.iter();
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
        name: worker.name.clone(),
        settings: worker_settings(catalog, worker),
        grants: collect_map(&mut { grants }),
        blocked: collect_map(&mut { blocked }),
        span: worker.span,
    }
}

fn tool_key(tool: &Tool) -> String {
    locked_key(&tool.qualified(), tool.overload, &tool.raw_fingerprint)
}

fn own_settings(catalog: &Catalog, tool: &Tool) -> Settings {
    let mut settings = settings::of_tool(tool, catalog.http_engine(tool).as_ref());
    rules::add_own(&mut settings, tool);
    strict::add_shown(&mut settings, catalog, tool);
    settings
}

fn worker_settings(catalog: &Catalog, worker: &Worker) -> Settings {
    let mut settings = workers::of_worker(catalog, worker);
    strict::add_strict(&mut settings, catalog, worker);
    let list = |said: fn(&Ruled) -> Vec<&SideRules>| {
        let all = worker.grants.iter().flat_map(move |grant| {
            let key = tool_key(catalog.tool(grant.tool));
            let said = grant.rules.iter().flat_map(move |ruled| said(ruled));
            let rules = said.flat_map(|said| &said.rules);
            rules.map(move |rule| (key.clone(), rule.as_ref()))
        });
        all.collect::<Vec<_>>()
    };
    let own = list(|ruled| vec![&ruled.worker]);
    rules::add_all(&mut settings, rules::RULES, own.into_iter());
    let inherited = list(|ruled| ruled.inherited.iter().collect());
    rules::add_all(&mut settings, rules::INHERITED_RULES, inherited.into_iter());
    let reasons = worker.grants.iter().filter_map(|grant| {
        let reason = find_general_reason(grant)?;
        Some((tool_key(catalog.tool(grant.tool)), reason))
    });
    rules::add_reasons(&mut settings, reasons);
    settings
}

/// The reason of the toolset, if rules block calls of the tool and do not say why.
fn find_general_reason(grant: &Grant) -> Option<&Spanned<String>> {
    let reason = grant.rules.as_ref()?.reason.as_ref()?;
    let ruling = grant.ruling()?;
    let mut rows = ruling.lists.iter().flatten().chain([&ruling.otherwise]);
    rows.any(|row| row.reason == reason.value).then_some(reason)
}
