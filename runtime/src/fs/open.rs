//! Reading: checks that it is a file, and within its limits, before any of it is read.

use super::error::{PathError, PathErrorKind};
use super::workspace::{Found, Workspace};
use crate::path::has_suffix;
use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::{File, OpenOptions};
use std::io::Read;
use std::sync::Arc;

/// What a file must satisfy to be used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits<'l> {
    /// The suffixes that its name may have; `None` if all are allowed.
    pub(super) suffixes: Option<&'l [&'l str]>,
    pub(super) max_bytes: u64,
}

impl Limits<'_> {
    /// Checks that the name of a file is allowed.
    pub(super) fn check_name(&self, found: &Found) -> Result<(), PathError> {
        let Some(suffixes) = self.suffixes else {
            return Ok(());
        };
        let name = found.names.last().map_or("", String::as_str);
        if has_suffix(name, suffixes.iter().copied()) {
            return Ok(());
        }
        let message = match suffixes {
            [] => format!("No file may be used: {}", found.shown),
            _ => format!(
                "Files of this type may not be used: {}. Allowed are {}",
                found.shown,
                suffixes.join(", ")
            ),
        };
        Err(PathError::new(PathErrorKind::UnsupportedFileType, message))
    }
}

impl Workspace {
    /// Reads the whole file.
    pub(super) fn read(&self, path: &str, limits: Limits<'_>) -> Result<Vec<u8>, PathError> {
        let (file, found) = self.open_file(path, limits)?;
        let mut bytes = Vec::new();
        let most = limits.max_bytes.saturating_add(1);
        let read = file.take(most).read_to_end(&mut bytes);
        read.map_err(|error| PathError::of(&found.shown, error))?;
        // It may have grown since its size was checked.
        if bytes.len() as u64 > limits.max_bytes {
            Err(PathError::too_large(&found.shown, limits.max_bytes))
        } else {
            Ok(bytes)
        }
    }

    /// Checks that a file may be read at a path, without a look at the files.
    pub(super) fn check_read(&self, path: &str, limits: Limits<'_>) -> Result<(), PathError> {
        limits.check_name(&self.find(path)?)
    }

    /// Opens a file for reading.
    pub(super) fn open_file(
        &self,
        path: &str,
        limits: Limits<'_>,
    ) -> Result<(File, Found), PathError> {
        let found = self.find(path)?;
        limits.check_name(&found)?;
        let of = |error| PathError::of(&found.shown, error);
        let mut options = OpenOptions::new();
        // If it has become a pipe in the meantime, opening it must not block.
        options.read(true).nonblock(true);
        let (folder, rest) = match limits.suffixes {
            None => (Arc::clone(&found.folder), found.rest()),
            // The name of a link says nothing about the file that it points to.
            Some(_) => {
                options.follow(FollowSymlinks::No);
                let (folder, name) = found.open_parent(false)?;
                (folder, name.into())
            }
        };
        // Merely opening a device may have an effect.
        if !folder.metadata(&rest).map_err(of)?.is_file() {
            return Err(PathError::wrong_kind(&found.shown, "a file"));
        }
        let file = folder.open_with(&rest, &options).map_err(of)?;
        let metadata = file.metadata().map_err(of)?;
        if !metadata.is_file() {
            return Err(PathError::wrong_kind(&found.shown, "a file"));
        }
        if metadata.len() > limits.max_bytes {
            Err(PathError::too_large(&found.shown, limits.max_bytes))
        } else {
            Ok((file, found))
        }
    }
}
