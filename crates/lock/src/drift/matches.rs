//! Which tool of the lock corresponds to which current tool.

use crate::lock::{ALIASES, Lock, LockedTool, Paired, bare_name_of, list_aliases, pair_by_name};
use std::collections::{BTreeSet, HashMap};
use toolc_base::diagnostic::suggest::Guesses;
use toolc_base::node::Node;

/// Two tools that correspond.
pub(super) type Pair<'l> = (&'l LockedTool, &'l LockedTool);

/// Which tool of the lock corresponds to which current tool.
#[derive(Debug, Default)]
pub(super) struct Matches<'l> {
    /// Tools that exist on both sides.
    pub pairs: Vec<Pair<'l>>,
    /// Those of them that were renamed.
    pub renamed: Vec<Pair<'l>>,
    /// Tools of the lock that no longer exist.
    pub removed: Vec<&'l LockedTool>,
    /// Tools that are not in the lock.
    pub added: Vec<&'l LockedTool>,
    /// The remaining budget for guessing the new names of removed tools.
    pub guesses: Guesses,
}

/// Matches tools by qualified name. The rest count as renamed if their structure indicates it.
pub(super) fn match_tools<'l>(lock: &'l Lock, now: &'l Lock) -> Matches<'l> {
    let Paired {
        pairs,
        removed,
        added,
    } = pair_by_name(lock, now);
    let mut matches = Matches {
        pairs,
        removed,
        added,
        ..Matches::default()
    };
    find_aliased(&mut matches);
    find_renamed(&mut matches);
    matches
}

/// Pairs removed tools with added ones that say that they had the name; overloads in their order.
fn find_aliased(matches: &mut Matches<'_>) {
    for old in std::mem::take(&mut matches.removed) {
        let is_it = |new: &LockedTool| {
            let mut aliases = list_aliases(&new.settings, ALIASES);
            new.overload == old.overload && aliases.any(|name| name == old.name)
        };
        match matches.added.iter().position(|new| is_it(new)) {
            Some(place) => {
                let pair = (old, matches.added.remove(place));
                matches.pairs.push(pair);
                matches.renamed.push(pair);
            }
            None => matches.removed.push(old),
        }
    }
}

/// What identifies a tool under another name; `None` if it is not specific enough.
type Mark = fn(&LockedTool) -> Option<String>;

/// Ordered from most to least specific.
const MARKS: &[Mark] = &[
    // its input and its description
    |tool| {
        (!tool.description.is_empty())
            .then(|| format!("{} {}", tool.raw_fingerprint, tool.description))
    },
    // its input, and its name within another namespace
    |tool| {
        Some(format!(
            "{} {}",
            tool.raw_fingerprint,
            bare_name_of(&tool.name)
        ))
    },
    |tool| {
        (!tool.description.is_empty())
            .then(|| format!("{} {}", tool.structural_fingerprint, tool.description))
    },
    |tool| has_properties(tool).then(|| tool.raw_fingerprint.clone()),
    |tool| has_properties(tool).then(|| tool.structural_fingerprint.clone()),
];

/// Without arguments, many tools have the same structure.
fn has_properties(tool: &LockedTool) -> bool {
    let properties = tool.input.get("properties").and_then(Node::as_map);
    properties.is_some_and(|map| !map.is_empty())
}

/// Pairs removed tools with added ones if a mark identifies exactly one tool on each side.
fn find_renamed(matches: &mut Matches<'_>) {
    let kept: BTreeSet<&str> = matches
        .pairs
        .iter()
        .map(|(old, _)| old.name.as_str())
        .collect();
    let is_whole = |tool: &LockedTool| tool.overload == 0 && !kept.contains(tool.name.as_str());
    for mark in MARKS {
        let old = by_mark(&matches.removed, *mark, is_whole);
        let new = by_mark(&matches.added, *mark, is_whole);
        let mut found: Vec<Pair<'_>> = Vec::new();
        for (key, tools) in &old {
            if let ([was], Some([is])) = (tools.as_slice(), new.get(key).map(Vec::as_slice)) {
                found.push((was, is));
            }
        }
        found.sort_by(|a, b| a.0.name.cmp(&b.0.name));
        matches
            .removed
            .retain(|tool| !found.iter().any(|(was, _)| std::ptr::eq(*was, *tool)));
        matches
            .added
            .retain(|tool| !found.iter().any(|(_, is)| std::ptr::eq(*is, *tool)));
        matches.pairs.extend(&found);
        matches.renamed.extend(found);
    }
}

fn by_mark<'l>(
    tools: &[&'l LockedTool],
    mark: Mark,
    is_whole: impl Fn(&LockedTool) -> bool,
) -> HashMap<String, Vec<&'l LockedTool>> {
    let mut marked: HashMap<String, Vec<&LockedTool>> = HashMap::new();
    for tool in tools.iter().filter(|tool| is_whole(tool)) {
        if let Some(key) = mark(tool) {
            marked.entry(key).or_default().push(tool);
        }
    }
    marked
}
