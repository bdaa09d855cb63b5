//! Parameters and headers: keywords about their values move into a schema, and those about
//! serializing lists become a style.

use crate::openapi::style::INNER;
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Span;
use toolc_schema::schema::rules;

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
        style.insert_inner(map);
    }
    let schema = take_schema(map, span);
    map.insert("schema", span, schema);
}

/// How a list is serialized.
pub(super) struct Style {
    pub(super) name: &'static str,
    pub(super) explode: bool,
    /// The style of the lists within the list.
    inner: Option<&'static str>,
    pub(super) span: Span,
}

impl Style {
    /// Adds the style of inner lists to the keys that say how a list is serialized.
    pub(super) fn insert_inner(&self, keys: &mut Map) {
        if let Some(inner) = self.inner {
            keys.insert(INNER, self.span, Node::string(inner, self.span));
        }
    }
}

/// The style of a list; `None` if the value is not a list.
pub(super) fn take_style(diagnostics: &mut Diagnostics, map: &mut Map) -> Option<Style> {
    let written = map.remove("collectionFormat");
    let kind = map.get("type")?;
    if kind.as_str() != Some("array") {
        return None;
    }
    let span = written.as_ref().map_or(kind.span, |entry| entry.value.span);
    let written = written.as_ref().map(|entry| &entry.value);
    let (name, explode) = read_format(diagnostics, written, FORMATS);
    let is_list = |items: &&Node| items.get_str("type") == Some("array");
    let items = map.get("items").filter(is_list);
    let inner = items.map(|items| {
        let format = items.get("collectionFormat");
        let deeper = items.get("items").filter(is_list);
        if let Some(deeper) = deeper {
            report_deeper(diagnostics, deeper);
        }
        // `multi` is only for parameters (Swagger 2.0, "Items Object")
        read_format(diagnostics, format, &FORMATS[..FORMATS.len() - 1]).0
    });
    Some(Style {
        name,
        explode,
        inner,
        span,
    })
}

/// The style of a `collectionFormat`, and whether it repeats the name.
fn read_format(
    diagnostics: &mut Diagnostics,
    written: Option<&Node>,
    known: &[(&str, &'static str, bool)],
) -> (&'static str, bool) {
    let word = written.and_then(Node::as_str);
    let row = known.iter().find(|(name, ..)| Some(*name) == word);
    if let (Some(node), Some(word), None) = (written, word, row) {
        let names = quote_names(known.iter().map(|(name, ..)| name));
        let message = format!("`{word}` is not a `collectionFormat` here; it is read as `csv`");
        let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, node.span, message);
        diagnostics.push(finding.help(format!("write one of {names}")));
    }
    let (_, name, explode) = *row.unwrap_or(&FORMATS[0]);
    (name, explode)
}

/// Reports the lists within inner lists, which are written as JSON.
fn report_deeper(diagnostics: &mut Diagnostics, deeper: &Node) {
    let message = "toolc writes lists in lists of lists as JSON, not with separators";
    let finding = Diagnostic::new(Code::NORMALIZED_OPERATION, deeper.span, message)
        .severity(Severity::Warning);
    diagnostics.push(finding.help("leave the operation out if the API needs separators there"));
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
