//! The facts that the rules of targets need, collected in one walk over the text of a schema.

use super::obstacle::find_obstacle;
use std::collections::{BTreeMap, BTreeSet};
use toolc_base::node::escape_pointer;
use toolc_model::model::provider::Obstacle;
use toolc_runtime::strict::tree::Tree;

/// Keywords whose values map names to schemas.
const MAPS: &[&str] = &[
    "properties",
    "patternProperties",
    "dependentSchemas",
    "$defs",
];

/// Keywords whose value is a schema or a list of schemas.
const SCHEMAS: &[&str] = &[
    "items",
    "prefixItems",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "propertyNames",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
];

/// The number of strings in one `enum` from which their total length counts.
const LONG_CHOICE: usize = 250;

/// The facts about one schema.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The keywords at the root.
    pub root: Vec<String>,
    /// The names of the arguments.
    pub arguments: Vec<String>,
    /// Every keyword, with the pointer to its first occurrence.
    pub keywords: BTreeMap<String, String>,
    /// Obstacles to compiling it to a grammar, with the pointer to the first occurrence of each.
    pub obstacles: BTreeMap<Obstacle, String>,
    /// Every `format` of strings, with the pointer to its first occurrence.
    pub formats: BTreeMap<String, String>,
    /// The nesting depth of objects and arrays.
    pub depth: usize,
    /// The number of properties.
    pub properties: usize,
    /// The number of `enum` values.
    pub enum_values: usize,
    /// The total length of the longest `enum` with many strings, in characters.
    pub enum_text: usize,
    /// The total length of names and values, in characters.
    pub text: usize,
    /// The number of properties that may be absent.
    pub optional: usize,
    /// The number of schemas with alternatives or several types.
    pub unions: usize,
    /// A definition that refers to itself, directly or not.
    pub cycle: Option<String>,
}

impl Facts {
    pub(super) fn of(schema: &Tree) -> Self {
        let mut facts = Facts::default();
        let entries = schema.as_map().into_iter().flatten();
        facts.root = entries.map(|(key, _)| key.clone()).collect();
        let properties = schema.get("properties").and_then(Tree::as_map);
        let names = properties.into_iter().flatten();
        facts.arguments = names.map(|(name, _)| name.clone()).collect();
        facts.walk(schema, "", 1);
        facts.cycle = find_cycle(schema);
        facts
    }

    fn walk(&mut self, schema: &Tree, at: &str, level: usize) {
        let Some(entries) = schema.as_map() else {
            return;
        };
        self.depth = self.depth.max(level);
        let is_list = |key: &str| {
            schema
                .get(key)
                .is_some_and(|found| found.as_list().is_some())
        };
        self.unions += usize::from(is_list("anyOf") || is_list("oneOf"));
        self.unions += usize::from(is_list("type"));
        for (key, value) in entries {
            let place = format!("{at}/{key}");
            self.keywords
                .entry(key.clone())
                .or_insert_with(|| place.clone());
            if let Some(obstacle) = find_obstacle(schema, key, value) {
                let places = self.obstacles.entry(obstacle);
                places.or_insert_with(|| place.clone());
            }
            match key.as_str() {
                "format" if may_be_text(schema) => {
                    let format = value.as_str().unwrap_or_default().to_owned();
                    self.formats.entry(format).or_insert(place);
                }
                "enum" => self.count_choice(value),
                "const" => self.text += value.to_text().len(),
                key if MAPS.contains(&key) => self.walk_map(schema, key, value, &place, level),
                key if SCHEMAS.contains(&key) => {
                    let below = level
                        + usize::from(matches!(
                            key,
                            "items" | "prefixItems" | "additionalProperties"
                        ));
                    match value {
                        Tree::List(schemas) => {
                            for (index, schema) in schemas.iter().enumerate() {
                                self.walk(schema, &format!("{place}/{index}"), below);
                            }
                        }
                        schema => self.walk(schema, &place, below),
                    }
                }
                _ => {}
            }
        }
    }

    fn walk_map(&mut self, around: &Tree, key: &str, value: &Tree, place: &str, level: usize) {
        let required = around.get("required").and_then(Tree::as_list);
        for (name, schema) in value.as_map().into_iter().flatten() {
            self.text += name.chars().count();
            if key == "properties" {
                self.properties += 1;
                let name = Tree::text(name);
                let is_required = required.is_some_and(|names| names.contains(&name));
                self.optional += usize::from(!is_required);
            }
            let below = level + usize::from(key != "$defs");
            self.walk(schema, &format!("{place}/{}", escape_pointer(name)), below);
        }
    }

    fn count_choice(&mut self, values: &Tree) {
        let values = values.as_list().unwrap_or_default();
        let letters = values.iter().map(|value| match value {
            Tree::Text(text) => text.chars().count(),
            value => value.to_text().len(),
        });
        let letters: usize = letters.sum();
        self.enum_values += values.len();
        self.text += letters;
        if values.len() > LONG_CHOICE {
            self.enum_text = self.enum_text.max(letters);
        }
    }
}

/// Whether a string may satisfy a schema, judging by its `type` alone.
fn may_be_text(schema: &Tree) -> bool {
    let text = Tree::text("string");
    match schema.get("type") {
        Some(Tree::List(types)) => types.contains(&text),
        Some(named) => *named == text,
        None => true,
    }
}

/// Finds a definition that refers to itself, directly or not.
fn find_cycle(schema: &Tree) -> Option<String> {
    let definitions = schema.get("$defs").and_then(Tree::as_map)?;
    let names = definitions.iter().map(|(name, _)| name);
    let mut done = BTreeSet::new();
    names.into_iter().find_map(|name| {
        let mut open = Vec::new();
        leads_back(schema, name, &mut open, &mut done)
    })
}

fn leads_back(
    root: &Tree,
    name: &str,
    open: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> Option<String> {
    if open.iter().any(|known| known == name) {
        return Some(name.to_owned());
    }
    if !done.insert(name.to_owned()) {
        return None;
    }
    open.push(name.to_owned());
    let mut references = Vec::new();
    let definition = root.get("$defs").and_then(|all| all.get(name));
    definition
        .into_iter()
        .for_each(|schema| collect(schema, &mut references));
    let mut found = None;
    for reference in references {
        found = found.or_else(|| leads_back(root, &reference, open, done));
    }
    open.pop();
    found
}

/// Collects the definitions that a schema refers to.
fn collect(schema: &Tree, references: &mut Vec<String>) {
    match schema {
        Tree::List(items) => items.iter().for_each(|item| collect(item, references)),
        Tree::Map(entries) => {
            for (key, value) in entries {
                let name = value
                    .as_str()
                    .and_then(|text| text.strip_prefix("#/$defs/"));
                match (key.as_str(), name) {
                    ("$ref", Some(name)) => references.push(name.to_owned()),
                    _ => collect(value, references),
                }
            }
        }
        _ => {}
    }
}
