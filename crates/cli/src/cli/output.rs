//! The output of the commands: findings and a summary line for people to stderr, data to stdout.

use super::Exit;
use clap::{ArgAction, Args, ValueEnum};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::time::Instant;
use toolc_base::diagnostic::render::{
    Counts, RenderOptions, render_github, render_human, render_json, render_sarif,
};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::source::Sources;
use toolc_compile::compile::{OPEN, Summary};

/// The forms of data.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum DataFormat {
    /// Text for people
    #[default]
    Human,
    /// One JSON document
    Json,
}

/// How findings are shown.
#[derive(Args, Default)]
pub(super) struct Output {
    /// The form of the findings
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Show notes too; twice: show every repeated finding in full
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
}

/// The forms of findings.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text with quotations, to stderr
    #[default]
    Human,
    /// One JSON document, to stdout
    Json,
    /// SARIF 2.1.0, to stdout
    Sarif,
    /// Workflow commands that a forge shows beside the changed lines, to stdout
    Github,
}

/// What a command has to say at its end.
pub(super) struct Report<'r> {
    pub sources: &'r Sources,
    pub diagnostics: &'r [Diagnostic],
    /// Of a compilation; `None` where nothing was compiled.
    pub summary: Option<&'r Summary>,
    /// Further words for the summary line.
    pub remark: String,
    /// How many checks ran and passed; `None` where that is not asked.
    pub checks: Option<Checks>,
    /// How many findings a baseline knows; `None` where there is none.
    pub known: Option<usize>,
    pub started: Instant,
}

/// How many checks there are, of which each has a code, and how many of them found nothing.
#[derive(Clone, Copy)]
pub(super) struct Checks {
    passed: usize,
    all: usize,
}

impl Checks {
    /// A check that did not run counts only if it found something nevertheless.
    pub fn count(diagnostics: &[Diagnostic], ran: impl Fn(Code) -> bool) -> Self {
        let fails = |code: Code| {
            let mut found = diagnostics.iter().filter(|found| found.code == code);
            found.any(|found| found.severity != Severity::Note)
        };
        let codes: Vec<Code> = Code::all()
            .filter(|code| ran(*code) || fails(*code))
            .collect();
        Checks {
            passed: codes.iter().filter(|code| !fails(**code)).count(),
            all: codes.len(),
        }
    }
}

/// Shows findings, the notes among them too, beside data.
pub(super) fn print_findings(sources: &Sources, diagnostics: &[Diagnostic]) {
    print_verbosely(sources, diagnostics, 1);
}

/// Shows the same, and each of those that are alike, because each is about another loss.
pub(super) fn print_losses(sources: &Sources, diagnostics: &[Diagnostic]) {
    print_verbosely(sources, diagnostics, 2);
}

fn print_verbosely(sources: &Sources, diagnostics: &[Diagnostic], verbose: u8) {
    let output = Output {
        verbose,
        ..Output::default()
    };
    say_raw(&render_human(sources, diagnostics, output.render_options()));
}

impl Output {
    /// Shows all findings and the summary. Returns a failure if data for a machine could not be written.
    #[must_use]
    pub fn show(&self, report: &Report<'_>) -> Exit {
        self.show_with(report, Vec::new())
    }

    /// The same, with more members of the JSON document.
    #[must_use]
    pub fn show_with(&self, report: &Report<'_>, more: Vec<(&str, Value)>) -> Exit {
        let Report {
            sources,
            diagnostics,
            ..
        } = *report;
        let shown = match self.format {
            Format::Human => {
                say_raw(&render_human(sources, diagnostics, self.render_options()));
                Exit::Clean
            }
            Format::Json => {
                let mut document = document(report);
                for (key, value) in more {
                    document[key] = value;
                }
                print_data(&pretty_json(&document))
            }
            Format::Sarif => {
                let root = root_in_repository();
                print_data(&pretty_json(&render_sarif(sources, diagnostics, &root)))
            }
            Format::Github => {
                let (notes, root) = (self.verbose > 0, root_in_repository());
                print_data(&render_github(sources, diagnostics, notes, &root))
            }
        };
        if matches!(self.format, Format::Human | Format::Github) {
            print_line(&self.summary_line(report));
        }
        shown
    }

    /// Whether findings are text for people, and standard output is free for other data.
    pub fn is_for_people(&self) -> bool {
        self.format == Format::Human
    }

    fn render_options(&self) -> RenderOptions {
        RenderOptions {
            color: wants_color(),
            notes: self.verbose > 0,
            every: self.verbose > 1,
        }
    }

    fn summary_line(&self, report: &Report<'_>) -> String {
        let counts = Counts::of(report.diagnostics);
        let mut parts = Vec::new();
        if let Some(summary) = report.summary {
            parts.extend([
                count_noun(summary.files, "file"),
                count_noun(summary.tools, "tool"),
            ]);
            if summary.answers > 0 {
                parts.push(count_noun(summary.answers, "answer"));
            }
            if !summary.skipped.is_empty() {
                parts.push(skipped_words(summary));
            }
            // if there is an error, the lost file may have been a worker
            if summary.is_open && summary.tools > 0 && counts.errors == 0 {
                parts.push(OPEN.to_owned());
            }
            parts.extend(summary.simulated.iter().cloned());
        }
        parts.extend([
            count_noun(counts.errors, "error"),
            count_noun(counts.warnings, "warning"),
            count_noun(counts.notes, "note"),
        ]);
        if let Some(Checks { passed, all }) = report.checks {
            parts.push(match all - passed {
                0 => format!("{passed}/{all} checks passed"),
                failed => format!("{failed} of {all} checks failed"),
            });
        }
        if !report.remark.is_empty() {
            parts.push(report.remark.clone());
        }
        let mut line = format!(
            "{} in {:.2} s",
            parts.join(", "),
            report.started.elapsed().as_secs_f64()
        );
        if counts.notes > 0 && self.verbose == 0 {
            line.push_str("; -v shows the notes");
        }
        if let Some(worst) = report
            .diagnostics
            .iter()
            .filter(|found| found.severity != Severity::Note)
            .min_by_key(|found| found.severity)
        {
            let code = worst.because.unwrap_or(worst.code);
            line.push_str(&format!("; `toolc explain {code}` says more"));
        }
        line
    }
}

/// Where the current folder is in the repository that a forge has checked out: its paths are those of the
/// repository. Empty at its top, and where no forge says where that is.
fn root_in_repository() -> String {
    let here = std::env::current_dir().and_then(fs::canonicalize);
    let Ok(here) = here else {
        return String::new();
    };
    let tops = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].map(std::env::var_os);
    let mut tops = tops.into_iter().flatten().map(fs::canonicalize);
    let below = tops.find_map(|top| Some(here.strip_prefix(top.ok()?).ok()?.to_path_buf()));
    match below {
        Some(below) if below.as_os_str().is_empty() => String::new(),
        Some(below) => format!("{}/", below.to_string_lossy().replace('\\', "/")),
        None => String::new(),
    }
}

/// The document of `docs/json-output.md`.
fn document(report: &Report<'_>) -> Value {
    let counts = Counts::of(report.diagnostics);
    let mut summary =
        json!({ "errors": counts.errors, "notes": counts.notes, "warnings": counts.warnings });
    if let Some(compiled) = report.summary {
        summary = json!({
            "errors": counts.errors,
            "files": compiled.files,
            "notes": counts.notes,
            "open": compiled.is_open,
            "simulated": compiled.simulated,
            "skipped": skipped(compiled),
            "tools": compiled.tools,
            "warnings": counts.warnings,
        });
    }
    if let Some(Checks { passed, all }) = report.checks {
        summary["checks"] = json!({ "all": all, "passed": passed });
    }
    if let Some(known) = report.known {
        summary["known"] = json!(known);
    }
    json!({
        "diagnostics": render_json(report.sources, report.diagnostics),
        "summary": summary,
        "version": 1,
    })
}

/// How many tools were left out, by the reason.
fn skipped(summary: &Summary) -> BTreeMap<&'static str, usize> {
    let mut reasons = BTreeMap::new();
    for skipped in &summary.skipped {
        *reasons.entry(skipped.code.slug()).or_default() += 1;
    }
    reasons
}

fn skipped_words(summary: &Summary) -> String {
    let reasons: Vec<_> = skipped(summary)
        .into_iter()
        .map(|(slug, count)| format!("{count} {slug}"))
        .collect();
    format!("{} skipped ({})", summary.skipped.len(), reasons.join(", "))
}

/// `1 tool`, `2 tools`
pub(super) fn count_noun(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// `1 tool is`, `2 tools are`
pub(super) fn count_are(number: usize, noun: &str) -> String {
    let verb = if number == 1 { "is" } else { "are" };
    format!("{} {verb}", count_noun(number, noun))
}

/// A JSON document as people read it, with a line break at its end.
pub(super) fn pretty_json(value: &Value) -> String {
    format!("{value:#}\n")
}

/// Whether the findings on stderr are coloured.
fn wants_color() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stderr().is_terminal()
        && !is_set("NO_COLOR")
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Writes data to stdout and returns how that ended. A reader that closes the pipe early is not a failure.
#[must_use]
pub(super) fn print_data(text: &str) -> Exit {
    let mut stdout = io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            print_line(&format!("error: cannot write to standard output: {error}"));
            Exit::Findings
        }
        _ => Exit::Clean,
    }
}

/// Writes a line to stderr. Where stderr is closed there is nobody to tell.
pub(super) fn print_line(line: &str) {
    say_raw(&format!("{line}\n"));
}

fn say_raw(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Says in which way a command was called wrongly.
pub(super) fn refuse_with(message: &str, help: &str) -> Exit {
    print_line(&format!("error: {message}"));
    if !help.is_empty() {
        print_line(&format!("help: {help}"));
    }
    Exit::Usage
}

/// Findings of two stages, sorted by place.
pub(super) fn join_findings(found: Vec<Diagnostic>, more: Diagnostics) -> Vec<Diagnostic> {
    let mut all = Diagnostics::default();
    found
        .into_iter()
        .chain(more.into_sorted())
        .for_each(|diagnostic| all.push(diagnostic));
    all.into_sorted()
}

/// 1 where there is an error, else 0.
pub(super) fn exit_for(diagnostics: &[Diagnostic]) -> Exit {
    let has_error = diagnostics
        .iter()
        .any(|diagnostic| diagnostic.severity == Severity::Error);
    if has_error {
        Exit::Findings
    } else {
        Exit::Clean
    }
}
