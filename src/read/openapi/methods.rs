//! The operations of a path, by their methods.

use super::document::Document;
use crate::node::{Entry, Map, Node};

/// The methods that have a key of their own; `query` since 3.2.
pub(super) const METHODS: &[&str] = &[
    "get", "put", "post", "delete", "patch", "head", "options", "trace", "query",
];

/// The key of operations of other methods, which are names there as they are sent (3.2).
pub(super) const ADDITIONAL: &str = "additionalOperations";

/// The operations of a path under their methods.
pub(super) fn operations<'d>(
    document: &'d Document,
    item: &'d Map,
) -> impl Iterator<Item = &'d Entry> {
    let fixed = item
        .iter()
        .filter(|entry| METHODS.contains(&entry.key.as_str()));
    let additional = item
        .get(ADDITIONAL)
        .and_then(|node| document.resolve(node).ok())
        .and_then(Node::as_map);
    let further = additional.into_iter().flat_map(Map::iter);
    fixed.chain(further.filter(|entry| !entry.key.starts_with("x-")))
}

/// A method as it is sent: those of a key of their own in capitals.
pub(super) fn sent(method: &str) -> String {
    match METHODS.contains(&method) {
        true => method.to_ascii_uppercase(),
        false => method.to_owned(),
    }
}
