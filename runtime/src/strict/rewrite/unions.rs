//! Alternatives, and types combined with `null`.

use super::lookalikes::Comparison;
use super::schema::{
    drop_keyword, is_impossible, is_null_type, list_types, read_description, set_keyword,
};
use super::{Rewriter, Written};
use crate::strict::restore::{Plan, takes_null};
use crate::strict::tree::{Tree, make_map};

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
            if !is_text_twice && !written.contains(&found) {
                written.push(found);
            }
        }
        let mut comparison =
            Comparison::new(self.root, &self.definitions, &self.plans, self.comparisons);
        let has_lookalikes = comparison.has_lookalikes(&written);
        self.comparisons = comparison.work();
        if has_lookalikes {
            return None;
        }
        if schema.get("oneOf").is_some() && written.len() > 1 {
            self.loosened.insert("oneOf".to_owned());
        }
        let (tree, plan) = match written.len() {
            0 if takes_null => return self.null(schema),
            0 => return None,
            1 => written.remove(0),
            _ => {
                let trees = written.iter().map(|(tree, _)| tree.clone()).collect();
                let is_same = written.iter().all(|(_, plan)| *plan == Plan::Keep);
                let plan = match is_same {
                    true => Plan::Keep,
                    false => Plan::Union(written),
                };
                (make_map([("anyOf", Tree::List(trees))]), plan)
            }
        };
        let tree = self.describe(tree, schema, &[]);
        Some(match takes_null {
            true => (self.nullable(tree), plan),
            false => (tree, plan),
        })
    }

    /// `null` alone.
    pub(super) fn null(&mut self, schema: &Tree) -> Option<Written> {
        if self.grammar.is_openapi {
            return None;
        }
        let tree = make_map([("type", Tree::text("null"))]);
        Some((self.describe(tree, schema, &[]), Plan::Keep))
    }

    /// The same schema, also accepting `null`.
    pub(super) fn nullable(&self, tree: Tree) -> Tree {
        if self.grammar.is_openapi {
            return set_keyword(tree, "nullable", Tree::scalar("true"));
        }
        let null = || make_map([("type", Tree::text("null"))]);
        if let Some(alternatives) = tree.get("anyOf").and_then(Tree::as_list) {
            if alternatives
                .iter()
                .any(|each| each.get("type").is_some() && takes_null(each))
            {
                return tree;
            }
            let mut alternatives = alternatives.to_vec();
            alternatives.push(null());
            return set_keyword(tree, "anyOf", Tree::List(alternatives));
        }
        let types = list_types(&tree);
        let is_plural = types.contains(&"array") || types.contains(&"object");
        if types.contains(&"null") {
            return tree;
        }
        if types.is_empty() || is_plural && self.grammar.parts_plurals {
            let words = Tree::text(read_description(&tree));
            let bare = drop_keyword(tree, "description");
            let parted = make_map([("anyOf", Tree::List(vec![bare, null()]))]);
            return match words.as_str() {
                Some("") | None => parted,
                Some(_) => set_keyword(parted, "description", words),
            };
        }
        let types = types.into_iter().chain(["null"]).map(Tree::text);
        let types = types.collect();
        let tree = set_keyword(tree, "type", Tree::List(types));
        match tree.get("enum").and_then(Tree::as_list) {
            Some(values) => {
                let mut values = values.to_vec();
                values.push(Tree::scalar("null"));
                set_keyword(tree, "enum", Tree::List(values))
            }
            None => tree,
        }
    }
}
