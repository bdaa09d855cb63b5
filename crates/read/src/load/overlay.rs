//! Noun: the disk, with texts that are only in memory in place of some of its files.

use super::{Disk, Files, Kind, folder_of};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The disk, and texts that lie over it: what an editor has not saved, or what a command would write.
#[derive(Debug, Clone, Default)]
pub struct Overlay {
    /// By absolute path. The path of a file that exists has no links in it.
    texts: BTreeMap<PathBuf, Arc<str>>,
}

impl Overlay {
    /// Puts a text in the place of whatever is at a path, a link too.
    pub fn replace_file(&mut self, path: &Path, text: impl Into<Arc<str>>) {
        self.texts.insert(in_folder(path), text.into());
    }

    /// Puts a text over the file that a path leads to, which need not exist yet.
    pub fn edit_file(&mut self, path: &Path, text: impl Into<Arc<str>>) {
        self.texts.insert(locate_text(path), text.into());
    }

    /// The text in place of the file at a path itself, which is not a link.
    fn find_here(&self, path: &Path) -> Option<(&PathBuf, &Arc<str>)> {
        if self.texts.is_empty() {
            return None;
        }
        self.texts.get_key_value(&in_folder(path))
    }

    /// The text in place of the file that a path leads to.
    fn find(&self, path: &Path) -> Option<(&PathBuf, &Arc<str>)> {
        if self.texts.is_empty() {
            return None;
        }
        let here = self.find_here(path);
        here.or_else(|| self.texts.get_key_value(&Disk.resolve(path).ok()?))
    }
}

/// The absolute path under which a text is kept.
fn locate_text(path: &Path) -> PathBuf {
    Disk.resolve(path).unwrap_or_else(|_| in_folder(path))
}

/// The path of a file, which need not exist, in its folder without links.
fn in_folder(path: &Path) -> PathBuf {
    let files: &dyn Files = &Disk;
    match path.file_name() {
        Some(name) => files.canonical(folder_of(path)).join(name),
        None => files.canonical(path),
    }
}

impl Files for Overlay {
    fn kind(&self, path: &Path) -> Option<Kind> {
        match self.find(path) {
            Some(_) => Some(Kind::File),
            None => Disk.kind(path),
        }
    }

    fn is_link(&self, path: &Path) -> bool {
        self.find_here(path).is_none() && Disk.is_link(path)
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        match self.find(path) {
            Some((path, _)) => Ok(path.clone()),
            None => Disk.resolve(path),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut paths = Disk.list(folder)?;
        let files: &dyn Files = &Disk;
        let place = files.canonical(folder);
        for path in self.texts.keys() {
            let name = path.file_name().filter(|_| path.parent() == Some(&place));
            let new = name.map(|name| folder.join(name));
            paths.extend(new.filter(|new| !paths.contains(new)));
        }
        Ok(paths)
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        match self.find(path) {
            Some((_, text)) => Ok(text.len() as u64),
            None => Disk.size(path),
        }
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        match self.find(path) {
            Some((_, text)) => {
                let limit = usize::try_from(limit).unwrap_or(usize::MAX);
                Ok(text.as_bytes()[..text.len().min(limit)].to_vec())
            }
            None => Disk.read(path, limit),
        }
    }
}
