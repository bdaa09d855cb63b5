//! Settings of tools: which engine runs them, where, with what credentials, and the like. A change that many tools
//! have in common is one finding.

use super::comparison::Comparison;
use super::matches::Pair;
use super::old_names::compare_old_names;
use super::report::{Report, drift_finding, push_change};
use super::rules::{describe_rules_change, judge_rules};
use super::settings::{Changed, list_changed};
use crate::lock::{
    ADDRESS, ALIASES, ARGUMENT_ALIASES, ENGINE, LockedTool, OF_ENGINE, RULES, SHOWN, Subject,
    TOOL_SETTINGS, describe_change, tools,
};
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::diagnostic::{Class, Code};
use toolc_base::node::Node;
use toolc_model::model::approval::Approval;

/// The same change of several tools.
struct Shared<'l> {
    change: Changed,
    tools: Vec<Pair<'l>>,
}

/// Whose change it is, which setting, and how it changed.
type Cause<'l> = (Owner<'l>, String, String);

/// What tools with the same change have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Owner<'l> {
    /// An engine runs them, before and after the change.
    Engine(&'l str),
    /// They are in one namespace.
    Namespace(&'l str),
}

/// Compares the settings of all tools that exist on both sides.
pub(super) fn compare_tool_settings<'l>(
    report: &mut Report<'_>,
    comparison: &mut Comparison<'_, '_>,
    pairs: &[Pair<'l>],
) {
    let mut causes: BTreeMap<Cause<'l>, Shared<'l>> = BTreeMap::new();
    for &(old, new) in pairs {
        for change in list_changed(&old.settings, &new.settings) {
            if change.key == RULES {
                compare_own_rules(report, comparison, [old, new], &change);
            } else if [ALIASES, ARGUMENT_ALIASES].contains(&change.key.as_str()) {
                compare_old_names(report, [old, new], &change);
            } else if let Some(target) = change.key.strip_prefix(SHOWN) {
                compare_shown(report, [old, new], target, &change);
            } else {
                let cause = (
                    owner((old, new), &change.key),
                    change.key.clone(),
                    change.how.clone(),
                );
                let tools = Vec::new();
                let shared = causes.entry(cause).or_insert(Shared { change, tools });
                shared.tools.push((old, new));
            }
        }
    }
    for ((owner, _, _), shared) in causes {
        report_shared(report, &owner, &shared, pairs);
    }
}

/// What decides about a setting of a tool.
fn owner<'l>((old, new): Pair<'l>, key: &str) -> Owner<'l> {
    let engines = [old, new].map(|tool| tool.settings.get(ENGINE).and_then(Node::as_str));
    match engines {
        [Some(was), Some(is)] if was == is && OF_ENGINE.contains(&key) => Owner::Engine(is),
        _ => Owner::Namespace(namespace_of(new)),
    }
}

fn namespace_of(tool: &LockedTool) -> &str {
    tool.name
        .rsplit_once("::")
        .map_or("", |(namespace, _)| namespace)
}

/// Reports a change that tools have in common: once if it has one cause, which is an engine or something that applies
/// to their whole namespace, else for each.
fn report_shared(
    report: &mut Report<'_>,
    owner: &Owner<'_>,
    shared: &Shared<'_>,
    pairs: &[Pair<'_>],
) {
    let Shared { change, tools } = shared;
    let has_one_cause = match owner {
        Owner::Engine(_) => true,
        Owner::Namespace(_) if change.key == ENGINE => true,
        Owner::Namespace(namespace) => {
            let all = pairs
                .iter()
                .filter(|(_, new)| namespace_of(new) == *namespace);
            all.count() == tools.len()
        }
    };
    let groups: Vec<&[Pair<'_>]> = match has_one_cause {
        true => vec![tools],
        false => tools.chunks(1).collect(),
    };
    for group in groups {
        let [(_, first), ..] = group else { continue };
        let tools = name_tools(group);
        let unknown = tools::describe_by_key(Class::Setting);
        let (kind, what) =
            describe_change(TOOL_SETTINGS, &change.key, (&tools, group.len()), &unknown);
        let message = format!("{what} {}", change.how);
        // of several tools, each has a place of its own
        let place = first.settings.get(&change.key).map(|node| node.span);
        let found = drift_finding(kind, place.or(Some(change.span)), message);
        let names: BTreeSet<&str> = group.iter().map(|(_, new)| new.name.as_str()).collect();
        let subjects: Vec<Subject<'_>> = match owner {
            Owner::Engine(engine) => vec![Subject::Engine(engine)],
            Owner::Namespace(_) => names.iter().copied().map(Subject::Tool).collect(),
        };
        report.push_of_tools(found, &names, &subjects);
    }
}

/// `a::x`, `a::x` and `a::y`, or `a::x` and 46 more tools.
fn name_tools(tools: &[Pair<'_>]) -> String {
    match tools {
        [] => String::new(),
        [(_, one)] => format!("`{}`", one.name),
        [(_, one), (_, other)] => format!("`{}` and `{}`", one.name, other.name),
        [(_, first), rest @ ..] => format!("`{}` and {} more tools", first.name, rest.len()),
    }
}

/// Whether the addresses that an engine no longer calls, and those that it calls now, are all in the changes that
/// are reported for its tools.
pub(super) fn is_told_of_tools(
    pairs: &[Pair<'_>],
    engine: &str,
    lost: &[&str],
    gained: &[&str],
) -> bool {
    let mut told = [BTreeSet::new(), BTreeSet::new()];
    for &(old, new) in pairs {
        let [was, is] = [old, new].map(|tool| tool.settings.get(ADDRESS).and_then(Node::as_str));
        if was != is && owner((old, new), ADDRESS) == Owner::Engine(engine) {
            told[0].extend(was);
            told[1].extend(is);
        }
    }
    let [was, is] = told;
    lost.iter().all(|address| was.contains(address))
        && gained.iter().all(|address| is.contains(address))
}

/// Reports a change in what a strict target is shown, unless the tool's schema explains it. A
/// digest that one side lacks is reported for the worker.
fn compare_shown(report: &mut Report<'_>, sides: [&LockedTool; 2], target: &str, change: &Changed) {
    let [old, new] = sides;
    let is_there = sides
        .iter()
        .all(|tool| tool.settings.contains_key(&change.key));
    if is_there && old.raw_fingerprint == new.raw_fingerprint {
        let message = format!(
            "what `{target}` is shown of `{}` changed, and its schema did not",
            new.name
        );
        let kind = (Code::SCHEMA_REWRITTEN, Class::Strict);
        push_change(report, kind, new, Some(change.span), message);
    }
}

/// Compares the tool's own rules. If the tool has no separate approval, only its rules restrict.
fn compare_own_rules(
    report: &mut Report<'_>,
    comparison: &mut Comparison<'_, '_>,
    sides: [&LockedTool; 2],
    change: &Changed,
) {
    let rules = sides.map(|tool| tool.settings.get(RULES));
    let otherwise = sides.map(|tool| {
        let own = tool.approval.as_ref().map(|approval| approval.value);
        own.unwrap_or(Approval::PreApproved)
    });
    let [_, tool] = sides;
    let judgement = judge_rules(comparison, rules, |_| Some((tool, otherwise)));
    let told = judgement.map(|judgement| describe_rules_change(&judgement));
    let undecided = (Code::ANNOTATIONS_CHANGED, Class::ApprovalChanged);
    let (kind, what, shown) = told.unwrap_or((None, "changed", None));
    let message = format!("the rules of `{}` {what}: {}", tool.name, change.how);
    let span = Some(change.span).or(tool.span);
    let found = drift_finding(kind.unwrap_or(undecided), span, message);
    let found = found.label(shown.unwrap_or_default());
    report.push(found, &[Subject::Tool(&tool.name)]);
}
