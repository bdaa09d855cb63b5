//! `toolc enrich`: makes the artifacts that `tools.enrichments` lists.

use super::Exit;
use super::artifacts::{find_folder, find_left_over, is_artifact, stale};
use super::input::{Input, weighed_as};
use super::output::{Output, Report, exit_for, join_findings};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_compile::write::keep_file;
use toolc_enrich::artifact::{Artifact, make_artifact};
use toolc_enrich::neighbors::Vectors;
use toolc_model::model::Catalog;
use toolc_model::model::enrichment::Enrichment;

/// Make the artifacts that `tools.enrichments` of `toolc.yaml` lists, in the folder `artifacts` beside `toolc.lock`
///
/// The same tools give the same bytes. A file that toolc did not write is never overwritten.
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
                remark = self.make_all(&mut diagnostics, checked, enrichments, &folder);
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

    /// Writes or compares all; returns words for the summary.
    fn make_all(
        &self,
        diagnostics: &mut Diagnostics,
        catalog: &Catalog,
        enrichments: &[Enrichment],
        folder: &Path,
    ) -> String {
        let (mut written, mut same) = (0, 0);
        for entry in enrichments {
            let artifact = match make_artifact(catalog, entry, &Vectors::new()) {
                Ok(artifact) => artifact,
                Err(reason) => {
                    let message = format!("`{}` cannot be made: {reason}", entry.name.value);
                    diagnostics.push(Diagnostic::new(Code::MODEL_ENRICHMENT, entry.span, message));
                    continue;
                }
            };
            let path = folder.join(&artifact.path);
            if fs::read(&path).is_ok_and(|bytes| bytes == artifact.text.as_bytes()) {
                same += 1;
            } else if self.check {
                let what = match path.exists() {
                    true => "is not what would be made now",
                    false => "is missing",
                };
                diagnostics.push(stale(entry, &path, what));
            } else {
                match write_artifact(folder, &path, &artifact) {
                    Ok(()) => written += 1,
                    Err(found) => diagnostics.push(found),
                }
            }
        }
        for found in find_left_over(enrichments, folder) {
            diagnostics.push(found);
        }
        match self.check {
            true => format!("{same} of {} artifacts are up to date", enrichments.len()),
            false => format!("{written} written, {same} unchanged"),
        }
    }
}

/// Puts an artifact in its place, if nobody else's file is there.
fn write_artifact(folder: &Path, path: &Path, artifact: &Artifact) -> Result<(), Diagnostic> {
    let shown = path.display();
    let is_there = fs::symlink_metadata(path).is_ok();
    if is_there && !is_artifact(path) {
        let message = format!("`{shown}` was not written by toolc and is not overwritten");
        return Err(Diagnostic::placeless(Code::FOREIGN_FILE, message)
            .help("move the file away, or give the enrichment another `name`"));
    }
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    keep_file(folder, &artifact.path, &artifact.text).map_err(|error| {
        let message = format!("cannot write `{shown}`: {error}");
        Diagnostic::placeless(Code::UNWRITABLE_OUTPUT, message).help("make the folder writable")
    })
}
