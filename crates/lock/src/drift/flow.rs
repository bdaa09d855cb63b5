//! Flow policies and required scopes of workers: settings that are lists of lines, each of which
//! either restricts or permits.

use super::report::{LOOSENED, TIGHTENED, drift_finding};
use super::settings::Changed;
use crate::lock::{FLOW, LockedWorker, SCOPES};
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::diagnostic::{Class, Code, Diagnostic};
use toolc_base::node::Node;
use toolc_model::model::flow::{ALLOW, FORBID, Label, NO_LABEL};

/// The finding on a setting that is a list of such lines; `None` for other settings.
pub(super) fn judge_lines(
    old: &LockedWorker,
    new: &LockedWorker,
    change: &Changed,
) -> Option<Diagnostic> {
    let lines = |worker: &LockedWorker| -> BTreeSet<String> {
        let list = worker.settings.get(&change.key).and_then(Node::as_list);
        let lines = list.unwrap_or_default().iter().filter_map(Node::as_str);
        lines.map(str::to_owned).collect()
    };
    let (was, is) = (lines(old), lines(new));
    // the reason of an exception is for people, and follows what is excepted
    let policies = |lines: &BTreeSet<String>| -> BTreeSet<String> {
        let policy = |line: &String| match line.split_once(": ") {
            Some((excepted, _)) if line.starts_with(ALLOW) => excepted.to_owned(),
            _ => line.clone(),
        };
        lines.iter().map(policy).collect()
    };
    let (kind, what) = match change.key.as_str() {
        FLOW if policies(&was) == policies(&is) => (
            (Code::WORKER_CHANGED, Class::Setting),
            "reasons in the flow policy of worker `{}` were reworded",
        ),
        FLOW => {
            let (was, is) = (policies(&was), policies(&is));
            match is_loosened(&Policy::parse(&was), &Policy::parse(&is)) {
                true => (LOOSENED, "flow policy of worker `{}` was loosened"),
                false => (TIGHTENED, "flow policy of worker `{}` was tightened"),
            }
        }
        SCOPES => {
            let kind = (Code::WORKER_CHANGED, Class::Credentials);
            match is.is_subset(&was) {
                true => (kind, "worker `{}` needs fewer scopes"),
                false => (kind, "worker `{}` needs more scopes"),
            }
        }
        _ => return None,
    };
    let the = if change.key == FLOW { "the " } else { "" };
    let what = what.replace("{}", &new.name);
    let message = format!("{the}{what}: {}", change.how);
    Some(drift_finding(kind, new.span.map(|_| change.span), message))
}

/// The lines of a flow policy, parsed. Labels are names, as written in the lock.
struct Policy<'l> {
    forbidden: Vec<BTreeSet<&'l str>>,
    allowed: BTreeSet<&'l str>,
    /// The labels that are set for tools.
    labels: BTreeMap<&'l str, BTreeSet<&'l str>>,
}

impl<'l> Policy<'l> {
    fn parse(lines: &'l BTreeSet<String>) -> Self {
        let mut policy = Policy {
            forbidden: Vec::new(),
            allowed: BTreeSet::new(),
            labels: BTreeMap::new(),
        };
        for line in lines {
            if let Some(labels) = line.strip_prefix(FORBID) {
                policy.forbidden.push(labels.split(", ").collect());
            } else if let Some(labels) = line.strip_prefix(ALLOW) {
                policy.allowed.insert(labels);
            } else if let Some((tool, labels)) = line.rsplit_once(": ") {
                let labels = labels.split(", ").filter(|label| *label != NO_LABEL);
                policy.labels.insert(tool, labels.collect());
            }
        }
        policy
    }

    /// Whether it forbids all of these labels together: to forbid some of them forbids more.
    fn forbids(&self, labels: &BTreeSet<&str>) -> bool {
        self.forbidden.iter().any(|own| own.is_subset(labels))
    }
}

/// Whether data may flow that could not. The lock does not hold the labels that a tool has unless they are
/// set, so a change there counts as loosening if it may be one.
fn is_loosened(was: &Policy<'_>, is: &Policy<'_>) -> bool {
    let every: BTreeSet<&str> = Label::ALL.iter().map(|(name, _)| *name).collect();
    let tools: BTreeSet<&str> = was.labels.keys().chain(is.labels.keys()).copied().collect();
    let mut labels = tools
        .iter()
        .map(|tool| match (was.labels.get(tool), is.labels.get(tool)) {
            (Some(was), Some(is)) => !was.is_subset(is),
            (Some(was), None) => !was.is_empty(),
            (None, Some(is)) => *is != every,
            (None, None) => false,
        });
    labels.any(|is_loosened| is_loosened)
        || was.forbidden.iter().any(|labels| !is.forbids(labels))
        || !is.allowed.is_subset(&was.allowed)
}
