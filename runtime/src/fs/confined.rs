//! What a handler can do with a path from its arguments. None of this happens before the call is approved,
//! because handlers only run after that.

use super::error::PathError;
use super::open::Limits;
use super::workspace::Workspace;
use super::write::Before;
use crate::path::{Access, ConfinedPath};

impl<S: AsRef<str>> ConfinedPath<S> {
    /// Reads the whole file.
    ///
    /// # Errors
    /// Fails if it is not a file of the workspace, or if the schema does not allow its name or size.
    pub fn read(&self, workspace: &Workspace) -> Result<Vec<u8>, PathError> {
        workspace.read(self.as_str(), self.limits())
    }

    /// Reads the whole file as text.
    ///
    /// # Errors
    /// Like [`ConfinedPath::read`], and if the file is not UTF-8.
    pub fn read_to_string(&self, workspace: &Workspace) -> Result<String, PathError> {
        let bytes = self.read(workspace)?;
        String::from_utf8(bytes).map_err(|_| PathError::wrong_kind(self.as_str(), "text"))
    }

    /// Opens the file, to read it piece by piece. Its size is checked now; data that is appended later is not
    /// checked.
    ///
    /// # Errors
    /// Like [`ConfinedPath::read`].
    pub fn open(&self, workspace: &Workspace) -> Result<std::fs::File, PathError> {
        let (file, _) = workspace.open_file(self.as_str(), self.limits())?;
        Ok(file.into_std())
    }

    /// Replaces the whole file, creating missing folders: readers see either the old content or the new one.
    /// Returns whether the file is new.
    ///
    /// # Errors
    /// Fails if the schema or the workspace makes the path read-only, if the schema does not allow the name
    /// or the size, if something other than a file is there, or if the schema requires the file to exist and
    /// it does not.
    pub fn write(&self, workspace: &Workspace, contents: &[u8]) -> Result<bool, PathError> {
        let before = if self.rules().must_exist {
            Before::File
        } else {
            Before::Anything
        };
        self.put(workspace, contents, before)
    }

    /// Creates a new file.
    ///
    /// # Errors
    /// Like [`ConfinedPath::write`], and if the file exists already.
    pub fn create(&self, workspace: &Workspace, contents: &[u8]) -> Result<(), PathError> {
        self.put(workspace, contents, Before::Nothing).map(drop)
    }

    /// Deletes the file.
    ///
    /// # Errors
    /// Fails if the schema or the workspace makes the path read-only, or if it is not a file.
    pub fn remove(&self, workspace: &Workspace) -> Result<(), PathError> {
        self.check_writable()?;
        workspace.remove(self.as_str(), self.limits())
    }

    fn put(
        &self,
        workspace: &Workspace,
        contents: &[u8],
        before: Before,
    ) -> Result<bool, PathError> {
        self.check_writable()?;
        workspace.write(self.as_str(), contents, before, self.limits())
    }

    fn check_writable(&self) -> Result<(), PathError> {
        match self.rules().access {
            Access::Write => Ok(()),
            Access::Read => Err(PathError::read_only(self.as_str())),
        }
    }

    fn limits(&self) -> Limits<'static> {
        let rules = self.rules();
        Limits {
            suffixes: rules.suffixes,
            max_bytes: rules.max_bytes,
        }
    }
}
