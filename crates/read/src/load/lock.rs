//! Finds and reads the lock of some specs.

use super::{Disk, Files, file, folder_of};
use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic};

/// The file name of a lock.
pub const LOCK: &str = "toolc.lock";

/// Everything in the possible locations of these paths' locks: the folder of each, its parent, or
/// `base`. Includes anything with the right name, even what cannot be a lock.
pub fn find_locks(paths: &[PathBuf], base: Option<&Path>) -> Vec<PathBuf> {
    find_locks_from(&Disk, paths, base)
}

/// The same of locks that may be elsewhere than on the disk.
pub fn find_locks_from(files: &dyn Files, paths: &[PathBuf], base: Option<&Path>) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for path in paths {
        let folder = match files.is_folder(path) {
            true => path,
            false => folder_of(path),
        };
        folders.extend([folder.to_owned(), above(folder)]);
    }
    folders.extend(base.map(Path::to_owned));
    let mut known = HashSet::new();
    folders
        .iter()
        .map(|folder| lock_in(folder))
        .filter(|lock| lock_exists_in(files, lock))
        .filter(|lock| known.insert(files.canonical(lock)))
        .collect()
}

/// Whether anything exists at a path. If that cannot be determined, it may exist.
pub fn lock_exists(path: &Path) -> bool {
    match path.symlink_metadata() {
        Ok(_) => true,
        Err(error) => !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory),
    }
}

/// Whether anything exists at a path, on the disk or elsewhere.
pub fn lock_exists_in(files: &dyn Files, path: &Path) -> bool {
    files.exists(path) || lock_exists(path)
}

/// The text of a lock on disk, byte for byte, with the same limits as for specs.
pub fn read_lock(path: &Path, shown: &str) -> Result<String, Diagnostic> {
    read_lock_from(&Disk, path, shown)
}

/// The text of a lock that is somewhere else.
pub fn read_lock_from(files: &dyn Files, path: &Path, shown: &str) -> Result<String, Diagnostic> {
    if files.is_link(path) {
        let message = format!("`{shown}` is a link, and a lock must be a file");
        return Err(Diagnostic::placeless(Code::LINK_OUT, message).help(
            "put the file itself in its place, or name the one that it leads to with `--lock FILE`",
        ));
    }
    file::read_whole(files, path, shown, file::MAX_TOTAL)
}

fn lock_in(folder: &Path) -> PathBuf {
    let here = [Path::new(""), Path::new(".")].contains(&folder);
    if here {
        PathBuf::from(LOCK)
    } else {
        folder.join(LOCK)
    }
}

/// The parent folder; for a path without a file name, such as `.`, it is reached by `..`.
fn above(path: &Path) -> PathBuf {
    match path.file_name().and_then(|_| path.parent()) {
        Some(parent) => parent.to_owned(),
        None if path == Path::new(".") => PathBuf::from(".."),
        None => path.join(".."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_has_a_folder_above() {
        let rows = [
            ("specs", ""),
            ("a/b", "a"),
            (".", ".."),
            ("..", "../.."),
            ("./specs", "."),
        ];
        for (path, expected) in rows {
            assert_eq!(above(Path::new(path)), Path::new(expected));
        }
        assert_eq!(lock_in(Path::new("")), Path::new("toolc.lock"));
        assert_eq!(lock_in(Path::new("a")), Path::new("a/toolc.lock"));
    }
}
