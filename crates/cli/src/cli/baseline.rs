//! `toolc check --baseline`: accepts the existing findings of an old project, so that only new ones count.

use super::output::pretty_json;
use clap::Args;
use serde_json::json;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::identity::fingerprint_findings;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Stage};
use toolc_base::node::{Node, Value};
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, Sources, Span};
use toolc_compile::write::replace_file;

/// `--baseline`, `--write-baseline`
#[derive(Args)]
pub(super) struct Baseline {
    /// Leave out the warnings and notes that FILE lists, and report those that no longer occur
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the current warnings and notes to FILE, for `--baseline`
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,
}

const VERSION: u32 = 1;

const REMEDY: &str = "write it anew with `toolc check --write-baseline FILE`";

/// What became of the findings.
pub(super) struct Applied {
    /// For the summary line.
    pub remark: String,
    /// How many findings are known, where a baseline was read.
    pub known: Option<usize>,
    /// Whether there is no baseline although one is named.
    pub failed: bool,
}

/// Errors cannot be in a baseline, and changes are accepted into the lock instead.
fn can_be_known(found: &Diagnostic) -> bool {
    let is_own = [Code::STALE_BASELINE, Code::MALFORMED_BASELINE].contains(&found.code);
    found.severity != Severity::Error && found.code.stage() != Stage::Drift && !is_own
}

impl Baseline {
    /// Removes the known findings; those that are gone go into `diagnostics`.
    pub(super) fn apply(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &mut Sources,
        findings: &mut Vec<Diagnostic>,
    ) -> Option<Applied> {
        if let Some(path) = &self.write_baseline {
            return Some(write(diagnostics, sources, findings, path));
        }
        let path = self.baseline.as_ref()?;
        let Some(known) = read(diagnostics, sources, path) else {
            return Some(Applied {
                remark: format!("not compared with {}", path.display()),
                known: None,
                failed: true,
            });
        };
        let count = take_known(diagnostics, sources, findings, known);
        Some(Applied {
            remark: format!("{count} known by {}", path.display()),
            known: Some(count),
            failed: false,
        })
    }
}

fn write(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    findings: &mut Vec<Diagnostic>,
    path: &Path,
) -> Applied {
    let fingerprints = fingerprint_findings(sources, findings);
    let mut lines: Vec<String> = Vec::new();
    for (found, fingerprint) in findings.iter().zip(fingerprints) {
        if can_be_known(found) {
            let line = json!({
                "code": found.code.to_string(),
                "file": found.span().map(|span| sources.get(span.source).path.as_str()),
                "fingerprint": fingerprint,
                "message": found.message,
                "tool": found.about.tool,
                "worker": found.about.worker,
            });
            lines.push(line.to_string());
        }
    }
    // one line each, so that a changed finding is a changed line in a diff
    lines.sort();
    let text = if lines.is_empty() {
        pretty_json(&json!({ "findings": [], "version": VERSION }))
    } else {
        format!(
            "{{\n  \"findings\": [\n    {}\n  ],\n  \"version\": {VERSION}\n}}\n",
            lines.join(",\n    ")
        )
    };
    let shown = path.display();
    if let Err(error) = replace_file(path, &text) {
        let message = format!("cannot write `{shown}`: {error}");
        diagnostics.push(Diagnostic::placeless(Code::UNWRITABLE_OUTPUT, message));
        return Applied {
            remark: "no baseline written".to_owned(),
            known: None,
            failed: false,
        };
    }
    findings.retain(|found| !can_be_known(found));
    Applied {
        remark: format!("{} written to {shown}", lines.len()),
        known: None,
        failed: false,
    }
}

/// The places of known findings in the baseline, by their fingerprints.
type Known = HashMap<String, (Span, String)>;

fn read(diagnostics: &mut Diagnostics, sources: &mut Sources, path: &Path) -> Option<Known> {
    let shown = path.to_string_lossy().replace('\\', "/");
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            let message = format!("cannot read the baseline `{shown}`: {error}");
            diagnostics.push(Diagnostic::placeless(Code::MALFORMED_BASELINE, message).help(REMEDY));
            return None;
        }
    };
    let id = sources.add(Source {
        path: shown,
        text: text.into(),
        role: Role::Found,
    });
    let node = parse_source(diagnostics, sources, id)?;
    match read_entries(&node) {
        Ok(known) => Some(known),
        Err((span, message)) => {
            let message = format!("malformed baseline: {message}");
            let found = Diagnostic::new(Code::MALFORMED_BASELINE, span, message);
            diagnostics.push(found.help(REMEDY));
            None
        }
    }
}

fn read_entries(node: &Node) -> Result<Known, (Span, String)> {
    let version = node.get("version").map(Node::to_json);
    if version.as_deref() != Some(&VERSION.to_string()) {
        let place = node.get("version").map_or(node.span, |node| node.span);
        return Err((place, format!("`version` must be {VERSION}")));
    }
    let Some(Value::List(list)) = node.get("findings").map(|node| &node.value) else {
        return Err((node.span, "`findings` must be a list".to_owned()));
    };
    let mut known = Known::new();
    for entry in list {
        let text = |key| entry.get_str(key).map(str::to_owned);
        let Some(fingerprint) = text("fingerprint") else {
            return Err((entry.span, "a finding has no `fingerprint`".to_owned()));
        };
        let what = text("message").unwrap_or_default();
        known.insert(fingerprint, (entry.span, what));
    }
    Ok(known)
}

/// How many findings are known; they are taken out, and those that are gone told.
fn take_known(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    findings: &mut Vec<Diagnostic>,
    mut known: Known,
) -> usize {
    let fingerprints = fingerprint_findings(sources, findings);
    let mut fingerprints = fingerprints.iter();
    let before = findings.len();
    findings.retain(|found| {
        let fingerprint = fingerprints.next();
        let is_known = can_be_known(found)
            && fingerprint.is_some_and(|fingerprint| known.remove(fingerprint).is_some());
        !is_known
    });
    let mut gone: Vec<(Span, String)> = known.into_values().collect();
    gone.sort_by_key(|(span, _)| *span);
    // an error may have kept some from being found
    let are_all_found = !findings
        .iter()
        .any(|found| found.severity == Severity::Error);
    if are_all_found && let Some(found) = describe_gone(&gone) {
        diagnostics.push(found);
    }
    before - findings.len()
}

/// The finding that some of a baseline are gone.
fn describe_gone(gone: &[(Span, String)]) -> Option<Diagnostic> {
    const SHOWN: usize = 3;
    let (first, what) = gone.first()?;
    let message = match gone.len() {
        1 => "a finding of the baseline is gone".to_owned(),
        more => format!("{more} findings of the baseline are gone"),
    };
    let mut found = Diagnostic::new(Code::STALE_BASELINE, *first, message).label(what.clone());
    for (span, what) in gone.iter().take(SHOWN).skip(1) {
        found = found.also(*span, what.clone());
    }
    Some(found.help(REMEDY))
}
