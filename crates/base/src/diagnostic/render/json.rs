//! Findings for programs: the stable format of `docs/json-output.md`. Keys are sorted, so that the
//! text does not depend on which map `serde_json` was built with.

use super::place::Places;
use crate::diagnostic::fix::Edit;
use crate::diagnostic::identity::fingerprint_findings;
use crate::diagnostic::{Class, Diagnostic, Label};
use crate::source::Sources;
use serde_json::{Value, json};

/// All findings, including those that the human format only counts.
pub fn render_json(sources: &Sources, diagnostics: &[Diagnostic]) -> Value {
    let places = Places::new(sources);
    let fingerprints = fingerprint_findings(sources, diagnostics);
    diagnostics
        .iter()
        .zip(fingerprints)
        .map(|(diagnostic, fingerprint)| {
            let edit = diagnostic.fix.as_ref().and_then(|fix| fix.edit(sources));
            let fix = edit.map(|edit| write_edit(&places, &edit));
            finding(&places, diagnostic, fingerprint, fix)
        })
        .collect()
}

fn write_edit(places: &Places<'_>, edit: &Edit) -> Value {
    let (start, end) = places.bytes(edit.span);
    json!({
        "byte_end": end,
        "byte_start": start,
        "path": places.path(edit.span.source),
        "text": edit.text,
    })
}

fn finding(
    places: &Places<'_>,
    diagnostic: &Diagnostic,
    fingerprint: String,
    fix: Option<Value>,
) -> Value {
    let labels: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|found| label(places, found))
        .collect();
    json!({
        "class": diagnostic.class.map(Class::name),
        "code": diagnostic.code.to_string(),
        "fingerprint": fingerprint,
        "fix": fix,
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
