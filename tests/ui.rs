//! Compares every case of `tests/ui`, a file or a folder named `T0000_slug`, with the findings in
//! `T0000_slug.stderr` beside it. Tools without a description are reported in the case for that only.
//! `TOOLC_BLESS=1` rewrites the findings.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toolc::compile::{Options, compile};
use toolc::diagnostic::code::{CODES, Row};
use toolc::diagnostic::render::{RenderOptions, render_human};
use toolc::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc::load::load_sources;
use toolc::source::{Role, Source, Sources};
use toolc_lock::{drift, lock};
use toolc_resolve::check::Checked;

const FOLDER: &str = "tests/ui";

#[test]
fn every_case_says_what_it_should() {
    let bless = std::env::var_os("TOOLC_BLESS").is_some();
    let mut faults = Vec::new();
    for case in cases() {
        let Some(row) = row(&case) else {
            faults.push(format!(
                "{}: no code and slug begins like this",
                case.display()
            ));
            continue;
        };
        let (sources, mut found) = compile_case(&case);
        found.retain(|finding| {
            finding.code != Code::MISSING_DESCRIPTION || finding.code == row.code
        });
        if let Some(fault) = check_codes(row, &found) {
            faults.push(format!("{}: {fault}", case.display()));
        }
        let options = RenderOptions {
            notes: row.severity == Severity::Note,
            ..RenderOptions::default()
        };
        let text = render_human(&sources, &found, options);
        let expected = expectation(&case);
        if bless {
            fs::write(&expected, &text).expect("an expectation is written");
        } else if fs::read_to_string(&expected).unwrap_or_default() != text {
            faults.push(format!("{} differs; it is now\n{text}", expected.display()));
        }
    }
    assert!(
        faults.is_empty(),
        "{}\nTOOLC_BLESS=1 accepts all texts",
        faults.join("\n")
    );
}

#[test]
fn every_tool_that_is_left_out_has_a_finding() {
    for case in cases() {
        let mut diagnostics = Diagnostics::default();
        let loaded = load_sources(&mut diagnostics, std::slice::from_ref(&case));
        let outcome = compile(diagnostics, &loaded, &Options::default());
        for skipped in &outcome.summary.skipped {
            let told = |found: &Diagnostic| {
                found.code == skipped.code && found.span() == Some(skipped.cause)
            };
            let (shown, name) = (case.display(), &skipped.name);
            assert!(
                outcome.diagnostics.iter().any(told),
                "{shown}: nothing says why `{name}` is left out: {skipped:?}"
            );
        }
    }
}

#[test]
fn every_expectation_has_a_case() {
    let expected: BTreeSet<PathBuf> = cases().iter().map(|case| expectation(case)).collect();
    let left: Vec<_> = entries()
        .into_iter()
        .filter(|path| is_expectation(path) && !expected.contains(path))
        .collect();
    assert!(left.is_empty(), "no case for {left:?}");
}

fn entries() -> Vec<PathBuf> {
    let entries = fs::read_dir(FOLDER).expect("the folder of the cases");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}

fn is_expectation(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "stderr")
}

fn cases() -> Vec<PathBuf> {
    entries()
        .into_iter()
        .filter(|path| !is_expectation(path))
        .collect()
}

/// `T0202_malformed_tool`
fn name(case: &Path) -> &str {
    let file = case
        .file_name()
        .and_then(|name| name.to_str())
        .expect("a plain name");
    file.split('.').next().unwrap_or(file)
}

fn expectation(case: &Path) -> PathBuf {
    Path::new(FOLDER).join(format!("{}.stderr", name(case)))
}

fn row(case: &Path) -> Option<&'static Row> {
    let name = name(case);
    CODES
        .iter()
        .find(|row| name.starts_with(&format!("{}_{}", row.code, row.slug)))
}

/// Compiles a case. A folder with `before` and `after` shows drift between the two, a folder with a
/// `toolc.lock` shows drift from it.
fn compile_case(case: &Path) -> (Sources, Vec<Diagnostic>) {
    let now = if case.join("after").exists() {
        case.join("after")
    } else {
        case.to_path_buf()
    };
    let (mut sources, mut found, checked) = compile_path(&now);
    let (Some(checked), Some(accepted)) = (checked, accepted(case)) else {
        return (sources, found);
    };
    let mut diagnostics = Diagnostics::default();
    let path = format!("{}/toolc.lock", case.to_string_lossy().replace('\\', "/"));
    let id = sources.add(Source {
        path,
        text: accepted.into(),
        role: Role::Found,
    });
    if let Some(old) = lock::read_lock_file(&mut diagnostics, &sources, id) {
        drift::compare_with_lock(
            &mut diagnostics,
            "toolc lock",
            &old,
            &lock::take_lock(&checked),
        );
    }
    found.extend(diagnostics.into_sorted());
    (sources, found)
}

fn compile_path(path: &Path) -> (Sources, Vec<Diagnostic>, Option<Checked>) {
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[path.to_path_buf()]);
    let outcome = compile(diagnostics, &loaded, &Options::default());
    (loaded.sources, outcome.diagnostics, outcome.checked)
}

/// Returns the text of the lock that a case is compared with.
fn accepted(case: &Path) -> Option<String> {
    let before = case.join("before");
    if before.exists() {
        return compile_path(&before)
            .2
            .map(|checked| lock::write_lock(&lock::take_lock(&checked)));
    }
    fs::read_to_string(case.join("toolc.lock")).ok()
}

/// Findings that do not come alone: the code, and that of its cause or consequence in its case.
const CAUSED: &[(&str, &str)] = &[
    ("T0318", "T0304"),
    ("T0326", "T0207"),
    ("T0326", "T0208"),
    ("T0413", "T0310"),
    ("T0414", "T0310"),
    ("T0415", "T0310"),
    ("T0340", "T0310"),
    ("T0401", "T0115"),
    ("T0434", "T0635"),
    ("T0444", "T0302"),
    ("T0402", "T0326"),
    ("T0456", "T0640"),
    ("T0463", "T0640"),
    ("T0614", "T0310"),
    ("T0622", "T0603"),
    ("T0622", "T0619"),
];

/// Checks that a case provokes its code and no other, apart from notes and causes.
fn check_codes(row: &Row, found: &[Diagnostic]) -> Option<String> {
    let others: BTreeSet<String> = found
        .iter()
        .filter(|diagnostic| diagnostic.severity != Severity::Note && diagnostic.code != row.code)
        .map(|diagnostic| diagnostic.code.to_string())
        .filter(|other| !CAUSED.contains(&(row.code.to_string().as_str(), other)))
        .collect();
    if !found.iter().any(|diagnostic| diagnostic.code == row.code) {
        return Some(format!("does not provoke its code, but {others:?}"));
    }
    (!others.is_empty()).then(|| format!("also provokes {others:?}"))
}
