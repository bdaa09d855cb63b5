//! The folder that contains a file, opened name by name, so that no link leads to it.

use super::error::PathError;
use super::workspace::Found;
use cap_fs_ext::DirExt;
use cap_std::fs::Dir;
use std::io;
use std::sync::Arc;

impl Found {
    /// Opens the folder that contains a file, creating missing folders if that is wanted, and returns the
    /// file's name in it.
    pub(super) fn open_parent(&self, create: bool) -> Result<(Arc<Dir>, &str), PathError> {
        let Some((name, parents)) = self.names.split_last() else {
            return Err(PathError::wrong_kind(&self.shown, "a file"));
        };
        let mut folder = Arc::clone(&self.folder);
        for parent in parents {
            let opened = open_folder(&folder, parent, create);
            folder = Arc::new(opened.map_err(|error| match is_link(&folder, parent) {
                true => PathError::leads_through_link(&self.shown),
                false => PathError::of(&self.shown, error),
            })?);
        }
        Ok((folder, name))
    }
}

fn open_folder(folder: &Dir, name: &str, create: bool) -> io::Result<Dir> {
    match folder.open_dir_nofollow(name) {
        Err(error) if create && error.kind() == io::ErrorKind::NotFound => {
            match folder.create_dir(name) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
                _ => folder.open_dir_nofollow(name),
            }
        }
        opened => opened,
    }
}

fn is_link(folder: &Dir, name: &str) -> bool {
    let metadata = folder.symlink_metadata(name);
    metadata.is_ok_and(|metadata| metadata.is_symlink())
}
