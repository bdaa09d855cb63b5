//! Settings other than schemas and grants: lists, numbers and words under keys.

use super::report::join_some;
use crate::lock::{Settings, is_same};
use std::collections::BTreeSet;
use toolc_base::node::Node;
use toolc_base::source::Span;
use toolc_runtime::hidden;

/// One key that differs.
pub(super) struct Changed {
    /// The key.
    pub key: String,
    /// `changed from 1 to 2`, `changed: added …, removed …`
    pub how: String,
    /// The place of its current value, or else of the old one.
    pub span: Span,
}

/// Every key that differs.
pub(super) fn list_changed(old: &Settings, new: &Settings) -> Vec<Changed> {
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut changed = Vec::new();
    for key in keys {
        let (was, is) = (old.get(key), new.get(key));
        let same = was.zip(is).is_some_and(|(was, is)| is_same(was, is));
        let Some(place) = is.or(was).filter(|_| !same) else {
            continue;
        };
        changed.push(Changed {
            key: key.clone(),
            how: describe(was, is),
            span: place.span,
        });
    }
    changed
}

fn describe(was: Option<&Node>, is: Option<&Node>) -> String {
    if let (Some(was), Some(is)) = (was.and_then(Node::as_list), is.and_then(Node::as_list)) {
        return describe_lists(was, is);
    }
    let (was, is) = (show_setting(was), show_setting(is));
    format!("changed from {was} to {is}")
}

fn describe_lists(was: &[Node], is: &[Node]) -> String {
    let without = |all: &[Node], others: &[Node]| -> Vec<String> {
        let rest = all
            .iter()
            .filter(|node| !others.iter().any(|other| is_same(node, other)));
        rest.map(quote).collect()
    };
    let changes = [("added", without(is, was)), ("removed", without(was, is))];
    let changes: Vec<String> = changes
        .iter()
        .filter(|(_, values)| !values.is_empty())
        .map(|(verb, values)| format!("{verb} {}", join_some(values, ", ")))
        .collect();
    if changes.is_empty() {
        "changed in their order".to_owned()
    } else {
        format!("changed: {}", changes.join(", "))
    }
}

/// Formats a value for a message.
pub(super) fn show_setting(node: Option<&Node>) -> String {
    match node {
        None => "nothing".to_owned(),
        Some(node) => match node.as_list() {
            Some([]) => "nothing".to_owned(),
            Some(list) => join_some(&list.iter().map(quote).collect::<Vec<_>>(), ", "),
            None => quote(node),
        },
    }
}

fn quote(node: &Node) -> String {
    match node.as_str() {
        Some(text) => format!("`{}`", hidden::show_hidden(text)),
        None => format!("`{}`", hidden::show_hidden(&node.to_json())),
    }
}
