//! `toolc check`: all findings, and drift against the lock. What CI runs.

use super::Exit;
use super::input::{Input, read_lock};
use super::output::{Output, Report, exit_for, join};
use super::paths::{LOCK, find_lock};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::drift;
use crate::lock;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Instant;

/// Show all findings, and what changed since `toolc.lock` was accepted
///
/// Ends with 0 if clean, 1 with findings, 2 if called wrongly, 3 if there is nothing to compare
/// with, 4 if toolc itself is at fault.
#[derive(Args)]
pub(super) struct Check {
    #[command(flatten)]
    input: Input,
    /// The lock to compare with; without it the first `toolc.lock` in the folder of PATH, above it,
    /// or in the current folder
    #[arg(long, value_name = "FILE")]
    lock: Option<PathBuf>,
    /// Fail with 3 where there is no lock to compare with
    #[arg(long)]
    require_lock: bool,
    /// The least severity that fails
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = FailOn::Error)]
    fail_on: FailOn,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warn,
    Note,
}

impl FailOn {
    fn severity(self) -> Severity {
        match self {
            FailOn::Error => Severity::Error,
            FailOn::Warn => Severity::Warning,
            FailOn::Note => Severity::Note,
        }
    }
}

impl Check {
    pub fn run(self) -> Exit {
        let started = Instant::now();
        let (mut loaded, mut outcome) = self.input.compile();
        let mut diagnostics = Diagnostics::default();
        let path = self.lock.clone().or_else(|| find_lock(&self.input.paths));
        let old = path
            .as_ref()
            .map(|path| read_lock(&mut diagnostics, &mut loaded.sources, path));
        let shown = path.unwrap_or_else(|| PathBuf::from(LOCK));
        let shown = shown.display();
        let remark = match (&old, &outcome.checked) {
            (None, _) => format!("no {shown} to compare with"),
            (Some(None), _) | (_, None) => format!("not compared with {shown}"),
            (Some(Some(old)), Some(checked)) => {
                drift::compare(&mut diagnostics, old, &lock::take(checked));
                format!("compared with {shown}")
            }
        };
        outcome.diagnostics = join(outcome.diagnostics, diagnostics);
        self.output.show(&Report {
            sources: &loaded.sources,
            diagnostics: &outcome.diagnostics,
            summary: Some(&outcome.summary),
            remark,
            started,
        });
        let cannot_compare = old.as_ref().map_or(self.require_lock, Option::is_none);
        let exit = self.exit(cannot_compare, &outcome.diagnostics);
        self.input.exit(exit)
    }

    fn exit(&self, cannot_compare: bool, diagnostics: &[Diagnostic]) -> Exit {
        if cannot_compare {
            return Exit::CannotCompare;
        }
        let least = self.fail_on.severity();
        let fails = diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity <= least);
        if fails {
            Exit::Findings
        } else {
            exit_for(diagnostics)
        }
    }
}
