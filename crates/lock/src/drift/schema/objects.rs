//! The parts of objects and arrays.

use super::{Accepts, Effect, Walk, accepts, append, show};
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
    /// The schema of undeclared properties; `None` if more than `additionalProperties` determines
    /// it.
    rest: Option<&'n Node>,
}

impl<'n> Side<'n> {
    fn new(map: &'n Map) -> Self {
        let required = map
            .get("required")
            .and_then(Node::as_list)
            .into_iter()
            .flatten();
        let others = ["patternProperties", "unevaluatedProperties"];
        let decided = !others.iter().any(|name| map.contains(name));
        let rest = decided.then(|| map.get("additionalProperties").unwrap_or(&ANYTHING));
        Side {
            map,
            required: required.filter_map(Node::as_str).collect(),
            rest,
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
            (None, Some(schema)) => {
                report_added(walk, &at, &old, schema, new.required.contains(name))
            }
            (Some(_), None) => report_removed(walk, &at, &new),
            (None, None) => {}
        }
    }
    compare_required(walk, pointer, &old, &new);
    compare_rest(walk, pointer, &old, &new);
}

fn report_added(walk: &mut Walk<'_>, at: &str, old: &Side<'_>, schema: &Node, required: bool) {
    let place = show(at);
    let effect = match old.rest.map(accepts) {
        Some(Accepts::Nothing) if required => Effect::Both,
        Some(Accepts::Nothing) => Effect::Loosened,
        Some(Accepts::Everything) if required => Effect::Tightened,
        // under `unevaluatedProperties`, even a property that accepts every value matters
        Some(Accepts::Everything) if walk.decided && accepts(schema) == Accepts::Everything => {
            return;
        }
        Some(Accepts::Everything) => Effect::Tightened,
        _ => Effect::Changed,
    };
    let kind = if required { "required" } else { "optional" };
    let open = match effect {
        Effect::Tightened if !required => {
            " (the object was open, so it could hold anything before)"
        }
        _ => "",
    };
    walk.change(effect, format!("{kind} property {place} was added{open}"));
}

fn report_removed(walk: &mut Walk<'_>, at: &str, new: &Side<'_>) {
    let place = show(at);
    let effect = match new.rest.map(accepts) {
        Some(Accepts::Nothing) => Effect::Tightened,
        Some(Accepts::Everything) => Effect::Loosened,
        _ => Effect::Changed,
    };
    walk.change(effect, format!("property {place} was removed"));
}

/// Compares names that are required on one side only; added properties already report this
/// themselves.
fn compare_required(walk: &mut Walk<'_>, pointer: &str, old: &Side<'_>, new: &Side<'_>) {
    for name in new.required.difference(&old.required) {
        if old.property(name).is_some() || new.property(name).is_none() {
            let place = show(&append(pointer, name));
            walk.change(Effect::Tightened, format!("{place} is now required"));
        }
    }
    for name in old.required.difference(&new.required) {
        let place = show(&append(pointer, name));
        walk.change(Effect::Loosened, format!("{place} is no longer required"));
    }
}

fn compare_rest(walk: &mut Walk<'_>, pointer: &str, old: &Side<'_>, new: &Side<'_>) {
    let place = show(pointer);
    let name = "additionalProperties";
    let (was, is) = (old.map.get(name), new.map.get(name));
    compare_presence(walk, pointer, name, was, is);
    let (was, is) = (was.unwrap_or(&ANYTHING), is.unwrap_or(&ANYTHING));
    match (accepts(was), accepts(is)) {
        (Accepts::Everything, Accepts::Nothing) => {
            walk.change(
                Effect::Tightened,
                format!("{place} no longer takes other properties"),
            );
        }
        (Accepts::Nothing, Accepts::Everything) => {
            walk.change(
                Effect::Loosened,
                format!("{place} now takes other properties"),
            );
        }
        _ => walk.compare(&append(pointer, "*"), was, is),
    }
}

/// A part that accepts everything is equivalent to its absence, except for `unevaluatedProperties`
/// and `unevaluatedItems`.
fn compare_presence(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    if !walk.decided && old.is_some() != new.is_some() {
        walk.compare_unknown(pointer, name, old, new);
    }
}

/// Compares a part that accepts everything if absent, and whose changes carry over to the whole.
pub(super) fn compare_part(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    compare_presence(walk, pointer, name, old, new);
    let (old, new) = (old.unwrap_or(&ANYTHING), new.unwrap_or(&ANYTHING));
    walk.compare(&append(pointer, "*"), old, new);
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
