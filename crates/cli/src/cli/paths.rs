//! Which folders the paths of a command stand for.

use super::output::print_line;
use std::path::{Path, PathBuf};
use toolc_read::load::{Disk, Files};

/// The folder that `toolc init` creates.
const SPECS: &str = "specs";

/// The paths to read. A folder without `toolc.yaml` that contains a folder `specs` with one stands
/// for that, and so does the folder of a crate, whose build script reads `specs` as well.
pub(super) fn resolve_paths(paths: &[PathBuf]) -> Vec<PathBuf> {
    resolve_paths_from(&Disk, paths)
}

/// The paths to read, which are not on the disk.
pub(super) fn resolve_paths_from(files: &dyn Files, paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(|path| resolve_one(files, path)).collect()
}

/// Whether a folder has a configuration, or stands for its folder `specs`.
#[cfg(feature = "lsp")]
pub(super) fn is_project(files: &dyn Files, folder: &Path) -> bool {
    has_config(files, folder) || resolve_one(files, folder) != folder
}

fn resolve_one(files: &dyn Files, path: &Path) -> PathBuf {
    let specs = if path == Path::new(".") {
        PathBuf::from(SPECS)
    } else {
        path.join(SPECS)
    };
    let is_crate = files.is_file(&path.join("Cargo.toml")) && files.is_folder(&specs);
    if has_config(files, path) || !has_config(files, &specs) && !is_crate {
        return path.to_owned();
    }
    specs
}

fn has_config(files: &dyn Files, folder: &Path) -> bool {
    ["toolc.yaml", "toolc.yml"]
        .iter()
        .any(|name| files.is_file(&folder.join(name)))
}

/// Prints which folders are read in place of those that were named.
pub(super) fn say_resolved(files: &dyn Files, paths: &[PathBuf]) {
    for (path, read) in paths.iter().zip(resolve_paths_from(files, paths)) {
        // without a path, nobody named another folder
        if *path != read && path != Path::new(".") {
            print_line(&format!(
                "reading `{}`, for `{}` has no `toolc.yaml`",
                read.display(),
                path.display()
            ));
        }
    }
}

/// Whether a path does not exist, so that the command was misused.
pub(super) fn any_missing(files: &dyn Files, paths: &[PathBuf]) -> bool {
    paths.iter().any(|path| !files.exists(path))
}
