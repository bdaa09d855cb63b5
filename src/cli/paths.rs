//! Which folders the paths of a command stand for.

use super::output::print_line;
use std::path::{Path, PathBuf};

/// The folder that `toolc init` creates.
const SPECS: &str = "specs";

/// The paths to read. A folder without `toolc.yaml` that contains a folder `specs` with one stands
/// for that, and so does the folder of a crate, whose build script reads `specs` as well.
pub(super) fn resolve_paths(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(|path| resolve_one(path)).collect()
}

fn resolve_one(path: &Path) -> PathBuf {
    let specs = if path == Path::new(".") {
        PathBuf::from(SPECS)
    } else {
        path.join(SPECS)
    };
    let is_crate = path.join("Cargo.toml").is_file() && specs.is_dir();
    if has_config(path) || !has_config(&specs) && !is_crate {
        return path.to_owned();
    }
    specs
}

fn has_config(folder: &Path) -> bool {
    ["toolc.yaml", "toolc.yml"]
        .iter()
        .any(|name| folder.join(name).is_file())
}

/// Prints which folders are read in place of those that were named.
pub(super) fn say_resolved(paths: &[PathBuf]) {
    for (path, read) in paths.iter().zip(resolve_paths(paths)) {
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
pub(super) fn any_missing(paths: &[PathBuf]) -> bool {
    paths.iter().any(|path| !path.exists())
}
