//! What the tree of a schema states, and modified copies of it.

use crate::strict::tree::Tree;
use std::collections::{HashMap, HashSet};

/// Keywords that describe a value without restricting it.
pub(super) const ANNOTATIONS: &[&str] = &[
    "$comment",
    "$schema",
    "$id",
    "$defs",
    "title",
    "description",
    "default",
    "example",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
];

/// The keywords with long values that are not schemas.
const OWN: &[&str] = &[
    "enum",
    "const",
    "title",
    "description",
    "default",
    "example",
    "examples",
    "pattern",
    "required",
];

pub(super) fn read_description(schema: &Tree) -> &str {
    let told = schema.get("description").and_then(Tree::as_str);
    told.unwrap_or_default()
}

/// The types that a schema names, each once.
pub(super) fn list_types(schema: &Tree) -> Vec<&str> {
    match schema.get("type") {
        Some(Tree::Text(name)) => vec![name],
        Some(Tree::List(names)) => {
            let mut types = Vec::new();
            for name in names.iter().filter_map(Tree::as_str) {
                if !types.contains(&name) {
                    types.push(name);
                }
            }
            types
        }
        _ => Vec::new(),
    }
}

/// The type that a schema without `type` is about.
pub(super) fn infer_type(schema: &Tree) -> Option<&'static str> {
    let keywords: &[(&str, &str)] = &[
        ("properties", "object"),
        ("required", "object"),
        ("items", "array"),
        ("prefixItems", "array"),
        ("pattern", "string"),
        ("minLength", "string"),
        ("maxLength", "string"),
        ("minimum", "number"),
        ("maximum", "number"),
    ];
    let found = keywords.iter().find(|(key, _)| schema.get(key).is_some());
    found.map(|(_, name)| *name)
}

pub(super) fn find_alternatives(schema: &Tree) -> Option<&[Tree]> {
    let found = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    found.and_then(Tree::as_list)
}

/// Whether only these keywords restrict the value.
pub(super) fn says_only(schema: &Tree, keywords: &[&str]) -> bool {
    let entries = schema.as_map().into_iter().flatten();
    let mut rules = entries.filter(|(key, _)| !ANNOTATIONS.contains(&key.as_str()));
    rules.all(|(key, _)| keywords.contains(&key.as_str()))
}

pub(super) fn is_null_type(schema: &Tree) -> bool {
    list_types(schema) == ["null"]
}

/// Whether nothing is accepted, as far as a single keyword shows that.
pub(super) fn is_impossible(schema: &Tree) -> bool {
    let is_everything = |schema: &Tree| match schema {
        Tree::Map(entries) => entries.is_empty(),
        Tree::Scalar(text) => text == "true",
        _ => false,
    };
    match schema {
        Tree::Scalar(text) => text == "false",
        schema => schema.get("not").is_some_and(is_everything),
    }
}

/// The schema with another value for a keyword.
pub(super) fn set_keyword(schema: Tree, keyword: &str, value: Tree) -> Tree {
    let mut entries = match schema {
        Tree::Map(entries) => entries,
        _ => Vec::new(),
    };
    match entries.iter_mut().find(|(key, _)| key == keyword) {
        Some((_, written)) => *written = value,
        None => {
            let after_type = entries.iter().position(|(key, _)| key == "type");
            let place = match keyword {
                "description" => after_type.map_or(0, |place| place + 1),
                _ => entries.len(),
            };
            entries.insert(place, (keyword.to_owned(), value));
        }
    }
    Tree::Map(entries)
}

pub(super) fn set_type(schema: &Tree, name: &str) -> Tree {
    remove_keywords(
        &set_keyword(schema.clone(), "type", Tree::text(name)),
        &["description", "default"],
    )
}

pub(super) fn remove_keywords(schema: &Tree, keywords: &[&str]) -> Tree {
    let entries = schema.as_map().into_iter().flatten();
    let kept = entries.filter(|(key, _)| !keywords.contains(&key.as_str()));
    Tree::Map(kept.cloned().collect())
}

/// The schema without a keyword.
pub(super) fn drop_keyword(schema: Tree, keyword: &str) -> Tree {
    match schema {
        Tree::Map(mut entries) => {
            entries.retain(|(key, _)| key != keyword);
            Tree::Map(entries)
        }
        schema => schema,
    }
}

/// About how many bytes the keywords of a schema take that do not hold schemas.
pub(super) fn measure_own(schema: &Tree) -> usize {
    let own = schema.as_map().into_iter().flatten();
    let own = own.filter(|(key, _)| OWN.contains(&key.as_str()));
    own.map(|(key, value)| key.len() + measure_size(value))
        .sum()
}

/// About how many bytes a value takes, with all below it.
pub(super) fn measure_size(value: &Tree) -> usize {
    const EACH: usize = 16;
    EACH + match value {
        Tree::Scalar(text) | Tree::Text(text) => text.len(),
        Tree::List(items) => items.iter().map(measure_size).sum(),
        Tree::Map(entries) => entries
            .iter()
            .map(|(key, value)| key.len() + measure_size(value))
            .sum(),
    }
}

/// How many schemas a schema consists of, at most.
pub(super) fn count_schemas(schema: &Tree) -> usize {
    match schema {
        Tree::Scalar(_) | Tree::Text(_) => 0,
        Tree::List(items) => items.iter().map(count_schemas).sum(),
        Tree::Map(entries) => {
            1 + entries
                .iter()
                .map(|(_, value)| count_schemas(value))
                .sum::<usize>()
        }
    }
}

/// Whether a definition leads back to itself for the same value, so that no value can be compared with it.
pub(super) fn is_circular(root: &Tree) -> bool {
    let definitions = root.get("$defs").and_then(Tree::as_map);
    let mut left: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, schema) in definitions.into_iter().flatten() {
        let mut names = Vec::new();
        list_same(schema, &mut names);
        left.insert(name, names);
    }
    let mut done = HashSet::new();
    let names: Vec<&str> = left.keys().copied().collect();
    for name in names {
        let mut path = vec![name];
        let mut open = HashSet::from([name]);
        while let Some(last) = path.last().copied() {
            match left.get_mut(last).and_then(Vec::pop) {
                Some(next) if open.contains(next) => return true,
                Some(next) if done.contains(next) => {}
                Some(next) => {
                    open.insert(next);
                    path.push(next);
                }
                None => {
                    open.remove(last);
                    done.insert(last);
                    path.pop();
                }
            }
        }
    }
    false
}

/// Lists the definitions that a schema refers to for the value that it is itself about.
fn list_same<'t>(schema: &'t Tree, names: &mut Vec<&'t str>) {
    let reference = schema.get("$ref").and_then(Tree::as_str);
    names.extend(reference.and_then(|reference| reference.strip_prefix("#/$defs/")));
    for key in ["allOf", "anyOf", "oneOf"] {
        let members = schema.get(key).and_then(Tree::as_list);
        for member in members.unwrap_or_default() {
            list_same(member, names);
        }
    }
}
