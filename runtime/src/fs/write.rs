//! Writing and deleting. A file is written under a temporary name and then renamed, so that nobody sees it
//! half-written, and nothing changes except a name in the folder that the path names: no link leads elsewhere.

use super::error::PathError;
use super::open::Limits;
use super::workspace::{Found, Workspace};
use crate::random::random_u64;
use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::{Dir, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};

/// What may exist before a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// A file, or nothing.
    Anything,
    /// A file only.
    File,
    /// Nothing.
    Nothing,
}

/// How many times another temporary name is tried.
const TRIES: u32 = 16;

impl Workspace {
    /// Writes a file, creating missing folders. Returns whether the file is new.
    pub(super) fn write(
        &self,
        path: &str,
        contents: &[u8],
        before: Before,
        limits: Limits<'_>,
    ) -> Result<bool, PathError> {
        let found = self.find_writable(path, contents.len() as u64, limits)?;
        let of = |error| PathError::of(&found.shown, error);
        let (folder, name) = found.open_parent(before != Before::File)?;
        let known = find_metadata(&folder, name).map_err(of)?;
        match (&known, before) {
            (Some(known), _) if !known.is_file() => {
                return Err(PathError::wrong_kind(&found.shown, "a file"));
            }
            (None, Before::File) => return Err(PathError::not_found(&found.shown)),
            (Some(_), Before::Nothing) => return Err(of(io::ErrorKind::AlreadyExists.into())),
            _ => {}
        }
        let (mut file, beside) = create_beside(&folder).map_err(of)?;
        let written = fill(&mut file, contents, known.as_ref())
            .and_then(|()| put(&folder, &beside, name, before));
        if let Err(error) = written {
            // If this fails, a stray temporary file is left behind, which does no other harm.
            let _ = folder.remove_file(&beside);
            return Err(of(error));
        }
        Ok(known.is_none())
    }

    /// Reads a file that may be written: no link leads to it, and it is not one itself.
    pub(super) fn read_own(&self, path: &str, limits: Limits<'_>) -> Result<Vec<u8>, PathError> {
        let found = self.find_writable(path, 0, limits)?;
        let of = |error| PathError::of(&found.shown, error);
        let (folder, name) = found.open_parent(false)?;
        match find_metadata(&folder, name).map_err(of)? {
            None => return Err(PathError::not_found(&found.shown)),
            // Merely opening a device may have an effect.
            Some(known) if !known.is_file() => {
                return Err(PathError::wrong_kind(&found.shown, "a file"));
            }
            Some(_) => {}
        }
        let mut options = OpenOptions::new();
        // If it has become a link or a pipe in the meantime, neither is followed or waited for.
        options.read(true).nonblock(true).follow(FollowSymlinks::No);
        let file = folder.open_with(name, &options).map_err(of)?;
        if !file.metadata().map_err(of)?.is_file() {
            return Err(PathError::wrong_kind(&found.shown, "a file"));
        }
        let mut bytes = Vec::new();
        let most = limits.max_bytes.saturating_add(1);
        file.take(most).read_to_end(&mut bytes).map_err(of)?;
        if bytes.len() as u64 > limits.max_bytes {
            return Err(PathError::too_large(&found.shown, limits.max_bytes));
        }
        Ok(bytes)
    }

    /// Deletes a file, or a link itself.
    pub(super) fn remove(&self, path: &str, limits: Limits<'_>) -> Result<(), PathError> {
        let found = self.find_writable(path, 0, limits)?;
        let of = |error| PathError::of(&found.shown, error);
        let (folder, name) = found.open_parent(false)?;
        let known = find_metadata(&folder, name).map_err(of)?;
        match known {
            None => Err(PathError::not_found(&found.shown)),
            Some(known) if known.is_file() || known.is_symlink() => {
                folder.remove_file(name).map_err(of)
            }
            Some(_) => Err(PathError::wrong_kind(&found.shown, "a file")),
        }
    }

    /// Checks that a file of this size may be written or deleted at a path, without a look at the files.
    pub(super) fn check_write(
        &self,
        path: &str,
        size: u64,
        limits: Limits<'_>,
    ) -> Result<(), PathError> {
        self.find_writable(path, size, limits).map(drop)
    }

    /// Resolves a path at which a file of this size may be written or deleted.
    fn find_writable(&self, path: &str, size: u64, limits: Limits<'_>) -> Result<Found, PathError> {
        let found = self.find(path)?;
        found.check_writable()?;
        limits.check_name(&found)?;
        if size > limits.max_bytes {
            return Err(PathError::too_large(&found.shown, limits.max_bytes));
        }
        self.check_unmounted(&found)?;
        Ok(found)
    }

    /// Fails if folders are mounted below a name: it is not a file then, because a mount hides an entry of the
    /// same name.
    fn check_unmounted(&self, found: &Found) -> Result<(), PathError> {
        if self.mounted_in(&found.shown)?.is_empty() {
            Ok(())
        } else {
            Err(PathError::wrong_kind(&found.shown, "a file"))
        }
    }
}

/// The metadata of a name in a folder; a link is not followed.
fn find_metadata(folder: &Dir, name: &str) -> io::Result<Option<Metadata>> {
    match folder.symlink_metadata(name) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Creates a new file with an unpredictable name.
fn create_beside(folder: &Dir) -> io::Result<(File, String)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut tries = 0;
    loop {
        let name = format!(".toolc-{:016x}.tmp", random_u64());
        match folder.open_with(&name, &options) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => {
                tries += 1;
            }
            opened => return Ok((opened?, name)),
        }
    }
}

fn fill(file: &mut File, contents: &[u8], known: Option<&Metadata>) -> io::Result<()> {
    // Whoever may not read the file must not be able to read it while it is written.
    if let Some(known) = known {
        file.set_permissions(known.permissions())?;
    }
    file.write_all(contents)?;
    file.sync_all()
}

/// Gives a written file its final name.
fn put(folder: &Dir, beside: &str, name: &str, before: Before) -> io::Result<()> {
    if before == Before::Nothing {
        // If the name was created in the meantime, it is kept.
        folder.hard_link(beside, folder, name)?;
        return folder.remove_file(beside);
    }
    folder.rename(beside, folder, name)
}
