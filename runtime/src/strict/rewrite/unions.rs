//! Alternatives, and types combined with `null`.

use super::schema::{is_impossible, is_null_type, set_keyword};
use super::{Rewriter, Written};
use crate::strict::restore::Plan;
use crate::strict::tree::{Tree, map};

impl Rewriter<'_> {
    /// Rewrites a schema with alternatives.
    pub(super) fn union(&mut self, schema: &Tree, alternatives: &[Tree]) -> Option<Written> {
        let mut written: Vec<Written> = Vec::new();
        let mut takes_null = false;
        for alternative in alternatives {
            if is_null_type(alternative) {
                takes_null = true;
                continue;
            }
            if is_impossible(alternative) {
                continue;
            }
            let found = self.value(alternative);
            // Two alternatives written as text cannot be distinguished, and need not be.
            let is_text_twice =
                found.1 == Plan::Text && written.iter().any(|(_, plan)| *plan == Plan::Text);
            if !is_text_twice && !written.iter().any(|(tree, _)| *tree == found.0) {
                written.push(found);
            }
        }
        let has_text = written.iter().any(|(_, plan)| *plan == Plan::Text);
        let others = written.iter().filter(|(_, plan)| *plan != Plan::Text);
        if has_text && others.clone().any(|(tree, _)| self.takes_text(tree)) {
            return None;
        }
        if schema.get("oneOf").is_some() && written.len() > 1 {
            self.loosened.insert("oneOf".to_owned());
        }
        let (tree, plan) = match written.len() {
            0 => return None,
            1 => written.remove(0),
            _ => {
                let trees = written.iter().map(|(tree, _)| tree.clone()).collect();
                let is_same = written.iter().all(|(_, plan)| *plan == Plan::Keep);
                let plan = match is_same {
                    true => Plan::Keep,
                    false => Plan::Union(written),
                };
                (map([("anyOf", Tree::List(trees))]), plan)
            }
        };
        let tree = self.describe(tree, schema, &[]);
        Some(match takes_null {
            true => (self.nullable(tree), plan),
            false => (tree, plan),
        })
    }

    /// Whether a rewritten schema may accept a string.
    fn takes_text(&self, tree: &Tree) -> bool {
        let is_text = |name: &Tree| {
            name.as_str()
                .is_some_and(|name| name.eq_ignore_ascii_case("string"))
        };
        if let Some(reference) = tree.get("$ref").and_then(Tree::as_str) {
            let name = reference.strip_prefix("#/$defs/").unwrap_or_default();
            let target = self.definitions.iter().find(|(known, _)| known == name);
            return target.is_none_or(|(_, target)| self.takes_text(target));
        }
        if let Some(alternatives) = tree.get("anyOf").and_then(Tree::as_list) {
            return alternatives.iter().any(|each| self.takes_text(each));
        }
        match tree.get("type") {
            Some(Tree::List(types)) => types.iter().any(is_text),
            Some(name) => is_text(name),
            None => true,
        }
    }

    /// The same schema, also accepting `null`.
    pub(super) fn nullable(&self, tree: Tree) -> Tree {
        if self.grammar.is_openapi && !self.is_meaning {
            return set_keyword(&tree, "nullable", Tree::scalar("true"));
        }
        let null = || Tree::scalar("null");
        match (tree.get("type"), tree.get("enum")) {
            (Some(Tree::Text(name)), None) => {
                let types = vec![Tree::text(name), Tree::text("null")];
                set_keyword(&tree, "type", Tree::List(types))
            }
            (Some(Tree::Text(name)), Some(Tree::List(values))) => {
                let types = vec![Tree::text(name), Tree::text("null")];
                let mut values = values.clone();
                values.push(null());
                let tree = set_keyword(&tree, "type", Tree::List(types));
                set_keyword(&tree, "enum", Tree::List(values))
            }
            (Some(Tree::List(types)), _)
                if types.iter().any(|name| name.as_str() == Some("null")) =>
            {
                tree
            }
            (None, _) if tree.get("anyOf").is_some() => {
                let mut alternatives = tree
                    .get("anyOf")
                    .and_then(Tree::as_list)
                    .unwrap_or_default()
                    .to_vec();
                let is_there = alternatives.iter().any(is_null_type);
                if !is_there {
                    alternatives.push(map([("type", Tree::text("null"))]));
                }
                set_keyword(&tree, "anyOf", Tree::List(alternatives))
            }
            _ => {
                let alternatives = vec![tree, map([("type", Tree::text("null"))])];
                map([("anyOf", Tree::List(alternatives))])
            }
        }
    }
}
