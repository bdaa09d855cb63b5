//! Flow policies and required scopes of workers: settings that are lists of lines, each of which
//! either restricts or permits.

use super::report::{LOOSENED, TIGHTENED, drift_finding};
use super::settings::Changed;
use crate::diagnostic::{Class, Code, Diagnostic};
use crate::lock::{FLOW, LockedWorker, SCOPES};
use crate::model::flow::ALLOW;
use crate::node::Node;
use std::collections::BTreeSet;

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
    let restricts = |line: &String| !line.starts_with(ALLOW);
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
            let lost = was.difference(&is).any(restricts);
            let gained = is.difference(&was).any(|line| !restricts(line));
            match lost || gained {
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
