//! What a handler does with the path of an argument. Nothing of it happens before the call is approved:
//! handlers run after that.

use super::error::PathError;
use super::open::Limits;
use super::workspace::Workspace;
use super::write::Before;
use crate::path::{Access, ConfinedPath};

impl<S: AsRef<str>> ConfinedPath<S> {
    /// All bytes of the file.
    ///
    /// # Errors
    /// Where it is not a file of the workspace, or its name or size is not what the schema allows.
    pub fn read(&self, workspace: &Workspace) -> Result<Vec<u8>, PathError> {
        workspace.read(self.as_str(), self.limits())
    }

    /// The text of the file.
    ///
    /// # Errors
    /// As [`ConfinedPath::read`], and where the file is not UTF-8.
    pub fn read_to_string(&self, workspace: &Workspace) -> Result<String, PathError> {
        let bytes = self.read(workspace)?;
        String::from_utf8(bytes).map_err(|_| PathError::wrong_kind(self.as_str(), "text"))
    }

    /// The open file, for whoever reads it piece by piece. Its size is checked now; what is added while it is
    /// read is not.
    ///
    /// # Errors
    /// As [`ConfinedPath::read`].
    pub fn open(&self, workspace: &Workspace) -> Result<std::fs::File, PathError> {
        let (file, _) = workspace.open_file(self.as_str(), self.limits())?;
        Ok(file.into_std())
    }

    /// Writes the whole file, with the folders that it is in: readers see the old content or the new one.
    /// Says whether there was none.
    ///
    /// # Errors
    /// Where the schema or the workspace lets it only be read, where what is there is not a file, and where
    /// there must be one and is none.
    pub fn write(&self, workspace: &Workspace, contents: &[u8]) -> Result<bool, PathError> {
        let before = if self.rules().must_exist {
            Before::File
        } else {
            Before::Anything
        };
        self.put(workspace, contents, before)
    }

    /// Writes a file where none is.
    ///
    /// # Errors
    /// As [`ConfinedPath::write`], and where there is one.
    pub fn create(&self, workspace: &Workspace, contents: &[u8]) -> Result<(), PathError> {
        self.put(workspace, contents, Before::Nothing).map(drop)
    }

    /// Deletes the file.
    ///
    /// # Errors
    /// Where the schema or the workspace lets it only be read, and where it is not a file.
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
