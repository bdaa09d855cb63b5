//! Which tools a worker may call, and with which approval: what changed since the lock.

use super::report::{Kind, LOOSENED, Report, TIGHTENED, drift_finding, join_some};
use crate::lock::{LockedBlock, LockedGrant, LockedWorker, Subject, name_of};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use toolc_base::diagnostic::{Class, Code};
use toolc_base::source::Span;
use toolc_model::model::approval::Approval;

/// What one worker may do, by current tool keys.
pub(super) struct Rights<'l> {
    name: &'l str,
    span: Option<Span>,
    grants: BTreeMap<&'l str, &'l LockedGrant>,
    blocked: BTreeMap<&'l str, &'l LockedBlock>,
}

/// What a worker may do with a tool.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Right {
    /// The approval of calls that no rule matches. A grant with `blocked` has rules that let some calls run.
    Granted(Approval),
    /// Every call is blocked.
    Blocked,
}

impl Right {
    /// The approval of calls that no rule matches.
    pub fn without_rules(self) -> Approval {
        match self {
            Right::Granted(approval) => approval,
            Right::Blocked => Approval::Blocked,
        }
    }
}

impl<'l> Rights<'l> {
    pub fn new(worker: &'l LockedWorker) -> Self {
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

    /// `None` if the worker does not know the tool.
    pub fn find_right(&self, tool: &str) -> Option<Right> {
        if let Some(grant) = self.grants.get(tool) {
            return Some(Right::Granted(grant.approval));
        }
        self.block(tool).map(|_| Right::Blocked)
    }

    fn block(&self, tool: &str) -> Option<&'l LockedBlock> {
        let block = self.blocked.get(tool);
        block.or_else(|| self.blocked.get(name_of(tool))).copied()
    }

    /// The place that sets the approval of a tool.
    fn find_place(&self, tool: &str) -> Option<Span> {
        match self.grants.get(tool) {
            Some(grant) => grant.span,
            None => self.block(tool)?.span,
        }
    }

    fn listed(&self, tool: &str) -> Option<Span> {
        self.grants.get(tool)?.listed
    }
}

/// The changes at one place: for each kind of change, its wording and the tools.
type Changes<'l> = BTreeMap<(Kind, Option<Span>), Vec<(String, &'l str)>>;

/// Compares what a worker may do with each tool; `names` are the tools that exist now.
pub(super) fn compare_rights(
    report: &mut Report<'_>,
    [old, new]: [&Rights<'_>; 2],
    names: &HashSet<&str>,
) {
    let named: BTreeSet<&str> = [old, new]
        .into_iter()
        .flat_map(|rights| rights.grants.keys().chain(rights.blocked.keys()))
        .copied()
        .collect();
    let mut changes = Changes::new();
    for tool in named {
        let is_there = names.contains(name_of(tool));
        let Some((kind, change)) =
            classify(tool, old.find_right(tool), new.find_right(tool), is_there)
        else {
            continue;
        };
        let span = match kind.1 {
            Class::WhitelistGrown => new.listed(tool),
            Class::WhitelistShrunk => old.find_place(tool),
            _ => new.find_place(tool),
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

/// The kind of change and its wording; `is_there` if the tool still exists. What rules change is reported
/// with them.
fn classify(
    tool: &str,
    was: Option<Right>,
    is: Option<Right>,
    is_there: bool,
) -> Option<(Kind, String)> {
    let grown = (Code::WHITELIST_GROWN, Class::WhitelistGrown);
    let shrunk = (Code::WHITELIST_SHRUNK, Class::WhitelistShrunk);
    match (was, is) {
        (None, None) => None,
        (None, Some(Right::Blocked)) => Some((TIGHTENED, format!("`{tool}` is named as blocked"))),
        (None, Some(Right::Granted(Approval::Blocked))) => {
            Some((grown, format!("`{tool}` where its rules allow it")))
        }
        (None, Some(Right::Granted(approval))) => {
            Some((grown, format!("`{tool}` with `{}`", approval.name())))
        }
        (Some(Right::Blocked), None) if is_there => {
            Some((LOOSENED, format!("`{tool}` is no longer named as blocked")))
        }
        (Some(_), None) => Some((shrunk, format!("`{tool}`"))),
        (Some(was), Some(is)) => {
            let (was, is) = (was.without_rules(), is.without_rules());
            let kind = match is.cmp(&was) {
                Ordering::Less => LOOSENED,
                Ordering::Equal => return None,
                Ordering::Greater => TIGHTENED,
            };
            let change = format!("`{tool}` from `{}` to `{}`", was.name(), is.name());
            Some((kind, change))
        }
    }
}
