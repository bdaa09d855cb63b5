//! `lints`: levels for the findings of single codes, and for those about single tools and workers.

use crate::read::fields;
use toolc_base::date::Date;
use toolc_base::diagnostic::code::{CODES, Row};
use toolc_base::diagnostic::level::{Exception, Level, Lint};
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::source::Spanned;

/// `lints: {ambiguous_overload: deny, T0310: {level: allow, except: […]}}`
pub(super) fn read_lints(diagnostics: &mut Diagnostics, map: &Map) -> Vec<Lint> {
    let Some(node) = map.get("lints") else {
        return Vec::new();
    };
    let lints = match &node.value {
        Value::Map(lints) => lints.iter(),
        _ => {
            fields::wrong_kind(diagnostics, node, "`lints`", "a mapping of codes to levels");
            return Vec::new();
        }
    };
    let mut read: Vec<(Lint, &Entry)> = Vec::new();
    for entry in lints {
        let Some(lint) = read_lint(diagnostics, entry) else {
            continue;
        };
        let is_same = |(other, _): &&(Lint, &Entry)| other.code == lint.code;
        if let Some((_, first)) = read.iter().find(is_same) {
            diagnostics.push(fields::same_key(first, entry));
        }
        read.push((lint, entry));
    }
    read.into_iter().map(|(lint, _)| lint).collect()
}

fn read_lint(diagnostics: &mut Diagnostics, entry: &Entry) -> Option<Lint> {
    let row = CODES
        .iter()
        .find(|row| row.slug == entry.key)
        .or_else(|| Code::find(&entry.key));
    let fault = match row {
        None => Some(unknown_lint(entry)),
        Some(row) if row.severity == Severity::Error && !is_denied(&entry.value) => {
            Some(no_lint(row, entry))
        }
        Some(_) => None,
    };
    if let Some(fault) = fault {
        diagnostics.push(fault);
        return None;
    }
    let code = row?.code;
    let what = format!("`{}`", entry.key);
    let Some(map) = entry.value.as_map() else {
        let level = read_level(diagnostics, &entry.value, &what)?;
        return Some(Lint::new(code, level));
    };
    fields::refuse_unknown(diagnostics, map, &["level", "except"], &what);
    let level = map.get("level");
    let level = level.and_then(|node| read_level(diagnostics, node, "`level`"));
    let exceptions = match map.get("except").map(|node| (node, &node.value)) {
        Some((_, Value::List(list))) => list
            .iter()
            .filter_map(|node| read_exception(diagnostics, node))
            .collect(),
        Some((node, _)) => {
            fields::wrong_kind(diagnostics, node, "`except`", "a list of exceptions");
            Vec::new()
        }
        None => Vec::new(),
    };
    if !map.contains("level") && !map.contains("except") {
        let wanted = "a level, or a mapping with `level` and `except`";
        fields::wrong_kind(diagnostics, &entry.value, &what, wanted);
    }
    Some(Lint {
        code,
        level,
        exceptions,
    })
}

fn read_level(diagnostics: &mut Diagnostics, node: &Node, what: &str) -> Option<Level> {
    let word = fields::read_string(diagnostics, node, what)?;
    let names = || Level::ALL.iter().map(|(name, _)| *name);
    let level = Level::ALL.iter().find(|(name, _)| *name == word.value);
    if level.is_none() {
        let help = match did_you_mean(&word.value, names()) {
            Some(help) => help,
            None => format!("write one of {}", fields::quote_names(names())).into(),
        };
        let message = format!("`{}` is not a level", word.value);
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, word.span, message).help(help));
    }
    level.map(|(_, level)| *level)
}

/// `{tool: NS::TOOL, worker: NAME, level: allow, reason: …, until: 2027-06-30}`
fn read_exception(diagnostics: &mut Diagnostics, node: &Node) -> Option<Exception> {
    let Some(map) = node.as_map() else {
        let wanted = "a mapping such as `{tool: NS::TOOL, reason: …, until: 2027-06-30}`";
        fields::wrong_kind(diagnostics, node, "an exception", wanted);
        return None;
    };
    let known = ["tool", "worker", "level", "reason", "until"];
    fields::refuse_unknown(diagnostics, map, &known, "an exception");
    let tool = fields::string_at(diagnostics, map, "tool");
    let worker = fields::string_at(diagnostics, map, "worker");
    let level = match map.get("level") {
        Some(level) => read_level(diagnostics, level, "`level`")?,
        None => Level::Allow,
    };
    let reason = fields::string_at(diagnostics, map, "reason");
    let until = map.get("until");
    let until = until.map(|node| read_until(diagnostics, node));
    let fault = match () {
        () if !map.contains("tool") && !map.contains("worker") => Some((
            "an exception names no tool and no worker",
            "write `tool: NS::TOOL`, `tool: NS::*` or `worker: NAME`; for all findings of the code, \
             write its `level`",
        )),
        () if tool.as_ref().is_some_and(|tool| !tool.value.contains("::")) => Some((
            "the tool of an exception is named without its namespace",
            "write `NS::TOOL`, or `NS::*` for all tools of a namespace",
        )),
        // a stricter level hides nothing
        () if level == Level::Deny => None,
        () if !map.contains("reason") || is_empty(reason.as_ref()) => Some((
            "an exception has no `reason`",
            "write why this is not corrected: whoever reads it later cannot ask you",
        )),
        () if until.is_none() => Some((
            "an exception has no `until`",
            "write its last day, `until: 2027-06-30`, or `until: never`",
        )),
        () => None,
    };
    if let Some((message, help)) = fault {
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, node.span, message).help(help));
        return None;
    }
    let is_read =
        map.contains("tool") == tool.is_some() && map.contains("worker") == worker.is_some();
    let until = match until {
        Some(until) => until?,
        None => None,
    };
    is_read.then_some(Exception {
        tool,
        worker,
        level,
        until,
        span: node.span,
    })
}

fn is_empty(reason: Option<&Spanned<String>>) -> bool {
    reason.is_some_and(|reason| reason.value.trim().is_empty())
}

/// A date, or `never` (the inner `None`). The outer `None` means it is neither.
fn read_until(diagnostics: &mut Diagnostics, node: &Node) -> Option<Option<Spanned<Date>>> {
    let word = fields::read_string(diagnostics, node, "`until`")?;
    if word.value == "never" {
        return Some(None);
    }
    let date = Date::parse(&word.value);
    if date.is_none() {
        let message = format!("`{}` is not a valid date", word.value);
        let found = Diagnostic::new(Code::WRONG_SHAPE, word.span, message);
        diagnostics.push(found.help("write year, month and day, such as `2027-06-30`, or `never`"));
    }
    Some(Some(Spanned::new(date?, word.span)))
}

fn unknown_lint(entry: &Entry) -> Diagnostic {
    let slugs = CODES
        .iter()
        .filter(|row| row.severity != Severity::Error)
        .map(|row| row.slug);
    let help = match did_you_mean(&entry.key, slugs) {
        Some(help) => help,
        None => "write a code such as `T0413` or its name, `ambiguous_overload`".into(),
    };
    let message = format!("there is no finding `{}`", entry.key);
    Diagnostic::new(Code::UNKNOWN_KEY, entry.key_span, message).help(help)
}

fn no_lint(row: &Row, entry: &Entry) -> Diagnostic {
    let message = format!(
        "`{}` is always an error: its level cannot be changed",
        row.slug
    );
    Diagnostic::new(Code::WRONG_SHAPE, entry.key_span, message)
        .help("remove this key and correct what is reported; only warnings and notes have levels")
}

/// Whether a code's only level is `deny`, which every code may have: even a code that is an error by
/// default may have findings that are warnings.
fn is_denied(value: &Node) -> bool {
    let level = match value.as_map() {
        Some(map) if map.len() == 1 => map.get("level").and_then(Node::as_str),
        Some(_) => None,
        None => value.as_str(),
    };
    level == Some(Level::Deny.name())
}
