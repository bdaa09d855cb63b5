//! Changed keys of shared definitions: if one key would stand for two things, and if a definition
//! gets another key although nothing else about it is new.

#[cfg(feature = "drift")]
use super::same::find_unlike;
use super::tree::{REFERENCE, each_reference, each_reference_mut};
use super::{Lock, LockedTool};
use std::collections::{BTreeMap, HashMap};
use toolc_base::node::Node;
use toolc_base::order::collect_map;
use toolc_base::sha256::{hash_parts, write_hex};

type Definitions = BTreeMap<String, Node>;
type Renames<'l> = HashMap<&'l str, String>;

/// The number of hex digits that distinguish definitions of the same name, after an `@`.
const DIGITS: usize = 8;

/// The current lock with the keys of the accepted one, for definitions that have other keys only
/// because a definition of the same name was added or removed elsewhere. `None` if no keys change.
pub(crate) fn keep_keys(lock: &Lock, now: &Lock) -> Option<Lock> {
    let mut gone: HashMap<(&str, String), &str> = HashMap::new();
    let new: Vec<&str> = keys_beside(&now.definitions, &lock.definitions).collect();
    if new.is_empty() {
        return None;
    }
    for key in keys_beside(&lock.definitions, &now.definitions) {
        gone.insert(
            (name_of_key(key), hash_by_names(key, &lock.definitions)),
            key,
        );
    }
    let mut renames = Renames::new();
    for key in new {
        let meaning = (name_of_key(key), hash_by_names(key, &now.definitions));
        if let Some(old) = gone.remove(&meaning) {
            renames.insert(key, old.to_owned());
        }
    }
    if renames.is_empty() {
        return None;
    }
    let rename = |(key, node): (&String, &Node)| {
        let key = renames.get(key.as_str()).unwrap_or(key).clone();
        (key, rename_references(node, &renames))
    };
    Some(Lock {
        definitions: collect_map(&mut now.definitions.iter().map(rename)),
        tools: now
            .tools
            .iter()
            .map(|tool| rename_tool(tool, &renames))
            .collect(),
        engines: now.engines.clone(),
        workers: now.workers.clone(),
        artifacts: now.artifacts.clone(),
    })
}

/// New keys for current definitions whose key has a different meaning in the lock.
#[cfg(feature = "drift")]
pub(super) fn find_renames<'l>(lock: &Lock, now: &'l Lock) -> Renames<'l> {
    let mut renames = Renames::new();
    for key in find_unlike(&lock.definitions, &now.definitions) {
        if lock.definitions.contains_key(key) {
            renames.insert(
                key,
                format!("{key}@{}", hash_closure(key, &now.definitions)),
            );
        }
    }
    renames
}

pub(super) fn rename_tool(tool: &LockedTool, renames: &Renames<'_>) -> LockedTool {
    LockedTool {
        input: rename_references(&tool.input, renames),
        output: tool
            .output
            .as_ref()
            .map(|output| rename_references(output, renames)),
        ..tool.clone()
    }
}

pub(super) fn rename_references(node: &Node, renames: &Renames<'_>) -> Node {
    let mut node = node.clone();
    each_reference_mut(&mut node, &mut |reference| {
        let key = reference
            .strip_prefix(REFERENCE)
            .and_then(|key| renames.get(key));
        if let Some(key) = key {
            *reference = format!("{REFERENCE}{key}");
        }
    });
    node
}

fn keys_beside<'l>(all: &'l Definitions, but: &'l Definitions) -> impl Iterator<Item = &'l str> {
    let keys = all.keys().filter(|key| !but.contains_key(*key));
    keys.map(String::as_str)
}

/// The name of a definition, without the suffix that distinguishes it from others of that name.
fn name_of_key(key: &str) -> &str {
    match key.rsplit_once('@') {
        Some((name, hash)) if hash.len() == DIGITS => name,
        _ => key,
    }
}

/// A hash of a definition and everything it reaches.
#[cfg(feature = "drift")]
fn hash_closure(key: &str, definitions: &Definitions) -> String {
    let reached = find_reached(key, definitions).into_iter();
    let parts = reached.map(|(key, node)| format!("{key}\0{}\0", node.to_canonical_json()));
    write_hex(&hash_parts(parts)[..DIGITS / 2])
}

/// The same, independent of keys as long as the names are equal.
fn hash_by_names(key: &str, definitions: &Definitions) -> String {
    let mut parts = Vec::new();
    for (key, node) in find_reached(key, definitions) {
        let mut node = node.clone();
        each_reference_mut(&mut node, &mut |reference| {
            *reference = name_of_key(reference).to_owned();
        });
        parts.push(format!(
            "{}\0{}\0",
            name_of_key(key),
            node.to_canonical_json()
        ));
    }
    parts.sort();
    write_hex(&hash_parts(parts))
}

fn find_reached<'l>(key: &'l str, definitions: &'l Definitions) -> BTreeMap<&'l str, &'l Node> {
    let mut reached = BTreeMap::new();
    let mut open = vec![key];
    while let Some(key) = open.pop() {
        let Some(node) = definitions.get(key) else {
            continue;
        };
        if reached.insert(key, node).is_none() {
            each_reference(node, &mut |reference| {
                open.extend(reference.strip_prefix(REFERENCE));
            });
        }
    }
    reached
}
