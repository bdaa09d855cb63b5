//! What a rewritten schema means: which arguments remain once they are converted back. It is for proofs, so it may
//! be longer than anything that a provider is shown.

use super::restore::{Null, Plan, Restore, find_property};
use super::tree::{Entries, Tree, make_map};

/// The JSON Schema of all values that a strict schema accepts, after they are converted back.
pub(super) fn write_meaning(restore: &Restore) -> Tree {
    let definitions = restore.schema.get("$defs").and_then(Tree::as_map);
    let plans = restore.definitions.iter();
    let mut written: Entries = Vec::new();
    for ((name, tree), plan) in definitions.into_iter().flatten().zip(plans) {
        written.push((name.clone(), meaning(tree, plan)));
    }
    let mut root = meaning(&restore.schema, &restore.root);
    if let Tree::Map(entries) = &mut root
        && !written.is_empty()
    {
        entries.push(("$defs".to_owned(), Tree::Map(written)));
    }
    root
}

fn meaning(tree: &Tree, plan: &Plan) -> Tree {
    if *plan == Plan::Text {
        return Tree::Map(Vec::new());
    }
    let mut entries: Entries = Vec::new();
    for (key, value) in tree.as_map().into_iter().flatten() {
        let value = match (key.as_str(), value) {
            ("description" | "nullable" | "$defs" | "required", _) => continue,
            ("type", Tree::Text(name)) => Tree::Text(name.to_ascii_lowercase()),
            ("properties", Tree::Map(named)) => {
                let named = named.iter().map(|(name, tree)| property(name, tree, plan));
                Tree::Map(named.collect())
            }
            ("items", items) => meaning(items, item_plan(plan)),
            ("anyOf", Tree::List(parts)) => Tree::List(alternatives(parts, plan)),
            (_, value) => value.clone(),
        };
        entries.push((key.clone(), value));
    }
    let required = tree.get("required").and_then(Tree::as_list);
    let is_there = |name: &&Tree| {
        let found = find_property(plan, name.as_str().unwrap_or_default());
        found.is_none_or(|property| property.null != Null::Absent)
    };
    let required: Vec<Tree> = required
        .unwrap_or_default()
        .iter()
        .filter(is_there)
        .cloned()
        .collect();
    if !required.is_empty() {
        entries.push(("required".to_owned(), Tree::List(required)));
    }
    match tree.get("nullable") {
        Some(_) => either(Tree::Map(entries), make_map([("type", Tree::text("null"))])),
        None => Tree::Map(entries),
    }
}

fn item_plan(plan: &Plan) -> &Plan {
    match plan {
        Plan::Items(plan) => plan,
        _ => &Plan::Keep,
    }
}

fn property(name: &str, tree: &Tree, plan: &Plan) -> (String, Tree) {
    let found = find_property(plan, name);
    let plan = found.map_or(&Plan::Keep, |property| &property.plan);
    let is_absent = found.is_some_and(|property| property.null == Null::Absent);
    let written = match is_absent {
        true => without_null(tree, plan),
        false => meaning(tree, plan),
    };
    (name.to_owned(), written)
}

/// The meaning of a property that is never null, because that means that it is absent. The text `null` is not.
fn without_null(tree: &Tree, plan: &Plan) -> Tree {
    let is_null = |part: &Tree| part.as_str() == Some("null") || part.is_null();
    let mut entries: Entries = Vec::new();
    for (key, value) in tree.as_map().into_iter().flatten() {
        match (key.as_str(), value) {
            ("nullable", _) => {}
            ("type" | "enum", Tree::List(parts)) => {
                let parts = parts.iter().filter(|part| !is_null(part));
                entries.push((key.clone(), Tree::List(parts.cloned().collect())));
            }
            ("anyOf", Tree::List(parts)) => {
                let parts = parts
                    .iter()
                    .filter(|part| !part.get("type").is_some_and(is_null));
                entries.push((key.clone(), Tree::List(parts.cloned().collect())));
            }
            (_, value) => entries.push((key.clone(), value.clone())),
        }
    }
    meaning(&Tree::Map(entries), plan)
}

/// The meanings of alternatives. `null` may be one that has no plan.
fn alternatives(parts: &[Tree], plan: &Plan) -> Vec<Tree> {
    let Plan::Union(written) = plan else {
        return parts.iter().map(|part| meaning(part, plan)).collect();
    };
    let mut meant: Vec<Tree> = written
        .iter()
        .map(|(tree, plan)| meaning(tree, plan))
        .collect();
    if parts.len() > written.len() {
        meant.push(make_map([("type", Tree::text("null"))]));
    }
    meant
}

fn either(one: Tree, other: Tree) -> Tree {
    make_map([("anyOf", Tree::List(vec![one, other]))])
}
