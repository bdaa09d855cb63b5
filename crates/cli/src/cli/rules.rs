//! The rules on arguments that decide about the calls of a tool, and where they are written.

use super::origins::{add_place, list_policies, words_of_worker};
use toolc_base::diagnostic::render::Places;
use toolc_base::json_text::{write_array, write_object, write_string};
use toolc_base::node::Value;
use toolc_model::model::policy::{Grant, Origin, Worker};
use toolc_model::model::rule::Rule;
use toolc_model::model::{Catalog, ToolId};

/// `desk: blocked if {"/amount":{"minimum":5000}} (the worker's rule, specs/workers/desk.yaml:8:11)`, a line for each
/// rule of each worker.
pub(super) fn rule_lines(catalog: &Catalog, places: &Places<'_>, id: ToolId) -> Vec<String> {
    let mut lines = Vec::new();
    for policy in list_policies(catalog, id) {
        let rules = policy.grant.map(list_rules).unwrap_or_default();
        let line = |rule: &Written<'_>| {
            let worker = &policy.worker.name;
            format!(
                "{worker}: {}",
                describe(catalog, places, policy.worker, rule)
            )
        };
        lines.extend(rules.iter().map(line));
    }
    lines
}

/// The same for one worker, with the names of the tools in place of the worker's.
pub(super) fn worker_rule_lines(
    catalog: &Catalog,
    places: &Places<'_>,
    worker: &Worker,
) -> Vec<String> {
    let mut lines = Vec::new();
    for grant in &worker.grants {
        let name = catalog.tool(grant.tool).qualified();
        for rule in list_rules(grant) {
            lines.push(format!(
                "{name}: {}",
                describe(catalog, places, worker, &rule)
            ));
        }
    }
    lines
}

/// The rules on the calls of a tool as JSON, by worker.
pub(super) fn write_rules(catalog: &Catalog, places: &Places<'_>, id: ToolId) -> String {
    let policies = list_policies(catalog, id);
    let ruled = policies.iter().filter_map(|policy| {
        let grant = policy.grant.filter(|grant| grant.rules.is_some())?;
        Some((
            policy.worker.name.as_str(),
            write_grant_rules(places, grant),
        ))
    });
    write_object(&ruled.collect::<Vec<_>>())
}

/// The rules of one worker as JSON: each tool that has some, with them.
pub(super) fn write_worker_rules(
    catalog: &Catalog,
    places: &Places<'_>,
    worker: &Worker,
) -> String {
    let ruled = worker.grants.iter().filter(|grant| grant.rules.is_some());
    write_array(ruled.map(|grant| {
        write_object(&[
            ("tool", write_string(&catalog.tool(grant.tool).qualified())),
            ("rules", write_grant_rules(places, grant)),
        ])
    }))
}

fn write_grant_rules(places: &Places<'_>, grant: &Grant) -> String {
    let rules = list_rules(grant).into_iter();
    write_array(rules.map(|Written { rule, side }| {
        let reason = rule.reason.as_ref();
        let reason = reason.map(|reason| write_string(&reason.value));
        write_object(&[
            ("approval", write_string(rule.approval.value.name())),
            ("when", rule.written.to_json()),
            ("reason", reason.unwrap_or_else(|| "null".to_owned())),
            ("from", write_string(side.name())),
            ("place", write_string(&places.show(rule.span))),
        ])
    }))
}

/// A rule, and whose it is.
struct Written<'c> {
    rule: &'c Rule,
    side: Side,
}

#[derive(Clone, Copy)]
enum Side {
    Worker,
    Parent,
    Tool,
}

impl Side {
    /// A word in JSON.
    fn name(self) -> &'static str {
        match self {
            Side::Worker => "worker",
            Side::Parent => "parent",
            Side::Tool => "tool",
        }
    }
}

/// Every rule on the calls of a granted tool: for each side in order, the first match decides, and the strictest of
/// all sides holds.
fn list_rules(grant: &Grant) -> Vec<Written<'_>> {
    let Some(ruled) = grant.rules.as_deref() else {
        return Vec::new();
    };
    let mut sides = vec![(Side::Worker, &ruled.worker)];
    sides.extend(ruled.inherited.iter().map(|parent| (Side::Parent, parent)));
    sides.push((Side::Tool, &ruled.own));
    let written = sides.into_iter().flat_map(|(side, said)| {
        let rules = said.rules.iter();
        rules.map(move |rule| Written { rule, side })
    });
    written.collect()
}

fn describe(
    catalog: &Catalog,
    places: &Places<'_>,
    worker: &Worker,
    written: &Written<'_>,
) -> String {
    let rule = written.rule;
    let who = match written.side {
        Side::Tool => Origin::Tool.words(),
        Side::Worker | Side::Parent => {
            let parent = words_of_worker(catalog, worker, rule.span);
            parent.unwrap_or_else(|| "the worker's rule".to_owned())
        }
    };
    let when = match &rule.written.value {
        Value::Map(map) if map.iter().next().is_some() => {
            format!("if {}", rule.written.to_json())
        }
        _ => "for every call".to_owned(),
    };
    let approval = rule.approval.value.name();
    format!(
        "{approval} {when} ({})",
        add_place(places, &who, Some(rule.span))
    )
}
