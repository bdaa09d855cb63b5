//! `timeout` and `limits`: time limits for a worker's tools, and how many calls may run concurrently.

use crate::read::Reading;
use crate::read::fields;
use crate::read::quantity::{read_bytes, read_duration};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::quantity::{DURATIONS, parse_quantity};
use toolc_base::source::Spanned;
use toolc_model::model::ToolName;
use toolc_model::model::limit::Limits;
use toolc_model::model::toolset::{ToolsetSetting, ToolsetValue, Unit};

/// The keys of a tool's limits.
const KEYS: &[&str] = &["timeout", "at_most"];

/// The `timeout` of a worker or a toolset, which applies to each of its tools.
pub(super) fn read_timeout(reading: &mut Reading<'_>, map: &Map) -> Limits {
    Limits {
        timeout: read_duration(reading.diagnostics, map, "timeout"),
        at_most: None,
    }
}

/// The `limits` of a toolset, for single tools.
pub(super) fn read_limits(
    reading: &mut Reading<'_>,
    map: &Map,
    namespace: &str,
) -> Vec<(ToolName, Limits)> {
    let Some(node) = map.get("limits") else {
        return Vec::new();
    };
    let Some(tools) = node.as_map() else {
        let wanted = "a mapping of tool names, such as `{name: {timeout: 5s, at_most: 2}}`";
        fields::wrong_kind(reading.diagnostics, node, "`limits`", wanted);
        return Vec::new();
    };
    let granted = map.get_list("tools").and_then(<[Node]>::first);
    let tool = granted.and_then(Node::as_str).unwrap_or("name");
    let entries = tools.iter();
    entries
        .filter_map(|entry| {
            let name = Spanned::new(entry.key.clone(), entry.key_span);
            let name = ToolName::read(namespace, name);
            Some((name, read_entry(reading, entry, tool)?))
        })
        .collect()
}

/// The limits of one tool; `tool` is one that the toolset grants.
fn read_entry(reading: &mut Reading<'_>, entry: &Entry, tool: &str) -> Option<Limits> {
    let what = format!("`limits` of `{}`", entry.key);
    let Some(map) = entry.value.as_map() else {
        let wanted = "a mapping, such as `{timeout: 5s, at_most: 2}`";
        let help = format!("write {}", suggest_limit(entry, tool));
        fields::refuse_kind(reading.diagnostics, &entry.value, &what, wanted, help);
        return None;
    };
    if map.is_empty() {
        let message = format!("{what} must set a limit, found an empty mapping");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.value.span, message);
        let help = "write a limit, such as `{timeout: 5s, at_most: 2}`, or remove the entry";
        reading
            .diagnostics
            .push(finding.label("this limits nothing").help(help));
    }
    fields::refuse_unknown(reading.diagnostics, map, KEYS, &what);
    Some(Limits {
        timeout: read_duration(reading.diagnostics, map, "timeout"),
        at_most: map
            .get("at_most")
            .and_then(|node| read_number(reading, node)),
    })
}

/// What to write instead of a limit without a mapping: it may be that of all tools, or lack its key.
fn suggest_limit(entry: &Entry, tool: &str) -> String {
    let text = match &entry.value.value {
        Value::String(text) => text.clone(),
        Value::Number(text) => text.to_string(),
        _ => String::new(),
    };
    let is_number = text.parse::<u32>().is_ok();
    let duration = match parse_quantity(&text, DURATIONS) {
        Some(_) => text.clone(),
        None if is_number => format!("{text}s"),
        None => "5s".to_owned(),
    };
    match entry.key.as_str() {
        "timeout" => format!(
            "`timeout: {duration}` beside `limits` for all tools, or `limits: {{ {tool}: {{ timeout: {duration} }} }}` \
             for one"
        ),
        "at_most" => {
            let number = if is_number { text.as_str() } else { "2" };
            format!("`limits: {{ {tool}: {{ at_most: {number} }} }}` for each tool")
        }
        key if is_number => {
            format!("`{key}: {{ timeout: {duration} }}` or `{key}: {{ at_most: {text} }}`")
        }
        key => format!("`{key}: {{ timeout: {duration} }}`"),
    }
}

fn read_number(reading: &mut Reading<'_>, node: &Node) -> Option<Spanned<u32>> {
    let number = match &node.value {
        Value::Number(text) => text.parse().ok().filter(|number| *number > 0),
        _ => None,
    };
    if number.is_none() {
        let found = match &node.value {
            Value::Number(text) => format!("`{text}`"),
            _ => node.kind().to_owned(),
        };
        let message = format!("`at_most` must be a whole number above 0, found {found}");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message)
            .help("write how many calls may run at once, such as `at_most: 2`");
        reading.diagnostics.push(finding);
    }
    number.map(|number| Spanned::new(number, node.span))
}

/// Reads the limits of a built-in toolset. What cannot be read stays unset.
pub(super) fn read_toolset_limits<T>(
    diagnostics: &mut Diagnostics,
    map: &Map,
    rows: &[ToolsetSetting<T>],
    settings: &mut T,
) {
    for row in rows {
        if let ToolsetValue::Limit(unit, field) = &row.value {
            *(field.get_mut)(settings) = match unit {
                Unit::Count => read_count(diagnostics, map, row.key),
                Unit::Size => read_bytes(diagnostics, map, row.key),
                Unit::Duration => read_duration(diagnostics, map, row.key),
            };
        }
    }
}

fn read_count(diagnostics: &mut Diagnostics, map: &Map, key: &str) -> Option<Spanned<u64>> {
    let node = map.get(key)?;
    let count = match &node.value {
        Value::Number(text) => text.parse().ok().filter(|count| *count > 0),
        _ => None,
    };
    if count.is_none() {
        let what = format!("`{key}`");
        fields::wrong_kind(diagnostics, node, &what, "a whole number above 0");
    }
    Some(Spanned::new(count?, node.span))
}
