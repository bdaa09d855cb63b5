//! What a build reads, as it is now: whether it differs decides whether anything is built, so that the output of a build or an
//! editor's own files never do.

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
    /// Those of the paths that the command names that are there: an empty folder is another input than none.
    present: BTreeSet<PathBuf>,
}

impl Inputs {
    /// The inputs of a command that names these paths and uses some more files. `present` was listed before they were
    /// read.
    pub(super) fn take(
        named: &[PathBuf],
        more: Vec<PathBuf>,
        loaded: &Loaded,
        present: BTreeSet<PathBuf>,
    ) -> Self {
        let mut paths: BTreeSet<PathBuf> = loaded.watched.iter().cloned().collect();
        paths.extend(find_locks(&resolve_paths(named), Some(Path::new("."))));
        paths.extend(more);
        let mut files = digest_sources(loaded);
        let is_file = |path: &PathBuf| !path.is_dir() && path.symlink_metadata().is_ok();
        let (unread, others): (Vec<_>, Vec<_>) = paths
            .into_iter()
            .filter(|path| !files.contains_key(path))
            .partition(is_file);
        for path in unread {
            let digest = digest_of(&path);
            files.insert(path, digest);
        }
        Inputs {
            files,
            others,
            present,
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
        let mut words: Vec<String> = words.collect();
        if words.is_empty() {
            let new = self.present.difference(&before.present);
            words.extend(new.map(|path| format!("`{}` is new", path.display())));
            let gone = before.present.difference(&self.present);
            words.extend(gone.map(|path| format!("`{}` is gone", path.display())));
        }
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// The digests of the texts that were read. What is in their files by now may be something else, which is then a change.
fn digest_sources(loaded: &Loaded) -> BTreeMap<PathBuf, String> {
    let mut files: BTreeMap<PathBuf, String> = BTreeMap::new();
    for (path, (_, source)) in loaded.paths.iter().zip(loaded.sources.iter()) {
        // a loader may give several texts for one file
        let digests = files.entry(path.clone()).or_default();
        digests.push_str(&sha256_hex(source.text.as_bytes()));
    }
    files
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
