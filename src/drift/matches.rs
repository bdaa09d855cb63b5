//! Which tool of a lock is which tool of today.

use crate::collections::BTreeMap;
use crate::diagnostic::suggest::Guesses;
use crate::lock::{Lock, LockedTool};

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
    pub guesses: Guesses,
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

pub(super) fn same_raw(old: &LockedTool, new: &LockedTool) -> bool {
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
