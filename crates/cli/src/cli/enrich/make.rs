//! Makes the artifacts, or compares them with what is on disk.

#[cfg(feature = "snapshot")]
use super::ask::answer_all;
#[cfg(not(feature = "snapshot"))]
use super::told::describe_unasked;
use super::told::describe_unusable;
use crate::cli::artifacts::reads::{Reads, read_artifact};
use crate::cli::artifacts::{find_left_over, is_artifact, stale};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_compile::write::keep_file;
use toolc_enrich::artifact::{Artifact, make_artifact};
use toolc_enrich::file::{artifact_path, unfinished_path};
use toolc_enrich::inquiry::Inquiry;
use toolc_enrich::inquiry::embeddings::Embeddings;
use toolc_enrich::inquiry::proposals::Proposals;
use toolc_enrich::reference::list_tools;
use toolc_model::model::enrichment::{Endpoint, Enrichment, EnrichmentKind};

/// What `toolc enrich` is asked for.
pub(super) struct Making<'m> {
    pub reads: Reads<'m>,
    pub enrichments: &'m [Enrichment],
    /// Nothing is written, and no model asked.
    pub is_check: bool,
    /// Models are asked again for what they answered before.
    pub is_forced: bool,
}

/// What came of it.
#[derive(Default)]
struct Made {
    written: usize,
    same: usize,
    /// The names of artifacts that there are not.
    lacking: HashSet<String>,
}

impl Making<'_> {
    /// Makes or compares all; returns words for the summary.
    pub fn make_all(&self, diagnostics: &mut Diagnostics) -> String {
        let mut made = Made::default();
        for entry in self.enrichments {
            // what it lacks has its own finding
            if entry
                .all_needs()
                .any(|(need, _)| made.lacking.contains(need))
            {
                made.lacking.insert(entry.name.value.clone());
                continue;
            }
            let put = self
                .make(diagnostics, entry)
                .and_then(|artifact| self.put(entry, &artifact, &mut made));
            if let Err(found) = put {
                made.lacking.insert(entry.name.value.clone());
                diagnostics.push(found);
            }
        }
        for found in find_left_over(self.enrichments, self.reads.folder) {
            diagnostics.push(found);
        }
        let Made {
            written,
            same,
            lacking,
        } = made;
        let words = match self.is_check {
            true => {
                let count = self.enrichments.len();
                return format!("{same} of {count} artifacts are up to date");
            }
            false => format!("{written} written, {same} unchanged"),
        };
        match lacking.len() {
            0 => words,
            count => format!("{words}, {count} not made"),
        }
    }

    /// The artifact of an entry.
    fn make(
        &self,
        diagnostics: &mut Diagnostics,
        entry: &Enrichment,
    ) -> Result<Artifact, Diagnostic> {
        let path = artifact_path(&entry.name.value);
        let (catalog, given) = self.reads.read_for(entry);
        let catalog = catalog.as_ref().unwrap_or(self.reads.catalog);
        let earlier = self.read_earlier(entry);
        let earlier: Vec<&str> = earlier.iter().map(String::as_str).collect();
        let text = match &entry.kind {
            EnrichmentKind::Embeddings(options) => {
                let tools = list_tools(catalog);
                let mut inquiry = Embeddings::new(entry, options, &tools, &earlier);
                self.answer(diagnostics, entry, &options.endpoint, &mut inquiry)?;
                inquiry.finish()
            }
            EnrichmentKind::OutputParameters(endpoint) => {
                let mut inquiry = Proposals::new(entry, endpoint, catalog, &earlier);
                self.answer(diagnostics, entry, endpoint, &mut inquiry)?;
                self.discard_unfit(diagnostics, entry, &mut inquiry);
                inquiry.finish()
            }
            EnrichmentKind::Index | EnrichmentKind::Dataflow(_) | EnrichmentKind::Neighbors(_) => {
                let made = make_artifact(catalog, entry, &given);
                return made.map_err(|reason| {
                    let message = format!("`{}` cannot be made: {reason}", entry.name.value);
                    Diagnostic::new(Code::STALE_ARTIFACT, entry.name.span, message)
                        .help("run `toolc enrich` without `--check`, and commit what it writes")
                });
            }
        };
        let missing = || {
            stale(
                entry,
                &self.reads.folder.join(&path),
                "lacks answers of its model",
            )
        };
        Ok(Artifact {
            text: text.ok_or_else(missing)?,
            path,
        })
    }

    /// The files with what the model of an entry answered before, the older first.
    fn read_earlier(&self, entry: &Enrichment) -> Vec<String> {
        if self.is_forced || entry.kind.endpoint().is_none() {
            return Vec::new();
        }
        let name = &entry.name.value;
        let mut paths = vec![artifact_path(name)];
        if !self.is_check {
            paths.push(unfinished_path(name));
        }
        let paths = paths.iter().map(|path| self.reads.folder.join(path));
        paths.filter_map(|path| read_artifact(&path)).collect()
    }

    /// Asks the model for what is not answered yet.
    fn answer(
        &self,
        diagnostics: &mut Diagnostics,
        entry: &Enrichment,
        endpoint: &Endpoint,
        inquiry: &mut dyn Inquiry,
    ) -> Result<(), Diagnostic> {
        if self.is_check || inquiry.count_open() == 0 {
            return Ok(());
        }
        #[cfg(not(feature = "snapshot"))]
        {
            let _ = (diagnostics, endpoint);
            let why = "this toolc was built without the feature `snapshot`";
            let help = "in a clone, run `cargo install --path . --locked --features snapshot`";
            Err(describe_unasked(entry, why).help(help))
        }
        #[cfg(feature = "snapshot")]
        {
            let mut refused = None;
            let mut keep = |text: &str| {
                let kept = Artifact {
                    path: unfinished_path(&entry.name.value),
                    text: text.to_owned(),
                };
                refused = self.write(&kept).err();
            };
            let asked = answer_all(diagnostics, (entry, endpoint), inquiry, &mut keep);
            if let Some(found) = refused {
                diagnostics.push(found);
            }
            asked
        }
    }

    /// Takes back proposals that cannot be compiled.
    fn discard_unfit(
        &self,
        diagnostics: &mut Diagnostics,
        entry: &Enrichment,
        inquiry: &mut Proposals<'_>,
    ) {
        let proposals = inquiry.list();
        let catalog = self.reads.apply_proposals(&proposals);
        for proposal in proposals {
            let mut tools = catalog.tools.iter();
            let tool = tools.find(|tool| {
                tool.qualified() == proposal.qualified
                    && tool.raw_fingerprint == proposal.fingerprint
            });
            if tool.is_some_and(|tool| tool.output.is_some()) {
                continue;
            }
            inquiry.discard(&proposal.qualified, &proposal.fingerprint);
            let reason = "it is not a schema that can be compiled";
            diagnostics.push(describe_unusable(entry, &proposal.qualified, reason));
        }
    }

    /// Writes an artifact that is not there yet, or says that it is not.
    fn put(
        &self,
        entry: &Enrichment,
        artifact: &Artifact,
        made: &mut Made,
    ) -> Result<(), Diagnostic> {
        let path = self.reads.folder.join(&artifact.path);
        let is_same = |bytes: Vec<u8>| bytes == artifact.text.as_bytes();
        // a pipe or a device in its place would never end
        if is_artifact(&path) && fs::read(&path).is_ok_and(is_same) {
            made.same += 1;
        } else if self.is_check {
            let what = match path.exists() {
                true => "is not what would be made now",
                false => "is missing",
            };
            return Err(stale(entry, &path, what));
        } else {
            self.write(artifact)?;
            made.written += 1;
        }
        let unfinished = self.reads.folder.join(unfinished_path(&entry.name.value));
        if !self.is_check && is_artifact(&unfinished) {
            // everything in it is in the artifact
            let _ = fs::remove_file(unfinished);
        }
        Ok(())
    }

    /// Puts an artifact in its place, if nobody else's file is there.
    fn write(&self, artifact: &Artifact) -> Result<(), Diagnostic> {
        let path = self.reads.folder.join(&artifact.path);
        let shown = path.display();
        let is_there = fs::symlink_metadata(&path).is_ok();
        if is_there && !is_artifact(&path) {
            let message = format!("`{shown}` was not written by toolc and is not overwritten");
            return Err(Diagnostic::placeless(Code::FOREIGN_FILE, message)
                .help("move the file away, or give the enrichment another `name`"));
        }
        let folder = match self.reads.folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => self.reads.folder,
        };
        keep_file(folder, &artifact.path, &artifact.text).map_err(|error| {
            let message = format!("cannot write `{shown}`: {error}");
            Diagnostic::placeless(Code::UNWRITABLE_OUTPUT, message).help("make the folder writable")
        })
    }
}
