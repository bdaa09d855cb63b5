//! The keys of the files that people write, from the schemas for editors (`toolc schema`).

use crate::analysis::Analysis;
use serde_json::{Map, Value};
use std::sync::LazyLock;
use toolc_base::node::Node;
use toolc_base::source::{Role, Source, SourceId};
use toolc_model::config::Config;
use toolc_read::schemas;

/// A schema for editors, read once.
pub struct KeySchema {
    root: Value,
}

impl KeySchema {
    fn read(text: &str) -> Self {
        // the schemas are part of the program, and tests read them
        let root = serde_json::from_str(text).unwrap_or_default();
        KeySchema { root }
    }
}

static TOOLS: LazyLock<KeySchema> = LazyLock::new(|| KeySchema::read(schemas::TOOLS));
static WORKER: LazyLock<KeySchema> = LazyLock::new(|| KeySchema::read(schemas::WORKER));
static CONFIG: LazyLock<KeySchema> = LazyLock::new(|| KeySchema::read(schemas::CONFIG));

/// The schema of a file that people write; `None` for one that others wrote.
pub fn find_schema(analysis: &Analysis, id: SourceId, root: &Node) -> Option<&'static KeySchema> {
    schema_of(
        &analysis.loaded.config,
        analysis.loaded.sources.get(id),
        root,
    )
}

/// The same of a text that may be newer than the last check.
pub fn schema_of(config: &Config, source: &Source, root: &Node) -> Option<&'static KeySchema> {
    let entry = config.entry_of(&source.role);
    let is_foreign = entry.is_some_and(|entry| entry.kind.is_foreign());
    let has = |keys: &[&str]| keys.iter().any(|key| root.get(key).is_some());
    match source.role {
        Role::Config => Some(&CONFIG),
        Role::Worker => Some(&WORKER),
        Role::Schema(_)
        | Role::Overlay(_)
        | Role::Part
        | Role::Module(_)
        | Role::ModuleSchemas(_)
        | Role::Shipped(_) => None,
        _ if is_foreign || has(&["openapi", "swagger", "result"]) => None,
        // the lock is written by toolc
        _ if source.path.ends_with(".lock") => None,
        _ if has(&["toolsets", "extends"]) => Some(&WORKER),
        _ => Some(&TOOLS),
    }
}

/// How often a schema refers to another before that is taken for a circle.
const MOST_STEPS: usize = 32;

impl KeySchema {
    /// What the schemas say of the value at the end of some keys; `None` in the place of a position in a list.
    pub fn find_parts(&self, keys: &[Option<&str>]) -> Vec<&Map<String, Value>> {
        let mut parts = Vec::new();
        self.add_part(&self.root, &mut parts, MOST_STEPS);
        for key in keys {
            let mut below = Vec::new();
            for part in parts {
                self.add_below(part, *key, &mut below);
            }
            parts = below;
        }
        parts
    }

    /// Adds a schema, and those that hold of the same value with it or instead of it.
    fn add_part<'s>(
        &'s self,
        schema: &'s Value,
        parts: &mut Vec<&'s Map<String, Value>>,
        left: usize,
    ) {
        let Some(map) = schema.as_object().filter(|_| left > 0) else {
            return;
        };
        if parts.iter().any(|known| std::ptr::eq(*known, map)) {
            return;
        }
        parts.push(map);
        let referred = map.get("$ref").and_then(Value::as_str);
        let referred = referred.and_then(|to| self.root.pointer(to.strip_prefix('#')?));
        let single = ["if", "then", "else"]
            .into_iter()
            .filter_map(|key| map.get(key));
        let lists = ["allOf", "anyOf", "oneOf"].into_iter();
        let lists = lists.filter_map(|key| map.get(key)?.as_array()).flatten();
        for schema in referred.into_iter().chain(single).chain(lists) {
            self.add_part(schema, parts, left - 1);
        }
    }

    fn add_below<'s>(
        &'s self,
        part: &'s Map<String, Value>,
        key: Option<&str>,
        parts: &mut Vec<&'s Map<String, Value>>,
    ) {
        let Some(key) = key else {
            if let Some(items) = part.get("items") {
                self.add_part(items, parts, MOST_STEPS);
            }
            return;
        };
        let property = part.get("properties").and_then(|all| all.get(key));
        // the only pattern of these schemas
        let own = part.get("patternProperties").and_then(|all| all.get("^x-"));
        let own = own.filter(|_| key.starts_with("x-"));
        let found = property.or(own);
        if let Some(schema) = found.or_else(|| part.get("additionalProperties")) {
            self.add_part(schema, parts, MOST_STEPS);
        }
    }
}

/// The first description among schemas.
pub fn find_description<'s>(parts: &[&'s Map<String, Value>]) -> Option<&'s str> {
    let mut descriptions = parts
        .iter()
        .filter_map(|part| part.get("description")?.as_str());
    descriptions.next()
}

/// The values that schemas list, without repeats.
pub fn list_values<'s>(parts: &[&'s Map<String, Value>]) -> Vec<&'s Value> {
    let mut values: Vec<&Value> = Vec::new();
    for part in parts {
        let listed = part.get("enum").and_then(Value::as_array);
        let single = part.get("const");
        for value in listed.into_iter().flatten().chain(single) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        if part.get("type").is_some_and(|kind| kind == "boolean") && values.is_empty() {
            values.extend([&Value::Bool(true), &Value::Bool(false)]);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_their_words() {
        let rows: &[(&KeySchema, &[Option<&str>])] = &[
            (
                &WORKER,
                &[
                    Some("toolsets"),
                    Some("mail"),
                    Some("approval"),
                    Some("default"),
                ],
            ),
            (&WORKER, &[Some("toolsets"), Some("shell"), Some("deny")]),
            (
                &WORKER,
                &[
                    Some("toolsets"),
                    Some("mail"),
                    Some("approval"),
                    Some("rules"),
                    None,
                    Some("when"),
                ],
            ),
            (&TOOLS, &[Some("mail"), None, Some("effect")]),
            (&TOOLS, &[Some("tools"), None, Some("parameters")]),
            (
                &CONFIG,
                &[Some("tools"), Some("registry"), None, Some("namespace")],
            ),
            (&CONFIG, &[Some("targets")]),
        ];
        for (schema, keys) in rows {
            let parts = schema.find_parts(keys);
            assert!(find_description(&parts).is_some(), "{keys:?}");
        }
        let approval = [
            Some("toolsets"),
            Some("mail"),
            Some("approval"),
            Some("default"),
        ];
        let values = list_values(&WORKER.find_parts(&approval));
        assert_eq!(values, ["preApproved", "ask", "blocked"]);
        assert!(WORKER.find_parts(&[Some("no_such_key")]).is_empty());
    }
}
