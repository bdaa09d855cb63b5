//! References that are replaced by their targets before anything is read: those to media types (3.2); those with
//! siblings that extend the target or override its texts; and those that replace a whole mapping or list
//! (`properties: { $ref: … }`), which no version allows but bundlers follow.

use super::object_map::{self, Kind};
use super::version::Version;
use std::collections::HashMap;
use toolc_base::node::{Map, Node, Value};

/// How many levels of such references are followed.
const ROUNDS: usize = 8;

/// How many values they may insert in total.
const BUDGET: usize = 1_000_000;

/// Replaces such references by their targets.
pub(super) fn inline_references(version: Version, root: &mut Node) {
    let mut budget = BUDGET;
    for _ in 0..ROUNDS {
        let targets = targets(version, root);
        if targets.is_empty() {
            return;
        }
        let mut replace = |kind: Kind, node: &mut Node| {
            let target = pointer(version, kind, node);
            let target = target.and_then(|pointer| targets.get(&pointer));
            if let Some((target, cost)) = target.filter(|(_, cost)| *cost <= budget) {
                budget -= cost;
                *node = with_others(node, target);
            }
        };
        object_map::each_reference_mut(Kind::Document, root, &mut replace);
        for (kind, pointer) in object_map::references_elsewhere(root) {
            if let Some(place) = root.pointer_mut(&pointer) {
                object_map::each_reference_mut(kind, place, &mut replace);
            }
        }
    }
}

/// The targets of such references, with their sizes.
fn targets(version: Version, root: &Node) -> HashMap<String, (Node, usize)> {
    let mut targets = HashMap::new();
    object_map::walk_references(root, &mut |kind, node| {
        let pointer = pointer(version, kind, node);
        let target = pointer.and_then(|pointer| Some((root.pointer(&pointer)?, pointer)));
        if let Some((target, pointer)) = target {
            let is_plural = matches!(target.value, Value::Map(_) | Value::List(_));
            if is_plural && !std::ptr::eq(target, node) {
                let entry = targets.entry(pointer);
                entry.or_insert_with(|| (target.clone(), count(target)));
            }
        }
    });
    targets
}

/// The pointer in such a reference.
fn pointer(version: Version, kind: Kind, node: &Node) -> Option<String> {
    let has = |key: &str| node.get(key).is_some();
    let takes = match kind {
        Kind::Media => true,
        Kind::PathItem => node.as_map().is_some_and(|map| map.len() > 1),
        // since 3.1 (section 4.23.1, "Reference Object"); for schemas, the dialect decides
        Kind::Parameter | Kind::Body | Kind::Response => {
            version.has_siblings() && (has("description") || has("summary"))
        }
        _ => kind.element().is_some(),
    };
    takes.then(|| object_map::pointer_of(node)).flatten()
}

/// The target, merged with the siblings of the reference.
fn with_others(node: &Node, target: &Node) -> Node {
    let mut target = target.clone();
    if let Some(map) = target.as_map_mut() {
        let beside = node.as_map().into_iter().flat_map(Map::iter);
        for entry in beside.filter(|entry| entry.key != "$ref") {
            map.insert(&entry.key, entry.key_span, entry.value.clone());
        }
    }
    target
}

fn count(node: &Node) -> usize {
    match &node.value {
        Value::Map(map) => 1 + map.iter().map(|entry| count(&entry.value)).sum::<usize>(),
        Value::List(list) => 1 + list.iter().map(count).sum::<usize>(),
        _ => 1,
    }
}
