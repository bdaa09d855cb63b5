//! What a build writes, or compares: the generated Rust, and the files of plug-ins. All of it, or nothing.

use super::outputs::Outputs;
use crate::cli::input::weighed_as;
use crate::cli::output::{count_are, print_line};
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Diagnostic, Diagnostics};
use toolc_compile::compile::Outcome;
use toolc_compile::write::owned::{Staged, compare_files, digest_file, stage_files};
use toolc_compile::write::{Difference, DifferenceKind, compare_artifacts, write_artifacts};
use toolc_descriptor::write_descriptor;
use toolc_emit::artifact::Artifact;
use toolc_plugin::{Made, run_plugins};
use toolc_read::load::Loaded;

/// All files of one build.
pub(super) struct Files<'b> {
    /// The generated Rust, if it is asked for.
    pub rust: Option<(&'b Path, &'b [Artifact])>,
    /// What plug-ins made.
    pub made: Vec<Made<'b>>,
}

/// Runs the plug-ins, which are told of the artifacts `beside` the lock; `None`, with findings, if one of them cannot be used.
pub(super) fn collect_files<'b>(
    outputs: &'b Outputs,
    loaded: &Loaded,
    outcome: &'b Outcome,
    beside: &Path,
) -> (Option<Files<'b>>, Vec<Diagnostic>) {
    let rust = outputs.rust.as_deref();
    let rust = rust.map(|folder| (folder, outcome.artifacts.as_slice()));
    let mut found = weighed_as(loaded, None);
    let mut made = Some(Vec::new());
    if let Some(checked) = outcome
        .checked
        .as_ref()
        .filter(|_| !outputs.plugins.is_empty())
    {
        let descriptor = write_descriptor(&loaded.sources, checked, &|path| {
            digest_file(&beside.join(path))
        });
        made = run_plugins(
            &mut found,
            &loaded.sources,
            &descriptor,
            &outputs.plugins,
            rust,
            &mut print_line,
        );
    }
    (made.map(|made| Files { rust, made }), found.into_sorted())
}

impl Files<'_> {
    /// Each file, with its folder.
    pub fn list_files(&self) -> impl Iterator<Item = (&Path, &Artifact)> {
        let made = self
            .made
            .iter()
            .map(|made| (made.folder, made.files.as_slice()));
        let folders = self.rust.into_iter().chain(made);
        folders.flat_map(|(folder, files)| files.iter().map(move |file| (folder, file)))
    }

    /// Writes them, and says how many changed.
    pub fn write_files(&self) -> (Vec<Diagnostic>, String) {
        let mut found = Diagnostics::default();
        let staged: Vec<Option<Staged<'_>>> = self
            .made
            .iter()
            .map(|made| stage_files(&mut found, made.folder, &made.files))
            .collect();
        let Some(staged) = staged.into_iter().collect::<Option<Vec<_>>>() else {
            return (found.into_sorted(), NOTHING.to_owned());
        };
        let (mut new, mut same, mut gone) = (0, 0, 0);
        if let Some((folder, artifacts)) = self.rust {
            let written = write_artifacts(&mut found, folder, artifacts);
            if found.has_errors() {
                return (found.into_sorted(), NOTHING.to_owned());
            }
            (new, same, gone) = (
                written.written.len(),
                written.unchanged,
                written.removed.len(),
            );
        }
        for staged in staged {
            let written = staged.put_in_place(&mut found);
            new += written.written.len();
            same += written.unchanged;
            gone += written.removed.len();
        }
        (found.into_sorted(), written_words(new, same, gone))
    }

    /// Compares them with the disk, and says how many differ.
    pub fn compare_files(&self) -> (Vec<Diagnostic>, String) {
        let mut found = Diagnostics::default();
        let mut differences: Vec<(PathBuf, Difference)> = Vec::new();
        let mut count = 0;
        if let Some((folder, artifacts)) = self.rust {
            count += artifacts.len();
            let differing = compare_artifacts(folder, artifacts).into_iter();
            differences.extend(differing.map(|differing| (folder.to_owned(), differing)));
        }
        for made in &self.made {
            count += made.files.len();
            let differing = compare_files(&mut found, made.folder, &made.files).into_iter();
            differences.extend(differing.map(|differing| (made.folder.to_owned(), differing)));
        }
        let words = differ_words(&differences, count);
        for (folder, difference) in differences {
            found.push(difference.to_diagnostic(&folder));
        }
        (found.into_sorted(), words)
    }
}

/// What is said where an error keeps everything as it is.
pub(super) const NOTHING: &str = "nothing written";

pub(super) fn written_words(new: usize, same: usize, gone: usize) -> String {
    format!("{new} written, {same} unchanged, {gone} removed")
}

/// Files that no spec asks for are none of those that were generated.
fn differ_words(found: &[(PathBuf, Difference)], generated: usize) -> String {
    let is_stale =
        |(_, difference): &&(PathBuf, Difference)| difference.kind == DifferenceKind::Stale;
    let stale = found.iter().filter(is_stale).count();
    let differing = found.len() - stale;
    let verb = if differing == 1 { "differs" } else { "differ" };
    let words = format!("{differing} of {generated} generated files {verb}");
    match stale {
        0 => words,
        _ => format!("{words}, {} left over", count_are(stale, "file")),
    }
}
