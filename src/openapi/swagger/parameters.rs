//! Parameters and headers: keywords about their values move into a schema, and those about
//! serializing lists become a style.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::{Entry, Map, Node, Value};
use crate::schema::rules;
use crate::source::Span;

/// Keywords about values, other than the rules for strings, numbers and arrays.
const KEYWORDS: &[&str] = &[
    "type",
    "format",
    "items",
    "default",
    "enum",
    "x-nullable",
    "nullable",
];

/// The values of `collectionFormat`, with the style and `explode` in queries and forms.
const FORMATS: &[(&str, &str, bool)] = &[
    ("csv", "form", false),
    ("ssv", "spaceDelimited", false),
    ("tsv", "tabDelimited", false),
    ("pipes", "pipeDelimited", false),
    ("multi", "form", true),
];

/// Rewrites a parameter or a header. A body parameter is left as is, because operations extract it.
pub(super) fn upgrade_parameters(diagnostics: &mut Diagnostics, map: &mut Map, span: Span) {
    let location = map.get_str("in").unwrap_or("header");
    let is_payload = matches!(location, "body" | "formData");
    if is_payload
        || ["$ref", "schema", "content"]
            .iter()
            .any(|key| map.contains(key))
    {
        return;
    }
    let is_simple = matches!(location, "path" | "header");
    if let Some(style) = take_style(diagnostics, map) {
        let (name, explode) = match (style.name, is_simple) {
            ("form", true) => ("simple", false),
            (name, _) => (name, style.explode),
        };
        map.insert("style", style.span, Node::string(name, style.span));
        let explode = Node::bool(explode, style.span);
        map.insert("explode", style.span, explode);
    }
    let schema = take_schema(map, span);
    map.insert("schema", span, schema);
}

/// How a list is serialized.
pub(super) struct Style {
    pub(super) name: &'static str,
    pub(super) explode: bool,
    pub(super) span: Span,
}

/// The style of a list; `None` if the value is not a list.
pub(super) fn take_style(diagnostics: &mut Diagnostics, map: &mut Map) -> Option<Style> {
    let written = map.remove("collectionFormat");
    let kind = map.get("type")?;
    if kind.as_str() != Some("array") {
        return None;
    }
    let span = written.as_ref().map_or(kind.span, |entry| entry.value.span);
    let word = written.as_ref().and_then(|entry| entry.value.as_str());
    let row = FORMATS.iter().find(|(name, ..)| Some(*name) == word);
    if let (Some(word), None) = (word, row) {
        let message = format!("`{word}` is not a `collectionFormat`; it is read as `csv`");
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, span, message);
        diagnostics.push(finding.help("write `csv`, `ssv`, `tsv`, `pipes` or `multi`"));
    }
    if let Some(items) = map.get("items") {
        report_inner(diagnostics, items);
    }
    let (_, name, explode) = *row.unwrap_or(&FORMATS[0]);
    Some(Style {
        name,
        explode,
        span,
    })
}

/// Reports styles of nested lists, which are ignored: only the outer list has a style.
fn report_inner(diagnostics: &mut Diagnostics, items: &Node) {
    let inner = items.as_map().and_then(|map| map.entry("collectionFormat"));
    if let Some(entry) = inner.filter(|entry| entry.value.as_str() != Some("csv")) {
        let message = "`collectionFormat` of a nested list is ignored";
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, entry.key_span, message);
        diagnostics.push(finding.help("write the inner lists with commas (`csv`)"));
    }
}

/// Removes the keywords about the value, and returns them as a schema.
pub(super) fn take_schema(map: &mut Map, span: Span) -> Node {
    let entries = std::mem::take(map).into_entries();
    let is_keyword = |entry: &Entry| {
        let key = entry.key.as_str();
        let is_rule = rules::of_simple_values().any(|row| row.keyword == key && row.is_validation);
        is_rule || KEYWORDS.contains(&key)
    };
    let (taken, kept): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_keyword);
    *map = Map::new(kept);
    let mut schema = Node::map(Map::default(), span);
    schema.value = Value::Map(Map::new(taken));
    schema
}
