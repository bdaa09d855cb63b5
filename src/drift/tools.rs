//! Tools that came, went or changed.

use super::definitions::Definitions;
use super::schema::{Difference, compare_schemas};
use super::{accept_tools, join_some, tool_finding};
use crate::diagnostic::suggest::Guesses;
use crate::diagnostic::{Code, Diagnostics};
use crate::lock::{Lock, LockedTool};
use crate::model::policy::Approval;
use crate::node::Node;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use toolc_runtime::hidden;

/// Which tool of the lock is which tool of today.
#[derive(Debug, Default)]
pub(super) struct Matches<'l> {
    /// Tools that are there on both sides.
    pub pairs: Vec<(&'l LockedTool, &'l LockedTool)>,
    /// Tools of the lock that are gone.
    pub removed: Vec<&'l LockedTool>,
    /// Tools that the lock does not have.
    pub added: Vec<&'l LockedTool>,
    /// What may be spent on finding new names of tools that are gone.
    guesses: Guesses,
}

/// Matches tools by qualified name; overloads by their fingerprints first, then in order.
pub(super) fn match_tools<'l>(lock: &'l Lock, now: &'l Lock) -> Matches<'l> {
    let mut names: BTreeMap<&str, (Vec<&LockedTool>, Vec<&LockedTool>)> = BTreeMap::new();
    for tool in &lock.tools {
        names.entry(&tool.name).or_default().0.push(tool);
    }
    for tool in &now.tools {
        names.entry(&tool.name).or_default().1.push(tool);
    }
    let mut matches = Matches::default();
    for (mut old, mut new) in names.into_values() {
        for same in [same_raw, same_structure, always] {
            pair_up(&mut matches, &mut old, &mut new, same);
        }
        matches.removed.append(&mut old);
        matches.added.append(&mut new);
    }
    matches
}

fn same_raw(old: &LockedTool, new: &LockedTool) -> bool {
    old.raw_fingerprint == new.raw_fingerprint
}

fn same_structure(old: &LockedTool, new: &LockedTool) -> bool {
    old.structural_fingerprint == new.structural_fingerprint
}

fn always(_: &LockedTool, _: &LockedTool) -> bool {
    true
}

fn pair_up<'l>(
    matches: &mut Matches<'l>,
    old: &mut Vec<&'l LockedTool>,
    new: &mut Vec<&'l LockedTool>,
    same: fn(&LockedTool, &LockedTool) -> bool,
) {
    old.retain(|was| match new.iter().position(|is| same(was, is)) {
        Some(at) => {
            matches.pairs.push((was, new.remove(at)));
            false
        }
        None => true,
    });
}

/// Reports every tool that came, went or changed.
pub(super) fn compare_tools(
    diagnostics: &mut Diagnostics,
    lock: &Lock,
    now: &Lock,
    matches: &Matches<'_>,
) {
    for tool in &matches.added {
        report_added(diagnostics, tool, matches);
    }
    for tool in &matches.removed {
        report_removed(diagnostics, tool, matches);
    }
    let definitions = Definitions::new(&lock.definitions, &now.definitions);
    for (old, new) in &matches.pairs {
        compare_presentation(diagnostics, old, new);
        compare_approval(diagnostics, old, new);
        compare_input(diagnostics, &definitions, old, new);
        compare_output(diagnostics, &definitions, old, new);
    }
}

fn report_added(diagnostics: &mut Diagnostics, tool: &LockedTool, matches: &Matches<'_>) {
    let is_overload = matches.pairs.iter().any(|(_, new)| new.name == tool.name);
    let what = if is_overload {
        "overload of tool"
    } else {
        "tool"
    };
    let message = format!("{what} `{}` was added", tool.name);
    diagnostics.push(tool_finding(Code::TOOL_ADDED, tool, message).label("not in the lock"));
}

fn report_removed(diagnostics: &mut Diagnostics, tool: &LockedTool, matches: &Matches<'_>) {
    let twin = matches.added.iter().find(|added| same_raw(added, tool));
    let near = || {
        matches.guesses.nearest(
            &tool.name,
            matches.added.iter().map(|tool| tool.name.as_str()),
        )
    };
    let help = match twin.map(|twin| twin.name.as_str()).or_else(near) {
        Some(name) => format!(
            "was it renamed to `{name}`? {}",
            accept_tools(&[&tool.name, name])
        ),
        None => accept_tools(&[&tool.name]),
    };
    let overload = if tool.overload > 0 {
        "overload of tool"
    } else {
        "tool"
    };
    let message = format!("{overload} `{}` was removed", tool.name);
    diagnostics.push(
        tool_finding(Code::TOOL_REMOVED, tool, message)
            .label("only in the lock")
            .help(help),
    );
}

/// Name, prose and annotations: what the model and its host are shown beside the schemas.
fn compare_presentation(diagnostics: &mut Diagnostics, old: &LockedTool, new: &LockedTool) {
    let name = &new.name;
    if old.description != new.description {
        let (was, is) = shorten_pair(&old.description, &new.description);
        let message = format!("the description of `{name}` changed from {was} to {is}");
        diagnostics.push(tool_finding(Code::DESCRIPTION_CHANGED, new, message));
    }
    if old.title != new.title {
        let text = |title: &Option<String>| title.clone().unwrap_or_default();
        let (was, is) = shorten_pair(&text(&old.title), &text(&new.title));
        let message = format!("the title of `{name}` changed from {was} to {is}");
        diagnostics.push(tool_finding(Code::DESCRIPTION_CHANGED, new, message));
    }
    if old.wire_name != new.wire_name {
        let (was, is) = (&old.wire_name, &new.wire_name);
        let message = format!("the wire name of `{name}` changed from `{was}` to `{is}`");
        diagnostics.push(tool_finding(Code::WIRE_NAME_CHANGED, new, message));
    }
    let changed = list_annotations(&old.metadata, &new.metadata);
    if !changed.is_empty() {
        let message = format!(
            "the metadata of `{name}` changed: {}",
            join_some(&changed, ", ")
        );
        diagnostics.push(tool_finding(Code::ANNOTATIONS_CHANGED, new, message));
    }
}

/// The tool's own approval; to have none is the loosest, for then the worker decides alone.
fn compare_approval(diagnostics: &mut Diagnostics, old: &LockedTool, new: &LockedTool) {
    let (code, verb) = match old.approval.cmp(&new.approval) {
        Ordering::Equal => return,
        Ordering::Greater => (Code::APPROVAL_LOOSENED, "loosened"),
        Ordering::Less => (Code::APPROVAL_TIGHTENED, "tightened"),
    };
    let show = |approval: Option<Approval>| match approval {
        Some(approval) => format!("`{}`", approval.name()),
        None => "none".to_owned(),
    };
    let (was, is) = (show(old.approval), show(new.approval));
    let message = format!(
        "the own approval of `{}` was {verb} from {was} to {is}",
        new.name
    );
    diagnostics.push(tool_finding(code, new, message));
}

/// The keys that differ, with the values where these are short; one level of mappings is opened,
/// for MCP's hints stand in one.
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
    diagnostics: &mut Diagnostics,
    definitions: &Definitions<'_>,
    old: &LockedTool,
    new: &LockedTool,
) {
    let restructured = old.structural_fingerprint != new.structural_fingerprint;
    let rewritten = !same_raw(old, new);
    if !definitions.differ(&old.input, &new.input) {
        return compare_fingerprints(diagnostics, new, rewritten, restructured);
    }
    let mut difference = compare_schemas(definitions, &old.input, &new.input);
    let is_named = !difference.changes.is_empty();
    if rewritten && !restructured && !is_named && difference.prose.is_empty() {
        difference.prose.push("keywords without effect".to_owned());
    }
    if restructured || is_named {
        let message = format!("the input of `{}` {}", new.name, difference.describe());
        diagnostics.push(tool_finding(Code::INPUT_CHANGED, new, message));
    }
    report_prose(diagnostics, new, "input", &difference);
}

/// Fingerprints that differ although the schemas do not.
fn compare_fingerprints(
    diagnostics: &mut Diagnostics,
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
    diagnostics.push(tool_finding(Code::INPUT_CHANGED, new, message));
}

fn compare_output(
    diagnostics: &mut Diagnostics,
    definitions: &Definitions<'_>,
    old: &LockedTool,
    new: &LockedTool,
) {
    let name = &new.name;
    let change = match (&old.output, &new.output) {
        (None, None) => return,
        (None, Some(_)) => "is described now".to_owned(),
        (Some(_), None) => "is no longer described".to_owned(),
        (Some(old), Some(output)) => {
            if !definitions.differ(old, output) {
                return;
            }
            let difference = compare_schemas(definitions, old, output);
            report_prose(diagnostics, new, "output", &difference);
            if difference.changes.is_empty() {
                return;
            }
            difference.describe()
        }
    };
    let message = format!("the output of `{name}` {change}");
    diagnostics.push(tool_finding(Code::OUTPUT_CHANGED, new, message));
}

/// Prose within a schema is text that the model reads.
fn report_prose(
    diagnostics: &mut Diagnostics,
    tool: &LockedTool,
    side: &str,
    difference: &Difference,
) {
    if difference.prose.is_empty() {
        return;
    }
    let places = join_some(&difference.prose, ", ");
    let message = format!(
        "text within the {side} schema of `{}` changed: {places}",
        tool.name
    );
    diagnostics.push(tool_finding(Code::DESCRIPTION_CHANGED, tool, message));
}

/// Both texts on one line each, cut to where they differ.
fn shorten_pair(old: &str, new: &str) -> (String, String) {
    const SHOWN: usize = 60;
    const BEFORE: usize = 20;
    let same = old
        .chars()
        .zip(new.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let longest = old.chars().count().max(new.chars().count());
    let from = if longest <= SHOWN {
        0
    } else {
        same.saturating_sub(BEFORE)
    };
    let cut = |text: &str| {
        let mut rest = text.chars().skip(from);
        let mut shown: String = if from > 0 {
            "…".to_owned()
        } else {
            String::new()
        };
        let part: String = rest.by_ref().take(SHOWN).collect();
        shown.push_str(&hidden::show(&part).replace('\n', "\\n"));
        if rest.next().is_some() {
            shown.push('…');
        }
        if shown.is_empty() {
            "nothing".to_owned()
        } else {
            format!("`{shown}`")
        }
    };
    (cut(old), cut(new))
}
