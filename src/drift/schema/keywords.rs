//! The keywords of which simple rules can tell what a change does.

use super::{Effect, Walk, formats, objects, show, unions};
use crate::lock::is_same;
use crate::node::{Map, Node, Value};
use crate::schema::rules::{self, Change};
use std::collections::BTreeSet;

/// How the values of some keywords are compared.
struct Rule {
    keywords: &'static [&'static str],
    compare: Compare,
}

pub(super) type Compare = fn(&mut Walk<'_>, &str, &str, Option<&Node>, Option<&Node>);

/// How a keyword is compared.
pub(super) fn find_rule(name: &str) -> Option<Compare> {
    let row = RULES.iter().find(|rule| rule.keywords.contains(&name));
    let by_row = row.map(|rule| rule.compare);
    by_row.or_else(|| {
        let change = rules::all_rows().find(|row| row.keyword == name)?.change;
        Some(match change {
            Change::Lower => compare_lower,
            Change::LowerCount => compare_lower_count,
            Change::Upper => compare_upper,
            Change::Restriction => compare_restriction,
            Change::Format => formats::compare_format,
            Change::Unknown => return None,
        })
    })
}

/// Keywords with parts. Those with one value say in their row what a change of them does; those without
/// either are reported as changed where they differ.
const RULES: &[Rule] = &[
    Rule {
        keywords: &["type"],
        compare: compare_types,
    },
    // compared together, by `compare_choices` and `compare_properties`
    Rule {
        keywords: &["enum", "const"],
        compare: |_, _, _, _, _| {},
    },
    Rule {
        keywords: &["properties", "required", "additionalProperties"],
        compare: |_, _, _, _, _| {},
    },
    Rule {
        keywords: &["items", "propertyNames"],
        compare: objects::compare_part,
    },
    Rule {
        keywords: &["patternProperties"],
        compare: objects::compare_patterns,
    },
    Rule {
        keywords: &["prefixItems"],
        compare: objects::compare_prefix,
    },
    Rule {
        keywords: &["anyOf"],
        compare: unions::compare_any_of,
    },
    Rule {
        keywords: &["allOf"],
        compare: unions::compare_all_of,
    },
    Rule {
        keywords: &["oneOf"],
        compare: unions::compare_one_of,
    },
    Rule {
        keywords: &["$ref"],
        compare: unions::compare_reference,
    },
];

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
            return walk.change(Effect::Tightened, format!("{place} must be {types} now"));
        }
        (Some(_), None) => {
            return walk.change(Effect::Loosened, format!("{place} may be of any type now"));
        }
        (None, None) => return,
    };
    let gained = subtract(&new, &old);
    let lost = subtract(&old, &new);
    if !gained.is_empty() {
        walk.change(
            Effect::Loosened,
            format!("{place} may be {} now", join(&gained)),
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

/// The types of one set that the other does not cover; every integer is a number.
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
                format!("{place} must be one of a list of values now"),
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

fn compare_lower(
    walk: &mut Walk<'_>,
    at: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    compare_bound(
        walk,
        at,
        name,
        [old, new],
        (Effect::Tightened, Effect::Loosened),
    );
}

/// A count is never below zero, so zero says nothing.
fn compare_lower_count(
    walk: &mut Walk<'_>,
    at: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    let real = |node: &&Node| read_number(node) != Some(0.0);
    compare_lower(walk, at, name, old.filter(real), new.filter(real));
}

fn compare_upper(
    walk: &mut Walk<'_>,
    at: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    compare_bound(
        walk,
        at,
        name,
        [old, new],
        (Effect::Loosened, Effect::Tightened),
    );
}

/// `effects` are those of a bound that rises and of one that falls.
fn compare_bound(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    [old, new]: [Option<&Node>; 2],
    effects: (Effect, Effect),
) {
    let (Some(old), Some(new)) = (old, new) else {
        return compare_restriction(walk, pointer, name, old, new);
    };
    if is_same(old, new) {
        return;
    }
    let effect = match (read_number(old), read_number(new)) {
        (Some(old), Some(new)) if new > old => effects.0,
        (Some(old), Some(new)) if new < old => effects.1,
        _ => Effect::Changed,
    };
    let (was, is) = (old.to_json(), new.to_json());
    walk.change(
        effect,
        format!("`{name}` of {} moved from {was} to {is}", show(pointer)),
    );
}

fn read_number(node: &Node) -> Option<f64> {
    match &node.value {
        Value::Number(text) => text.parse().ok(),
        _ => None,
    }
}

/// A keyword that only ever refuses something.
pub(super) fn compare_restriction(
    walk: &mut Walk<'_>,
    pointer: &str,
    name: &str,
    old: Option<&Node>,
    new: Option<&Node>,
) {
    let active = |node: &&Node| node.as_bool() != Some(false);
    let place = show(pointer);
    match (old.filter(active), new.filter(active)) {
        (None, Some(new)) => {
            walk.change(
                Effect::Tightened,
                format!("{place} has `{name}` {} now", new.to_json()),
            );
        }
        (Some(_), None) => walk.change(
            Effect::Loosened,
            format!("{place} has no `{name}` any more"),
        ),
        (Some(old), Some(new)) if !is_same(old, new) => {
            let (was, is) = (old.to_json(), new.to_json());
            walk.change(
                Effect::Changed,
                format!("`{name}` of {place} changed from {was} to {is}"),
            );
        }
        _ => {}
    }
}
