//! Patterns that plain ECMA-262 cannot express. Models are shown the schema without them: it then takes more, and never less.

use toolc_base::node::{Entry, Map, Node};
use toolc_base::source::Span;
use toolc_schema::pattern::is_portable;

/// A pattern that models are not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unshown {
    /// The pattern.
    pub pattern: String,
    /// Its place.
    pub span: Span,
}

/// Keywords whose schemas apply to the same value.
const IN_PLACE: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "then",
    "else",
    "dependentSchemas",
];

/// Adds the patterns for which a keyword is left out, if it is.
pub(super) fn find_unshown(map: &Map, entry: &Entry, found: &mut Vec<Unshown>) -> bool {
    let before = found.len();
    match entry.key.as_str() {
        "pattern" => note_pattern(entry.value.as_str(), entry.value.span, found),
        // a schema that takes more would make these refuse what the tool takes
        "not" | "if" | "oneOf" | "contains" => collect(&entry.value, found),
        "then" | "else" => return map.get("if").is_some_and(holds_unshown),
        "additionalProperties" => return has_unshown_key(map),
        "unevaluatedProperties" => return leads_to_unshown_key(map),
        _ => {}
    }
    found.len() > before
}

/// Whether a key of `patternProperties` is left out.
pub(super) fn is_unshown_key(entry: &Entry, found: &mut Vec<Unshown>) -> bool {
    let before = found.len();
    note_pattern(Some(&entry.key), entry.key_span, found);
    found.len() > before
}

fn note_pattern(pattern: Option<&str>, span: Span, found: &mut Vec<Unshown>) {
    if let Some(pattern) = pattern.filter(|pattern| !is_portable(pattern)) {
        let pattern = pattern.to_owned();
        found.push(Unshown { pattern, span });
    }
}

fn holds_unshown(node: &Node) -> bool {
    let mut found = Vec::new();
    collect(node, &mut found);
    !found.is_empty()
}

/// Collects the patterns in a schema, and in those within it.
fn collect(node: &Node, found: &mut Vec<Unshown>) {
    for item in node.as_list().unwrap_or_default() {
        collect(item, found);
    }
    for entry in node.as_map().into_iter().flat_map(Map::iter) {
        match entry.key.as_str() {
            "enum" | "const" | "default" | "examples" => continue,
            "pattern" => note_pattern(entry.value.as_str(), entry.value.span, found),
            "patternProperties" => {
                for entry in entry.value.as_map().into_iter().flat_map(Map::iter) {
                    note_pattern(Some(&entry.key), entry.key_span, found);
                }
            }
            _ => {}
        }
        collect(&entry.value, found);
    }
}

fn has_unshown_key(map: &Map) -> bool {
    let schemas = map.get_map("patternProperties");
    let mut keys = schemas.into_iter().flat_map(Map::iter);
    keys.any(|entry| !is_portable(&entry.key))
}

/// Whether a schema, or another for the same value, has such a key.
fn leads_to_unshown_key(map: &Map) -> bool {
    let mut parts = map
        .iter()
        .filter(|entry| IN_PLACE.contains(&entry.key.as_str()));
    has_unshown_key(map)
        || parts.any(|entry| {
            let own = entry.value.as_map().is_some_and(leads_to_unshown_key);
            let mut listed = entry.value.as_list().unwrap_or_default().iter();
            let mut named = entry.value.as_map().into_iter().flat_map(Map::iter);
            own || listed.any(|node| node.as_map().is_some_and(leads_to_unshown_key))
                || entry.key == "dependentSchemas"
                    && named.any(|entry| entry.value.as_map().is_some_and(leads_to_unshown_key))
        })
}
