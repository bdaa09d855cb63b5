//! Workers that came or went, and what a worker may do now that it may not do in the lock.

use super::tools::Matches;
use super::{join_some, worker_finding};
use crate::diagnostic::{Code, Diagnostics};
use crate::lock::{Lock, LockedWorker};
use crate::model::policy::Approval;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Reports every worker that came, went or changed.
pub(super) fn compare_workers(
    diagnostics: &mut Diagnostics,
    lock: &Lock,
    now: &Lock,
    matches: &Matches<'_>,
) {
    let moved: HashMap<String, String> = matches
        .pairs
        .iter()
        .map(|(old, new)| (old.key(), new.key()))
        .collect();
    let old: BTreeMap<&str, &LockedWorker> = by_name(lock);
    let new: BTreeMap<&str, &LockedWorker> = by_name(now);
    for worker in &now.workers {
        match old.get(worker.name.as_str()) {
            Some(was) => {
                compare_worker(diagnostics, &Rights::old(was, &moved), &Rights::new(worker))
            }
            None => report_added(diagnostics, worker),
        }
    }
    for worker in &lock.workers {
        if !new.contains_key(worker.name.as_str()) {
            let message = format!("worker `{}` was removed", worker.name);
            let found = worker_finding(Code::WORKER_REMOVED, worker.span, message);
            diagnostics.push(found.label("only in the lock"));
        }
    }
}

fn by_name(lock: &Lock) -> BTreeMap<&str, &LockedWorker> {
    lock.workers
        .iter()
        .map(|worker| (worker.name.as_str(), worker))
        .collect()
}

fn report_added(diagnostics: &mut Diagnostics, worker: &LockedWorker) {
    let free = worker
        .grants
        .values()
        .filter(|&&approval| approval == Approval::PreApproved)
        .count();
    let number = worker.grants.len();
    let noun = if number == 1 { "tool" } else { "tools" };
    let message = format!(
        "worker `{}` was added: it may call {number} {noun}, {free} of them without being asked",
        worker.name
    );
    let found = worker_finding(Code::WORKER_ADDED, worker.span, message);
    diagnostics.push(found.label("not in the lock"));
}

/// What one worker may do, with today's keys of tools.
struct Rights<'l> {
    name: &'l str,
    span: Option<Span>,
    grants: BTreeMap<&'l str, Approval>,
    /// Names and reasons.
    blocked: BTreeMap<&'l str, &'l str>,
}

impl<'l> Rights<'l> {
    fn new(worker: &'l LockedWorker) -> Self {
        Rights {
            name: &worker.name,
            span: worker.span,
            grants: worker
                .grants
                .iter()
                .map(|(key, &approval)| (key.as_str(), approval))
                .collect(),
            blocked: worker
                .blocked
                .iter()
                .map(|(name, reason)| (name.as_str(), reason.as_str()))
                .collect(),
        }
    }

    fn old(worker: &'l LockedWorker, moved: &'l HashMap<String, String>) -> Self {
        let mut rights = Rights::new(worker);
        rights.grants = worker
            .grants
            .iter()
            .map(|(key, &approval)| (moved.get(key).unwrap_or(key).as_str(), approval))
            .collect();
        rights
    }

    /// The approval of a tool; `None` where the tool does not exist for the worker.
    fn approval(&self, tool: &str) -> Option<Approval> {
        let name = tool.split_once('#').map_or(tool, |(name, _)| name);
        let blocked = || {
            let blocked = self.blocked.contains_key(tool) || self.blocked.contains_key(name);
            blocked.then_some(Approval::Blocked)
        };
        self.grants.get(tool).copied().or_else(blocked)
    }
}

fn compare_worker(diagnostics: &mut Diagnostics, old: &Rights<'_>, new: &Rights<'_>) {
    let named: BTreeSet<&str> = [old, new]
        .into_iter()
        .flat_map(|rights| rights.grants.keys().chain(rights.blocked.keys()))
        .copied()
        .collect();
    let mut changes: BTreeMap<Code, Vec<String>> = BTreeMap::new();
    for tool in named {
        let (was, is) = (old.approval(tool), new.approval(tool));
        if let Some((code, change)) = classify(tool, was, is) {
            changes.entry(code).or_default().push(change);
        }
    }
    compare_reasons(diagnostics, old, new);
    for (code, list) in changes {
        let (name, list) = (new.name, join_some(&list, ", "));
        let message = match code {
            Code::APPROVAL_LOOSENED => format!("approval loosened for worker `{name}`: {list}"),
            Code::APPROVAL_TIGHTENED => format!("approval tightened for worker `{name}`: {list}"),
            Code::WHITELIST_GROWN => format!("the whitelist of worker `{name}` grew: {list}"),
            _ => format!("the whitelist of worker `{name}` shrank: {list}"),
        };
        diagnostics.push(worker_finding(code, new.span, message));
    }
}

/// What a caller of a blocked tool is told is text that a model reads.
fn compare_reasons(diagnostics: &mut Diagnostics, old: &Rights<'_>, new: &Rights<'_>) {
    let differs =
        |tool: &str, reason: &str| old.blocked.get(tool).is_some_and(|was| *was != reason);
    for (tool, reason) in &new.blocked {
        if differs(tool, reason) {
            let message = format!(
                "the reason why `{tool}` is blocked for worker `{}` changed",
                new.name
            );
            diagnostics.push(worker_finding(Code::DESCRIPTION_CHANGED, new.span, message));
        }
    }
}

fn classify(tool: &str, was: Option<Approval>, is: Option<Approval>) -> Option<(Code, String)> {
    match (was, is) {
        (None, Some(Approval::Blocked)) => Some((
            Code::APPROVAL_TIGHTENED,
            format!("`{tool}` is named as blocked"),
        )),
        (None, Some(approval)) => Some((
            Code::WHITELIST_GROWN,
            format!("`{tool}` with `{}`", approval.name()),
        )),
        (Some(_), None) => Some((Code::WHITELIST_SHRUNK, format!("`{tool}`"))),
        (Some(was), Some(is)) if was != is => {
            let code = if is < was {
                Code::APPROVAL_LOOSENED
            } else {
                Code::APPROVAL_TIGHTENED
            };
            Some((
                code,
                format!("`{tool}` from `{}` to `{}`", was.name(), is.name()),
            ))
        }
        _ => None,
    }
}
