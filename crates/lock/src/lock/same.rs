//! Which schemas and definitions of two locks are the same.

use super::tree::{REFERENCE, each_reference};
use std::collections::{BTreeMap, HashMap, HashSet};
use toolc_base::node::{Node, Value};

/// Whether two values are the same JSON, ignoring places and the order of keys.
pub(crate) fn is_same(old: &Node, new: &Node) -> bool {
    match (&old.value, &new.value) {
        (Value::List(old), Value::List(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_same(old, new))
        }
        (Value::Map(old), Value::Map(new)) => {
            let same = |key: &str, value| new.get(key).is_some_and(|new| is_same(value, new));
            old.len() == new.len() && old.iter().all(|entry| same(&entry.key, &entry.value))
        }
        (old, new) => old == new,
    }
}

/// Whether two values also look the same to a reader: places are ignored, the order of keys is not.
pub(crate) fn is_written_alike(old: &Node, new: &Node) -> bool {
    match (&old.value, &new.value) {
        (Value::List(old), Value::List(new)) => {
            let mut pairs = old.iter().zip(new);
            old.len() == new.len() && pairs.all(|(old, new)| is_written_alike(old, new))
        }
        (Value::Map(old), Value::Map(new)) => {
            let mut pairs = old.iter().zip(new.iter());
            old.len() == new.len()
                && pairs.all(|(a, b)| a.key == b.key && is_written_alike(&a.value, &b.value))
        }
        (old, new) => old == new,
    }
}

/// The keys of definitions that are written differently than before, or reach one that is.
pub(crate) fn find_unlike<'l>(
    old: &BTreeMap<String, Node>,
    new: &'l BTreeMap<String, Node>,
) -> HashSet<&'l str> {
    let mut users: HashMap<&str, Vec<&'l str>> = HashMap::new();
    let mut open: Vec<&str> = Vec::new();
    for (key, node) in new {
        each_reference(node, &mut |reference| {
            if let Some(used) = reference.strip_prefix(REFERENCE) {
                users.entry(used).or_default().push(key);
            }
        });
        if !old.get(key).is_some_and(|old| is_written_alike(old, node)) {
            open.push(key);
        }
    }
    let mut unlike = HashSet::new();
    while let Some(key) = open.pop() {
        if unlike.insert(key) {
            open.extend(users.get(key).into_iter().flatten());
        }
    }
    unlike
}
