//! Links: what is written stays in the folder of the crate.

use std::fs;
use std::path::{Path, PathBuf};

/// The first link on the way to one of these places that leads out of a folder. A link to nothing leads out too:
/// writing to it would make what it names.
pub(super) fn find_link_out(folder: &Path, places: Vec<&str>) -> Option<PathBuf> {
    let root = folder.canonicalize().ok()?;
    let leads_out = |path: &Path| {
        let is_link = path.is_symlink();
        is_link && !fs::canonicalize(path).is_ok_and(|real| real.starts_with(&root))
    };
    places.into_iter().find_map(|place| {
        let mut path = folder.to_owned();
        place.split('/').find_map(|name| {
            path.push(name);
            leads_out(&path).then(|| path.clone())
        })
    })
}
