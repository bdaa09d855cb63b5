//! `toolc enrich`: makes the artifacts that `tools.enrichments` lists.

#[cfg(feature = "snapshot")]
mod ask;
mod make;
mod told;

use super::Exit;
use super::artifacts::find_folder;
use super::artifacts::reads::Reads;
use super::input::{Input, weighed_as};
use super::output::{Output, Report, exit_for, join_findings};
use clap::Args;
use make::Making;
use std::path::PathBuf;
use std::time::Instant;

/// Make the artifacts that `tools.enrichments` of `toolc.yaml` lists, in the folder `artifacts` beside `toolc.lock`
///
/// The same tools give the same bytes. A file that toolc did not write is never overwritten. Only this command asks models,
/// and only for what they were not asked before; what they say is a file that is committed.
#[derive(Args)]
pub(super) struct Enrich {
    #[command(flatten)]
    input: Input,
    /// The lock beside which the artifacts are; without it the one that `toolc check` compares with
    #[arg(long, value_name = "FILE")]
    lock: Option<PathBuf>,
    /// Write nothing; fail if the files on disk are missing or not what would be made
    #[arg(long)]
    check: bool,
    /// Ask models again for what they answered before
    #[arg(long, conflicts_with = "check")]
    force: bool,
    #[command(flatten)]
    output: Output,
}

impl Enrich {
    pub fn run(self) -> Exit {
        let started = Instant::now();
        let (loaded, mut outcome) = self.input.compile();
        let mut diagnostics = weighed_as(&loaded, None);
        let mut remark = "nothing written".to_owned();
        let enrichments = &loaded.config.enrichments;
        let found = find_folder(&self.input, self.lock.as_ref());
        let mut exit = Exit::Clean;
        match (&outcome.checked, found) {
            (Some(_), Some(_)) if enrichments.is_empty() => {
                "nothing to make: `toolc.yaml` lists no `enrichments` under `tools`"
                    .clone_into(&mut remark);
            }
            (Some(checked), Some(folder)) => {
                let making = Making {
                    reads: Reads {
                        loaded: &loaded,
                        catalog: checked,
                        folder: &folder,
                    },
                    enrichments,
                    is_check: self.check,
                    is_forced: self.force,
                };
                remark = making.make_all(&mut diagnostics);
            }
            (Some(_), None) => {
                // again, to tell it
                self.input.find_lock(&mut diagnostics, self.lock.as_ref());
                exit = Exit::CannotCompare;
            }
            (None, _) => {}
        }
        outcome.diagnostics = join_findings(outcome.diagnostics, diagnostics);
        let shown = self.output.show(&Report {
            sources: &loaded.sources,
            diagnostics: &outcome.diagnostics,
            summary: Some(&outcome.summary),
            remark,
            checks: None,
            known: None,
            started,
        });
        let exit = exit.or(exit_for(&outcome.diagnostics)).or(shown);
        self.input.exit(exit)
    }
}
