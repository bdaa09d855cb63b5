//! `toolc check`: all findings, and drift from the lock. This is what CI runs.

pub(super) mod examine;

use super::Exit;
use super::baseline::Baseline;
use super::deployment::Deployed;
use super::export::target_parser;
use super::fail_on::FailOn;
use super::first_look::{print_first_look, print_tokens};
use super::input::{Input, weighed_as};
use super::output::{Checks, Format, Output, Report, join_findings};
#[cfg(feature = "snapshot")]
use super::snapshot::live::compare_live;
use super::today::Today;
use clap::Args;
use examine::{Compared, Examination};
use std::path::PathBuf;
use std::time::Instant;
use toolc_base::date::Date;
use toolc_base::diagnostic::{Code, Diagnostic, Stage};
use toolc_compile::compile::{Options, Outcome};
use toolc_model::model::Target;
use toolc_read::load::{Disk, Loaded};

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
    deployed: Deployed,
    #[command(flatten)]
    baseline: Baseline,
    #[command(flatten)]
    today: Today,
    #[command(flatten)]
    fail_on: FailOn,
    #[command(flatten)]
    output: Output,
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
        let examination = Examination {
            files: &Disk,
            paths: &self.input.paths,
            lock: self.lock.as_ref(),
            require_lock: self.require_lock,
            options: Options {
                today,
                targets: self.targets.clone(),
                ..self.input.options()
            },
        };
        let (mut loaded, mut outcome, compared) = examination.examine_specs(None);
        #[cfg(feature = "snapshot")]
        let compared = self.compare_live(&mut loaded, &mut outcome, today, compared);
        let compared = match self
            .deployed
            .compare(&mut loaded, &mut outcome, today, compared)
        {
            Ok(compared) => compared,
            Err(exit) => return exit,
        };
        let compared = self.hold_to_baseline(&mut loaded, &mut outcome, today, compared);
        let (is_compared, is_live) = (compared.is_compared, self.live);
        let is_deployed = self.deployed.file.is_some();
        let ran = |code: Code| match code.stage() {
            Stage::Drift => is_compared,
            Stage::Write | Stage::Replay | Stage::Plugin | Stage::Format => false,
            Stage::Snapshot => is_live,
            Stage::Host => is_deployed,
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
        loaded: &mut Loaded,
        outcome: &mut Outcome,
        today: Option<Date>,
        compared: Compared,
    ) -> Compared {
        let Some(checked) = outcome.checked.as_ref().filter(|_| self.live) else {
            return compared;
        };
        let mut diagnostics = weighed_as(loaded, today);
        let mut sources = std::mem::take(&mut loaded.sources);
        let read = Loaded {
            sources: sources.clone(),
            ..loaded.clone()
        };
        let options = self.input.options();
        let asked = compare_live(&mut diagnostics, &read, &mut sources, checked, &options);
        loaded.sources = sources;
        outcome.diagnostics = join_findings(std::mem::take(&mut outcome.diagnostics), diagnostics);
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
