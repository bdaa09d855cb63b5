//! Findings for programs: the stable form of `docs/json-output.md`. Keys are in alphabetical
//! order, so that the text is the same whichever map `serde_json` was built with.

use super::place::Places;
use crate::diagnostic::{Class, Diagnostic, Label};
use crate::source::Sources;
use serde_json::{Value, json};

/// All findings, also those that the human form only counts.
pub fn render_json(sources: &Sources, diagnostics: &[Diagnostic]) -> Value {
    let places = Places::new(sources);
    diagnostics
        .iter()
        .map(|diagnostic| finding(&places, diagnostic))
        .collect()
}

fn finding(places: &Places<'_>, diagnostic: &Diagnostic) -> Value {
    let labels: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|found| label(places, found))
        .collect();
    json!({
        "class": diagnostic.class.map(Class::name),
        "code": diagnostic.code.to_string(),
        "help": diagnostic.help,
        "labels": labels,
        "message": diagnostic.message,
        "severity": diagnostic.severity.name(),
        "slug": diagnostic.code.slug(),
        "tool": diagnostic.about.tool,
        "worker": diagnostic.about.worker,
    })
}

fn label(places: &Places<'_>, label: &Label) -> Value {
    let place = places.place(label.span);
    let (start, end) = places.bytes(label.span);
    json!({
        "byte_end": end,
        "byte_start": start,
        "column": place.column,
        "end_column": place.end_column,
        "end_line": place.end_line,
        "line": place.line,
        "path": places.path(label.span.source),
        "text": label.text,
    })
}
