//! `timeout` and `limits`: time limits for a worker's tools, and how many calls may run concurrently.

use crate::read::Reading;
use crate::read::fields;
use crate::read::quantity::{read_bytes, read_duration};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::quantity::{DURATIONS, parse_quantity};
use toolc_base::source::Spanned;
use toolc_model::model::ToolName;
use toolc_model::model::limit::{LIMITS, Limit, LimitValue, Limits};
use toolc_model::model::toolset::{ToolsetSetting, ToolsetValue, Unit};

/// The `timeout` of a worker or a toolset, which applies to each of its tools.
pub(super) fn read_timeout(reading: &mut Reading<'_>, map: &Map) -> Limits {
    Limits {
        timeout: read_duration(reading.diagnostics, map, "timeout"),
        ..Limits::default()
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
        let wanted = format!(
            "a mapping of tool names, such as `{{name: {}}}`",
            show_example()
        );
        fields::wrong_kind(reading.diagnostics, node, "`limits`", &wanted);
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
        let wanted = format!("a mapping, such as `{}`", show_example());
        let help = format!("write {}", suggest_limit(entry, tool));
        fields::refuse_kind(reading.diagnostics, &entry.value, &what, &wanted, help);
        return None;
    };
    if map.is_empty() {
        let message = format!("{what} must set a limit, found an empty mapping");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.value.span, message);
        let help = format!(
            "write a limit, such as `{}`, or remove the entry",
            show_example()
        );
        reading
            .diagnostics
            .push(finding.label("this limits nothing").help(help));
    }
    let known: Vec<&str> = LIMITS.iter().map(|limit| limit.key).collect();
    fields::refuse_unknown(reading.diagnostics, map, &known, &what);
    let mut limits = Limits::default();
    for limit in LIMITS {
        match &limit.value {
            LimitValue::Duration(field) => {
                let duration = read_duration(reading.diagnostics, map, limit.key);
                *(field.get_mut)(&mut limits) = duration;
            }
            LimitValue::Count(field, of_what) => {
                let node = map.get(limit.key);
                let number = node.and_then(|node| read_number(reading, node, (limit, of_what)));
                *(field.get_mut)(&mut limits) = number;
            }
        }
    }
    Some(limits)
}

/// `{timeout: 5s, at_most: 2}`
fn show_example() -> String {
    let limits = LIMITS.iter();
    let limits = limits.map(|limit| format!("{}: {}", limit.key, limit.example));
    format!("{{{}}}", limits.collect::<Vec<_>>().join(", "))
}

/// What to write instead of a limit without a mapping: it may be that of all tools, or lack its key.
fn suggest_limit(entry: &Entry, tool: &str) -> String {
    let text = match &entry.value.value {
        Value::String(text) => text.clone(),
        Value::Number(text) => text.to_string(),
        _ => String::new(),
    };
    let key = &entry.key;
    let Some(limit) = LIMITS.iter().find(|limit| limit.key == key) else {
        let meant = LIMITS.iter().filter_map(|limit| {
            let value = read_as(limit, &text)?;
            Some(format!("`{key}: {{ {}: {value} }}`", limit.key))
        });
        let meant: Vec<String> = meant.collect();
        return meant.join(" or ");
    };
    let value = read_as(limit, &text).unwrap_or_else(|| limit.example.to_owned());
    let of_one = format!("`limits: {{ {tool}: {{ {key}: {value} }} }}`");
    match limit.value {
        LimitValue::Duration(_) => {
            format!("`{key}: {value}` beside `limits` for all tools, or {of_one} for one")
        }
        LimitValue::Count(..) => format!("{of_one} for each tool"),
    }
}

/// The value that a text was probably meant as; a duration may lack its unit.
fn read_as(limit: &Limit, text: &str) -> Option<String> {
    let is_number = text.parse::<u32>().is_ok();
    match limit.value {
        LimitValue::Duration(_) => Some(match parse_quantity(text, DURATIONS) {
            Some(_) => text.to_owned(),
            None if is_number => format!("{text}s"),
            None => limit.example.to_owned(),
        }),
        LimitValue::Count(..) => is_number.then(|| text.to_owned()),
    }
}

fn read_number(
    reading: &mut Reading<'_>,
    node: &Node,
    (limit, of_what): (&Limit, &str),
) -> Option<Spanned<u32>> {
    let number = match &node.value {
        Value::Number(text) => text.parse().ok().filter(|number| *number > 0),
        _ => None,
    };
    if number.is_none() {
        let found = match &node.value {
            Value::Number(text) => format!("`{text}`"),
            _ => node.kind().to_owned(),
        };
        let (key, example) = (limit.key, limit.example);
        let message = format!("`{key}` must be a whole number above 0, found {found}");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message)
            .help(format!("write {of_what}, such as `{key}: {example}`"));
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
