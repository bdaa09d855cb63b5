//! Rewrites a schema in the subset of JSON Schema that a provider supports. What cannot be expressed is
//! requested as JSON text, and what cannot be enforced is put into the description. So every accepted value
//! can still be written, except for objects with keys that no schema names. Where that is not so, a schema is
//! refused.

mod join;
mod lookalikes;
mod objects;
mod scalars;
mod schema;
mod unions;

use super::grammar::{Dialect, Grammar};
use super::restore::{Plan, find_definition};
use super::tree::{Tree, make_map};
use schema::{
    ANNOTATIONS, count_schemas, find_alternatives, infer_type, list_types, measure_own,
    measure_size, read_description, remove_keywords, says_only, set_keyword, set_type,
};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The maximum number of schemas; anything beyond is requested as text.
const MAX_SCHEMAS: usize = 20_000;

/// How many schemas there may be in any case, and how many for each schema in the text: where a provider has no
/// references, definitions that lead to each other many times are short as text, and endless without them.
const ANY_SCHEMAS: usize = 1_000;
const COPIES: usize = 20;

/// The same for the bytes of descriptions and listed values.
const ANY_SIZE: usize = 256 * 1024;

/// Deeper schemas are requested as text.
const MAX_DEPTH: usize = 60;

/// Longer values and schemas are not repeated in descriptions.
const MAX_WORDS: usize = 300;

/// Keywords with schemas or values that apply to any type.
const CONDITIONS: &[&str] = &["allOf", "anyOf", "oneOf", "not", "if", "then", "else"];

/// A rewritten schema, and the plan for converting its values back.
pub(super) type Written = (Tree, Plan);

/// Why a schema cannot be strict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Its root accepts keys that it does not name, and they could not be written.
    OpenRoot,
    /// No object matches it, or a definition in it leads back to itself for the same value.
    Nothing,
    /// Some property with this name may be `null` and may also be absent, and nothing says that this is the
    /// same. Where every property has to be written, `null` would have to mean both.
    Unclear(String),
}

impl Refusal {
    /// The end of a sentence whose subject is the schema.
    pub fn reason(&self) -> Cow<'static, str> {
        match self {
            Refusal::OpenRoot => "takes keys that it does not name".into(),
            Refusal::Nothing => "accepts nothing".into(),
            Refusal::Unclear(name) => format!(
                "has `{name}`, which may be null or left out, and a strict schema could not tell the two apart"
            )
            .into(),
        }
    }
}

pub(super) struct Rewriter<'s> {
    grammar: &'static Grammar,
    root: &'s Tree,
    /// The references that are being resolved.
    open: Vec<String>,
    /// The definitions that are referred to, in the order in which they were found.
    pub definitions: Vec<(String, Tree)>,
    pub plans: Vec<Plan>,
    /// The keywords that the provider does not enforce.
    pub loosened: BTreeSet<String>,
    /// How many schemas may still be written.
    left: usize,
    /// How many bytes of descriptions and values may still be written.
    size_left: usize,
    depth: usize,
    /// How much of alternatives may still be compared.
    comparisons: usize,
}

impl<'s> Rewriter<'s> {
    pub fn new(root: &'s Tree, dialect: Dialect) -> Self {
        Rewriter {
            grammar: dialect.grammar(),
            root,
            open: Vec::new(),
            definitions: Vec::new(),
            plans: Vec::new(),
            loosened: BTreeSet::new(),
            left: MAX_SCHEMAS.min(ANY_SCHEMAS + COPIES * count_schemas(root)),
            size_left: ANY_SIZE + COPIES * measure_size(root),
            depth: 0,
            comparisons: lookalikes::MAX_WORK,
        }
    }

    /// The complete schema, with the definitions that it refers to.
    pub fn write_root(&mut self) -> Result<Written, Refusal> {
        let (mut tree, plan) = self.root_object()?;
        if let Some(name) = plan.find_unclear(&self.plans) {
            return Err(Refusal::Unclear(name.to_owned()));
        }
        if let Tree::Map(entries) = &mut tree
            && !self.definitions.is_empty()
        {
            let definitions = std::mem::take(&mut self.definitions);
            entries.push(("$defs".to_owned(), Tree::Map(definitions)));
        }
        Ok((tree, plan))
    }

    /// Rewrites a schema below the root.
    fn value(&mut self, schema: &Tree) -> Written {
        self.depth += 1;
        let found = match self.has_room(schema) {
            true => self.exact(schema),
            false => None,
        };
        self.depth -= 1;
        found.unwrap_or_else(|| self.json_text(schema))
    }

    /// Whether a schema may be written here, and what it takes.
    fn has_room(&mut self, schema: &Tree) -> bool {
        let left = self.left.checked_sub(1);
        let size_left = self.size_left.checked_sub(measure_own(schema));
        let (Some(left), Some(size_left)) = (left, size_left) else {
            return false;
        };
        (self.left, self.size_left) = (left, size_left);
        self.depth <= MAX_DEPTH
    }

    /// Requests any value as JSON text.
    fn json_text(&mut self, schema: &Tree) -> Written {
        let mut words = read_description(schema).to_owned();
        let is_rule = |key: &str| !ANNOTATIONS.contains(&key);
        let rules = schema.as_map().into_iter().flatten();
        let rules: Vec<_> = rules.filter(|(key, _)| is_rule(key)).cloned().collect();
        self.loosened
            .extend(rules.iter().map(|(key, _)| key.clone()));
        let text = Tree::Map(rules).to_text();
        self.size_left = self.size_left.saturating_sub(text.len());
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str("Write the value as JSON text");
        if text.len() > 2 && text.len() <= MAX_WORDS {
            words.push_str(&format!(", by the schema {text}"));
        }
        words.push('.');
        let tree = make_map([
            ("type", Tree::text(self.type_name("string"))),
            ("description", Tree::text(&words)),
        ]);
        (tree, Plan::Text)
    }

    /// Rewrites a schema exactly; `None` if the provider's subset cannot express it.
    fn exact(&mut self, schema: &Tree) -> Option<Written> {
        schema.as_map()?;
        if schema.get("allOf").is_some() {
            let joined = join::without_all_of(schema, self.root)?;
            return self.exact(&joined);
        }
        if let Some(reference) = schema.get("$ref") {
            return self.reference(schema, reference.as_str()?);
        }
        if let Some(values) = scalars::list_choices(schema) {
            return self.choice(schema, &values);
        }
        let types = list_types(schema);
        if let Some(alternatives) = find_alternatives(schema) {
            let is_bare = types.is_empty() && says_only(schema, &["anyOf", "oneOf"]);
            if is_bare {
                return self.union(schema, alternatives);
            }
            if schema.get("properties").is_none() && schema.get("items").is_none() {
                let base = remove_keywords(schema, &["anyOf", "oneOf"]);
                let joined = alternatives
                    .iter()
                    .map(|each| join::join_schemas(&base, each, self.root));
                if let Some(joined) = joined.collect::<Option<Vec<Tree>>>()
                    && schema.get("anyOf").is_none() | schema.get("oneOf").is_none()
                    && joined.iter().all(|each| each.get("allOf").is_none())
                {
                    return self.union(schema, &joined);
                }
            }
        }
        match types.as_slice() {
            [] => self.typed(schema, infer_type(schema)?),
            [only] => self.typed(schema, only),
            types => self.several_types(schema, types),
        }
    }

    fn typed(&mut self, schema: &Tree, name: &str) -> Option<Written> {
        match name {
            "object" => self.object(schema),
            "array" => self.array(schema),
            "null" if self.grammar.is_openapi => None,
            _ => Some((self.scalar(schema, name), Plan::Keep)),
        }
    }

    fn several_types(&mut self, schema: &Tree, types: &[&str]) -> Option<Written> {
        let others: Vec<&str> = types
            .iter()
            .copied()
            .filter(|name| *name != "null")
            .collect();
        if let [only] = others.as_slice() {
            let (tree, plan) = self.typed(schema, only)?;
            return Some((self.nullable(tree), plan));
        }
        let narrowed = types.iter().map(|name| set_type(schema, name));
        let alternatives: Vec<Tree> = narrowed.collect();
        self.union(schema, &alternatives)
    }

    /// The target of a reference, or a reference to it.
    fn reference(&mut self, schema: &Tree, reference: &str) -> Option<Written> {
        if !says_only(schema, &["$ref"]) {
            let target = find_definition(self.root, reference)?;
            let joined =
                join::join_schemas(&remove_keywords(schema, &["$ref"]), target, self.root)?;
            return self.below(reference, &joined);
        }
        let target = find_definition(self.root, reference)?;
        if !self.grammar.refers {
            return self.below(reference, target);
        }
        let is_open = self.open.iter().any(|open| open == reference);
        if is_open && !self.grammar.recurses {
            return None;
        }
        let words = read_description(schema);
        if !words.is_empty() && !is_open {
            // Nothing may be next to a reference.
            let described = set_keyword(target.clone(), "description", Tree::text(words));
            return self.below(reference, &described);
        }
        let name = reference.strip_prefix("#/$defs/")?;
        let known = self.definitions.iter().position(|(known, _)| known == name);
        let index = known.unwrap_or(self.definitions.len());
        if known.is_none() {
            self.definitions
                .push((name.to_owned(), Tree::Map(Vec::new())));
            self.plans.push(Plan::Keep);
            self.open.push(reference.to_owned());
            let (tree, plan) = self.value(target);
            self.open.pop();
            self.definitions[index].1 = tree;
            self.plans[index] = plan;
        }
        Some((
            make_map([("$ref", Tree::text(reference))]),
            Plan::Definition(index),
        ))
    }

    /// The target of a reference, in place of the reference.
    fn below(&mut self, reference: &str, target: &Tree) -> Option<Written> {
        if self.open.iter().any(|open| open == reference) {
            return None;
        }
        self.open.push(reference.to_owned());
        self.depth += 1;
        let written = match self.has_room(target) {
            true => self.exact(target),
            false => None,
        };
        self.depth -= 1;
        self.open.pop();
        written
    }

    fn type_name<'n>(&self, name: &'n str) -> &'n str {
        if !self.grammar.is_openapi {
            return name;
        }
        match name {
            "string" => "STRING",
            "number" => "NUMBER",
            "integer" => "INTEGER",
            "boolean" => "BOOLEAN",
            "array" => "ARRAY",
            "object" => "OBJECT",
            name => name,
        }
    }

    /// Writes the description, including the keywords that are not enforced. Nothing may be next to a
    /// reference.
    fn describe(&mut self, tree: Tree, schema: &Tree, untold: &[(&str, &Tree)]) -> Tree {
        for (key, _) in untold {
            self.loosened.insert((*key).to_owned());
        }
        if tree.get("$ref").is_some() {
            return tree;
        }
        let mut words = match read_description(schema) {
            "" => read_description(&tree).to_owned(),
            own => own.to_owned(),
        };
        let default = schema.get("default").map(|value| ("default", value));
        let words_of_rules = untold.iter().copied().chain(default);
        let words_of_rules: Vec<String> = words_of_rules
            .map(|(key, value)| format!("{key}: {}", value.to_text()))
            .filter(|words_of_rules| words_of_rules.len() <= MAX_WORDS)
            .collect();
        if !words_of_rules.is_empty() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(&format!("({})", words_of_rules.join(", ")));
        }
        match words.is_empty() {
            true => tree,
            false => set_keyword(tree, "description", Tree::Text(words)),
        }
    }
}
