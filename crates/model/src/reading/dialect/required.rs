//! `required` and `optional` inside a property, where earlier drafts and people in a hurry write them.

use super::{Walk, keywords};
use std::collections::HashSet;
use toolc_base::node::{Entry, Map, Node};
use toolc_base::source::Span;

impl Walk<'_, '_> {
    /// Moves `required: true` and `optional: true` from a property to its parent.
    pub(super) fn required_children(&mut self, map: &mut Map, span: Span) {
        let flagged = |property: &Entry| {
            property.value.get("optional").is_some()
                || property
                    .value
                    .get("required")
                    .is_some_and(|flag| flag.as_bool().is_some())
        };
        if !map
            .get("properties")
            .and_then(Node::as_map)
            .is_some_and(|map| map.iter().any(flagged))
        {
            return;
        }
        let required: HashSet<String> = names_of(map.get("required"));
        let mut added: Vec<(String, Span)> = Vec::new();
        for (name, property) in map
            .get_mut("properties")
            .and_then(Node::as_map_mut)
            .into_iter()
            .flat_map(Map::values_mut)
        {
            let Some(property) = property.as_map_mut() else {
                continue;
            };
            if let Some(flag) = property.get("required").and_then(Node::as_bool)
                && let Some(entry) = property.remove("required")
            {
                let (message, help) = describe_flag(flag, required.contains(name));
                self.note(entry.key_span, message.to_owned(), help);
                if flag && !required.contains(name) {
                    added.push((name.to_owned(), entry.key_span));
                }
            }
            if property.get("optional").is_some_and(keywords::is_yes) {
                self.optional(name, property, required.contains(name));
            }
        }
        keywords::require_names(map, added, span);
    }

    fn optional(&mut self, name: &str, property: &mut Map, required: bool) {
        let Some(entry) = property.remove("optional") else {
            return;
        };
        if required {
            let message =
                format!("`{name}` is marked `optional` and listed under `required`, which decides");
            return self.note(entry.key_span, message, "remove one of the two");
        }
        let message = "`optional` is not a keyword of JSON Schema: a property is optional where `required` does not list it";
        self.note(entry.key_span, message.to_owned(), "remove it");
    }
}

/// What is reported about `required` inside a property, and what to do about it.
fn describe_flag(flag: bool, is_listed: bool) -> (&'static str, &'static str) {
    match (flag, is_listed) {
        (true, _) => (
            "`required: true` inside a property is read as an entry in its parent's `required`",
            "list the property's name under `required` of the object",
        ),
        (false, true) => (
            "`required: false` inside a property is ignored: its parent's `required` has its name",
            "remove one of the two",
        ),
        (false, false) => (
            "`required: false` inside a property is ignored: a property is optional anyway",
            "remove it: `required` of the object lists the names of required properties",
        ),
    }
}

fn names_of(node: Option<&Node>) -> HashSet<String> {
    let items = node.and_then(Node::as_list).unwrap_or(&[]);
    items
        .iter()
        .filter_map(Node::as_str)
        .map(str::to_owned)
        .collect()
}
