//! Mutually exclusive alternatives: adding one to `oneOf` is then the same as adding one to `anyOf`.

use std::collections::HashSet;
use toolc_base::node::Node;

/// Whether the schemas prove it: each alternative has a distinct type, except for objects that
/// require a common key with distinct string values. References are followed first.
pub(super) fn are_apart<'n>(
    branches: Option<&'n Node>,
    follow: impl Fn(&'n Node) -> &'n Node,
) -> bool {
    let Some(branches) = branches.and_then(Node::as_list) else {
        return false;
    };
    let mut objects = Vec::new();
    let mut types = HashSet::new();
    for branch in branches.iter().map(follow) {
        let is_new = match branch.get("type").and_then(Node::as_str) {
            Some("object") => {
                objects.push(branch);
                true
            }
            Some("integer") => types.insert("number"),
            Some(name) => types.insert(name),
            None => false,
        };
        if !is_new {
            return false;
        }
    }
    let Some(first) = objects.first() else {
        return true;
    };
    objects.len() == 1 || keys(first).any(|key| tells_apart(&objects, key))
}

fn tells_apart(objects: &[&Node], key: &str) -> bool {
    let mut seen = HashSet::new();
    objects.iter().all(|object| {
        let texts = texts(object, key);
        !texts.is_empty() && texts.into_iter().all(|text| seen.insert(text))
    })
}

/// The keys that an alternative requires.
fn keys(object: &Node) -> impl Iterator<Item = &str> {
    let required = object.get("required").and_then(Node::as_list);
    required.into_iter().flatten().filter_map(Node::as_str)
}

/// The only values of a required key, if all of them are strings.
fn texts<'n>(object: &'n Node, key: &str) -> Vec<&'n str> {
    let property = object.get("properties").and_then(|map| map.get(key));
    let property = property.filter(|_| keys(object).any(|required| required == key));
    let one = |property: &'n Node| Some(vec![property.get("const")?.as_str()?]);
    let several = |property: &'n Node| {
        let values = property.get("enum")?.as_list()?;
        values.iter().map(Node::as_str).collect()
    };
    let texts = property.and_then(|property| match property.get("const") {
        Some(_) => one(property),
        None => several(property),
    });
    texts.unwrap_or_default()
}

/// What identifies an alternative: the string values of its required keys.
pub(super) fn mark_branch(branch: &Node) -> Vec<(&str, &str)> {
    let own = |key| match texts(branch, key)[..] {
        [only] => Some((key, only)),
        _ => None,
    };
    keys(branch).filter_map(own).collect()
}
