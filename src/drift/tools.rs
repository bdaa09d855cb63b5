//! Tools that came, went or changed.

use super::definitions::Definitions;
use super::matches::{Matches, same_raw};
use super::report::{Report, drift_finding, join_some, shorten_pair};
use super::schema::{Difference, compare_schemas};
use super::settings::list_changed;
use super::witness::{Search, Side, formats_of};
use crate::collections::{BTreeMap, BTreeSet, HashMap};
use crate::diagnostic::Code;
use crate::lock::{Lock, LockedTool, Subject};
use crate::model::approval::Approval;
use crate::node::Node;
use crate::source::Span;
use std::cmp::Ordering;

/// Reports every tool that came, went or changed.
pub(super) fn compare_tools(
    report: &mut Report<'_>,
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
    let definitions = Definitions::new(&lock.definitions, &now.definitions);
    let mut search = Search::new();
    for (old, new) in &matches.pairs {
        compare_presentation(report, old, new);
        compare_approval(report, old, new);
        compare_settings(report, old, new);
        compare_input(report, &definitions, &mut search, old, new);
        compare_output(report, &definitions, &mut search, old, new);
    }
}

fn report_added(report: &mut Report<'_>, tool: &LockedTool, matches: &Matches<'_>) {
    let is_overload = matches.pairs.iter().any(|(_, new)| new.name == tool.name);
    let what = if is_overload {
        "overload of tool"
    } else {
        "tool"
    };
    let message = format!("{what} `{}` was added", tool.name);
    let found = report.added(drift_finding(Code::TOOL_ADDED, tool.span, message));
    report.push(found, &[Subject::Tool(&tool.name)]);
}

fn report_removed(report: &mut Report<'_>, tool: &LockedTool, matches: &Matches<'_>) {
    let twin = matches.added.iter().find(|added| same_raw(added, tool));
    let near = || {
        matches.guesses.nearest(
            &tool.name,
            matches.added.iter().map(|tool| tool.name.as_str()),
        )
    };
    let renamed = twin.map(|twin| twin.name.as_str()).or_else(near);
    let overload = if tool.overload > 0 {
        "overload of tool"
    } else {
        "tool"
    };
    let message = format!("{overload} `{}` was removed", tool.name);
    let found = report.removed(drift_finding(Code::TOOL_REMOVED, tool.span, message));
    match renamed {
        Some(name) => report.push(
            found.help(format!("was it renamed to `{name}`?")),
            &[Subject::Tool(&tool.name), Subject::Tool(name)],
        ),
        None => report.push(found, &[Subject::Tool(&tool.name)]),
    }
}

/// Tells of a change of a tool, at the place that changed or else at the tool.
fn push(
    report: &mut Report<'_>,
    code: Code,
    tool: &LockedTool,
    span: Option<Span>,
    message: String,
) {
    let found = drift_finding(code, span.or(tool.span), message);
    report.push(found, &[Subject::Tool(&tool.name)]);
}

/// Tells of a change of a schema, with a value that shows it.
fn push_shown(
    report: &mut Report<'_>,
    code: Code,
    tool: &LockedTool,
    message: String,
    shown: Option<String>,
) {
    let found = drift_finding(code, tool.span, message).label(shown.unwrap_or_default());
    report.push(found, &[Subject::Tool(&tool.name)]);
}

/// Name, prose and annotations: what the model and its host are shown beside the schemas.
fn compare_presentation(report: &mut Report<'_>, old: &LockedTool, new: &LockedTool) {
    let name = &new.name;
    if old.description != new.description {
        let (was, is) = shorten_pair(&old.description, &new.description);
        let message = format!("the description of `{name}` changed from {was} to {is}");
        push(
            report,
            Code::DESCRIPTION_CHANGED,
            new,
            new.described,
            message,
        );
    }
    if old.title != new.title {
        let text = |title: &Option<String>| title.clone().unwrap_or_default();
        let (was, is) = shorten_pair(&text(&old.title), &text(&new.title));
        let message = format!("the title of `{name}` changed from {was} to {is}");
        push(report, Code::DESCRIPTION_CHANGED, new, None, message);
    }
    if old.wire_name != new.wire_name {
        let (was, is) = (&old.wire_name, &new.wire_name);
        let message = format!("the wire name of `{name}` changed from `{was}` to `{is}`");
        push(report, Code::WIRE_NAME_CHANGED, new, None, message);
    }
    let changed = list_annotations(&old.metadata, &new.metadata);
    if !changed.is_empty() {
        let message = format!(
            "the metadata of `{name}` changed: {}",
            join_some(&changed, ", ")
        );
        let place = find_changed(&old.metadata, &new.metadata);
        push(report, Code::ANNOTATIONS_CHANGED, new, place, message);
    }
}

/// The tool's own approval; to have none is the loosest, for then the worker decides alone.
fn compare_approval(report: &mut Report<'_>, old: &LockedTool, new: &LockedTool) {
    let approval = |tool: &LockedTool| tool.approval.as_ref().map(|approval| approval.value);
    let (old_approval, approval) = (approval(old), approval(new));
    let (code, verb) = match old_approval.cmp(&approval) {
        Ordering::Equal => return,
        Ordering::Greater => (Code::APPROVAL_LOOSENED, "loosened"),
        Ordering::Less => (Code::APPROVAL_TIGHTENED, "tightened"),
    };
    let show = |approval: Option<Approval>| match approval {
        Some(approval) => format!("`{}`", approval.name()),
        None => "none".to_owned(),
    };
    let (was, is) = (show(old_approval), show(approval));
    let message = format!(
        "the own approval of `{}` was {verb} from {was} to {is}",
        new.name
    );
    let place = new.approval.as_ref().map(|approval| approval.span);
    let found = drift_finding(code, place.or(new.span), message);
    report.push(found, &[Subject::Approval(&new.name)]);
}

/// Who sends its requests, where, and with what credentials; whether `format` is a rule.
fn compare_settings(report: &mut Report<'_>, old: &LockedTool, new: &LockedTool) {
    for change in list_changed(&old.settings, &new.settings) {
        let name = &new.name;
        let (code, message) = match change.key.as_str() {
            "formats" => (
                Code::INPUT_CHANGED,
                format!(
                    "whether `{name}` checks the formats of strings (`formats`) {}",
                    change.how
                ),
            ),
            "engine" => (
                Code::ENGINE_CHANGED,
                format!("the engine that runs `{name}` {}", change.how),
            ),
            "address" => (
                Code::ENGINE_CHANGED,
                format!("the address that `{name}` calls {}", change.how),
            ),
            "credentials" => (
                Code::ENGINE_CHANGED,
                format!("the credentials that `{name}` asks for {}", change.how),
            ),
            key => (
                Code::ANNOTATIONS_CHANGED,
                format!("the setting `{key}` of `{name}` {}", change.how),
            ),
        };
        push(report, code, new, Some(change.span), message);
    }
}

/// The keys that differ, with the values where these are short; one level of mappings is opened,
/// for MCP's hints are in one.
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

/// Where the first key stands that differs.
fn find_changed(old: &BTreeMap<String, Node>, new: &BTreeMap<String, Node>) -> Option<Span> {
    let differs = |(key, node): &(&String, &Node)| {
        let was = old.get(*key).map(Node::to_canonical_json);
        was.as_deref() != Some(node.to_canonical_json().as_str())
    };
    new.iter().find(differs).map(|(_, node)| node.span)
}

fn flatten(metadata: &BTreeMap<String, Node>) -> HashMap<String, String> {
    let mut flat = HashMap::new();
    for (key, node) in metadata {
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

/// The schemas decide, not their fingerprints: who edits a lock can edit both.
fn compare_input(
    report: &mut Report<'_>,
    definitions: &Definitions<'_>,
    search: &mut Search,
    old: &LockedTool,
    new: &LockedTool,
) {
    let restructured = old.structural_fingerprint != new.structural_fingerprint;
    let rewritten = !same_raw(old, new);
    if !definitions.differ(&old.input, &new.input) {
        return compare_fingerprints(report, new, rewritten, restructured);
    }
    let mut difference = compare_schemas(definitions, &old.input, &new.input);
    let is_named = !difference.changes.is_empty();
    if !restructured && !is_named {
        difference.name_rest(definitions, &old.input, &new.input);
    }
    if restructured || is_named {
        let side = |schema, tool| Side {
            schema,
            formats: formats_of(tool),
        };
        let was = side(definitions.draft_old(&old.input), old);
        let is = side(definitions.draft_new(&new.input), new);
        let witness = search.find_witness(&was, &is, true);
        let change = difference.describe(witness.as_ref());
        let message = format!("the input of `{}` {change}", new.name);
        let label = witness.and_then(|witness| witness.describe_calls());
        push_shown(report, Code::INPUT_CHANGED, new, message, label);
    }
    report_prose(report, new, "input", &difference);
}

/// Fingerprints that differ although the schemas do not.
fn compare_fingerprints(
    report: &mut Report<'_>,
    new: &LockedTool,
    rewritten: bool,
    restructured: bool,
) {
    let which = match (rewritten, restructured) {
        (false, false) => return,
        (true, false) => "raw fingerprint",
        (false, true) => "structural fingerprint",
        (true, true) => "raw and the structural fingerprint",
    };
    let message = format!(
        "the {which} of `{}` in the lock is another one, though the input schema is the same",
        new.name
    );
    push(report, Code::INPUT_CHANGED, new, None, message);
}

fn compare_output(
    report: &mut Report<'_>,
    definitions: &Definitions<'_>,
    search: &mut Search,
    old: &LockedTool,
    new: &LockedTool,
) {
    let name = &new.name;
    let mut label = None;
    let change = match (&old.output, &new.output) {
        (None, None) => return,
        (None, Some(_)) => "is described now".to_owned(),
        (Some(_), None) => "is no longer described".to_owned(),
        (Some(was), Some(is)) => {
            if !definitions.differ(was, is) {
                return;
            }
            let mut difference = compare_schemas(definitions, was, is);
            if difference.changes.is_empty() {
                difference.name_rest(definitions, was, is);
            }
            report_prose(report, new, "output", &difference);
            if difference.changes.is_empty() {
                return;
            }
            let side = |schema, tool| Side {
                schema,
                formats: formats_of(tool),
            };
            let was = side(definitions.draft_old(was), old);
            let is = side(definitions.draft_new(is), new);
            let witness = search.find_witness(&was, &is, false);
            let change = difference.describe(witness.as_ref());
            label = witness.and_then(|witness| witness.describe_results());
            change
        }
    };
    let message = format!("the output of `{name}` {change}");
    push_shown(report, Code::OUTPUT_CHANGED, new, message, label);
}

/// Prose within a schema is text that the model reads.
fn report_prose(report: &mut Report<'_>, tool: &LockedTool, side: &str, difference: &Difference) {
    if difference.prose.is_empty() {
        return;
    }
    let places = join_some(&difference.prose, ", ");
    let message = format!(
        "text within the {side} schema of `{}` changed: {places}",
        tool.name
    );
    push(report, Code::DESCRIPTION_CHANGED, tool, None, message);
}
