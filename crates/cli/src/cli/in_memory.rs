//! Files that are only in memory, in a folder of the disk.

use std::io;
use std::path::{Path, PathBuf};
use toolc_read::load::{Disk, Files, Kind};

/// The disk, with further files in one folder.
pub(super) struct InMemory {
    folder: PathBuf,
    files: Vec<(String, String)>,
}

impl InMemory {
    /// No file yet, but those of the disk.
    pub(super) fn beside(folder: &Path) -> Self {
        InMemory {
            folder: resolve_folder(folder),
            files: Vec::new(),
        }
    }

    /// Puts a file into the folder, in place of an earlier one.
    pub(super) fn put(&mut self, name: &str, text: String) {
        self.files.retain(|(known, _)| known != name);
        self.files.push((name.to_owned(), text));
    }

    fn find(&self, path: &Path) -> Option<(&str, &str)> {
        let name = path.file_name()?;
        let (known, text) = self
            .files
            .iter()
            .find(|(known, _)| name == known.as_str())?;
        let parent = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let parent = resolve_folder(parent.unwrap_or(Path::new(".")));
        (parent == self.folder).then_some((known, text))
    }
}

fn resolve_folder(folder: &Path) -> PathBuf {
    let files: &dyn Files = &Disk;
    files.canonical(folder)
}

impl Files for InMemory {
    fn kind(&self, path: &Path) -> Option<Kind> {
        match self.find(path) {
            Some(_) => Some(Kind::File),
            None => Disk.kind(path),
        }
    }

    fn is_link(&self, path: &Path) -> bool {
        self.find(path).is_none() && Disk.is_link(path)
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        match self.find(path) {
            Some((name, _)) => Ok(self.folder.join(name)),
            None => Disk.resolve(path),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut paths = Disk.list(folder)?;
        if resolve_folder(folder) == self.folder {
            let is_hidden = |path: &PathBuf| self.find(path).is_some();
            paths.retain(|path| !is_hidden(path));
            paths.extend(self.files.iter().map(|(name, _)| folder.join(name)));
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
                let mut bytes = text.as_bytes().to_vec();
                bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
                Ok(bytes)
            }
            None => Disk.read(path, limit),
        }
    }
}
