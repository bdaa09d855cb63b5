//! Which folders the paths of a command mean, and where the lock is that belongs to them.

use super::output::say;
use std::path::{Path, PathBuf};

/// The name of a lock.
pub(super) const LOCK: &str = "toolc.lock";

/// The folder that `toolc init` makes.
const SPECS: &str = "specs";

/// The paths to read. A folder without `toolc.yaml` above a folder `specs` that has one means that.
pub(super) fn resolve(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(|path| resolve_one(path)).collect()
}

fn resolve_one(path: &Path) -> PathBuf {
    let specs = if path == Path::new(".") {
        PathBuf::from(SPECS)
    } else {
        path.join(SPECS)
    };
    if has_config(path) || !has_config(&specs) {
        return path.to_owned();
    }
    specs
}

fn has_config(folder: &Path) -> bool {
    ["toolc.yaml", "toolc.yml"]
        .iter()
        .any(|name| folder.join(name).is_file())
}

/// Says which folders are read in place of those that were named.
pub(super) fn say_resolved(paths: &[PathBuf]) {
    for (path, read) in paths.iter().zip(resolve(paths)) {
        // without a path, nobody named another folder
        if *path != read && path != Path::new(".") {
            say(&format!(
                "reading `{}`, for `{}` has no `toolc.yaml`",
                read.display(),
                path.display()
            ));
        }
    }
}

/// Whether a path leads nowhere, so that the command was called wrongly.
pub(super) fn any_missing(paths: &[PathBuf]) -> bool {
    paths.iter().any(|path| !path.exists())
}

/// The lock that belongs to the paths: in the folder of a single path, above it, or here.
pub(super) fn find_lock(paths: &[PathBuf]) -> Option<PathBuf> {
    let mut folders = Vec::new();
    if let [path] = resolve(paths).as_slice() {
        let folder = if path.is_dir() {
            path.clone()
        } else {
            parent(path)
        };
        folders.extend([folder.clone(), parent(&folder)]);
    }
    folders.push(PathBuf::from("."));
    folders
        .iter()
        .map(|folder| lock_in(folder))
        .find(|lock| lock.is_file())
}

fn lock_in(folder: &Path) -> PathBuf {
    let here = [Path::new(""), Path::new(".")].contains(&folder);
    if here {
        PathBuf::from(LOCK)
    } else {
        folder.join(LOCK)
    }
}

/// The folder above; a path that ends in no name, such as `.`, has it at `..`.
fn parent(path: &Path) -> PathBuf {
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
        for (path, above) in rows {
            assert_eq!(parent(Path::new(path)), Path::new(above));
        }
        assert_eq!(lock_in(Path::new("")), Path::new("toolc.lock"));
        assert_eq!(lock_in(Path::new("a")), Path::new("a/toolc.lock"));
    }
}
