//! The keywords for which simple rules can tell the effect of a change.

use super::{Effect, Walk, formats, limits, objects, paths, show, unions};
use crate::node::{Map, Node, Value};
use crate::schema::rules::{self, Change};
use crate::schema::vocabulary::{self, find_word};
use std::collections::BTreeSet;

pub(super) type Compare = fn(&mut Walk<'_>, &str, &str, Option<&Node>, Option<&Node>);

/// How a keyword is compared; `None` if simple rules cannot tell the effect of a change.
pub(super) fn find_rule(name: &str) -> Option<Compare> {
    if let Some(word) = find_word(name) {
        return compare_by_word(word.change);
    }
    let change = rules::all_rows().find(|row| row.keyword == name)?.change;
    Some(match change {
        Change::Lower => limits::compare_lower,
        Change::LowerCount => limits::compare_lower_count,
        Change::Upper => limits::compare_upper,
        Change::Restriction => limits::compare_restriction,
        Change::Format => formats::compare_format,
        Change::Path => paths::compare_path,
    })
}

fn compare_by_word(change: vocabulary::Change) -> Option<Compare> {
    use vocabulary::Change;
    Some(match change {
        Change::Types => compare_types,
        Change::Part => objects::compare_part,
        Change::Patterns => objects::compare_patterns,
        Change::Positions => objects::compare_prefix,
        Change::All => unions::compare_all_of,
        Change::Any => unions::compare_any_of,
        Change::One => unions::compare_one_of,
        Change::Reference => unions::compare_reference,
        // handled by `compare_choices` and `compare_properties`
        Change::Together => |_, _, _, _, _| {},
        Change::Unknown => return None,
    })
}

fn compare_types(
    walk: &mut Walk<'_>,
    pointer: &str,
    _: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    let place = show(pointer);
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (list_types(old), list_types(new)),
        (None, Some(new)) => {
            let types = join(&list_types(new));
            return walk.change(Effect::Tightened, format!("{place} must now be {types}"));
        }
        (Some(_), None) => {
            return walk.change(Effect::Loosened, format!("{place} may now be of any type"));
        }
        (None, None) => return,
    };
    let gained = subtract(&new, &old);
    let lost = subtract(&old, &new);
    if !gained.is_empty() {
        walk.change(
            Effect::Loosened,
            format!("{place} may now be {}", join(&gained)),
        );
    }
    if !lost.is_empty() {
        walk.change(
            Effect::Tightened,
            format!("{place} may no longer be {}", join(&lost)),
        );
    }
}

fn list_types(node: &Node) -> BTreeSet<&str> {
    match &node.value {
        Value::List(list) => list.iter().filter_map(Node::as_str).collect(),
        _ => node.as_str().into_iter().collect(),
    }
}

/// The types in one set that the other does not cover; an integer is also a number.
fn subtract<'t>(types: &BTreeSet<&'t str>, from: &BTreeSet<&'t str>) -> BTreeSet<&'t str> {
    let covered =
        |name: &str| from.contains(name) || (name == "integer" && from.contains("number"));
    types
        .iter()
        .copied()
        .filter(|name| !covered(name))
        .collect()
}

fn join(names: &BTreeSet<&str>) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(" or ")
}

/// `enum` and `const` as one set of values.
pub(super) fn compare_choices(walk: &mut Walk<'_>, pointer: &str, old: &Map, new: &Map) {
    let place = show(pointer);
    match (list_choices(old), list_choices(new)) {
        (None, None) => {}
        (None, Some(_)) => {
            walk.change(
                Effect::Tightened,
                format!("{place} must now be one of a list of values"),
            );
        }
        (Some(_), None) => {
            walk.change(
                Effect::Loosened,
                format!("{place} is no longer bound to a list of values"),
            );
        }
        (Some(old), Some(new)) => {
            report_values(
                walk,
                Effect::Loosened,
                &place,
                "gained",
                new.difference(&old),
            );
            report_values(
                walk,
                Effect::Tightened,
                &place,
                "lost",
                old.difference(&new),
            );
        }
    }
}

fn list_choices(map: &Map) -> Option<BTreeSet<String>> {
    let listed = map.get("enum").and_then(Node::as_list);
    let values: BTreeSet<String> = listed
        .into_iter()
        .flatten()
        .map(Node::to_canonical_json)
        .collect();
    match (map.get("const").map(Node::to_canonical_json), listed) {
        (None, None) => None,
        (None, Some(_)) => Some(values),
        (Some(value), None) => Some(BTreeSet::from([value])),
        (Some(value), Some(_)) => {
            Some(values.into_iter().filter(|other| *other == value).collect())
        }
    }
}

fn report_values<'v>(
    walk: &mut Walk<'_>,
    effect: Effect,
    place: &str,
    verb: &str,
    values: impl Iterator<Item = &'v String>,
) {
    let values: Vec<String> = values.map(|value| format!("`{value}`")).collect();
    if !values.is_empty() {
        let list = super::join_some(&values, ", ");
        walk.change(effect, format!("{place} {verb} the values {list}"));
    }
}
