//! Workers that were added or removed, and changes of their settings, rules and grants since the lock.

use super::commands::judge_commands;
use super::comparison::Comparison;
use super::flow::judge_lines;
use super::matches::Matches;
use super::report::{Report, drift_finding, shorten_pair};
use super::results::judge_results;
use super::rights::{Right, Rights, compare_rights};
use super::rules::{count_unasked, describe_rules_change, judge_rules};
use super::settings::list_changed;
use super::strict::describe_strict_change;
use crate::lock::{
    INSTRUCTIONS, Lock, LockedTool, LockedWorker, RULES, STRICT, Subject, WORKER_SETTINGS,
    describe_change, rename_tools, workers,
};
use std::collections::{BTreeMap, HashMap, HashSet};
use toolc_base::diagnostic::{Class, Code};
use toolc_base::node::Node;
use toolc_base::source::Span;
use toolc_base::toolsets::find_toolset;
use toolc_model::model::approval::Approval;

/// Reports every worker that was added, removed or changed.
pub(super) fn compare_workers(
    report: &mut Report<'_>,
    comparison: &mut Comparison<'_, '_>,
    lock: &Lock,
    now: &Lock,
    matches: &Matches<'_>,
) {
    let moved: HashMap<String, String> = matches
        .pairs
        .iter()
        .map(|(old, new)| (old.key(), new.key()))
        .collect();
    let tools: HashMap<String, &LockedTool> =
        now.tools.iter().map(|tool| (tool.key(), tool)).collect();
    let names: HashSet<&str> = now.tools.iter().map(|tool| tool.name.as_str()).collect();
    let old: BTreeMap<&str, &LockedWorker> = by_name(lock);
    let new: BTreeMap<&str, &LockedWorker> = by_name(now);
    for worker in &now.workers {
        match old.get(worker.name.as_str()) {
            Some(was) => {
                let renamed = rename_tools(was, &moved);
                compare_settings(report, &renamed, worker);
                compare_rules(report, comparison, [&renamed, worker], &tools);
                let rights = [&Rights::new(&renamed), &Rights::new(worker)];
                compare_rights(report, rights, &names);
            }
            None => report_added(report, worker, &tools),
        }
    }
    for worker in &lock.workers {
        if !new.contains_key(worker.name.as_str()) {
            let message = format!("worker `{}` was removed", worker.name);
            let found = report.label_removal(drift_finding(
                (Code::WORKER_REMOVED, Class::WorkerRemoved),
                worker.span,
                message,
            ));
            report.push(found, &[Subject::Worker(&worker.name)]);
        }
    }
}

fn by_name(lock: &Lock) -> BTreeMap<&str, &LockedWorker> {
    lock.workers
        .iter()
        .map(|worker| (worker.name.as_str(), worker))
        .collect()
}

fn report_added(
    report: &mut Report<'_>,
    worker: &LockedWorker,
    tools: &HashMap<String, &LockedTool>,
) {
    let free = count_unasked(worker, tools);
    let number = worker.grants.len();
    let noun = if number == 1 { "tool" } else { "tools" };
    let message = format!(
        "worker `{}` was added: it may call {number} {noun}, {free} of them without asking",
        worker.name
    );
    let found = report.label_addition(drift_finding(
        (Code::WORKER_ADDED, Class::WorkerAdded),
        worker.span,
        message,
    ));
    report.push(found, &[Subject::Worker(&worker.name)]);
}

fn compare_settings(report: &mut Report<'_>, old: &LockedWorker, new: &LockedWorker) {
    for change in list_changed(&old.settings, &new.settings) {
        if change.key == INSTRUCTIONS {
            compare_instructions(report, old, new, change.span);
            continue;
        }
        if change.key == RULES {
            continue;
        }
        let commands = judge_commands(old, new, &change);
        let is_all = commands.as_ref().is_some_and(|commands| commands.is_all);
        for found in commands.into_iter().flat_map(|commands| commands.found) {
            report.push(found, &[Subject::Worker(&new.name)]);
        }
        if is_all {
            continue;
        }
        let judged = judge_lines(old, new, &change);
        let judged = judged.or_else(|| judge_results(old, new, &change));
        if let Some(found) = judged {
            report.push(found, &[Subject::Worker(&new.name)]);
            continue;
        }
        let (kind, message) = match change.key.strip_prefix(STRICT) {
            Some(target) => (
                (Code::WORKER_CHANGED, Class::Strict),
                describe_strict_change(target, old, new, &change),
            ),
            None => {
                let name = format!("`{}`", new.name);
                let unknown = workers::describe_by_key(class_of_toolset(&change.key));
                let (kind, what) =
                    describe_change(WORKER_SETTINGS, &change.key, (&name, 1), &unknown);
                (kind, format!("{what} {}", change.how))
            }
        };
        // a worker without a file has no place
        let span = new.span.map(|_| change.span);
        let found = drift_finding(kind, span, message);
        report.push(found, &[Subject::Worker(&new.name)]);
    }
}

/// Compares rules on arguments, which decide which calls a person must approve.
fn compare_rules(
    report: &mut Report<'_>,
    comparison: &mut Comparison<'_, '_>,
    sides: [&LockedWorker; 2],
    tools: &HashMap<String, &LockedTool>,
) {
    let [old, new] = sides;
    let changed = list_changed(&old.settings, &new.settings);
    let Some(change) = changed.into_iter().find(|change| change.key == RULES) else {
        return;
    };
    let rules = sides.map(|worker| worker.settings.get(RULES));
    let rest = |key: &str| {
        let tool = *tools.get(key)?;
        let [was, is] = sides.map(|worker| Rights::new(worker).find_right(key));
        let [was, is] = [was, is].map(|right| right.map(Right::without_rules));
        // The approval of a new grant is reported with it, so its rules are compared with none.
        Some((tool, [was.or(is)?, is.unwrap_or(Approval::Blocked)]))
    };
    let told =
        judge_rules(comparison, rules, rest).map(|judgement| describe_rules_change(&judgement));
    let (kind, what, shown) = told.unwrap_or((None, "changed", None));
    let undecided = (Code::WORKER_CHANGED, Class::ApprovalChanged);
    let message = format!("the rules of worker `{}` {what}: {}", new.name, change.how);
    let span = new.span.map(|_| change.span);
    let found = drift_finding(kind.unwrap_or(undecided), span, message);
    let found = found.label(shown.unwrap_or_default());
    report.push(found, &[Subject::Worker(&new.name)]);
}

/// The class of a change of a setting without a row: one of a built-in toolset, or one that another version wrote.
fn class_of_toolset(key: &str) -> Class {
    match key.split_once('.') {
        Some((toolset, _)) if find_toolset(toolset).is_some() => Class::Confinement,
        _ => Class::Setting,
    }
}

/// Instructions are text that the model reads, just like the descriptions of its tools.
fn compare_instructions(
    report: &mut Report<'_>,
    old: &LockedWorker,
    new: &LockedWorker,
    span: Span,
) {
    let text = |worker: &LockedWorker| {
        let node = worker.settings.get(INSTRUCTIONS);
        node.and_then(Node::as_str).unwrap_or_default().to_owned()
    };
    let (was, is) = shorten_pair(&text(old), &text(new));
    let message = format!(
        "the instructions of worker `{}` changed from {was} to {is}",
        new.name
    );
    let found = drift_finding(
        (Code::DESCRIPTION_CHANGED, Class::Text),
        Some(span),
        message,
    );
    report.push(found, &[Subject::Worker(&new.name)]);
}
