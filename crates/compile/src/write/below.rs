//! Paths that stay within the output folder, whatever names or links are in them.

use std::fs;
use std::io;
use std::path::Path;
use toolc_base::order::sort_by_key;

/// What exists at the path of an artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// Nothing.
    Absent,
    /// A regular file.
    File,
    /// A folder, a link or a device.
    Other,
}

/// Looks at the path of an artifact; fails if it leads out of the folder.
pub(super) fn target_below(folder: &Path, path: &str) -> io::Result<Target> {
    if !path.split('/').all(is_plain) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "the path leads out of the output folder",
        ));
    }
    let mut place = folder.to_path_buf();
    let mut names = path.split('/').peekable();
    while let Some(name) = names.next() {
        place.push(name);
        let kind = match fs::symlink_metadata(&place) {
            Ok(metadata) => metadata.file_type(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Target::Absent),
            Err(error) => return Err(error),
        };
        if names.peek().is_none() {
            return Ok(if kind.is_file() {
                Target::File
            } else {
                Target::Other
            });
        }
        if !kind.is_dir() {
            return Ok(Target::Other);
        }
    }
    Ok(Target::Other)
}

/// Whether a name denotes an entry of its folder on every platform.
fn is_plain(name: &str) -> bool {
    !matches!(name, "" | "." | "..") && !name.contains(['\\', ':', '\0'])
}

/// Collects all regular files in a folder that `enter` lets through, sorted within each folder,
/// with `/` as separator. Links are not followed. A folder that cannot be listed counts as empty;
/// the error is reported when it is written to.
pub(super) fn files_below(
    folder: &Path,
    prefix: &str,
    enter: &mut dyn FnMut(&str) -> bool,
    found: &mut Vec<String>,
) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut entries: Vec<_> = entries.flatten().collect();
    sort_by_key(&mut entries, &mut fs::DirEntry::file_name);
    for entry in entries {
        let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else {
            continue;
        };
        let path = format!("{prefix}{name}");
        if kind.is_file() && enter(&path) {
            found.push(path);
        } else if kind.is_dir() && enter(&format!("{path}/")) {
            files_below(&entry.path(), &format!("{path}/"), enter, found);
        }
    }
}
