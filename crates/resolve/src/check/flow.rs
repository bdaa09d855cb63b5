//! Information flow through workers: no worker combines forbidden labels, by its own tools or by
//! those of workers that it may call.

use std::collections::BTreeSet;
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::{ask_whether, did_you_mean};
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics, Help};
use toolc_base::source::{Span, Spanned};
use toolc_model::model::flow::{Combination, Label, show_combination};
use toolc_model::model::labels::Step;
use toolc_model::model::names::explain_old_name;
use toolc_model::model::policy::Worker;
use toolc_model::model::{Catalog, Tool};

/// A forbidden combination, and where it is forbidden.
struct Forbidden<'c> {
    combination: &'c Combination,
    place: Span,
    /// Whether exceptions of the worker cannot lift it.
    is_final: bool,
}

/// Reports flows that are forbidden, and those that would otherwise go unnoticed.
pub(super) fn check_flow(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for worker in &catalog.workers {
        // without worker files, there is no worker to report
        let Some(span) = worker.span else { continue };
        let steps = catalog.flows_of(worker);
        let labels: Combination = steps.iter().map(|step| step.labelled.label).collect();
        for forbidden in list_forbidden(catalog, worker) {
            let is_made = forbidden.combination.is_subset(&labels);
            let is_excepted = !forbidden.is_final && worker.flow.excepts(forbidden.combination);
            if is_made && !is_excepted {
                diagnostics.push(report_forbidden(catalog, worker, span, &forbidden, &steps));
            }
        }
        if is_silent(catalog, worker) {
            check_usual(diagnostics, catalog, worker, span, &steps);
        }
        for exception in &worker.flow.allow {
            let has_reason = !exception.reason.value.is_empty();
            if has_reason && !exception.labels.value.is_subset(&labels) {
                diagnostics.push(idle_exception(worker, &exception.labels));
            }
        }
    }
}

/// Whether nobody has decided which labels may not be combined.
fn is_silent(catalog: &Catalog, worker: &Worker) -> bool {
    catalog.flow.forbid.is_none()
        && worker.flow.forbid.is_none()
        && worker.flow.inherited.is_empty()
}

fn list_forbidden<'c>(catalog: &'c Catalog, worker: &'c Worker) -> Vec<Forbidden<'c>> {
    let of = |is_final| {
        move |it: &'c Spanned<Combination>| Forbidden {
            combination: &it.value,
            place: it.span,
            is_final,
        }
    };
    let inherited = worker.flow.inherited.iter().map(of(true));
    let own = worker.flow.forbid.iter().flatten().map(of(false));
    let general = catalog.flow.forbid.iter().flatten().map(of(false));
    let mut known = BTreeSet::new();
    let all = inherited.chain(own).chain(general);
    all.filter(|it| known.insert(it.combination)).collect()
}

fn report_forbidden(
    catalog: &Catalog,
    worker: &Worker,
    span: Span,
    forbidden: &Forbidden<'_>,
    steps: &[Step],
) -> Diagnostic {
    let words = show_combination(forbidden.combination);
    let message = format!(
        "worker `{}` combines labels that are forbidden together: {words}",
        worker.name
    );
    let help = if forbidden.is_final {
        "remove a tool from the worker: a worker that it extends forbids this combination, so an exception here has no effect".to_owned()
    } else {
        format!(
            "remove a tool from the worker, move some of its tools to a worker that it cannot call, or \
             write an exception in the worker's file: \
             `flow: {{ allow: [{{ labels: [{words}], reason: … }}] }}`"
        )
    };
    let finding = Diagnostic::new(Code::FORBIDDEN_FLOW, span, message);
    let finding = show_steps(catalog, finding, worker, forbidden.combination, steps);
    finding.also(forbidden.place, "forbidden here").help(help)
}

/// Without a policy, reports the three labels that together let an untrusted party exfiltrate
/// private data. They must come from more than one service: a service is free to do what it likes
/// with its own data.
fn check_usual(
    diagnostics: &mut Diagnostics,
    catalog: &Catalog,
    worker: &Worker,
    span: Span,
    steps: &[Step],
) {
    let usual: Combination = Label::ALL.iter().map(|(_, label)| *label).collect();
    let labels: Combination = steps.iter().map(|step| step.labelled.label).collect();
    let origins: BTreeSet<&str> = steps
        .iter()
        .map(|step| catalog.origin_of(catalog.tool(step.tool)))
        .collect();
    if !usual.is_subset(&labels) || origins.len() < 2 || worker.flow.excepts(&usual) {
        return;
    }
    let message = format!(
        "worker `{}` reads what is private, reads what strangers write, and can send things out",
        worker.name
    );
    let finding = Diagnostic::new(Code::UNSAFE_FLOW, span, message);
    let finding = show_steps(catalog, finding, worker, &usual, steps);
    diagnostics.push(finding.help(
        "whoever writes what this worker reads can make it send out what it knows: move some of its tools to \
         another worker, or write an exception in the worker's file: `flow: { allow: [{ labels: [private, untrusted, outbound], reason: … }] }`",
    ));
}

/// Adds the path to each label: that of the first tool that has it.
fn show_steps(
    catalog: &Catalog,
    mut finding: Diagnostic,
    worker: &Worker,
    combination: &Combination,
    steps: &[Step],
) -> Diagnostic {
    for label in combination {
        let of_label = |step: &&Step| step.labelled.label == *label;
        let all: Vec<&Step> = steps.iter().filter(of_label).collect();
        let Some(step) = all.first() else { continue };
        let tool = catalog.tool(step.tool).qualified();
        let mut path = step
            .through
            .iter()
            .map(|name| format!("`{name}` -> "))
            .collect::<String>();
        path += &format!("`{tool}`");
        let more = match all.len() - 1 {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        let text = format!(
            "{}: {path}, since {}{more}",
            label.name(),
            step.labelled.why
        );
        finding = finding.also(step.labelled.place, text);
    }
    finding.about(About::worker(&worker.name))
}

fn idle_exception(worker: &Worker, labels: &Spanned<Combination>) -> Diagnostic {
    let message = format!(
        "worker `{}` does not combine {}, so this exception covers nothing",
        worker.name,
        show_combination(&labels.value)
    );
    Diagnostic::new(Code::IDLE_FLOW_RULE, labels.span, message).help("remove it")
}

/// Reports labels for tools that do not exist.
pub(super) fn check_flow_names(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let names: BTreeSet<String> = catalog.tools.iter().map(Tool::qualified).collect();
    let left_out: BTreeSet<String> = catalog
        .skipped
        .iter()
        .map(|it| {
            format!(
                "{}::{}",
                it.namespace.as_deref().unwrap_or_default(),
                it.name
            )
        })
        .collect();
    let policies = catalog.workers.iter().map(|worker| &worker.flow);
    let mut told = BTreeSet::new();
    for (name, _) in policies
        .chain([&catalog.flow])
        .flat_map(|policy| &policy.labels)
    {
        let is_known = names.contains(&name.value) || left_out.contains(&name.value);
        if is_known || !told.insert(name.span) {
            continue;
        }
        let message = format!("`{}` under `flow.labels` is not a tool", name.value);
        let old = explain_old_name(&catalog.tools, &name.value).map(Help::from);
        let help = old.unwrap_or_else(|| suggest_name(&name.value, &names));
        diagnostics.push(Diagnostic::new(Code::UNKNOWN_TOOL, name.span, message).help(help));
    }
}

/// Reports labels that a worker sets for tools that neither it nor a worker that extends it can call.
pub(super) fn check_idle_labels(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    // another error may be the reason
    if diagnostics.has_errors() {
        return;
    }
    let mut used = BTreeSet::new();
    for worker in &catalog.workers {
        let reached = catalog.reach_tools(worker).into_iter();
        let own = worker.grants.iter().map(|grant| grant.tool);
        let tools = reached.map(|reached| reached.tool).chain(own);
        let names: BTreeSet<String> = tools.map(|id| catalog.tool(id).qualified()).collect();
        let labels = worker.flow.labels.iter();
        let is_used = |name: &&Spanned<String>| names.contains(&name.value);
        used.extend(
            labels
                .map(|(name, _)| name)
                .filter(is_used)
                .map(|name| name.span),
        );
    }
    for worker in &catalog.workers {
        for (name, _) in &worker.flow.labels {
            if used.insert(name.span) {
                diagnostics.push(idle_label(worker, name));
            }
        }
    }
}

fn idle_label(worker: &Worker, name: &Spanned<String>) -> Diagnostic {
    let message = format!(
        "worker `{}` cannot call `{}`, so these labels say nothing",
        worker.name, name.value
    );
    Diagnostic::new(Code::IDLE_FLOW_RULE, name.span, message)
        .help("remove them, or correct the name")
}

/// Names of tools that were probably meant, perhaps by a name without its namespace.
fn suggest_name(name: &str, names: &BTreeSet<String>) -> Help {
    let is_short = |known: &&String| known.rsplit("::").next() == Some(name);
    let within: Vec<&String> = names.iter().filter(is_short).collect();
    match within[..] {
        [] => did_you_mean(name, names.iter().map(String::as_str))
            .unwrap_or_else(|| Help::from("write a name as `toolc list` has it")),
        [one] => ask_whether(name, one),
        _ => Help::from(format!("write one of {}", quote_names(within))),
    }
}
