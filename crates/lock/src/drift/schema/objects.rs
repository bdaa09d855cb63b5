//! The parts of objects and arrays.

use super::{Accepts, Walk, accepts, append, show};
use std::collections::BTreeSet;
use toolc_base::node::{Map, Node, Value};
use toolc_base::source::{SourceId, Span};

/// What an absent part accepts. A static, because compared nodes are identified by address.
static ANYTHING: Node = Node {
    value: Value::Bool(true),
    span: Span {
        source: SourceId(0),
        start: 0,
        end: 0,
    },
};

/// One side of an object.
struct Side<'n> {
    map: &'n Map,
    required: BTreeSet<&'n str>,
    /// Whether it takes anything under a name that it does not declare.
    is_open: bool,
}

impl<'n> Side<'n> {
    fn new(map: &'n Map) -> Self {
        let required = map
            .get("required")
            .and_then(Node::as_list)
            .into_iter()
            .flatten();
        let others = ["patternProperties", "unevaluatedProperties"];
        let rest = map.get("additionalProperties").unwrap_or(&ANYTHING);
        let has_others = others.iter().any(|name| map.contains(name));
        Side {
            map,
            required: required.filter_map(Node::as_str).collect(),
            is_open: !has_others && accepts(rest) == Accepts::Everything,
        }
    }

    fn property(&self, name: &str) -> Option<&'n Node> {
        self.map.get("properties")?.get(name)
    }

    fn properties(&self) -> impl Iterator<Item = &'n str> + use<'n> {
        let map = self.map.get("properties").and_then(Node::as_map);
        map.into_iter()
            .flat_map(Map::iter)
            .map(|entry| entry.key.as_str())
    }
}

/// `properties`, `required` and `additionalProperties` together.
pub(super) fn compare_properties(walk: &mut Walk<'_>, pointer: &str, old: &Map, new: &Map) {
    let (old, new) = (Side::new(old), Side::new(new));
    let names: BTreeSet<&str> = old.properties().chain(new.properties()).collect();
    for &name in &names {
        let at = append(pointer, name);
        match (old.property(name), new.property(name)) {
            (Some(was), Some(is)) => walk.compare(&at, was, is),
            (None, Some(_)) => report_added(walk, &at, &old, new.required.contains(name)),
            (Some(_), None) => walk.change(format!("property {} was removed", show(&at))),
            (None, None) => {}
        }
    }
    compare_required(walk, pointer, &old, &new);
    compare_rest(walk, pointer, &old, &new);
}

fn report_added(walk: &mut Walk<'_>, at: &str, old: &Side<'_>, required: bool) {
    let (kind, open) = match (required, old.is_open) {
        (true, _) => ("required", ""),
        (false, true) => (
            "optional",
            " (the object was open, so it could hold anything before)",
        ),
        (false, false) => ("optional", ""),
    };
    walk.change(format!("{kind} property {} was added{open}", show(at)));
}

/// Compares names that are required on one side only; added properties already report this
/// themselves.
fn compare_required(walk: &mut Walk<'_>, pointer: &str, old: &Side<'_>, new: &Side<'_>) {
    for name in new.required.difference(&old.required) {
        if old.property(name).is_some() || new.property(name).is_none() {
            let place = show(&append(pointer, name));
            walk.change(format!("{place} is now required"));
        }
    }
    for name in old.required.difference(&new.required) {
        let place = show(&append(pointer, name));
        walk.change(format!("{place} is no longer required"));
    }
}

fn compare_rest(walk: &mut Walk<'_>, pointer: &str, old: &Side<'_>, new: &Side<'_>) {
    let place = show(pointer);
    let name = "additionalProperties";
    let (was, is) = (old.map.get(name), new.map.get(name));
    match [was, is].map(|rest| accepts(rest.unwrap_or(&ANYTHING))) {
        [Accepts::Everything, Accepts::Nothing] => {
            walk.change(format!("{place} no longer takes other properties"));
        }
        [Accepts::Nothing, Accepts::Everything] => {
            walk.change(format!("{place} now takes other properties"));
        }
        _ => compare_part(walk, pointer, name, was, is),
    }
}

/// Compares a part that accepts everything if absent.
pub(super) fn compare_part(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    let sides = [old, new].map(|part| part.unwrap_or(&ANYTHING));
    let is_open = sides.map(accepts) == [Accepts::Everything; 2];
    if walk.is_entangled && is_open && old.is_some() != new.is_some() {
        walk.compare_unknown(pointer, name, old, new);
    }
    walk.compare(&append(pointer, "*"), sides[0], sides[1]);
}

/// Compares schemas by pattern. The patterns must be the same, since which keys a pattern matches
/// is not analysed.
pub(super) fn compare_patterns(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    let maps = (old.and_then(Node::as_map), new.and_then(Node::as_map));
    let (Some(was), Some(is)) = maps else {
        return walk.compare_unknown(pointer, name, old, new);
    };
    if was.len() != is.len() || was.iter().any(|entry| !is.contains(&entry.key)) {
        return walk.compare_unknown(pointer, name, old, new);
    }
    for entry in was.iter() {
        if let Some(schema) = is.get(&entry.key) {
            walk.compare(&append(pointer, "*"), &entry.value, schema);
        }
    }
}

/// Compares schemas by position. Their number must be the same, since the next element is covered
/// by `items`.
pub(super) fn compare_prefix(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    match (old.and_then(Node::as_list), new.and_then(Node::as_list)) {
        (Some(was), Some(is)) if was.len() == is.len() => {
            for (index, (was, is)) in was.iter().zip(is).enumerate() {
                walk.compare(&append(pointer, &index.to_string()), was, is);
            }
        }
        _ => walk.compare_unknown(pointer, name, old, new),
    }
}
