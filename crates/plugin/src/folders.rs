//! Folders that outputs are written to: no two of them may take each other's files.

use std::path::{Component, Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic};

/// The finding on outputs with the same folder.
pub(crate) fn find_shared<'p>(folders: impl Iterator<Item = &'p Path>) -> Option<Diagnostic> {
    let mut known: Vec<(PathBuf, &Path)> = Vec::new();
    for folder in folders {
        let place = find_place(folder);
        if let Some((_, first)) = known.iter().find(|(other, _)| *other == place) {
            let (first, folder) = (first.display(), folder.display());
            let message = format!("two outputs go to one folder, `{first}` and `{folder}`");
            return Some(
                Diagnostic::placeless(Code::COLLIDING_OUTPUTS, message).help(
                    "give each output a folder of its own, so that each knows what it may remove",
                ),
            );
        }
        known.push((place, folder));
    }
    None
}

/// The finding on a file that one output would write into the folder of another.
pub(crate) fn find_taken<'p>(
    folders: impl Iterator<Item = &'p Path> + Clone,
    folder: &Path,
    path: &str,
) -> Option<Diagnostic> {
    let own = find_place(folder);
    let place = own.join(path);
    let others = folders.map(|other| (find_place(other), other));
    let mut inner = others.filter(|(other, _)| *other != own && other.starts_with(&own));
    let (_, taken) =
        inner.find(|(other, _)| place.starts_with(other) || other.starts_with(&place))?;
    let (folder, taken) = (folder.display(), taken.display());
    let message = format!("`{folder}/{path}` is in the folder of another output, `{taken}`");
    Some(
        Diagnostic::placeless(Code::COLLIDING_OUTPUTS, message)
            .help("choose folders of which neither is within the other"),
    )
}

/// Where a folder is or will be: what exists of its path without links, and the rest as it is written.
fn find_place(folder: &Path) -> PathBuf {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let mut plain = PathBuf::new();
    for part in whole.components() {
        match part {
            Component::ParentDir => {
                plain = plain.canonicalize().unwrap_or(plain);
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    for there in plain.ancestors() {
        if let (Ok(place), Ok(rest)) = (there.canonicalize(), plain.strip_prefix(there)) {
            return place.join(rest).components().collect();
        }
    }
    plain
}
