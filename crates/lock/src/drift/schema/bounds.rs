//! What bounds the values of a schema, judging by what is written in it and in its alternatives: their types, and
//! the values themselves where all are listed. A bound may be too wide, but never too narrow.

use std::collections::BTreeSet;
use toolc_base::node::{Node, Value};

/// How many schemas are looked at for one bound: alternatives may share definitions, and lead in circles.
const STEPS: u32 = 256;

/// A search for a bound.
struct Search<'f, 'n> {
    /// Finds the definition that a schema refers to; the schema itself if it refers to none.
    follow: &'f dyn Fn(&'n Node) -> &'n Node,
    left: u32,
}

/// The types that values may have; `None` if they may have any.
pub(super) fn find_types<'n>(
    schema: &'n Node,
    follow: &dyn Fn(&'n Node) -> &'n Node,
) -> Option<BTreeSet<&'n str>> {
    let left = STEPS;
    Search { follow, left }.types(schema)
}

/// The values, as JSON; `None` if not all of them are listed.
pub(super) fn find_choices<'n>(
    schema: &'n Node,
    follow: &dyn Fn(&'n Node) -> &'n Node,
) -> Option<BTreeSet<String>> {
    let left = STEPS;
    Search { follow, left }.choices(schema)
}

impl<'n> Search<'_, 'n> {
    /// The next schema, while there are steps left.
    fn step(&mut self, schema: &'n Node) -> Option<&'n Node> {
        self.left = self.left.checked_sub(1)?;
        Some((self.follow)(schema))
    }

    fn types(&mut self, schema: &'n Node) -> Option<BTreeSet<&'n str>> {
        let schema = self.step(schema)?;
        if let Some(types) = schema.get("type") {
            return Some(match types.as_list() {
                Some(list) => list.iter().filter_map(Node::as_str).collect(),
                None => types.as_str().into_iter().collect(),
            });
        }
        if let Some(values) = own_choices(schema) {
            return Some(values.into_iter().map(type_of).collect());
        }
        let mut types = BTreeSet::new();
        for branch in alternatives(schema)? {
            types.extend(self.types(branch)?);
        }
        Some(types)
    }

    fn choices(&mut self, schema: &'n Node) -> Option<BTreeSet<String>> {
        let schema = self.step(schema)?;
        if let Some(values) = own_choices(schema) {
            return Some(values.into_iter().map(Node::to_canonical_json).collect());
        }
        if schema.get("type").and_then(Node::as_str) == Some("null") {
            return Some(BTreeSet::from(["null".to_owned()]));
        }
        let mut values = BTreeSet::new();
        for branch in alternatives(schema)? {
            values.extend(self.choices(branch)?);
        }
        Some(values)
    }
}

/// What `enum` and `const` of one schema allow.
fn own_choices(schema: &Node) -> Option<Vec<&Node>> {
    let listed = schema.get("enum").and_then(Node::as_list);
    match (schema.get("const"), listed) {
        (None, None) => None,
        (None, Some(list)) => Some(list.iter().collect()),
        (Some(value), None) => Some(vec![value]),
        (Some(value), Some(list)) => {
            let json = value.to_canonical_json();
            let same = |other: &&Node| other.to_canonical_json() == json;
            Some(list.iter().filter(same).collect())
        }
    }
}

/// The alternatives of which a value needs at least one.
pub(super) fn alternatives(schema: &Node) -> Option<&[Node]> {
    let lists = ["anyOf", "oneOf"].map(|name| schema.get(name).and_then(Node::as_list));
    lists.into_iter().flatten().next()
}

fn type_of(value: &Node) -> &'static str {
    match &value.value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(text) if !text.contains(['.', 'e', 'E']) => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "object",
    }
}

/// The types in one set that the other does not cover; an integer is also a number.
pub(super) fn subtract_types<'t>(
    types: &BTreeSet<&'t str>,
    from: &BTreeSet<&'t str>,
) -> BTreeSet<&'t str> {
    let covered =
        |name: &str| from.contains(name) || (name == "integer" && from.contains("number"));
    types
        .iter()
        .copied()
        .filter(|name| !covered(name))
        .collect()
}

pub(super) fn join_types(names: &BTreeSet<&str>) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(" or ")
}
