//! `anyOf`, `oneOf`, `allOf` and references beside other keywords.

use super::bounds::{alternatives, find_types, join_types, subtract_types};
use super::{Walk, show};
use crate::lock::is_prose;
use crate::lock::is_same;
use std::collections::BTreeSet;
use toolc_base::node::Node;

type Branches<'n> = Vec<&'n Node>;

/// Compares a schema with one that wraps it in alternatives, of which one is for values of its types: `{type: string}`
/// and `{anyOf: [{type: string}, {type: null}]}`. Returns whether the two are such a pair.
pub(super) fn compare_wrapped(walk: &mut Walk<'_>, pointer: &str, old: &Node, new: &Node) -> bool {
    let definitions = walk.definitions;
    let types_old = |node| find_types(node, &|node| definitions.follow_old(node));
    let types_new = |node| find_types(node, &|node| definitions.follow_new(node));
    let (pair, types, verb) = match (unwrap(old), unwrap(new)) {
        (None, Some(branches)) => {
            let Some((own, others)) = split_by_types(types_old(old), branches, types_new) else {
                return false;
            };
            ((old, own), others, "may now be")
        }
        (Some(branches), None) => {
            let Some((own, others)) = split_by_types(types_new(new), branches, types_old) else {
                return false;
            };
            ((own, new), others, "may no longer be")
        }
        _ => return false,
    };
    walk.compare(pointer, pair.0, pair.1);
    if !types.is_empty() {
        let text = format!("{} {verb} {}", show(pointer), join_types(&types));
        walk.change(text);
    }
    true
}

/// The alternatives of a schema that consists of nothing else.
fn unwrap(schema: &Node) -> Option<&[Node]> {
    let mut rules = schema
        .as_map()?
        .iter()
        .filter(|entry| !is_prose(&entry.key));
    match (rules.next(), rules.next()) {
        (Some(_), None) => alternatives(schema),
        _ => None,
    }
}

/// The only alternative for values of some types, and the types of all others.
fn split_by_types<'n>(
    types: Option<BTreeSet<&str>>,
    branches: &'n [Node],
    types_of: impl Fn(&'n Node) -> Option<BTreeSet<&'n str>>,
) -> Option<(&'n Node, BTreeSet<&'n str>)> {
    let types = types?;
    let mut own = Vec::new();
    let mut others = BTreeSet::new();
    for branch in branches {
        let of_branch = types_of(branch)?;
        let is_apart = subtract_types(&types, &of_branch) == types
            && subtract_types(&of_branch, &types) == of_branch;
        match is_apart {
            true => others.extend(of_branch),
            false => own.push(branch),
        }
    }
    match own[..] {
        [only] => Some((only, others)),
        _ => None,
    }
}

/// Compares alternatives, or schemas that all hold: pairs of them, and then what is left over.
pub(super) fn compare_branches(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    let place = show(pointer);
    let (old, new) = match (old.and_then(Node::as_list), new.and_then(Node::as_list)) {
        (Some(old), Some(new)) => (old, new),
        (None, Some(_)) => {
            return walk.change(format!("{place} now has `{name}`"));
        }
        (Some(_), None) => {
            return walk.change(format!("{place} has no `{name}` any more"));
        }
        (None, None) => return,
    };
    let (mut pairs, mut old, mut new) = pair_up(old, new);
    if old.len() > 1 || new.len() > 1 {
        pairs.extend(pair_marked(walk, &mut old, &mut new));
    }
    for (old, new) in pairs {
        walk.compare(pointer, old, new);
    }
    match (old.as_slice(), new.as_slice()) {
        ([], []) => {}
        ([old], [new]) => walk.compare(pointer, old, new),
        ([], _) => walk.change(format!("`{name}` of {place} gained alternatives")),
        (_, []) => walk.change(format!("`{name}` of {place} lost alternatives")),
        _ => walk.change(format!("`{name}` of {place} has other alternatives")),
    }
}

/// Branches that are written alike, and the remaining ones of both sides.
fn pair_up<'n>(
    old: &'n [Node],
    new: &'n [Node],
) -> (Vec<(&'n Node, &'n Node)>, Branches<'n>, Branches<'n>) {
    let mut rest: Branches<'n> = new.iter().collect();
    let mut pairs = Vec::new();
    let mut gone = Vec::new();
    for branch in old {
        match rest.iter().position(|other| is_same(branch, other)) {
            Some(at) => pairs.push((branch, rest.remove(at))),
            None => gone.push(branch),
        }
    }
    (pairs, gone, rest)
}

/// Pairs remaining branches that are identified by the same constants.
fn pair_marked<'n>(
    walk: &Walk<'n>,
    old: &mut Branches<'n>,
    new: &mut Branches<'n>,
) -> Vec<(&'n Node, &'n Node)> {
    let definitions = walk.definitions;
    let mut pairs = Vec::new();
    old.retain(|branch| {
        let own = mark_branch(definitions.follow_old(branch));
        let is_same = |other: &&Node| mark_branch(definitions.follow_new(other)) == own;
        match new.iter().position(is_same).filter(|_| !own.is_empty()) {
            Some(at) => {
                pairs.push((*branch, new.remove(at)));
                false
            }
            None => true,
        }
    });
    pairs
}

/// What identifies an alternative: the string values of its required keys.
fn mark_branch(branch: &Node) -> Vec<(&str, &str)> {
    let required = branch.get("required").and_then(Node::as_list);
    let keys = required.into_iter().flatten().filter_map(Node::as_str);
    keys.filter_map(|key| Some((key, only_text(branch.get("properties")?.get(key)?)?)))
        .collect()
}

/// The string that is the only value of a property.
fn only_text(property: &Node) -> Option<&str> {
    match (property.get("const"), property.get("enum")) {
        (Some(only), _) => only.as_str(),
        (None, values) => match values?.as_list()? {
            [only] => only.as_str(),
            _ => None,
        },
    }
}

/// A reference next to other keywords acts as an additional `allOf` branch.
pub(super) fn compare_reference(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    let definitions = walk.definitions;
    let targets = (
        old.and_then(|old| definitions.find_old(old)),
        new.and_then(|new| definitions.find_new(new)),
    );
    match targets {
        (Some(old), Some(new)) => walk.compare(pointer, old, new),
        _ => walk.compare_unknown(pointer, name, old, new),
    }
}
