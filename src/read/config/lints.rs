//! `lints`: how much the findings of single codes weigh.

use crate::diagnostic::code::{CODES, Row};
use crate::diagnostic::level::Level;
use crate::diagnostic::suggest::did_you_mean;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::node::{Entry, Map, Value};
use crate::read::fields;

/// `lints: {ambiguous_overload: deny, T0310: allow}`
pub(super) fn read_lints(diagnostics: &mut Diagnostics, map: &Map) -> Vec<(Code, Level)> {
    let Some(node) = map.get("lints") else {
        return Vec::new();
    };
    match &node.value {
        Value::Map(lints) => lints
            .iter()
            .filter_map(|entry| read_lint(diagnostics, entry))
            .collect(),
        Value::Null => Vec::new(),
        _ => {
            fields::wrong_kind(diagnostics, node, "`lints`", "a mapping of codes to levels");
            Vec::new()
        }
    }
}

fn read_lint(diagnostics: &mut Diagnostics, entry: &Entry) -> Option<(Code, Level)> {
    let row = CODES
        .iter()
        .find(|row| row.slug == entry.key)
        .or_else(|| Code::find(&entry.key));
    let fault = match row {
        None => Some(unknown_lint(entry)),
        Some(row) if row.severity == Severity::Error => Some(no_lint(row, entry)),
        Some(_) => None,
    };
    if let Some(fault) = fault {
        diagnostics.push(fault);
        return None;
    }
    let word = fields::read_string(diagnostics, &entry.value, &format!("`{}`", entry.key))?;
    let names = || Level::ALL.iter().map(|(name, _)| *name);
    let level = Level::ALL.iter().find(|(name, _)| *name == word.value);
    if level.is_none() {
        let help = match did_you_mean(&word.value, names()) {
            Some(help) => help,
            None => format!("write one of {}", fields::quote_names(names())),
        };
        let message = format!("`{}` is not a level", word.value);
        diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, word.span, message).help(help));
    }
    Some((row?.code, level?.1))
}

fn unknown_lint(entry: &Entry) -> Diagnostic {
    let slugs = CODES
        .iter()
        .filter(|row| row.severity != Severity::Error)
        .map(|row| row.slug);
    let help = match did_you_mean(&entry.key, slugs) {
        Some(help) => help,
        None => "write a code such as `T0413` or its name, `ambiguous_overload`".to_owned(),
    };
    let message = format!("there is no finding `{}`", entry.key);
    Diagnostic::new(Code::UNKNOWN_KEY, entry.key_span, message).help(help)
}

fn no_lint(row: &Row, entry: &Entry) -> Diagnostic {
    let message = format!("`{}` is an error and has no level", row.slug);
    Diagnostic::new(Code::WRONG_SHAPE, entry.key_span, message)
        .help("correct what it finds; levels are for warnings and notes")
}
