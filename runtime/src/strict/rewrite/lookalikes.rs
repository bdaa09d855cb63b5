//! Alternatives that look alike: whether a value may fit two of them and would be converted back differently.
//! Which one the model meant cannot be seen then.

use super::schema::{find_alternatives, list_types};
use crate::strict::restore::{
    Null, Plan, find_definition, find_property, has_type, is_nullable, takes_null,
};
use crate::strict::tree::Tree;
use std::collections::{HashMap, HashSet};
use std::ptr::from_ref;

/// How many schemas and properties all comparisons of one rewriting may visit. Alternatives that are not
/// compared to the end are taken for alike.
pub(super) const MAX_WORK: usize = 400_000;

/// How deeply alternatives are compared.
const MAX_DEPTH: usize = 100;

/// The types of values that may have to be converted, and the others apart from `null`.
const TYPES: [&str; 5] = ["string", "array", "object", "number", "boolean"];
const CONVERTED: &[&str] = &["string", "array", "object"];

/// A rewritten schema with the plan for its values.
type Side<'t> = (&'t Tree, &'t Plan);

/// What is known about a schema.
enum Form<'t> {
    /// It is written in one piece.
    Single,
    /// It has alternatives, or refers to another schema.
    Several(Vec<Side<'t>>),
    /// It refers to a definition that is still being written, with these types.
    Open(Vec<&'t str>),
}

/// A comparison of alternatives.
pub(super) struct Comparison<'t> {
    /// The schema that is being rewritten.
    source: &'t Tree,
    /// The definitions so far; those that are still being written are empty.
    definitions: &'t [(String, Tree)],
    plans: &'t [Plan],
    /// What is left of [`MAX_WORK`].
    work: usize,
    properties: HashMap<*const Tree, HashMap<&'t str, &'t Tree>>,
    /// The pairs that are being compared, or were found not to matter.
    seen: HashSet<[(*const Tree, *const Plan); 2]>,
    depth: usize,
}

impl<'t> Comparison<'t> {
    pub fn new(
        source: &'t Tree,
        definitions: &'t [(String, Tree)],
        plans: &'t [Plan],
        work: usize,
    ) -> Self {
        Comparison {
            source,
            definitions,
            plans,
            work,
            properties: HashMap::new(),
            seen: HashSet::new(),
            depth: 0,
        }
    }

    /// What is left of the work.
    pub fn work(&self) -> usize {
        self.work
    }

    /// Whether a value may fit two of these and would be converted back differently.
    pub fn has_lookalikes(&mut self, written: &'t [(Tree, Plan)]) -> bool {
        written.iter().enumerate().any(|(index, (tree, plan))| {
            let mut before = written[..index].iter();
            before.any(|(other, theirs)| self.is_ambiguous((other, theirs), (tree, plan)))
        })
    }

    fn is_ambiguous(&mut self, one: Side<'t>, other: Side<'t>) -> bool {
        if (one.1, other.1) == (&Plan::Keep, &Plan::Keep) {
            return false;
        }
        if self.is_spent() {
            return true;
        }
        let pair = [one, other].map(|(tree, plan)| (from_ref(tree), from_ref(plan)));
        // A value is finite: what makes a difference is found before a pair recurs.
        if !self.seen.insert(pair) {
            return false;
        }
        self.depth += 1;
        let found = match (self.form(one), self.form(other)) {
            _ if is_same_reference(one.0, other.0) => false,
            (Form::Several(parts), _) => {
                let mut parts = parts.into_iter();
                parts.any(|part| self.is_ambiguous(part, other))
            }
            (_, Form::Several(parts)) => {
                let mut parts = parts.into_iter();
                parts.any(|part| self.is_ambiguous(one, part))
            }
            (Form::Open(types), form) | (form, Form::Open(types)) => {
                let closed = match form {
                    Form::Open(others) => Err(others),
                    _ => Ok(if self.is_open(one.0) { other.0 } else { one.0 }),
                };
                let is_common = |name: &&str| match &closed {
                    Ok(tree) => has_type(tree, name),
                    Err(others) => others.contains(name),
                };
                CONVERTED
                    .iter()
                    .any(|name| types.contains(name) && is_common(name))
            }
            (Form::Single, Form::Single) => self.is_ambiguous_value(one, other),
        };
        self.depth -= 1;
        found
    }

    fn is_ambiguous_value(&mut self, one: Side<'t>, other: Side<'t>) -> bool {
        if self.are_disjoint(one.0, other.0) {
            return false;
        }
        let is_common = |name| has_type(one.0, name) && has_type(other.0, name);
        let is_text = |side: Side<'_>| *side.1 == Plan::Text;
        is_common("string") && is_text(one) != is_text(other)
            || is_common("array") && self.has_ambiguous_items(one, other)
            || is_common("object") && self.has_ambiguous_properties(one, other)
    }

    fn has_ambiguous_items(&mut self, one: Side<'t>, other: Side<'t>) -> bool {
        let plans = [one.1, other.1].map(|plan| match plan {
            Plan::Items(plan) => &**plan,
            _ => &Plan::Keep,
        });
        match (one.0.get("items"), other.0.get("items")) {
            (Some(first), Some(second)) => self.is_ambiguous((first, plans[0]), (second, plans[1])),
            _ => plans[0] != plans[1],
        }
    }

    fn has_ambiguous_properties(&mut self, one: Side<'t>, other: Side<'t>) -> bool {
        let named = one.0.get("properties").and_then(Tree::as_map);
        named.into_iter().flatten().any(|(name, first)| {
            let Some(second) = self.property(other.0, name) else {
                return false;
            };
            let found = [one.1, other.1].map(|plan| find_property(plan, name));
            let [is_absent, would_be] =
                found.map(|it| it.is_some_and(|it| it.null == Null::Absent));
            let plans = found.map(|it| it.map_or(&Plan::Keep, |it| &it.plan));
            is_absent != would_be && self.takes_null(first) && self.takes_null(second)
                || self.is_ambiguous((first, plans[0]), (second, plans[1]))
        })
    }

    /// Whether no value fits both, as far as types, keys and enumerated values show that.
    fn are_disjoint(&mut self, one: &'t Tree, other: &'t Tree) -> bool {
        if self.is_spent() || is_same_reference(one, other) {
            return false;
        }
        self.depth += 1;
        let found = match (
            self.form((one, &Plan::Keep)),
            self.form((other, &Plan::Keep)),
        ) {
            (Form::Several(parts), _) => {
                let mut parts = parts.into_iter();
                parts.all(|(part, _)| self.are_disjoint(part, other))
            }
            (_, Form::Several(parts)) => {
                let mut parts = parts.into_iter();
                parts.all(|(part, _)| self.are_disjoint(one, part))
            }
            (Form::Single, Form::Single) => self.are_disjoint_values(one, other),
            (Form::Open(_), _) | (_, Form::Open(_)) => false,
        };
        self.depth -= 1;
        found
    }

    fn are_disjoint_values(&mut self, one: &'t Tree, other: &'t Tree) -> bool {
        if takes_null(one) && takes_null(other) {
            return false;
        }
        let is_common = |name: &&str| has_type(one, name) && has_type(other, name);
        let common: Vec<&str> = TYPES.into_iter().filter(is_common).collect();
        let chosen = |tree: &'t Tree| tree.get("enum").and_then(Tree::as_list);
        match (chosen(one), chosen(other)) {
            _ if common.is_empty() => true,
            (Some(values), Some(others)) => {
                self.work = self.work.saturating_sub(values.len() * others.len() / 16);
                let is_other = |value: &Tree| others.iter().any(|other| other.equals(value));
                !values.iter().any(is_other)
            }
            _ => common == ["object"] && self.are_disjoint_objects(one, other),
        }
    }

    /// Whether a required property of one object has no common value in the other, or no place there.
    fn are_disjoint_objects(&mut self, one: &'t Tree, other: &'t Tree) -> bool {
        let required = |tree: &'t Tree| {
            let names = tree.get("required").and_then(Tree::as_list);
            names.unwrap_or_default().iter().filter_map(Tree::as_str)
        };
        let mut names = required(one).chain(required(other));
        names.any(
            |name| match (self.property(one, name), self.property(other, name)) {
                (Some(first), Some(second)) => self.are_disjoint(first, second),
                _ => true,
            },
        )
    }

    fn property(&mut self, tree: &'t Tree, name: &str) -> Option<&'t Tree> {
        self.work = self.work.saturating_sub(1);
        let properties = self.properties.entry(from_ref(tree));
        let properties = properties.or_insert_with(|| {
            let named = tree.get("properties").and_then(Tree::as_map);
            let named = named.into_iter().flatten();
            named.map(|(name, tree)| (name.as_str(), tree)).collect()
        });
        properties.get(name).copied()
    }

    /// Whether `null` may fit a schema.
    fn takes_null(&mut self, tree: &'t Tree) -> bool {
        if self.is_spent() {
            return true;
        }
        self.depth += 1;
        let found = match self.form((tree, &Plan::Keep)) {
            _ if is_nullable(tree) => true,
            Form::Several(parts) => parts.into_iter().any(|(part, _)| self.takes_null(part)),
            Form::Single => takes_null(tree),
            Form::Open(_) => true,
        };
        self.depth -= 1;
        found
    }

    fn form(&self, (tree, plan): Side<'t>) -> Form<'t> {
        if let Some(reference) = reference_of(tree) {
            let Some((index, target)) = self.definition(reference) else {
                return Form::Open(self.source_types(reference));
            };
            let plan = match plan {
                Plan::Definition(_) => &self.plans[index],
                plan => plan,
            };
            return Form::Several(vec![(target, plan)]);
        }
        let Some(alternatives) = tree.get("anyOf").and_then(Tree::as_list) else {
            return Form::Single;
        };
        let Plan::Union(written) = plan else {
            return Form::Several(alternatives.iter().map(|tree| (tree, plan)).collect());
        };
        let null = alternatives
            .iter()
            .filter(|tree| list_types(tree) == ["null"]);
        let null = null.map(|tree| (tree, &Plan::Keep));
        Form::Several(
            written
                .iter()
                .map(|(tree, plan)| (tree, plan))
                .chain(null)
                .collect(),
        )
    }

    fn is_open(&self, tree: &Tree) -> bool {
        reference_of(tree).is_some_and(|reference| self.definition(reference).is_none())
    }

    /// A definition, with its index, unless it is still being written.
    fn definition(&self, reference: &str) -> Option<(usize, &'t Tree)> {
        let name = reference.strip_prefix("#/$defs/")?;
        let index = self
            .definitions
            .iter()
            .position(|(known, _)| known == name)?;
        let tree = &self.definitions[index].1;
        let is_written = tree.as_map().is_some_and(|entries| !entries.is_empty());
        is_written.then_some((index, tree))
    }

    /// The types of a definition as it was given; all of them if they cannot be seen.
    fn source_types(&self, reference: &str) -> Vec<&'t str> {
        let Some(target) = find_definition(self.source, reference) else {
            return TYPES.to_vec();
        };
        let own = list_types(target);
        if !own.is_empty() {
            return own;
        }
        let parts = find_alternatives(target).unwrap_or_default().iter();
        let types: Vec<Vec<&str>> = parts.map(list_types).collect();
        match types.is_empty() || types.iter().any(Vec::is_empty) {
            true => TYPES.to_vec(),
            false => types.concat(),
        }
    }

    /// Takes a step, and returns whether there are no more.
    fn is_spent(&mut self) -> bool {
        self.work = self.work.saturating_sub(1);
        self.work == 0 || self.depth > MAX_DEPTH
    }
}

fn reference_of(tree: &Tree) -> Option<&str> {
    tree.get("$ref").and_then(Tree::as_str)
}

fn is_same_reference(one: &Tree, other: &Tree) -> bool {
    reference_of(one).is_some() && reference_of(one) == reference_of(other)
}
