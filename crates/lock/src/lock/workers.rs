//! The settings of workers, as written in the lock.

use super::row::{Change, LockedRow, new_change, new_judged_row, new_row, record_rows};
use super::rules::{INHERITED_RULES, REASONS, RULES, write_reasons, write_rules};
use super::{NOWHERE, Settings};
use toolc_base::diagnostic::{Class, Code};
use toolc_base::node::{Node, escape_pointer};
use toolc_model::model::configured::Mount as Mounted;
use toolc_model::model::limit::Limited;
use toolc_model::model::locked::{list_texts, write_number, write_text};
use toolc_model::model::policy::Worker;
use toolc_model::model::results::write_entry;
use toolc_model::model::{Catalog, ToolId};

/// The key of a worker's limits for namespaces and single tools.
pub(super) const LIMITS: &str = "limits";
/// The setting with a worker's instructions to its model.
pub(crate) const INSTRUCTIONS: &str = "instructions";
/// The key of what a worker shows of results.
pub(crate) const RESULTS: &str = "results";
/// The key of a worker's flow policy.
pub(crate) const FLOW: &str = "flow";
/// The key of the scopes that a worker's tools need.
pub(crate) const SCOPES: &str = "scopes";

/// A row for each setting, other than those of its toolsets and of targets.
pub(crate) const WORKER_SETTINGS: &[LockedRow<Worker>] = &[
    new_row(
        "output_policy",
        describe_by_key(Class::OutputPolicy),
        |_, worker| {
            let span = worker.output_span.or(worker.span).unwrap_or(NOWHERE);
            Some(Node::string(worker.output.name(), span))
        },
    ),
    new_row("repair", describe_by_key(Class::Request), |_, worker| {
        let span = worker.repair_span.or(worker.span).unwrap_or(NOWHERE);
        let words = worker.repair.iter().map(|kind| kind.name().to_owned());
        (!worker.repair.is_empty()).then(|| list_texts(words, span))
    }),
    new_row("timeout_ms", describe_by_key(Class::Limits), |_, worker| {
        worker.limits.timeout.as_ref().map(write_number)
    }),
    new_row(LIMITS, describe_by_key(Class::Limits), |_, worker| {
        let words = |one: &Limited| format!("{}: {}", one.subject, one.limits.words());
        let span = worker.limited.first()?.limits.span()?;
        Some(list_texts(worker.limited.iter().map(words), span))
    }),
    new_judged_row(INSTRUCTIONS, |_, worker| {
        worker.prompt.instructions.as_ref().map(write_text)
    }),
    new_row("model", describe_by_key(Class::Setting), |_, worker| {
        worker.prompt.model.as_ref().map(write_text)
    }),
    new_judged_row(RULES, |catalog, worker| {
        write_rules(catalog, worker, |ruled| vec![&ruled.worker])
    }),
    new_row(
        INHERITED_RULES,
        describe_by_key(Class::ApprovalChanged),
        |catalog, worker| write_rules(catalog, worker, |ruled| ruled.inherited.iter().collect()),
    ),
    new_row(
        REASONS,
        new_change(
            Code::DESCRIPTION_CHANGED,
            Class::Text,
            ["the reasons that worker {} gives for blocked calls"; 2],
        ),
        write_reasons,
    ),
    new_judged_row(RESULTS, write_results),
    new_judged_row(FLOW, write_flow),
    new_judged_row(SCOPES, write_scopes),
];

/// What a change of a setting means that has no words for it: its key is named.
pub(crate) const fn describe_by_key(class: Class) -> Change {
    new_change(Code::WORKER_CHANGED, class, ["`{key}` of worker {}"; 2])
}

/// The settings of a worker, other than those of its tools and of targets.
pub(super) fn record_worker(catalog: &Catalog, worker: &Worker) -> Settings {
    let mut settings = record_rows(WORKER_SETTINGS, catalog, worker);
    for toolset in &worker.toolsets {
        let recorded = toolset.record().into_iter();
        settings.extend(recorded.map(|(key, node)| (key.to_owned(), node)));
    }
    for mount in &worker.mounts {
        add_mount(&mut settings, catalog, mount);
    }
    settings
}

/// What a worker says about results, and what those say that it extends: `pets::list: keep /id; 50 items`.
fn write_results(_: &Catalog, worker: &Worker) -> Option<Node> {
    let entries = worker.results.iter().flatten();
    let place = entries.clone().next()?.span;
    Some(list_texts(entries.map(write_entry), place))
}

/// The flow policy of a worker, with that of `toolc.yaml`. An empty one is not written.
fn write_flow(catalog: &Catalog, worker: &Worker) -> Option<Node> {
    let span = worker.span?;
    let policies = [&catalog.flow, &worker.flow];
    let lines: Vec<String> = policies.iter().flat_map(|policy| policy.lines()).collect();
    let place = worker.flow.place().unwrap_or(span);
    (!lines.is_empty()).then(|| list_texts(lines, place))
}

/// The scopes that the tools of a worker need, if any.
fn write_scopes(catalog: &Catalog, worker: &Worker) -> Option<Node> {
    let span = worker.span?;
    let ids: Vec<ToolId> = worker.grants.iter().map(|grant| grant.tool).collect();
    let scopes = catalog.needs_of(&ids).scopes();
    (!scopes.is_empty()).then(|| list_texts(scopes, span))
}

/// The configuration of a mounted toolset, as written: variables by name, and no secrets, because
/// these are never written down.
fn add_mount(settings: &mut Settings, catalog: &Catalog, mount: &Mounted) {
    let Mounted {
        namespace,
        optional,
        config,
        span: _,
    } = mount;
    let mut add = |key: &str, node: Node| {
        settings.insert(format!("{namespace}.{key}"), node);
    };
    if let Some(place) = optional {
        add("optional", Node::bool(true, *place));
    }
    let declared = catalog.config(namespace);
    let Some((declared, config)) = declared.zip(config.as_ref()) else {
        return;
    };
    let digest = Node::string(&declared.fingerprint, declared.span);
    add("config_schema", digest);
    let mut values = Vec::new();
    list_values(&config.written, "", &mut values);
    if !values.is_empty() {
        add("config", list_texts(values, config.place));
    }
}

/// `/max_size = 10`
fn list_values(node: &Node, pointer: &str, values: &mut Vec<String>) {
    match node.as_map() {
        Some(map) => {
            for entry in map.iter() {
                list_values(
                    &entry.value,
                    &format!("{pointer}/{}", escape_pointer(&entry.key)),
                    values,
                );
            }
        }
        None => values.push(format!("{pointer} = {}", node.to_json())),
    }
}
