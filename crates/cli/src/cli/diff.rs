//! `toolc diff`: what changed between two locks, or between anything that a lock can be made from.

use super::Exit;
use super::fail_on::FailOn;
use super::output::{Format, Output, Report, print_data};
use super::report::changes::collect_changes;
use super::side::read_sides;
use crate::report::write_changes_page;
use clap::{ArgAction, Args, ValueEnum};
use std::time::Instant;
use toolc_base::diagnostic::{Diagnostic, Diagnostics, Severity};
use toolc_base::source::Sources;
use toolc_lock::drift;
use toolc_lock::lock::Lock;

/// Show what changed between two locks, folders, files or revisions
///
/// OLD and NEW are each a lock, a file or folder with specs, or `git:REV:PATH`: a path as it was at a
/// revision, counted from the root of the repository (from the current folder after `./`). Ends with 0 if
/// nothing changed, 1 if something did (of what `--fail-on` names, if it is given), 2 if there is no such path or
/// revision, 3 if one of the two cannot be read.
#[derive(Args)]
pub(super) struct Diff {
    /// The old state
    old: String,
    /// The new state
    new: String,
    #[command(flatten)]
    fail_on: FailOn,
    /// The form of the findings
    #[arg(long, value_enum, default_value_t = DiffFormat::Human)]
    format: DiffFormat,
    /// Show notes too; twice: show every repeated finding in full
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
}

/// The forms of changes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// Text with quotations, to stderr
    Human,
    /// One JSON document, to stdout
    Json,
    /// SARIF 2.1.0, to stdout
    Sarif,
    /// Workflow commands that a forge shows beside the changed lines, to stdout
    Github,
    /// One self-contained page, to stdout
    Html,
}

impl DiffFormat {
    /// The form for findings. A page has no form for them, so what prevents it is printed as text.
    fn findings(self) -> Format {
        match self {
            DiffFormat::Human | DiffFormat::Html => Format::Human,
            DiffFormat::Json => Format::Json,
            DiffFormat::Sarif => Format::Sarif,
            DiffFormat::Github => Format::Github,
        }
    }
}

impl Diff {
    pub fn run(self) -> Exit {
        let started = Instant::now();
        let mut diagnostics = Diagnostics::default();
        let mut sources = Sources::default();
        let compared = self.compare(&mut diagnostics, &mut sources);
        let diagnostics = diagnostics.into_sorted();
        let exit = match &compared {
            Ok(_) if self.fails(&diagnostics) => Exit::Findings,
            Ok(_) => Exit::Clean,
            // the errors that keep a side from being compiled have already been shown
            Err(exit) if diagnostics.is_empty() => return *exit,
            Err(exit) => *exit,
        };
        if let (DiffFormat::Html, Ok(locks)) = (self.format, &compared) {
            let names = [self.old.as_str(), self.new.as_str()];
            let changes = collect_changes(&sources, &diagnostics, names, locks);
            return exit.or(print_data(&write_changes_page(&changes)));
        }
        let output = Output {
            format: self.format.findings(),
            verbose: self.verbose,
        };
        let shown = output.show(&Report {
            sources: &sources,
            diagnostics: &diagnostics,
            summary: None,
            remark: String::new(),
            checks: None,
            known: None,
            started,
        });
        exit.or(shown)
    }

    /// Any change fails, unless some are named; a change of spelling never does.
    fn fails(&self, diagnostics: &[Diagnostic]) -> bool {
        if self.fail_on.is_empty() {
            diagnostics
                .iter()
                .any(|found| found.severity != Severity::Note)
        } else {
            self.fail_on.fails(diagnostics)
        }
    }

    fn compare(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &mut Sources,
    ) -> Result<[Lock; 2], Exit> {
        let [old, new] = read_sides(diagnostics, sources, [&self.old, &self.new])?;
        drift::compare_locks(diagnostics, &old, &new);
        Ok([old, new])
    }
}
