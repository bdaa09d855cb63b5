//! Objects, which have no keys other than those that are named, and the root.

use super::schema::{find_alternatives, is_circular, is_impossible, list_types, set_keyword};
use super::{Refusal, Rewriter, Written, join};
use crate::strict::restore::{Null, Plan, Property, find_definition};
use crate::strict::tree::{Entries, Tree, make_map};
use std::collections::{HashMap, HashSet};

/// How many references and alternatives are followed to determine whether `null` is accepted.
const MAX_STEPS: usize = 256;

/// What an object may contain besides the properties that it names.
enum Rest {
    /// Nothing, or nothing that the schema mentions.
    Unsaid,
    /// Further keys that the schema allows explicitly.
    Open,
}

impl Rewriter<'_> {
    /// Rewrites the schema of the arguments.
    pub(super) fn root_object(&mut self) -> Result<Written, Refusal> {
        let root = self.root;
        if is_impossible(root) || is_circular(root) {
            return Err(Refusal::Nothing);
        }
        let joined = match root.get("allOf") {
            Some(_) => join::without_all_of(root, root),
            None => None,
        };
        let root = joined.as_ref().unwrap_or(root);
        if self.grammar.closes && matches!(rest_of(root), Rest::Open) {
            return Err(Refusal::OpenRoot);
        }
        self.properties(root).ok_or(Refusal::Nothing)
    }

    /// Rewrites an object below the root; `None` if it accepts keys that it does not name.
    pub(super) fn object(&mut self, schema: &Tree) -> Option<Written> {
        let count = schema.get("properties").and_then(Tree::as_map);
        let has_none = count.is_none_or(Vec::is_empty);
        let is_closed = matches!(schema.get("additionalProperties"), Some(Tree::Scalar(text)) if text == "false");
        let is_free = has_none && (!is_closed || self.grammar.is_openapi);
        if is_free || matches!(rest_of(schema), Rest::Open) {
            return None;
        }
        self.properties(schema)
    }

    fn properties(&mut self, schema: &Tree) -> Option<Written> {
        let required = required_of(schema);
        let named = schema.get("properties").and_then(Tree::as_map);
        let named = named.map_or(&[][..], Vec::as_slice);
        let everything = Tree::Map(Vec::new());
        let is_named = |name: &str| named.iter().any(|(known, _)| known == name);
        let mut unnamed: Vec<(String, Tree)> = Vec::new();
        for name in required.iter().filter(|name| !is_named(name)) {
            unnamed.push(((*name).to_owned(), everything.clone()));
        }
        let mut trees: Entries = Vec::new();
        let mut plans = Vec::new();
        let mut wanted = Vec::new();
        for (name, schema) in named.iter().chain(&unnamed) {
            let is_required = required.contains(&name.as_str());
            if is_impossible(schema) {
                if is_required {
                    return None;
                }
                continue;
            }
            let (tree, plan) = self.value(schema);
            if is_required || self.grammar.requires_all {
                wanted.push(Tree::text(name));
            }
            let (tree, null) = match self.grammar.requires_all && !is_required {
                true => (self.nullable(tree), self.null_of(schema, &plan)),
                false => (tree, Null::Value),
            };
            trees.push((name.clone(), tree));
            plans.push(Property {
                name: name.clone(),
                null,
                plan,
            });
        }
        let tree = make_map([
            ("type", Tree::text(self.type_name("object"))),
            ("properties", Tree::Map(trees)),
        ]);
        let (_, untold) = self.rules(schema, "object");
        let mut tree = self.describe(tree, schema, &untold);
        if !wanted.is_empty() || self.grammar.closes {
            tree = set_keyword(tree, "required", Tree::List(wanted));
        }
        if self.grammar.closes {
            tree = set_keyword(tree, "additionalProperties", Tree::scalar("false"));
        }
        let is_same =
            |property: &Property| property.plan == Plan::Keep && property.null == Null::Value;
        let plan = match plans.iter().all(is_same) {
            true => Plan::Keep,
            false => Plan::Object(plans),
        };
        Some((tree, plan))
    }

    /// What `null` means for a property that may be absent, but must always be written.
    fn null_of(&self, schema: &Tree, plan: &Plan) -> Null {
        if *plan == Plan::Text || !self.takes_null(schema) || self.is_only_null(schema) {
            return Null::Absent;
        }
        // whoever says that null is the default says that it means the same
        match self.default_of(schema).is_some_and(Tree::is_null) {
            true => Null::Absent,
            false => Null::Either,
        }
    }

    fn default_of<'t>(&'t self, schema: &'t Tree) -> Option<&'t Tree> {
        let target = || find_definition(self.root, schema.get("$ref")?.as_str()?);
        schema.get("default").or_else(|| target()?.get("default"))
    }

    /// Whether `null` is the only value, as far as the keywords of one schema show that.
    fn is_only_null(&self, schema: &Tree) -> bool {
        match super::scalars::list_choices(schema) {
            Some(values) => values.iter().all(Tree::is_null),
            None => list_types(schema) == ["null"],
        }
    }

    /// Whether a schema accepts `null`, as far as that can be seen from it.
    fn takes_null(&self, schema: &Tree) -> bool {
        self.takes_null_within(schema, 0, &mut HashMap::new())
    }

    /// The same, with what is known about references: alternatives may lead to one of them many times.
    fn takes_null_within<'t>(
        &'t self,
        schema: &'t Tree,
        depth: usize,
        known: &mut HashMap<&'t str, bool>,
    ) -> bool {
        if depth > MAX_STEPS {
            return false;
        }
        if let Some(reference) = schema.get("$ref").and_then(Tree::as_str) {
            if let Some(known) = known.get(reference) {
                return *known;
            }
            let target = find_definition(self.root, reference);
            let found =
                target.is_some_and(|target| self.takes_null_within(target, depth + 1, known));
            known.insert(reference, found);
            return found;
        }
        if let Some(values) = super::scalars::list_choices(schema) {
            return values.iter().any(Tree::is_null);
        }
        let types = list_types(schema);
        if !types.is_empty() && !types.contains(&"null") {
            return false;
        }
        if let Some(members) = schema.get("allOf").and_then(Tree::as_list) {
            let mut members = members.iter();
            if !members.all(|member| self.takes_null_within(member, depth + 1, known)) {
                return false;
            }
        }
        match find_alternatives(schema) {
            Some(alternatives) => {
                let mut alternatives = alternatives.iter();
                alternatives.any(|each| self.takes_null_within(each, depth + 1, known))
            }
            None => types.contains(&"null"),
        }
    }
}

/// What an object states about keys that it does not name.
fn rest_of(schema: &Tree) -> Rest {
    let has_patterns = schema
        .get("patternProperties")
        .and_then(Tree::as_map)
        .is_some_and(|patterns| !patterns.is_empty());
    let additional = schema.get("additionalProperties");
    let is_open = match additional {
        None => false,
        Some(schema) => !is_impossible(schema),
    };
    match has_patterns || is_open {
        true => Rest::Open,
        false => Rest::Unsaid,
    }
}

fn required_of(schema: &Tree) -> Vec<&str> {
    let required = schema.get("required").and_then(Tree::as_list);
    let mut names = Vec::new();
    let mut known = HashSet::new();
    for name in required.unwrap_or_default().iter().filter_map(Tree::as_str) {
        if known.insert(name) {
            names.push(name);
        }
    }
    names
}
