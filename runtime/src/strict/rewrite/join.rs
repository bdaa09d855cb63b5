//! Merges schemas that apply together into one, in simple cases only.

use super::schema::{ANNOTATIONS, list_types, remove_keywords};
use crate::strict::restore::find_definition;
use crate::strict::tree::{Entries, Tree};

/// How many references are followed.
const MAX_STEPS: usize = 16;

/// A schema with its `allOf` merged into it.
pub fn without_all_of(schema: &Tree, root: &Tree) -> Option<Tree> {
    let members = schema.get("allOf")?.as_list()?;
    let mut joined = remove_keywords(schema, &["allOf"]);
    for member in members {
        joined = join_schemas(&joined, member, root)?;
    }
    Some(joined)
}

/// The conjunction of two schemas; the annotations of the first are kept.
pub fn join_schemas(first: &Tree, second: &Tree, root: &Tree) -> Option<Tree> {
    join_within(first, second, root, 0)
}

fn join_within(first: &Tree, second: &Tree, root: &Tree, depth: usize) -> Option<Tree> {
    if depth > MAX_STEPS {
        return None;
    }
    let first = plain(first, root, depth)?;
    let second = plain(second, root, depth)?;
    if closes_over(&first, &second) || closes_over(&second, &first) {
        return None;
    }
    let mut entries: Entries = first.as_map()?.clone();
    for (key, value) in second.as_map()? {
        let Some((_, own)) = entries.iter_mut().find(|(known, _)| known == key) else {
            entries.push((key.clone(), value.clone()));
            continue;
        };
        if own == value || ANNOTATIONS.contains(&key.as_str()) {
            continue;
        }
        *own = match key.as_str() {
            "type" => narrower(&first, &second)?,
            "required" => together(own, value),
            "properties" => join_properties(own, value, root, depth)?,
            _ => return None,
        };
    }
    Some(Tree::Map(entries))
}

/// A schema without references and `allOf` at its root.
fn plain(schema: &Tree, root: &Tree, depth: usize) -> Option<Tree> {
    if matches!(schema, Tree::Scalar(text) if text == "true") {
        return Some(Tree::Map(Vec::new()));
    }
    schema.as_map()?;
    if let Some(reference) = schema.get("$ref") {
        let target = find_definition(root, reference.as_str()?)?;
        let rest = remove_keywords(schema, &["$ref"]);
        return join_within(&rest, target, root, depth + 1);
    }
    let Some(members) = schema.get("allOf") else {
        return Some(schema.clone());
    };
    let mut joined = remove_keywords(schema, &["allOf"]);
    for member in members.as_list()? {
        joined = join_within(&joined, member, root, depth + 1)?;
    }
    Some(joined)
}

/// Whether what one schema states about further keys would apply to the properties of the other.
fn closes_over(one: &Tree, other: &Tree) -> bool {
    let says = [
        "additionalProperties",
        "patternProperties",
        "unevaluatedProperties",
    ];
    says.iter().any(|key| one.get(key).is_some()) && other.get("properties").is_some()
}

fn narrower(first: &Tree, second: &Tree) -> Option<Tree> {
    let others = list_types(second);
    let both = list_types(first)
        .into_iter()
        .filter(|name| others.contains(name));
    let mut both: Vec<Tree> = both.map(Tree::text).collect();
    match both.len() {
        0 => None,
        1 => both.pop(),
        _ => Some(Tree::List(both)),
    }
}

fn together(own: &Tree, other: &Tree) -> Tree {
    let mut names = own.as_list().unwrap_or_default().to_vec();
    for name in other.as_list().unwrap_or_default() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    Tree::List(names)
}

fn join_properties(own: &Tree, other: &Tree, root: &Tree, depth: usize) -> Option<Tree> {
    let mut joined = own.as_map()?.clone();
    for (name, schema) in other.as_map()? {
        match joined.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) if known == schema => {}
            Some((_, known)) => *known = join_within(known, schema, root, depth + 1)?,
            None => joined.push((name.clone(), schema.clone())),
        }
    }
    Some(Tree::Map(joined))
}
