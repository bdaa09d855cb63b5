//! Labels, scopes and tokens in the output of `list` and `show`.

use super::rules::{worker_rule_lines, write_worker_rules};
use toolc_base::diagnostic::render::Places;
use toolc_base::json_text::{write_array, write_object, write_string};
use toolc_model::model::exports::Budget;
use toolc_model::model::flow::{Combination, show_combination};
use toolc_model::model::scope::Needs;
use toolc_model::model::token::METHOD;
use toolc_model::model::{Catalog, Target, ToolId};

/// The targets for which tokens are counted: those of `toolc.yaml` and of its budgets, or MCP if
/// there are none.
pub(super) fn counted_targets(catalog: &Catalog) -> Vec<&'static Target> {
    let budgets = catalog.budgets.iter().map(|budget: &Budget| budget.target);
    let mut targets: Vec<&'static Target> = Vec::new();
    for target in catalog.targets.iter().copied().chain(budgets) {
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    if targets.is_empty() {
        targets.extend(Target::named("mcp"));
    }
    targets
}

/// The labels of a tool in each worker that may call it: `support: private, untrusted`.
pub(super) fn flow_lines(catalog: &Catalog, id: ToolId) -> Vec<String> {
    let labels = list_labels(catalog, id);
    labels
        .into_iter()
        .filter(|(_, labels)| !labels.is_empty())
        .map(|(worker, labels)| format!("{worker}: {}", show_combination(&labels)))
        .collect()
}

fn list_labels(catalog: &Catalog, id: ToolId) -> Vec<(&str, Combination)> {
    let workers = catalog.workers.iter();
    let workers = workers.filter(|worker| worker.find_grant(id).is_some());
    let labels = workers.map(|worker| {
        let labels = catalog.labels_of(worker, catalog.tool(id)).into_iter();
        (worker.name.as_str(), labels.map(|it| it.label).collect())
    });
    labels.collect()
}

/// The same as JSON: `{"support":["private"]}`.
pub(super) fn write_labels(catalog: &Catalog, id: ToolId) -> String {
    let labels = list_labels(catalog, id);
    let fields: Vec<(&str, String)> = labels
        .iter()
        .map(|(worker, labels)| {
            let words = labels.iter().map(|label| write_string(label.name()));
            (*worker, write_array(words))
        })
        .collect();
    write_object(&fields)
}

/// `anthropic: about 140`, a line for each target.
pub(super) fn token_lines(catalog: &Catalog, id: ToolId) -> Vec<String> {
    let targets = counted_targets(catalog).into_iter();
    let line = |target: &Target| {
        let tokens = catalog.count_tokens(&[id], target);
        match catalog.is_deferred(id, target) {
            true => format!("{}: about {tokens}, when a search finds it", target.name),
            false => format!("{}: about {tokens}", target.name),
        }
    };
    targets.map(line).collect()
}

/// The estimates as JSON, by the name of the target, with the method of each.
pub(super) fn write_tokens(catalog: &Catalog, id: ToolId) -> String {
    let targets = counted_targets(catalog).into_iter();
    let counts =
        targets.map(|target| (target.name, catalog.count_tokens(&[id], target).to_string()));
    let fields: Vec<(&str, String)> = [("method", write_string(METHOD))]
        .into_iter()
        .chain(counts)
        .collect();
    write_object(&fields)
}

/// The requirements of a tool, as in `github oauth (GITHUB_TOKEN): repo`.
pub(super) fn need_lines(catalog: &Catalog, id: ToolId) -> Vec<String> {
    let needs = catalog.needs_of(&[id]);
    let mut lines = needs.lines();
    let choices = needs.choices.values();
    lines.extend(
        choices.map(|taken| format!("one of several ways; the one that asks for least: {taken}")),
    );
    lines
}

/// The same as JSON.
pub(super) fn write_needs(needs: &Needs) -> String {
    let credentials = needs.credentials.iter().map(|((owner, scheme), need)| {
        let scopes: Vec<(&str, String)> = need
            .scopes
            .iter()
            .map(|(scope, tools)| {
                (
                    scope.as_str(),
                    write_array(tools.iter().map(|it| write_string(it))),
                )
            })
            .collect();
        write_object(&[
            ("from", write_string(owner)),
            ("scheme", write_string(scheme)),
            (
                "variables",
                write_array(need.variables.iter().map(|it| write_string(it))),
            ),
            ("scopes", write_object(&scopes)),
        ])
    });
    let choices: Vec<(&str, String)> = needs
        .choices
        .iter()
        .map(|(tool, taken)| (tool.as_str(), write_string(taken)))
        .collect();
    write_object(&[
        ("credentials", write_array(credentials)),
        ("choices", write_object(&choices)),
    ])
}

/// `toolc list --workers`: what each worker may do, and how many tokens its definitions take.
pub(super) fn list_workers(catalog: &Catalog, places: &Places<'_>) -> String {
    let mut out = String::new();
    for worker in &catalog.workers {
        let ids: Vec<ToolId> = worker.grants.iter().map(|grant| grant.tool).collect();
        let labels: Combination = catalog
            .flows_of(worker)
            .into_iter()
            .map(|step| step.labelled.label)
            .collect();
        out.push_str(&format!("{}\n  tools   {}\n", worker.name, ids.len()));
        if !labels.is_empty() {
            out.push_str(&format!("  flow    {}\n", show_combination(&labels)));
        }
        let needs = catalog.needs_of(&ids);
        let choices = needs.choices.iter();
        let choices =
            choices.map(|(tool, taken)| format!("{tool} has several ways: {taken} is the least"));
        for line in needs.lines().into_iter().chain(choices) {
            out.push_str(&format!("  needs   {line}\n"));
        }
        for line in worker_rule_lines(catalog, places, worker) {
            out.push_str(&format!("  rule    {line}\n"));
        }
        for target in counted_targets(catalog) {
            let tokens = catalog.count_loaded_tokens(&catalog.order_overloads(ids.clone()), target);
            out.push_str(&format!("  tokens  about {tokens} for {}\n", target.name));
        }
    }
    out
}

/// The same as JSON.
pub(super) fn write_workers(catalog: &Catalog, places: &Places<'_>) -> String {
    write_array(catalog.workers.iter().map(|worker| {
        let ids: Vec<ToolId> = worker.grants.iter().map(|grant| grant.tool).collect();
        let steps = catalog.flows_of(worker);
        let steps = steps.iter().map(|step| {
            write_object(&[
                ("label", write_string(step.labelled.label.name())),
                ("tool", write_string(&catalog.tool(step.tool).qualified())),
                (
                    "through",
                    write_array(step.through.iter().map(|it| write_string(it))),
                ),
                ("why", write_string(&step.labelled.why)),
            ])
        });
        let order = catalog.order_overloads(ids.clone());
        let counts = counted_targets(catalog).into_iter();
        let counts =
            counts.map(|it| (it.name, catalog.count_loaded_tokens(&order, it).to_string()));
        let tokens: Vec<(&str, String)> = [("method", write_string(METHOD))]
            .into_iter()
            .chain(counts)
            .collect();
        write_object(&[
            ("name", write_string(&worker.name)),
            (
                "tools",
                write_array(
                    ids.iter()
                        .map(|id| write_string(&catalog.tool(*id).qualified())),
                ),
            ),
            ("flow", write_array(steps)),
            ("needs", write_needs(&catalog.needs_of(&ids))),
            ("rules", write_worker_rules(catalog, places, worker)),
            ("tokens", write_object(&tokens)),
        ])
    }))
}
