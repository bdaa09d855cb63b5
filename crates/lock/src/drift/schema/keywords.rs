//! How each keyword is compared.

use super::bounds::{find_choices, find_types, join_types, subtract_types};
use super::{Walk, limits, objects, paths, show, unions};
use toolc_base::node::Node;
use toolc_schema::schema::rules::{self, Change};
use toolc_schema::schema::vocabulary::{self, find_word};

pub(super) type Compare = fn(&mut Walk<'_>, &str, &str, Option<&Node>, Option<&Node>);

/// How a keyword is compared; `None` if all that is said is that it changed.
pub(super) fn find_rule(name: &str) -> Option<Compare> {
    if let Some(word) = find_word(name) {
        return compare_by_word(word.change);
    }
    let change = rules::all_rows().find(|row| row.keyword == name)?.change;
    Some(match change {
        Change::Lower(_) | Change::Upper(_) => limits::compare_bound,
        Change::Restriction => limits::compare_restriction,
        Change::Format => limits::compare_format,
        Change::Path => paths::compare_path,
    })
}

fn compare_by_word(change: vocabulary::Change) -> Option<Compare> {
    use vocabulary::Change;
    Some(match change {
        Change::Part => objects::compare_part,
        Change::Patterns => objects::compare_patterns,
        Change::Positions => objects::compare_prefix,
        Change::Branches => unions::compare_branches,
        Change::Reference => unions::compare_reference,
        // handled by `compare_types`, `compare_choices` and `compare_properties`
        Change::Together => |_, _, _, _, _| {},
        Change::Name => return None,
    })
}

/// Which types values may have: by `type`, or else by the values and alternatives that are listed.
pub(super) fn compare_types(walk: &mut Walk<'_>, pointer: &str, old: &Node, new: &Node) {
    let definitions = walk.definitions;
    let place = show(pointer);
    if old.get("type").is_none() && new.get("type").is_none() {
        return;
    }
    let old = find_types(old, &|node| definitions.follow_old(node));
    let new = find_types(new, &|node| definitions.follow_new(node));
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (None, Some(new)) => {
            let types = join_types(&new);
            return walk.change(format!("{place} must now be {types}"));
        }
        (Some(_), None) => {
            return walk.change(format!("{place} may now be of any type"));
        }
        (None, None) => return,
    };
    let gained = subtract_types(&new, &old);
    let lost = subtract_types(&old, &new);
    if !gained.is_empty() {
        walk.change(format!("{place} may now be {}", join_types(&gained)));
    }
    if !lost.is_empty() {
        walk.change(format!("{place} may no longer be {}", join_types(&lost)));
    }
}

/// `enum` and `const` as one set of values, or else the values of all alternatives.
pub(super) fn compare_choices(walk: &mut Walk<'_>, pointer: &str, old: &Node, new: &Node) {
    let definitions = walk.definitions;
    let place = show(pointer);
    let has_own = |schema: &Node| schema.get("enum").is_some() || schema.get("const").is_some();
    if !has_own(old) && !has_own(new) {
        return;
    }
    let old = find_choices(old, &|node| definitions.follow_old(node));
    let new = find_choices(new, &|node| definitions.follow_new(node));
    match (old, new) {
        (None, None) => {}
        (None, Some(_)) => {
            walk.change(format!("{place} must now be one of a list of values"));
        }
        (Some(_), None) => {
            walk.change(format!(
                "{place} no longer has to be one of a list of values"
            ));
        }
        (Some(old), Some(new)) => {
            report_values(walk, &place, "gained", new.difference(&old));
            report_values(walk, &place, "lost", old.difference(&new));
        }
    }
}

fn report_values<'v>(
    walk: &mut Walk<'_>,
    place: &str,
    verb: &str,
    values: impl Iterator<Item = &'v String>,
) {
    let values: Vec<String> = values.map(|value| format!("`{value}`")).collect();
    if !values.is_empty() {
        let list = super::join_some(&values, ", ");
        walk.change(format!("{place} {verb} the values {list}"));
    }
}
