//! The shared definitions of both sides, and which of them cannot be taken for the same.

use crate::lock::{REFERENCE, each_reference, find_unlike, is_same};
use crate::node::Node;
use std::collections::{BTreeMap, HashSet};

/// Both sides' definitions.
#[derive(Debug)]
pub(super) struct Definitions<'l> {
    old: &'l BTreeMap<String, Node>,
    new: &'l BTreeMap<String, Node>,
    /// Keys of definitions that differ or reach one that does.
    unlike: HashSet<&'l str>,
}

impl<'l> Definitions<'l> {
    pub(super) fn new(old: &'l BTreeMap<String, Node>, new: &'l BTreeMap<String, Node>) -> Self {
        Definitions {
            old,
            new,
            unlike: find_unlike(old, new),
        }
    }

    /// Whether two schemas are written differently, or refer to what is.
    pub(super) fn differ(&self, old: &Node, new: &Node) -> bool {
        let mut unlike = !is_same(old, new);
        each_reference(new, &mut |reference| {
            unlike |= reference
                .strip_prefix(REFERENCE)
                .is_some_and(|key| self.unlike.contains(key));
        });
        unlike
    }

    /// The target of a `$ref` in the lock.
    pub(super) fn find_old(&self, reference: &Node) -> Option<&'l Node> {
        self.old.get(reference.as_str()?.strip_prefix(REFERENCE)?)
    }

    /// The target of a `$ref` of today.
    pub(super) fn find_new(&self, reference: &Node) -> Option<&'l Node> {
        self.new.get(reference.as_str()?.strip_prefix(REFERENCE)?)
    }

    pub(super) fn follow_old<'n>(&'n self, node: &'n Node) -> &'n Node {
        follow(self.old, node)
    }

    pub(super) fn follow_new<'n>(&'n self, node: &'n Node) -> &'n Node {
        follow(self.new, node)
    }
}

/// The definition that a lone reference stands for.
fn follow<'n>(definitions: &'n BTreeMap<String, Node>, mut node: &'n Node) -> &'n Node {
    // a chain of references is finite, but it may be a ring
    for _ in 0..64 {
        let Some(target) = find_target(definitions, node) else {
            break;
        };
        node = target;
    }
    node
}

fn find_target<'n>(definitions: &'n BTreeMap<String, Node>, node: &Node) -> Option<&'n Node> {
    let map = node.as_map()?;
    let lone = map
        .iter()
        .all(|entry| entry.key == "$ref" || super::schema::is_prose(&entry.key));
    let key = map.get("$ref")?.as_str()?.strip_prefix(REFERENCE)?;
    if lone { definitions.get(key) } else { None }
}
