//! `toolc report`: who may call what, for people: as Markdown, JSON or one HTML page.

pub(super) mod changes;
mod collect;
mod facts;
mod found;
mod graph;

use super::Exit;
use super::export::target_parser;
use super::input::{Answer, Input, compile_input};
use super::output::{pretty_json, print_data};
use crate::report::{Report, write_json, write_markdown, write_page};
use clap::{Args, ValueEnum};
use collect::collect_report;
pub(super) use found::is_refusal;
use std::path::PathBuf;
use toolc_base::diagnostic::level::Levels;
use toolc_base::diagnostic::{Diagnostic, Diagnostics};
use toolc_compile::compare::{Found, compare_locks};
use toolc_compile::compile::Options;
use toolc_model::model::Target;

/// Say who may call what, what it touches, and what changed since `toolc.lock` was accepted
///
/// Ends with 0 if there is a report, whatever is in it, 1 if the specs have errors, 2 if called wrongly, 3 if
/// there is a lock that it cannot be compared with.
#[derive(Args)]
pub(super) struct ReportCommand {
    #[command(flatten)]
    input: Input,
    /// The form of the report
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
    /// Also check definitions for this provider, in addition to `targets:`; may be repeated
    #[arg(long = "target", value_name = "TARGET", value_parser = target_parser())]
    targets: Vec<&'static Target>,
    /// The lock to compare with; without it, the one `toolc.lock` in the folder of PATH, above it,
    /// or in the current folder
    #[arg(long, value_name = "FILE")]
    lock: Option<PathBuf>,
}

/// The forms of a report.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// Markdown
    #[default]
    Md,
    /// One JSON document
    Json,
    /// One self-contained page
    Html,
}

/// What came of the comparison with the lock.
#[derive(Default)]
struct Compared {
    /// The lock, where it could be compared with.
    lock: Option<String>,
    findings: Vec<Diagnostic>,
    failed: bool,
}

impl ReportCommand {
    pub fn run(self) -> Exit {
        let options = Options {
            targets: self.targets.clone(),
            ..self.input.options()
        };
        let mut answer = match compile_input(&self.input.paths, &options) {
            Ok(answer) => answer,
            Err(exit) => return exit,
        };
        let compared = self.compare(&mut answer);
        let report = collect_report(&answer, compared.lock, &compared.findings);
        let shown = print_data(&self.write(&report));
        let exit = match compared.failed {
            true => Exit::CannotCompare,
            false => shown,
        };
        self.input.exit(exit)
    }

    fn write(&self, report: &Report) -> String {
        match self.format {
            ReportFormat::Md => write_markdown(report),
            ReportFormat::Json => pretty_json(&write_json(report)),
            ReportFormat::Html => write_page(report),
        }
    }

    fn compare(&self, answer: &mut Answer) -> Compared {
        let mut diagnostics = Diagnostics::default();
        diagnostics.set_levels(Levels::new(&answer.lints, None));
        let found = self.input.find_lock(&mut diagnostics, self.lock.as_ref());
        let (lock, failed) = match found {
            Found::Nothing => (None, false),
            Found::Several => (None, true),
            Found::Lock(path) => {
                let shown = path.to_string_lossy().replace('\\', "/");
                let sources = &mut answer.sources;
                let command = self.input.lock_command(self.lock.as_ref());
                let checked = &answer.checked;
                match compare_locks(&mut diagnostics, sources, &path, checked, &command) {
                    Some(()) => (Some(shown), false),
                    None => (None, true),
                }
            }
        };
        Compared {
            lock,
            findings: diagnostics.into_sorted(),
            failed,
        }
    }
}
