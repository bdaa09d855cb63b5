//! Converts arguments for a strict schema back into arguments for the schema that it was made from.

use super::tree::Tree;
use std::collections::HashMap;

/// How to convert a value back.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Plan {
    /// It is the same in both.
    Keep,
    /// It is written as JSON text in the strict schema.
    Text,
    /// It is an object.
    Object(Vec<Property>),
    /// It is an array; the plan is for its items.
    Items(Box<Plan>),
    /// It follows the first alternative that it fits.
    Union(Vec<(Tree, Plan)>),
    /// It follows the plan of a definition.
    Definition(usize),
}

/// A property whose value may have to be converted.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Property {
    pub name: String,
    pub null: Null,
    pub plan: Plan,
}

/// What `null` means for a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Null {
    /// It is a value, if anything.
    Value,
    /// The property is absent.
    Absent,
    /// It is a value, although the property may also be absent, and nothing else could mean that.
    Either,
}

impl Plan {
    /// The property of which `null` could mean two things, if a value has one, with the definitions to which
    /// the plan may lead.
    pub fn find_unclear<'p>(&'p self, definitions: &'p [Plan]) -> Option<&'p str> {
        let mut waiting = vec![self];
        let mut seen = vec![false; definitions.len()];
        while let Some(plan) = waiting.pop() {
            match plan {
                Plan::Keep | Plan::Text => {}
                Plan::Object(properties) => {
                    let is_unclear = |property: &&Property| property.null == Null::Either;
                    if let Some(property) = properties.iter().find(is_unclear) {
                        return Some(&property.name);
                    }
                    waiting.extend(properties.iter().map(|property| &property.plan));
                }
                Plan::Items(plan) => waiting.push(plan),
                Plan::Union(alternatives) => {
                    waiting.extend(alternatives.iter().map(|(_, plan)| plan));
                }
                Plan::Definition(index) => {
                    if let (Some(plan), Some(seen @ false)) =
                        (definitions.get(*index), seen.get_mut(*index))
                    {
                        *seen = true;
                        waiting.push(plan);
                    }
                }
            }
        }
        None
    }
}

/// The plan for a property of an object.
pub(super) fn find_property<'p>(plan: &'p Plan, name: &str) -> Option<&'p Property> {
    match plan {
        Plan::Object(properties) => properties.iter().find(|property| property.name == name),
        _ => None,
    }
}

/// Everything needed to convert arguments back.
#[derive(Debug, Clone)]
pub(super) struct Restore {
    pub root: Plan,
    pub definitions: Vec<Plan>,
    /// The strict schema, to distinguish alternatives.
    pub schema: Tree,
}

impl Restore {
    pub(super) fn restore(&self, value: Tree) -> Tree {
        self.follow(&self.root, value)
    }

    fn follow(&self, plan: &Plan, value: Tree) -> Tree {
        match (plan, value) {
            (Plan::Text, Tree::Text(text)) => parse_text(text),
            (plan @ Plan::Object(_), Tree::Map(entries)) => {
                let mut kept = Vec::with_capacity(entries.len());
                for (key, value) in entries {
                    let Some(property) = find_property(plan, &key) else {
                        kept.push((key, value));
                        continue;
                    };
                    if !(property.null == Null::Absent && value.is_null()) {
                        kept.push((key, self.follow(&property.plan, value)));
                    }
                }
                Tree::Map(kept)
            }
            (Plan::Items(plan), Tree::List(items)) => {
                let items = items.into_iter().map(|item| self.follow(plan, item));
                Tree::List(items.collect())
            }
            (Plan::Union(alternatives), value) => {
                let mut check = Check {
                    root: &self.schema,
                    known: HashMap::new(),
                };
                let fitting = alternatives.iter().find(|each| check.fits(&each.0, &value));
                match fitting {
                    Some((_, plan)) => self.follow(plan, value),
                    None => value,
                }
            }
            (Plan::Definition(index), value) => match self.definitions.get(*index) {
                Some(plan) => self.follow(plan, value),
                None => value,
            },
            (_, value) => value,
        }
    }
}

/// The value that a text stands for. JSON that no worker accepts, such as an object with a key twice, stays as it
/// is, for the worker to refuse; any other text is a string.
fn parse_text(text: String) -> Tree {
    match Tree::parse(&text) {
        Some(value) => value,
        None if is_json(&text) => Tree::Scalar(text),
        None => Tree::Text(text),
    }
}

#[cfg(feature = "calls")]
fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde_core::de::IgnoredAny>(text).is_ok()
}

/// The compiler restores no calls.
#[cfg(not(feature = "calls"))]
fn is_json(_: &str) -> bool {
    false
}

/// A comparison of one value with alternatives. It remembers what it found out about the parts of the value:
/// recursive alternatives ask the same of them again and again.
struct Check<'t> {
    root: &'t Tree,
    known: HashMap<(*const Tree, *const Tree), bool>,
}

impl<'t> Check<'t> {
    /// Whether a value has the types, keys and enumerated values of a strict schema.
    fn fits(&mut self, schema: &'t Tree, value: &'t Tree) -> bool {
        if !matches!(value, Tree::List(_) | Tree::Map(_)) {
            return self.fits_anew(schema, value);
        }
        let pair = (std::ptr::from_ref(schema), std::ptr::from_ref(value));
        if let Some(known) = self.known.get(&pair) {
            return *known;
        }
        let found = self.fits_anew(schema, value);
        self.known.insert(pair, found);
        found
    }

    fn fits_anew(&mut self, schema: &'t Tree, value: &'t Tree) -> bool {
        if let Some(reference) = schema.get("$ref").and_then(Tree::as_str) {
            let target = find_definition(self.root, reference);
            return target.is_some_and(|target| self.fits(target, value));
        }
        if value.is_null() && is_nullable(schema) {
            return true;
        }
        if let Some(alternatives) = schema.get("anyOf").and_then(Tree::as_list) {
            let mut alternatives = alternatives.iter();
            return alternatives.any(|schema| self.fits(schema, value));
        }
        let is_chosen = |values: &[Tree]| values.iter().any(|chosen| chosen.equals(value));
        let choice = schema.get("enum").and_then(Tree::as_list);
        fits_type(schema, value)
            && choice.is_none_or(is_chosen)
            && match value {
                Tree::Map(entries) => self.fits_keys(schema, entries),
                Tree::List(items) => {
                    let wanted = schema.get("items");
                    wanted.is_none_or(|schema| items.iter().all(|item| self.fits(schema, item)))
                }
                _ => true,
            }
    }

    fn fits_keys(&mut self, schema: &'t Tree, entries: &'t [(String, Tree)]) -> bool {
        let is_there = |name: &Tree| {
            let name = name.as_str().unwrap_or_default();
            entries.iter().any(|(key, _)| key == name)
        };
        let required = schema.get("required").and_then(Tree::as_list);
        let properties = schema.get("properties");
        required.is_none_or(|names| names.iter().all(is_there))
            && entries.iter().all(|(key, value)| {
                let schema = properties.and_then(|all| all.get(key));
                schema.is_some_and(|schema| self.fits(schema, value))
            })
    }
}

/// The definition that a reference points to.
pub(super) fn find_definition<'t>(root: &'t Tree, reference: &str) -> Option<&'t Tree> {
    let name = reference.strip_prefix("#/$defs/")?;
    root.get("$defs")?.get(name)
}

/// Whether a rewritten schema that is neither a reference nor has alternatives takes values of a type.
pub(super) fn has_type(schema: &Tree, name: &str) -> bool {
    let is_it = |known: &Tree| {
        let known = known.as_str().unwrap_or_default();
        let is_number = name == "number" && known.eq_ignore_ascii_case("integer");
        is_number || known.eq_ignore_ascii_case(name)
    };
    match schema.get("type") {
        None => true,
        Some(Tree::List(types)) => types.iter().any(is_it),
        Some(known) => is_it(known),
    }
}

/// Whether such a schema takes `null`.
pub(super) fn takes_null(schema: &Tree) -> bool {
    let values = schema.get("enum").and_then(Tree::as_list);
    let is_listed = values.is_none_or(|values| values.iter().any(Tree::is_null));
    is_nullable(schema) || has_type(schema, "null") && is_listed
}

/// Whether a schema, of whatever form, says by OpenAPI's keyword that it takes `null`.
pub(super) fn is_nullable(schema: &Tree) -> bool {
    schema.get("nullable").is_some()
}

fn fits_type(schema: &Tree, value: &Tree) -> bool {
    let is_one = |wanted: &Tree| {
        let wanted = wanted.as_str().unwrap_or_default().to_ascii_lowercase();
        match wanted.as_str() {
            "integer" => value.is_integer(),
            wanted => wanted == value.json_type(),
        }
    };
    match schema.get("type") {
        None => true,
        Some(Tree::List(types)) => types.iter().any(is_one),
        Some(wanted) => is_one(wanted),
    }
}
