//! Noun: where files are read from. Usually the disk; `toolc diff` also reads them from a revision of a repository.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What is at a path, after links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Anything else, such as a pipe.
    Other,
}

/// Where files are read from.
pub trait Files {
    /// What is at a path; `None` if nothing is, or if a link leads nowhere.
    fn kind(&self, path: &Path) -> Option<Kind>;

    /// Whether a path itself is a link.
    fn is_link(&self, path: &Path) -> bool;

    /// The absolute path without links, `.` and `..`.
    ///
    /// # Errors
    /// Nothing is there.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf>;

    /// The paths in a folder, in any order.
    ///
    /// # Errors
    /// It is not a folder that can be read.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// The number of bytes in a file.
    ///
    /// # Errors
    /// It cannot be read.
    fn size(&self, path: &Path) -> io::Result<u64>;

    /// The first `limit` bytes of a file.
    ///
    /// # Errors
    /// It cannot be read.
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>>;
}

impl dyn Files + '_ {
    /// Whether a file is at a path.
    pub fn is_file(&self, path: &Path) -> bool {
        self.kind(path) == Some(Kind::File)
    }

    /// Whether a folder is at a path.
    pub fn is_folder(&self, path: &Path) -> bool {
        self.kind(path) == Some(Kind::Folder)
    }

    /// Whether anything is at a path.
    pub fn exists(&self, path: &Path) -> bool {
        self.kind(path).is_some()
    }

    /// The path without links, or as it is if nothing is there.
    pub fn canonical(&self, path: &Path) -> PathBuf {
        self.resolve(path).unwrap_or_else(|_| path.to_owned())
    }
}

/// The disk.
#[derive(Debug, Clone, Copy)]
pub struct Disk;

impl Files for Disk {
    fn kind(&self, path: &Path) -> Option<Kind> {
        let metadata = fs::metadata(path).ok()?;
        Some(match metadata.is_file() {
            true => Kind::File,
            false if metadata.is_dir() => Kind::Folder,
            false => Kind::Other,
        })
    }

    fn is_link(&self, path: &Path) -> bool {
        path.is_symlink()
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        path.canonicalize()
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(folder)?;
        Ok(entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect())
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        Ok(fs::metadata(path)?.len())
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
