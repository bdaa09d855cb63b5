//! Scalars, enumerations and arrays.

use super::schema::{list_types, set_keyword};
use super::{CONDITIONS, Rewriter, Written};
use crate::strict::restore::Plan;
use crate::strict::tree::{Entries, Tree, make_map};
use std::borrow::Cow;
use std::collections::HashSet;

/// The keywords that apply to each type; on other types they have no effect.
const ABOUT: &[(&str, &[&str])] = &[
    (
        "string",
        &["minLength", "maxLength", "pattern", "format", "x-path"],
    ),
    ("number", NUMBERS),
    ("integer", NUMBERS),
    (
        "array",
        &[
            "minItems",
            "maxItems",
            "uniqueItems",
            "contains",
            "minContains",
            "maxContains",
            "unevaluatedItems",
        ],
    ),
    (
        "object",
        &[
            "minProperties",
            "maxProperties",
            "propertyNames",
            "dependentRequired",
            "dependentSchemas",
            "dependencies",
        ],
    ),
];

const NUMBERS: &[&str] = &[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "format",
];

/// The values of `enum` or `const`.
pub fn list_choices(schema: &Tree) -> Option<Vec<Tree>> {
    if let Some(value) = schema.get("const") {
        return Some(vec![value.clone()]);
    }
    Some(schema.get("enum")?.as_list()?.to_vec())
}

impl Rewriter<'_> {
    pub(super) fn scalar(&mut self, schema: &Tree, name: &str) -> Tree {
        let tree = make_map([("type", Tree::text(self.type_name(name)))]);
        let (held, untold) = self.rules(schema, name);
        let Tree::Map(mut entries) = self.describe(tree, schema, &untold) else {
            return Tree::Map(held);
        };
        entries.extend(held);
        Tree::Map(entries)
    }

    pub(super) fn array(&mut self, schema: &Tree) -> Option<Written> {
        if schema.get("prefixItems").is_some() {
            return None;
        }
        let everything = Tree::Map(Vec::new());
        let items = schema.get("items").unwrap_or(&everything);
        if matches!(items, Tree::Scalar(text) if text == "false") {
            return None;
        }
        let (items, plan) = self.value(items);
        let tree = make_map([
            ("type", Tree::text(self.type_name("array"))),
            ("items", items),
        ]);
        let (held, untold) = self.rules(schema, "array");
        let Tree::Map(mut entries) = self.describe(tree, schema, &untold) else {
            return None;
        };
        entries.extend(held);
        let plan = match plan {
            Plan::Keep => Plan::Keep,
            plan => Plan::Items(Box::new(plan)),
        };
        Some((Tree::Map(entries), plan))
    }

    /// The rules for a type that are enforced, and those that are only described.
    pub(super) fn rules<'t>(
        &self,
        schema: &'t Tree,
        name: &str,
    ) -> (Entries, Vec<(&'t str, &'t Tree)>) {
        let about = ABOUT.iter().find(|(about, _)| *about == name);
        let about = about.map_or(&[][..], |(_, keywords)| keywords);
        let mut held = Vec::new();
        let mut untold = Vec::new();
        for (key, value) in schema.as_map().into_iter().flatten() {
            if !about.contains(&key.as_str()) && !CONDITIONS.contains(&key.as_str()) {
                continue;
            }
            match self.holds(key, value, name) {
                true => held.push((key.clone(), value.clone())),
                false => untold.push((key.as_str(), value)),
            }
        }
        (held, untold)
    }

    fn holds(&self, key: &str, value: &Tree, name: &str) -> bool {
        let is_known = self.grammar.keywords.contains(&key);
        match key {
            "format" => {
                let format = value.as_str().unwrap_or_default();
                is_known && name == "string" && self.grammar.formats.contains(&format)
            }
            "minItems" => {
                let Tree::Scalar(text) = value else {
                    return false;
                };
                let least = text.parse::<u64>();
                is_known && least.is_ok_and(|least| least <= self.grammar.most_min_items)
            }
            _ => is_known,
        }
    }

    /// One of several values.
    pub(super) fn choice(&mut self, schema: &Tree, values: &[Tree]) -> Option<Written> {
        let declared = list_types(schema);
        let is_declared = |value: &&Tree| {
            let name = value.json_type();
            declared.is_empty()
                || declared.contains(&name)
                || value.is_integer() && declared.contains(&"integer")
        };
        let values: Vec<&Tree> = values.iter().filter(is_declared).collect();
        let is_scalar = |value: &&Tree| !matches!(value, Tree::List(_) | Tree::Map(_));
        if values.is_empty() || !values.iter().all(is_scalar) {
            return None;
        }
        let mut groups: Vec<(&str, Vec<Tree>)> = Vec::new();
        let mut known: HashSet<(&str, Cow<'_, str>)> = HashSet::new();
        for value in values.iter().filter(|value| !value.is_null()) {
            let name = match value.is_integer() && !declared.contains(&"number") {
                true => "integer",
                false => value.json_type(),
            };
            if !known.insert((name, value.canonical_text())) {
                continue;
            }
            match groups.iter_mut().find(|(known, _)| *known == name) {
                Some((_, group)) => group.push((*value).clone()),
                None => groups.push((name, vec![(*value).clone()])),
            }
        }
        let conditions = schema.as_map().into_iter().flatten();
        let conditions = conditions.filter(|(key, _)| CONDITIONS.contains(&key.as_str()));
        let mut untold: Vec<(&str, &Tree)> = conditions
            .map(|(key, value)| (key.as_str(), value))
            .collect();
        let told = Tree::List(values.iter().map(|value| (*value).clone()).collect());
        let mut trees = Vec::new();
        for (name, group) in groups {
            let tree = make_map([("type", Tree::text(self.type_name(name)))]);
            let is_blank = |value: &Tree| value.as_str().is_some_and(str::is_empty);
            let is_refused = name != "string" || group.iter().any(is_blank);
            if self.grammar.is_openapi && is_refused {
                untold.push(("enum", &told));
                trees.push(tree);
            } else {
                trees.push(set_keyword(tree.clone(), "enum", Tree::List(group)));
            }
        }
        let has_null = values.iter().any(|value| value.is_null());
        let tree = match trees.len() {
            0 => return self.null(schema),
            1 => trees.remove(0),
            _ => make_map([("anyOf", Tree::List(trees))]),
        };
        let tree = self.describe(tree, schema, &untold);
        Some(match has_null {
            true => (self.nullable(tree), Plan::Keep),
            false => (tree, Plan::Keep),
        })
    }
}
