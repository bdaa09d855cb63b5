//! Quick fixes: what findings say to write instead, as edits.

use super::{Asked, Checked};
use crate::message::Failure;
use serde_json::{Value, json};
use toolc_base::diagnostic::Diagnostic;
use toolc_base::diagnostic::fix::Edit;

/// The kinds of actions.
const QUICK_FIX: &str = "quickfix";
const FIX_ALL: &str = "source.fixAll";

/// The fixes at a range, and one action that applies all fixes of the file.
pub fn list_actions(asked: Asked<'_>) -> Result<Value, Failure> {
    let (start, end) = asked.params.range("/range")?;
    let Some(checked) = asked.checked()? else {
        return Ok(json!([]));
    };
    let document = checked.document;
    let byte = |position| {
        document
            .lines
            .byte(&document.text, position, asked.encoding)
    };
    let (start, end) = (byte(start), byte(end));
    let fixes = list_fixes(checked);
    let mut actions = Vec::new();
    if wants(asked, QUICK_FIX) {
        for (found, edit) in &fixes {
            let place = found.span().unwrap_or(edit.span);
            if place.start as usize <= end && start <= place.end as usize {
                actions.push(fix_one(asked, checked, found, edit, fixes.len()));
            }
        }
    }
    if wants(asked, FIX_ALL) && !fixes.is_empty() {
        let edits: Vec<&Edit> = fixes.iter().map(|(_, edit)| edit).collect();
        actions.push(json!({
            "title": format!("Apply all fixes of toolc in this file ({})", edits.len()),
            "kind": FIX_ALL,
            "edit": write_edit(asked, checked, &edits),
        }));
    }
    Ok(json!(actions))
}

/// The findings in a document that have a fix, without overlaps: of two edits of one place, the first one is made, and the check
/// after it says what is left.
fn list_fixes(checked: Checked<'_>) -> Vec<(&Diagnostic, Edit)> {
    let sources = &checked.analysis.loaded.sources;
    let found = checked.analysis.diagnostics.iter();
    let fixes = found.filter_map(|found| {
        let edit = found.fix.as_ref()?.edit(sources)?;
        (edit.span.source == checked.source).then_some((found, edit))
    });
    let mut fixes: Vec<(&Diagnostic, Edit)> = fixes.collect();
    fixes.sort_by_key(|(_, edit)| (edit.span.start, edit.span.end));
    let mut last = 0;
    fixes.retain(|(_, edit)| {
        let is_apart = edit.span.start >= last;
        if is_apart {
            last = edit.span.end.max(edit.span.start + 1);
        }
        is_apart
    });
    fixes
}

/// Whether the client asks for a kind of actions, by its name or that of one above it.
fn wants(asked: Asked<'_>, kind: &str) -> bool {
    let Some(only) = asked.params.0["context"]["only"].as_array() else {
        return true;
    };
    let mut only = only.iter().filter_map(Value::as_str);
    only.any(|wanted| {
        let rest = kind.strip_prefix(wanted);
        wanted.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

fn fix_one(
    asked: Asked<'_>,
    checked: Checked<'_>,
    found: &Diagnostic,
    edit: &Edit,
    count: usize,
) -> Value {
    let code = found.code.to_string();
    let given = asked.params.0["context"]["diagnostics"].as_array();
    let is_about = |given: &&Value| {
        given["code"] == *code
            && given["range"]
                == checked
                    .analysis
                    .range(found.span().unwrap_or(edit.span), asked.encoding)
                    .unwrap_or_default()
    };
    let about: Vec<&Value> = given.into_iter().flatten().filter(is_about).collect();
    let old = checked.analysis.loaded.sources.text(edit.span);
    json!({
        "title": format!("Write `{}` in place of `{}`", shorten(&edit.text), shorten(old)),
        "kind": QUICK_FIX,
        "diagnostics": about,
        "isPreferred": count == 1,
        "edit": write_edit(asked, checked, &[edit]),
    })
}

/// The start of a text, on one line.
fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    let line = text.lines().next().unwrap_or("");
    match text.chars().count() > MOST || line.len() < text.len() {
        true => format!("{}…", line.chars().take(MOST).collect::<String>()),
        false => line.to_owned(),
    }
}

fn write_edit(asked: Asked<'_>, checked: Checked<'_>, edits: &[&Edit]) -> Value {
    let Checked {
        document, analysis, ..
    } = checked;
    let edits: Vec<Value> = edits
        .iter()
        .map(|edit| {
            json!({
                "range": analysis.range(edit.span, asked.encoding),
                "newText": edit.text,
            })
        })
        .collect();
    match asked.versions {
        true => json!({ "documentChanges": [{
            "textDocument": { "uri": document.uri, "version": document.version },
            "edits": edits,
        }] }),
        false => json!({ "changes": { &document.uri: edits } }),
    }
}
