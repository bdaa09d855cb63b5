//! Keywords without effect within one schema: those for another type, and values of another type.

use super::is_known;
use crate::schema::keywords::{Schema, SchemaId, Types};
use crate::schema::read::SchemaReader;
use crate::schema::rules;
use crate::schema::value::{canonical_json, mend_value, type_of};
use crate::schema::vocabulary::words_idle_without;
use toolc_base::diagnostic::quote::{join_names, list_some, quote_some, shorten_text};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::order::sort_by_key;

/// The keywords for values of one type, and whether a schema can have values of that type.
struct Kind {
    types: Types,
    values: &'static str,
    /// Those with a single value.
    rules: fn() -> Vec<&'static str>,
    is_there: fn(&Schema) -> bool,
}

/// How many values or keys a finding names.
const SHOWN: usize = 3;

const KINDS: &[Kind] = &[
    Kind {
        types: Types::STRING,
        values: "a string",
        rules: || rules::keywords_reported_idle(rules::TEXT),
        is_there: |schema| schema.text.written().is_some(),
    },
    Kind {
        types: Types::NUMBER,
        values: "a number",
        rules: || rules::keywords_reported_idle(rules::NUMBER),
        is_there: |schema| schema.number.written().is_some(),
    },
    Kind {
        types: Types::ARRAY,
        values: "a list",
        rules: || rules::keywords_reported_idle(rules::LIST),
        is_there: |schema| schema.list.written().is_some(),
    },
    Kind {
        types: Types::OBJECT,
        values: "an object",
        rules: || rules::keywords_reported_idle(rules::OBJECT),
        is_there: |schema| schema.object.written().is_some(),
    },
];

/// Reports keywords and values that the `type` next to them makes meaningless.
pub fn check_own(reader: &mut SchemaReader<'_, '_>, id: SchemaId, map: &Map) {
    let schema = reader.schemas.get(id);
    if schema.types == Types::ALL || schema.types.is_empty() || schema.fault.is_some() {
        return;
    }
    let idle = idle_keywords(schema, map);
    let unreachable = unreachable_values(schema, map);
    let found = idle.into_iter().chain(unreachable);
    found.for_each(|finding| reader.diagnostics.push(finding));
}

/// Reports a keyword that has no effect without one of others.
pub(super) fn report_alone(reader: &mut SchemaReader<'_, '_>, entry: &Entry, partners: &[&str]) {
    let names = partners.join("`, `");
    let (names, help) = match partners {
        [_] => (format!("`{names}`"), "add it, or remove this"),
        _ => (
            format!("one of `{names}`"),
            "add one of them, or remove this",
        ),
    };
    let message = format!("`{}` checks nothing without {names}", entry.key);
    let finding = Diagnostic::new(Code::IDLE_KEYWORD, entry.key_span, message);
    reader.diagnostics.push(finding.help(help));
}

fn idle_keywords(schema: &Schema, map: &Map) -> Option<Diagnostic> {
    let mut kinds = KINDS.iter();
    let (kind, idle) = kinds.find_map(|kind| {
        if schema.types.meets(kind.types) || !(kind.is_there)(schema) {
            return None;
        }
        let names = words_idle_without(kind.types).chain((kind.rules)());
        let entries = names.filter_map(|name| map.entry(name));
        let mut idle: Vec<&Entry> = entries.filter(|entry| says_something(entry)).collect();
        sort_by_key(&mut idle, &mut |entry| entry.key_span);
        (!idle.is_empty()).then_some((kind, idle))
    })?;
    let names: Vec<String> = idle
        .iter()
        .map(|entry| format!("`{}`", entry.key))
        .collect();
    let plural = if names.len() == 1 { "s" } else { "" };
    let message = format!(
        "{} check{plural} nothing: the value is never {}",
        join_names(&names),
        kind.values
    );
    let finding = Diagnostic::new(Code::IDLE_KEYWORD, idle.first()?.key_span, message).help(
        match names.len() {
            1 => "remove it, or correct `type`",
            _ => "remove them, or correct `type`",
        },
    );
    Some(match map.get("type") {
        Some(types) => finding.also(types.span, "this is its type"),
        None => finding,
    })
}

/// Whether an entry has any effect: an empty `properties` and the like never has.
fn says_something(entry: &Entry) -> bool {
    match &entry.value.value {
        Value::Map(map) => !map.is_empty() || entry.key == "items",
        Value::List(list) => !list.is_empty(),
        Value::Bool(value) => *value,
        Value::Null => false,
        _ => true,
    }
}

/// Reports values of `enum` that the type excludes, if others remain. If none remains, no value
/// satisfies the schema, which is another finding.
fn unreachable_values(schema: &Schema, map: &Map) -> Option<Diagnostic> {
    let values = schema.values.as_ref()?;
    let fits = |value: &String| schema.types.has(type_of(value));
    if values.iter().all(fits) || !values.iter().any(fits) {
        return None;
    }
    let nodes = map.get("enum")?.as_list()?;
    let is_bad = |node: &&Node| canonical_json(node).is_some_and(|value| !fits(&value));
    let bad: Vec<&Node> = nodes.iter().filter(is_bad).collect();
    let first = bad.first()?;
    let message = format!(
        "{} in `enum` can never be given: the type is `{}`",
        list_some(bad.iter().map(|node| show_value(node)), SHOWN),
        schema.types.names()
    );
    let finding = Diagnostic::new(Code::UNREACHABLE_VALUE, first.span, message)
        .help(mend_value(schema.types, first));
    Some(match map.get("type") {
        Some(types) => finding.also(types.span, "this is the type"),
        None => finding,
    })
}

/// A value as shown in a message.
pub(super) fn show_value(value: &Node) -> String {
    format!("`{}`", shorten_text(&value.to_json(), 40))
}

/// Reports an empty `properties:` whose properties are on the same level as itself.
pub(super) fn one_level_off(around: &Map, entry: &Entry) -> Option<Diagnostic> {
    if entry.value.value != Value::Null {
        return None;
    }
    let is_stray = |other: &&Entry| {
        let starts_behind = other.key_span.start > entry.key_span.start;
        starts_behind && other.value.as_map().is_some() && !is_known(&other.key)
    };
    let stray: Vec<&Entry> = around.iter().filter(is_stray).collect();
    let first = stray.first()?;
    let names = quote_some(stray.iter().map(|other| &other.key), SHOWN);
    let (verb, it) = match stray.len() {
        1 => ("is", "it"),
        _ => ("are", "them"),
    };
    let key = &entry.key;
    let message = format!("`{key}` is empty: {names} {verb} beside it, not below it");
    let finding = Diagnostic::new(Code::MALFORMED_SCHEMA, first.key_span, message)
        .label(format!(
            "this is beside `{key}`; tools with this schema are left out"
        ))
        .also(entry.key_span, "this is null")
        .help(format!("indent {it} below `{key}`"));
    Some(finding)
}
