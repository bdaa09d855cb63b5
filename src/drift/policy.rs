//! Workers that were added or removed, and changes in what a worker may do since the lock.

use super::comparison::Comparison;
use super::flow::judge_lines;
use super::matches::Matches;
use super::report::{Kind, LOOSENED, Report, TIGHTENED, drift_finding, join_some, shorten_pair};
use super::rules::{RULES, describe_rules_change, judge_rules};
use super::settings::list_changed;
use super::strict::{describe_strict_change, rename_strict};
use crate::diagnostic::{Class, Code};
use crate::lock::{
    Lock, LockedBlock, LockedGrant, LockedTool, LockedWorker, STRICT, Subject, name_of,
};
use crate::model::approval::Approval;
use crate::node::Node;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The setting that contains a worker's instructions to its model.
const INSTRUCTIONS: &str = "instructions";

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
    let old: BTreeMap<&str, &LockedWorker> = by_name(lock);
    let new: BTreeMap<&str, &LockedWorker> = by_name(now);
    for worker in &now.workers {
        match old.get(worker.name.as_str()) {
            Some(was) => {
                let renamed = rename_tools(was, &moved);
                compare_settings(report, &renamed, worker);
                compare_rules(report, comparison, [&renamed, worker], &tools);
                compare_worker(report, &Rights::old(was, &moved), &Rights::new(worker));
            }
            None => report_added(report, worker),
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

/// A worker of the lock with the current tool names, in its grants and in settings of single tools.
fn rename_tools(worker: &LockedWorker, moved: &HashMap<String, String>) -> LockedWorker {
    let mut renamed = worker.clone();
    let today = |key: &str| moved.get(key).filter(|new| *new != key);
    let grants = worker.grants.iter();
    let grants = grants.map(|(key, grant)| (today(key).unwrap_or(key).clone(), grant.clone()));
    renamed.grants = grants.collect();
    rename_strict(&mut renamed.settings, &today);
    for key in ["limits", RULES, "inherited_rules"] {
        let Some(list) = worker
            .settings
            .get(key)
            .and_then(|node| Some((node, node.as_list()?)))
        else {
            continue;
        };
        let (node, lines) = list;
        let lines = lines.iter().map(|line| {
            let split = line.as_str().and_then(|text| text.split_once(": "));
            let new = split.and_then(|(tool, rest)| Some(format!("{}: {rest}", today(tool)?)));
            new.map_or_else(|| line.clone(), |text| Node::string(&text, line.span))
        });
        let lines = Node::list(lines.collect(), node.span);
        renamed.settings.insert(key.to_owned(), lines);
    }
    renamed
}

fn by_name(lock: &Lock) -> BTreeMap<&str, &LockedWorker> {
    lock.workers
        .iter()
        .map(|worker| (worker.name.as_str(), worker))
        .collect()
}

fn report_added(report: &mut Report<'_>, worker: &LockedWorker) {
    let free = worker
        .grants
        .values()
        .filter(|grant| grant.approval == Approval::PreApproved)
        .count();
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
        if let Some(found) = judge_lines(old, new, &change) {
            report.push(found, &[Subject::Worker(&new.name)]);
            continue;
        }
        let message = match change.key.strip_prefix(STRICT) {
            Some(target) => describe_strict_change(target, old, new, &change),
            None => format!("`{}` of worker `{}` {}", change.key, new.name, change.how),
        };
        // a worker without a file has no place
        let span = new.span.map(|_| change.span);
        let kind = (Code::WORKER_CHANGED, class_of_setting(&change.key));
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
        let [was, is] = sides.map(|worker| worker.grants.get(key).map(|grant| grant.approval));
        Some((*tools.get(key)?, [was?, is?]))
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

/// The class of a change of a worker's setting.
fn class_of_setting(key: &str) -> Class {
    match key {
        "output_policy" => Class::OutputPolicy,
        "timeout_ms" | "limits" => Class::Limits,
        "inherited_rules" => Class::ApprovalChanged,
        _ if key.starts_with(STRICT) => Class::Strict,
        _ if key.starts_with("filesystem.") || key.starts_with("shell.") => Class::Confinement,
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

/// What one worker may do, by current tool keys.
struct Rights<'l> {
    name: &'l str,
    span: Option<Span>,
    grants: BTreeMap<&'l str, &'l LockedGrant>,
    blocked: BTreeMap<&'l str, &'l LockedBlock>,
}

/// The approval of a tool, and the place that sets it.
type PlacedApproval = (Approval, Option<Span>);

impl<'l> Rights<'l> {
    fn new(worker: &'l LockedWorker) -> Self {
        let grants = worker.grants.iter();
        let blocked = worker.blocked.iter();
        Rights {
            name: &worker.name,
            span: worker.span,
            grants: grants.map(|(key, grant)| (key.as_str(), grant)).collect(),
            blocked: blocked
                .map(|(name, block)| (name.as_str(), block))
                .collect(),
        }
    }

    fn old(worker: &'l LockedWorker, moved: &'l HashMap<String, String>) -> Self {
        let mut rights = Rights::new(worker);
        rights.grants = worker
            .grants
            .iter()
            .map(|(key, grant)| (moved.get(key).unwrap_or(key).as_str(), grant))
            .collect();
        rights
    }

    /// The approval of a tool; `None` if the worker does not know the tool.
    fn approval(&self, tool: &str) -> Option<PlacedApproval> {
        if let Some(grant) = self.grants.get(tool) {
            return Some((grant.approval, grant.span));
        }
        let blocked = self.blocked.get(tool);
        let blocked = blocked.or_else(|| self.blocked.get(name_of(tool)))?;
        Some((Approval::Blocked, blocked.span))
    }

    fn listed(&self, tool: &str) -> Option<Span> {
        self.grants.get(tool)?.listed
    }
}

/// The changes at one place: for each kind of change, its wording and the tools.
type Changes<'l> = BTreeMap<(Kind, Option<Span>), Vec<(String, &'l str)>>;

fn compare_worker(report: &mut Report<'_>, old: &Rights<'_>, new: &Rights<'_>) {
    let named: BTreeSet<&str> = [old, new]
        .into_iter()
        .flat_map(|rights| rights.grants.keys().chain(rights.blocked.keys()))
        .copied()
        .collect();
    let mut changes = Changes::new();
    for tool in named {
        let (was, is) = (old.approval(tool), new.approval(tool));
        let approval = |said: &Option<PlacedApproval>| said.as_ref().map(|(approval, _)| *approval);
        let Some((kind, change)) = classify(tool, approval(&was), approval(&is)) else {
            continue;
        };
        let span = match kind.1 {
            Class::WhitelistGrown => new.listed(tool),
            Class::WhitelistShrunk => was.and_then(|(_, span)| span),
            _ => is.and_then(|(_, span)| span),
        };
        let place = (kind, span.or(new.listed(tool)).or(new.span));
        let name = name_of(tool);
        changes.entry(place).or_default().push((change, name));
    }
    compare_reasons(report, old, new);
    for ((kind, span), list) in changes {
        report_changes(report, new.name, kind, span, &list);
    }
}

fn report_changes(
    report: &mut Report<'_>,
    worker: &str,
    kind: Kind,
    span: Option<Span>,
    list: &[(String, &str)],
) {
    let words: Vec<String> = list.iter().map(|(change, _)| change.clone()).collect();
    let words = join_some(&words, ", ");
    let message = match kind.1 {
        Class::ApprovalLoosened => format!("approval loosened for worker `{worker}`: {words}"),
        Class::ApprovalTightened => format!("approval tightened for worker `{worker}`: {words}"),
        Class::WhitelistGrown => format!("the whitelist of worker `{worker}` grew: {words}"),
        _ => format!("the whitelist of worker `{worker}` shrank: {words}"),
    };
    let mut found = drift_finding(kind, span, message);
    if kind.1 == Class::WhitelistShrunk {
        found = report.label_removal(found);
    }
    report.push(
        found,
        &list_grants(worker, list.iter().map(|(_, tool)| *tool)),
    );
}

/// The subjects that accept a change for these tools, and no other change of the worker.
fn list_grants<'n>(worker: &'n str, tools: impl Iterator<Item = &'n str>) -> Vec<Subject<'n>> {
    let tools: BTreeSet<&str> = tools.collect();
    let grants = tools.into_iter();
    grants.map(|tool| Subject::Grant { worker, tool }).collect()
}

/// The reason given to callers of a blocked tool is text that a model reads.
fn compare_reasons(report: &mut Report<'_>, old: &Rights<'_>, new: &Rights<'_>) {
    let mut changes: BTreeMap<Option<Span>, Vec<&str>> = BTreeMap::new();
    for (tool, block) in &new.blocked {
        let was = old.blocked.get(tool);
        if was.is_some_and(|was| was.reason != block.reason) {
            let span = block.reason_span.or(block.span).or(new.span);
            changes.entry(span).or_default().push(tool);
        }
    }
    for (span, tools) in changes {
        let quoted: Vec<String> = tools.iter().map(|tool| format!("`{tool}`")).collect();
        let verb = if tools.len() == 1 { "is" } else { "are" };
        let message = format!(
            "the reason why {} {verb} blocked for worker `{}` changed",
            join_some(&quoted, ", "),
            new.name
        );
        let found = drift_finding((Code::DESCRIPTION_CHANGED, Class::Text), span, message);
        report.push(found, &list_grants(new.name, tools.into_iter()));
    }
}

fn classify(tool: &str, was: Option<Approval>, is: Option<Approval>) -> Option<(Kind, String)> {
    match (was, is) {
        (None, Some(Approval::Blocked)) => {
            Some((TIGHTENED, format!("`{tool}` is named as blocked")))
        }
        (None, Some(approval)) => Some((
            (Code::WHITELIST_GROWN, Class::WhitelistGrown),
            format!("`{tool}` with `{}`", approval.name()),
        )),
        (Some(_), None) => Some((
            (Code::WHITELIST_SHRUNK, Class::WhitelistShrunk),
            format!("`{tool}`"),
        )),
        (Some(was), Some(is)) if was != is => {
            let kind = if is < was { LOOSENED } else { TIGHTENED };
            Some((
                kind,
                format!("`{tool}` from `{}` to `{}`", was.name(), is.name()),
            ))
        }
        _ => None,
    }
}
