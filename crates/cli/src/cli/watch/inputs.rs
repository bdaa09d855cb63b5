//! What a build reads, as it is now: whether it differs decides whether anything is built, so that the output of a build or an
//! editor's own files never do.

use crate::cli::build::Build;
use crate::cli::paths::resolve_paths;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::quote::quote_some;
use toolc_base::sha256::sha256_hex;
use toolc_read::load::{Loaded, find_locks};

/// Larger files are compared by their size and time.
const LARGE: u64 = 64 * 1024 * 1024;

/// How many files are named in one line.
const SHOWN: usize = 3;

/// The files that a build reads, with the digests of what is in them.
pub(super) struct Inputs {
    files: BTreeMap<PathBuf, String>,
    /// Folders of which a build reads everything, and what is not there but may come.
    others: Vec<PathBuf>,
}

impl Inputs {
    /// The inputs of a build.
    pub(super) fn take(build: &Build, loaded: &Loaded) -> Self {
        let mut paths: BTreeSet<PathBuf> = loaded.watched.iter().cloned().collect();
        paths.extend(find_locks(
            &resolve_paths(build.paths()),
            Some(Path::new(".")),
        ));
        paths.extend(build.plugin_files());
        let is_file = |path: &PathBuf| !path.is_dir() && path.symlink_metadata().is_ok();
        let (files, others): (Vec<_>, Vec<_>) = paths.into_iter().partition(is_file);
        let files = files.into_iter().map(|path| {
            let digest = digest_of(&path);
            (path, digest)
        });
        Inputs {
            files: files.collect(),
            others,
        }
    }

    /// The folders in which a change may matter: those that are read, and those with something that is read. Of what is not
    /// there, the next folder above that is.
    pub(super) fn folders(&self, named: &[PathBuf]) -> BTreeSet<PathBuf> {
        let resolved = resolve_paths(named);
        let mut folders: BTreeSet<PathBuf> = self.others.iter().cloned().collect();
        let named = named.iter().chain(&resolved);
        for path in self.files.keys().chain(&self.others).chain(named) {
            folders.extend(nearest_folder(path));
            // a link may change, and so may what it leads to
            if let Ok(path) = fs::canonicalize(path) {
                folders.extend(nearest_folder(&path));
            }
        }
        let known = folders
            .iter()
            .filter_map(|path| fs::canonicalize(path).ok());
        known.collect()
    }

    /// What differs from earlier inputs, in words; `None` if nothing does.
    pub(super) fn describe_change(&self, before: &Inputs) -> Option<String> {
        let has = |inputs: &Inputs, path: &PathBuf| inputs.files.contains_key(path);
        let is_changed = |(path, digest): &(&PathBuf, &String)| {
            before
                .files
                .get(*path)
                .is_some_and(|known| known != *digest)
        };
        let changed = self.files.iter().filter(is_changed).map(|(path, _)| path);
        let new = self.files.keys().filter(|path| !has(before, path));
        let gone = before.files.keys().filter(|path| !has(self, path));
        let groups = [
            (changed.collect::<Vec<_>>(), "changed", "changed"),
            (new.collect(), "is new", "are new"),
            (gone.collect(), "is gone", "are gone"),
        ];
        let filled = groups.into_iter().filter(|(paths, ..)| !paths.is_empty());
        let words = filled.map(|(paths, one, several)| {
            let verb = if paths.len() == 1 { one } else { several };
            let shown = paths.iter().map(|path| path.display().to_string());
            format!("{} {verb}", quote_some(shown, SHOWN))
        });
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// What is in a file, as far as it can be read.
fn digest_of(path: &Path) -> String {
    match fs::metadata(path) {
        Ok(found) if found.is_file() && found.len() <= LARGE => match fs::read(path) {
            Ok(bytes) => sha256_hex(bytes),
            Err(error) => error.kind().to_string(),
        },
        Ok(found) => format!("{} {:?}", found.len(), found.modified().ok()),
        Err(error) => error.kind().to_string(),
    }
}

/// The folder that contains a path, or the next one above that exists.
fn nearest_folder(path: &Path) -> Option<PathBuf> {
    let above = path.ancestors().skip(1).map(|folder| match folder {
        folder if folder.as_os_str().is_empty() => Path::new("."),
        folder => folder,
    });
    above
        .into_iter()
        .find(|folder| folder.is_dir())
        .map(Path::to_owned)
}
