//! Tools of a lock that have another key now: overloads that changed, and tools that were renamed.

use super::rules::{INHERITED_RULES, REASONS, RULES};
use super::workers::LIMITS;
use super::{Lock, LockedTool, LockedWorker, STRICT, Settings};
use std::collections::{BTreeMap, HashMap};
use toolc_base::node::Node;

/// The tools of two locks by name: those that correspond, and the rest of each.
#[derive(Debug, Default)]
pub(crate) struct Paired<'l> {
    /// Tools that exist on both sides.
    pub pairs: Vec<(&'l LockedTool, &'l LockedTool)>,
    /// Tools of the lock that no longer exist.
    pub removed: Vec<&'l LockedTool>,
    /// Tools that are not in the lock.
    pub added: Vec<&'l LockedTool>,
}

/// Pairs tools by qualified name; overloads first by fingerprint, then in order.
pub(crate) fn pair_by_name<'l>(lock: &'l Lock, now: &'l Lock) -> Paired<'l> {
    let mut names: BTreeMap<&str, (Vec<&LockedTool>, Vec<&LockedTool>)> = BTreeMap::new();
    for tool in &lock.tools {
        names.entry(&tool.name).or_default().0.push(tool);
    }
    for tool in &now.tools {
        names.entry(&tool.name).or_default().1.push(tool);
    }
    let mut paired = Paired::default();
    for (mut old, mut new) in names.into_values() {
        for same in [same_raw, same_structure, always] {
            paired.pair_up(&mut old, &mut new, same);
        }
        paired.removed.append(&mut old);
        paired.added.append(&mut new);
    }
    paired
}

impl<'l> Paired<'l> {
    fn pair_up(
        &mut self,
        old: &mut Vec<&'l LockedTool>,
        new: &mut Vec<&'l LockedTool>,
        same: fn(&LockedTool, &LockedTool) -> bool,
    ) {
        old.retain(|was| match new.iter().position(|is| same(was, is)) {
            Some(at) => {
                self.pairs.push((was, new.remove(at)));
                false
            }
            None => true,
        });
    }
}

/// Whether two tools have the same input schema.
pub(crate) fn same_raw(old: &LockedTool, new: &LockedTool) -> bool {
    old.raw_fingerprint == new.raw_fingerprint
}

fn same_structure(old: &LockedTool, new: &LockedTool) -> bool {
    old.structural_fingerprint == new.structural_fingerprint
}

fn always(_: &LockedTool, _: &LockedTool) -> bool {
    true
}

/// A worker of the lock with the current tool names, in its grants and in settings of single tools.
pub(crate) fn rename_tools(worker: &LockedWorker, moved: &HashMap<String, String>) -> LockedWorker {
    let mut renamed = worker.clone();
    let today = |key: &str| moved.get(key).filter(|new| *new != key);
    let grants = worker.grants.iter();
    let grants = grants.map(|(key, grant)| (today(key).unwrap_or(key).clone(), grant.clone()));
    renamed.grants = grants.collect();
    let blocked = worker.blocked.iter();
    let blocked = blocked.map(|(name, block)| (today(name).unwrap_or(name).clone(), block.clone()));
    renamed.blocked = blocked.collect();
    rename_strict(&mut renamed.settings, &today);
    for key in [LIMITS, RULES, INHERITED_RULES, REASONS] {
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

/// Renames the tools in the lists of strict tools to their current names.
fn rename_strict<'m>(settings: &mut Settings, today: &dyn Fn(&str) -> Option<&'m String>) {
    for (_, node) in settings
        .iter_mut()
        .filter(|(key, _)| key.starts_with(STRICT))
    {
        let names = node.as_list().unwrap_or_default().iter();
        let names = names.map(|name| match name.as_str().and_then(today) {
            Some(key) => Node::string(key, name.span),
            None => name.clone(),
        });
        *node = Node::list(names.collect(), node.span);
    }
}
