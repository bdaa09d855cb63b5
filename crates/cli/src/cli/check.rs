//! `toolc check`: all findings, and drift from the lock. This is what CI runs.

use super::Exit;
use super::artifacts::accepted::compare_with_disk;
use super::artifacts::reads::Reads;
use super::artifacts::{find_folder, find_stale};
use super::baseline::Baseline;
use super::export::target_parser;
use super::fail_on::FailOn;
use super::first_look::{print_first_look, print_tokens};
use super::input::{Input, weighed_as};
use super::output::{Checks, Format, Output, Report, join_findings};
#[cfg(feature = "snapshot")]
use super::snapshot::live::compare_live;
use super::today::Today;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toolc_base::date::Date;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Stage};
use toolc_base::source::Sources;
use toolc_compile::compare::{
    Found, Partly, compare_locks, compare_partly, missing_lock, read_accepted,
};
use toolc_compile::compile::Outcome;
use toolc_model::model::Target;
use toolc_read::load::LOCK;
use toolc_read::load::Loaded;

/// Show all findings, and what changed since `toolc.lock` was accepted
///
/// Ends with 0 if clean, 1 with findings, 2 if called wrongly, 3 if there is nothing to compare
/// with, 4 if toolc itself is at fault.
#[derive(Args)]
pub(super) struct Check {
    #[command(flatten)]
    input: Input,
    /// The lock to compare with; without it, the one `toolc.lock` in the folder of PATH, above it,
    /// or in the current folder
    #[arg(long, value_name = "FILE")]
    lock: Option<PathBuf>,
    /// Exit with 3 if there is no lock to compare with
    #[arg(long)]
    require_lock: bool,
    /// Also check definitions for this provider, in addition to `targets:`; may be repeated
    #[arg(long = "target", value_name = "TARGET", value_parser = target_parser())]
    targets: Vec<&'static Target>,
    /// Fetch what the servers and services of all entries with a `url` offer now, and fail if it differs
    /// from what is stored
    #[arg(long)]
    live: bool,
    #[command(flatten)]
    baseline: Baseline,
    #[command(flatten)]
    today: Today,
    #[command(flatten)]
    fail_on: FailOn,
    #[command(flatten)]
    output: Output,
}

/// What came of the comparison with a lock.
struct Compared {
    /// For the summary line.
    remark: String,
    /// Whether that was a comparison.
    is_compared: bool,
    /// Whether there is nothing to compare with although there should be.
    failed: bool,
    /// How many findings the baseline knows, where there is one.
    known: Option<usize>,
}

impl Check {
    pub fn run(self) -> Exit {
        #[cfg(not(feature = "snapshot"))]
        if self.live {
            return super::snapshot::refuse_network();
        }
        let started = Instant::now();
        let today = match self.today.date() {
            Ok(today) => Some(today),
            Err(exit) => return exit,
        };
        let (mut loaded, mut outcome) = self.input.compile_on(today, &self.targets);
        let mut diagnostics = weighed_as(&loaded, today);
        let compared = self.compare(&mut diagnostics, &mut loaded.sources, &mut outcome);
        if compared.is_compared {
            diagnostics.report_stale(|code| code.stage() == Stage::Drift);
        }
        self.look_at_artifacts(&mut diagnostics, &mut loaded, &outcome);
        #[cfg(feature = "snapshot")]
        let compared = self.compare_live(&mut diagnostics, &mut loaded, &outcome, compared);
        outcome.diagnostics = join_findings(outcome.diagnostics, diagnostics);
        let compared = self.hold_to_baseline(&mut loaded, &mut outcome, today, compared);
        let (is_compared, is_live) = (compared.is_compared, self.live);
        let ran = |code: Code| match code.stage() {
            Stage::Drift => is_compared,
            Stage::Write | Stage::Replay | Stage::Plugin | Stage::Format => false,
            Stage::Snapshot => is_live,
            Stage::Load | Stage::Read | Stage::Resolve | Stage::Check | Stage::Lint => true,
        };
        let shown = self.output.show(&Report {
            sources: &loaded.sources,
            diagnostics: &outcome.diagnostics,
            summary: Some(&outcome.summary),
            remark: compared.remark,
            checks: Some(Checks::count(&outcome.diagnostics, ran)),
            known: compared.known,
            started,
        });
        if self.output.format == Format::Human {
            print_first_look(&self.input, &loaded, &outcome, today);
            print_tokens(&outcome);
        }
        let exit = self.exit(compared.failed, &outcome.diagnostics).or(shown);
        self.input.exit(exit)
    }

    fn compare(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &mut Sources,
        outcome: &mut Outcome,
    ) -> Compared {
        let command = self.input.lock_command(self.lock.as_ref());
        let path = match self.input.find_lock(diagnostics, self.lock.as_ref()) {
            Found::Lock(path) => path,
            Found::Nothing => {
                if self.require_lock {
                    let help = format!("write one with `{command}` and commit it");
                    diagnostics.push(missing_lock(help));
                }
                return Compared {
                    remark: format!("no {LOCK} to compare with"),
                    is_compared: false,
                    failed: self.require_lock,
                    known: None,
                };
            }
            Found::Several => {
                return Compared {
                    remark: "not compared".to_owned(),
                    is_compared: false,
                    failed: true,
                    known: None,
                };
            }
        };
        let shown = path.display();
        let not_compared = format!("not compared with {shown}");
        let Some(checked) = &outcome.checked else {
            let compared = compare_partly(diagnostics, sources, &path, outcome, &command);
            let remark = match &compared {
                Some(Partly { left_out }) if left_out.is_empty() => {
                    format!("compared with {shown}")
                }
                Some(Partly { left_out }) => {
                    format!("compared with {shown} except for {left_out}, because of the errors")
                }
                None => format!("{not_compared} because of the errors"),
            };
            return Compared {
                remark,
                is_compared: false,
                failed: compared.is_none() && !is_lock(sources, &path, &command),
                known: None,
            };
        };
        match compare_locks(diagnostics, sources, &path, checked, &command) {
            Some(()) => Compared {
                remark: format!("compared with {shown}"),
                is_compared: true,
                failed: false,
                known: None,
            },
            None => Compared {
                remark: not_compared,
                is_compared: false,
                failed: true,
                known: None,
            },
        }
    }

    /// Reports artifacts that are out of date.
    fn look_at_artifacts(
        &self,
        diagnostics: &mut Diagnostics,
        loaded: &mut Loaded,
        outcome: &Outcome,
    ) {
        let mut quiet = Diagnostics::silent();
        let enrichments = &loaded.config.enrichments;
        if let Found::Lock(path) = self.input.find_lock(&mut quiet, self.lock.as_ref()) {
            let command = self.input.lock_command(self.lock.as_ref());
            let folder = path.parent().unwrap_or(Path::new(""));
            let found = (enrichments.as_slice(), folder);
            compare_with_disk(diagnostics, &mut loaded.sources, found, &path, &command);
        }
        if enrichments.is_empty() {
            return;
        }
        let folder = find_folder(&self.input, self.lock.as_ref());
        if let (Some(checked), Some(folder)) = (&outcome.checked, folder) {
            let reads = Reads {
                loaded,
                catalog: checked,
                folder: &folder,
            };
            for found in find_stale(reads) {
                diagnostics.push(found);
            }
        }
    }

    /// Takes out what is known.
    fn hold_to_baseline(
        &self,
        loaded: &mut Loaded,
        outcome: &mut Outcome,
        today: Option<Date>,
        compared: Compared,
    ) -> Compared {
        let mut diagnostics = weighed_as(loaded, today);
        let findings = &mut outcome.diagnostics;
        let sources = &mut loaded.sources;
        let Some(applied) = self.baseline.apply(&mut diagnostics, sources, findings) else {
            return compared;
        };
        *findings = join_findings(std::mem::take(findings), diagnostics);
        Compared {
            remark: format!("{}, {}", compared.remark, applied.remark),
            is_compared: compared.is_compared,
            failed: compared.failed || applied.failed,
            known: applied.known,
        }
    }

    /// Also compares with what the servers have now.
    #[cfg(feature = "snapshot")]
    fn compare_live(
        &self,
        diagnostics: &mut Diagnostics,
        loaded: &mut Loaded,
        outcome: &Outcome,
        compared: Compared,
    ) -> Compared {
        let Some(checked) = outcome.checked.as_ref().filter(|_| self.live) else {
            return compared;
        };
        let mut sources = std::mem::take(&mut loaded.sources);
        let read = Loaded {
            sources: sources.clone(),
            ..loaded.clone()
        };
        let options = self.input.options();
        let asked = compare_live(diagnostics, &read, &mut sources, checked, &options);
        loaded.sources = sources;
        let remark = match asked {
            Some(asked) => format!("{}, {asked} asked live", compared.remark),
            None => format!("{}, not compared live", compared.remark),
        };
        Compared {
            remark,
            is_compared: compared.is_compared,
            failed: compared.failed || asked.is_none(),
            known: None,
        }
    }

    fn exit(&self, cannot_compare: bool, diagnostics: &[Diagnostic]) -> Exit {
        if cannot_compare {
            return Exit::CannotCompare;
        }
        match self.fail_on.fails(diagnostics) {
            true => Exit::Findings,
            false => Exit::Clean,
        }
    }
}

/// Whether the file at a path is a lock at all.
fn is_lock(sources: &mut Sources, path: &Path, command: &str) -> bool {
    read_accepted(&mut Diagnostics::silent(), sources, path, command).is_some()
}
