//! Tools that were added, removed, changed or renamed, and their properties other than schemas.

use super::changes::{compare_input, compare_output};
use super::comparison::Comparison;
use super::matches::{Matches, Pair};
use super::report::{
    Kind, LOOSENED, Report, TEXT, TIGHTENED, drift_finding, join_some, push_change, shorten_pair,
};
use super::request::{REQUEST, list_request_changes};
use super::tool_settings::compare_tool_settings;
use crate::lock::{ALIASES, Lock, LockedTool, Subject, list_aliases, name_of, same_raw};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use toolc_base::diagnostic::{Class, Code};
use toolc_base::node::Node;
use toolc_base::source::Span;
use toolc_model::model::approval::Approval;
use toolc_model::model::callers::ALLOWED_CALLERS;

/// Reports every tool that was added, removed or changed.
pub(super) fn compare_tools(
    report: &mut Report<'_>,
    comparison: &mut Comparison<'_, '_>,
    lock: &Lock,
    now: &Lock,
    matches: &Matches<'_>,
) {
    for tool in &matches.added {
        report_added(report, tool, matches);
    }
    for tool in &matches.removed {
        report_removed(report, tool, matches);
    }
    for pair in &matches.renamed {
        report_renamed(report, *pair, [lock, now]);
    }
    compare_tool_settings(report, comparison, &matches.pairs);
    for (old, new) in &matches.pairs {
        compare_presentation(report, old, new);
        compare_approval(report, old, new);
        compare_input(report, comparison, old, new);
        compare_output(report, comparison, old, new);
    }
}

fn name_kind(tool: &LockedTool) -> &'static str {
    match tool.is_answer() {
        true => "answer",
        false => "tool",
    }
}

fn report_added(report: &mut Report<'_>, tool: &LockedTool, matches: &Matches<'_>) {
    let is_overload = matches.pairs.iter().any(|(_, new)| new.name == tool.name);
    let what = if is_overload {
        "overload of tool"
    } else {
        name_kind(tool)
    };
    let message = format!("{what} `{}` was added", tool.name);
    let found = report.label_addition(drift_finding(
        (Code::TOOL_ADDED, Class::ToolAdded),
        tool.span,
        message,
    ));
    report.push(found, &[Subject::Tool(&tool.name)]);
}

fn report_removed(report: &mut Report<'_>, tool: &LockedTool, matches: &Matches<'_>) {
    let renamed = guess_new_name(tool, matches);
    let overload = if tool.overload > 0 {
        "overload of tool"
    } else {
        name_kind(tool)
    };
    let message = format!("{overload} `{}` was removed", tool.name);
    let found = report.label_removal(drift_finding(
        (Code::TOOL_REMOVED, Class::ToolRemoved),
        tool.span,
        message,
    ));
    match renamed {
        Some(name) => report.push(
            found.help(format!("was it renamed to `{name}`?")),
            &[Subject::Tool(&tool.name), Subject::Tool(name)],
        ),
        None => report.push(found, &[Subject::Tool(&tool.name)]),
    }
}

/// The added tool that a removed one may be now: one with the same input, or with a similar name.
pub(super) fn guess_new_name<'l>(tool: &LockedTool, matches: &Matches<'l>) -> Option<&'l str> {
    if let Some(twin) = matches.added.iter().find(|added| same_raw(added, tool)) {
        return Some(&twin.name);
    }
    let added = matches.added.iter().map(|tool| tool.name.as_str());
    matches.guesses.nearest(&tool.name, added)
}

/// A name is what models call and workers grant, so accepting a new one carries all of that over.
fn report_renamed(report: &mut Report<'_>, (old, new): Pair<'_>, locks: [&Lock; 2]) {
    let message = format!(
        "{} `{}` was renamed to `{}`, on the wire from `{}` to `{}`",
        name_kind(new),
        old.name,
        new.name,
        old.wire_name,
        new.wire_name
    );
    let mut subjects = BTreeSet::from([Subject::Tool(&old.name), Subject::Tool(&new.name)]);
    let [lock, now] = locks;
    let is_kept = |name: &str| {
        let has = |lock: &Lock| lock.workers.iter().any(|worker| worker.name == name);
        has(lock) && has(now)
    };
    for worker in lock.workers.iter().chain(&now.workers) {
        let keys = worker.grants.keys().chain(worker.blocked.keys());
        let names = keys.map(|key| name_of(key));
        let both = [old.name.as_str(), new.name.as_str()];
        for tool in names.filter(|name| both.contains(name) && is_kept(&worker.name)) {
            subjects.insert(Subject::Grant {
                worker: &worker.name,
                tool,
            });
        }
    }
    let is_still_there = list_aliases(&new.settings, ALIASES).any(|name| name == old.name);
    let (code, message) = match is_still_there {
        false => (Code::TOOL_RENAMED, message),
        true => (
            Code::OLD_NAME_KEPT,
            format!("{message}, and calls under its old name still run"),
        ),
    };
    let found = drift_finding((code, Class::ToolRenamed), new.span, message);
    let found = found.label(format!("it was `{}`", old.name));
    let subjects: Vec<Subject<'_>> = subjects.into_iter().collect();
    report.push(found, &subjects);
}

/// Name, prose and annotations: what models and hosts see besides the schemas.
fn compare_presentation(report: &mut Report<'_>, old: &LockedTool, new: &LockedTool) {
    let name = &new.name;
    if old.description != new.description {
        let (was, is) = shorten_pair(&old.description, &new.description);
        let message = format!("the description of `{name}` changed from {was} to {is}");
        push_change(report, TEXT, new, new.described, message);
    }
    let [was, is] = [old, new].map(|tool| tool.title.as_deref().unwrap_or_default());
    if was != is {
        let (was, is) = shorten_pair(was, is);
        let message = format!("the title of `{name}` changed from {was} to {is}");
        push_change(report, TEXT, new, None, message);
    }
    if old.wire_name != new.wire_name && old.name == new.name {
        let (was, is) = (&old.wire_name, &new.wire_name);
        let message = format!("the wire name of `{name}` changed from `{was}` to `{is}`");
        let kind = (Code::WIRE_NAME_CHANGED, Class::WireName);
        push_change(report, kind, new, None, message);
    }
    let requests = list_request_changes(old, new);
    if !requests.is_empty() {
        let message = format!(
            "the request of `{name}` changed: {}",
            join_some(&requests, "; ")
        );
        let kind = (Code::REQUEST_CHANGED, Class::Request);
        push_change(report, kind, new, None, message);
    }
    compare_callers(report, old, new);
    let changed = list_annotations(&old.metadata, &new.metadata);
    if !changed.is_empty() {
        let message = format!(
            "the metadata of `{name}` changed: {}",
            join_some(&changed, ", ")
        );
        let place = find_changed(&old.metadata, &new.metadata);
        push_change(report, ANNOTATIONS, new, place, message);
    }
}

const ANNOTATIONS: Kind = (Code::ANNOTATIONS_CHANGED, Class::Annotations);

/// Who may call the tool: the model itself, or programs that it writes.
fn compare_callers(report: &mut Report<'_>, old: &LockedTool, new: &LockedTool) {
    let callers = |tool: &LockedTool| {
        tool.metadata
            .get(ALLOWED_CALLERS)
            .map(Node::to_canonical_json)
    };
    let (was, is) = (callers(old), callers(new));
    if was == is {
        return;
    }
    let show = |callers: Option<String>| {
        callers.map_or_else(|| "everybody".to_owned(), |list| format!("`{list}`"))
    };
    let message = format!(
        "who may call `{}` changed from {} to {}",
        new.name,
        show(was),
        show(is)
    );
    let kind = (Code::ANNOTATIONS_CHANGED, Class::Confinement);
    let place = new.metadata.get(ALLOWED_CALLERS).map(|node| node.span);
    push_change(report, kind, new, place, message);
}

/// The tool's own approval. None at all is the loosest, since then the worker alone decides.
fn compare_approval(report: &mut Report<'_>, old: &LockedTool, new: &LockedTool) {
    let approval = |tool: &LockedTool| tool.approval.as_ref().map(|approval| approval.value);
    let (old_approval, approval) = (approval(old), approval(new));
    let (kind, verb) = match old_approval.cmp(&approval) {
        Ordering::Equal => return,
        Ordering::Greater => (LOOSENED, "loosened"),
        Ordering::Less => (TIGHTENED, "tightened"),
    };
    let show = |approval: Option<Approval>| match approval {
        Some(approval) => format!("`{}`", approval.name()),
        None => "none".to_owned(),
    };
    let (was, is) = (show(old_approval), show(approval));
    let message = format!(
        "the approval that `{}` sets for itself was {verb} from {was} to {is}",
        new.name
    );
    let place = new.approval.as_ref().map(|approval| approval.span);
    let found = drift_finding(kind, place.or(new.span), message);
    report.push(found, &[Subject::Approval(&new.name)]);
}

/// The keys that differ, with short values spelled out. One level of mappings is expanded, because
/// MCP hints are in one.
fn list_annotations(old: &BTreeMap<String, Node>, new: &BTreeMap<String, Node>) -> Vec<String> {
    let (old, new) = (flatten(old), flatten(new));
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let show = |value: Option<&String>| match value {
        None => "absent".to_owned(),
        Some(value) if value.len() > 40 => "another value".to_owned(),
        Some(value) => format!("`{value}`"),
    };
    keys.into_iter()
        .filter(|key| old.get(*key) != new.get(*key))
        .map(|key| {
            format!(
                "`{key}` from {} to {}",
                show(old.get(key)),
                show(new.get(key))
            )
        })
        .collect()
}

/// The place of the first key that differs.
fn find_changed(old: &BTreeMap<String, Node>, new: &BTreeMap<String, Node>) -> Option<Span> {
    let differs = |(key, node): &(&String, &Node)| {
        let was = old.get(*key).map(Node::to_canonical_json);
        was.as_deref() != Some(node.to_canonical_json().as_str())
    };
    let mut entries = new
        .iter()
        .filter(|(key, _)| ![REQUEST, ALLOWED_CALLERS].contains(&key.as_str()));
    entries.find(differs).map(|(_, node)| node.span)
}

fn flatten(metadata: &BTreeMap<String, Node>) -> HashMap<String, String> {
    let mut flat = HashMap::new();
    // the request described by an API, and the callers, are compared separately
    for (key, node) in metadata
        .iter()
        .filter(|(key, _)| ![REQUEST, ALLOWED_CALLERS].contains(&key.as_str()))
    {
        match node.as_map() {
            Some(map) => flat.extend(map.iter().map(|entry| {
                (
                    format!("{key}.{}", entry.key),
                    entry.value.to_canonical_json(),
                )
            })),
            None => {
                flat.insert(key.clone(), node.to_canonical_json());
            }
        }
    }
    flat
}
