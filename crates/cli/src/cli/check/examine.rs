//! Everything that `toolc check` finds in some specs: compiled, compared with the lock, and with the artifacts beside it.
//! The language server asks for the same, with texts that are not saved yet.

use super::super::artifacts::accepted::compare_with_disk;
use super::super::artifacts::reads::Reads;
use super::super::artifacts::{find_stale, folder_of_lock};
use super::super::input::{compile_paths_from, weighed_as};
use super::super::output::join_findings;
use super::super::paths::resolve_paths_from;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Diagnostics, Stage};
use toolc_base::source::Sources;
use toolc_compile::compare::{
    Found, Partly, compare_locks_from, compare_partly, find_lock_from, lock_command, missing_lock,
    read_accepted_from,
};
use toolc_compile::compile::{Options, Outcome};
use toolc_compile::kept::Kept;
use toolc_read::load::{Files, LOCK, Loaded};

/// Which specs are examined, and how.
pub(in crate::cli) struct Examination<'e> {
    /// Where they are.
    pub files: &'e dyn Files,
    /// Files and folders, as a command names them.
    pub paths: &'e [PathBuf],
    /// The lock that is named, in place of the one of these paths.
    pub lock: Option<&'e PathBuf>,
    /// Whether it is an error if there is none.
    pub require_lock: bool,
    /// How they are compiled.
    pub options: Options,
}

/// What came of a comparison with a lock.
pub(in crate::cli) struct Compared {
    /// For the summary line.
    pub remark: String,
    /// Whether that was a comparison.
    pub is_compared: bool,
    /// Whether there is nothing to compare with although there should be.
    pub failed: bool,
    /// How many findings the baseline knows, where there is one.
    pub known: Option<usize>,
}

impl Examination<'_> {
    /// Loads, compiles and compares, with what is kept of an earlier examination. The outcome has all findings.
    pub fn examine_specs(&self, kept: Option<&mut Kept>) -> (Loaded, Outcome, Compared) {
        let (mut loaded, mut outcome) =
            compile_paths_from(self.files, self.paths, &self.options, kept);
        let mut diagnostics = weighed_as(&loaded, self.options.today);
        let compared = self.compare(&mut diagnostics, &mut loaded.sources, &mut outcome);
        if compared.is_compared {
            diagnostics.report_stale(|code| code.stage() == Stage::Drift);
        }
        self.look_at_artifacts(&mut diagnostics, &mut loaded, &outcome);
        outcome.diagnostics = join_findings(outcome.diagnostics, diagnostics);
        (loaded, outcome, compared)
    }

    fn find_lock(&self, diagnostics: &mut Diagnostics) -> Found {
        let here = Some(Path::new("."));
        let paths = resolve_paths_from(self.files, self.paths);
        match self.lock {
            Some(path) => Found::Lock(path.clone()),
            None => find_lock_from(self.files, diagnostics, &paths, here),
        }
    }

    fn lock_command(&self) -> String {
        lock_command(self.paths, self.lock.map(PathBuf::as_path))
    }

    fn compare(
        &self,
        diagnostics: &mut Diagnostics,
        sources: &mut Sources,
        outcome: &mut Outcome,
    ) -> Compared {
        let command = self.lock_command();
        let path = match self.find_lock(diagnostics) {
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
        let files = self.files;
        let shown = path.display();
        let not_compared = format!("not compared with {shown}");
        let Some(checked) = &outcome.checked else {
            let compared = compare_partly(files, diagnostics, sources, &path, outcome, &command);
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
                failed: compared.is_none() && !is_lock(files, sources, &path, &command),
                known: None,
            };
        };
        match compare_locks_from(files, diagnostics, sources, &path, checked, &command) {
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
        if let Found::Lock(path) = self.find_lock(&mut quiet) {
            let command = self.lock_command();
            let folder = path.parent().unwrap_or(Path::new(""));
            let found = (enrichments.as_slice(), folder);
            let (files, sources) = (self.files, &mut loaded.sources);
            compare_with_disk(files, diagnostics, sources, found, &path, &command);
        }
        if enrichments.is_empty() {
            return;
        }
        let folder = folder_of_lock(self.files, self.paths, self.lock);
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
}

/// Whether the file at a path is a lock at all.
fn is_lock(files: &dyn Files, sources: &mut Sources, path: &Path, command: &str) -> bool {
    read_accepted_from(files, &mut Diagnostics::silent(), sources, path, command).is_some()
}
