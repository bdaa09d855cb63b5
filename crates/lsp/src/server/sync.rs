//! What changes: documents, folders and files.

use super::Server;
use crate::documents::{Document, find_place};
use crate::message::{ErrorCode, Failure};
use crate::params::Params;
use crate::uri::path_of;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use toolc_read::load::Overlay;

/// How long nobody types before a check runs, at least: clients send each letter by itself.
const REST: Duration = Duration::from_millis(15);

/// The longest rest that a slow check asks for.
const LONG_REST: Duration = Duration::from_millis(100);

impl Server {
    /// Takes a notification about documents, folders or files. Others are of no interest.
    pub(super) fn synchronize(&mut self, method: &str, params: Params<'_>) -> Result<(), Failure> {
        match method {
            "textDocument/didOpen" => {
                let path = self.documents.open(params)?.path.clone();
                if let Some(path) = path {
                    self.find_project(&path);
                    self.touch(&path, Duration::ZERO);
                }
            }
            "textDocument/didChange" => {
                let encoding = self.client.encoding;
                let path = self.documents.change(params, encoding)?.path.clone();
                if let Some(path) = path {
                    // an edit that follows while a slow check runs would be in vain
                    let rest = (self.took / 8).clamp(REST, LONG_REST);
                    self.touch(&path, rest);
                }
            }
            "textDocument/didSave" => {
                let path = path_of(params.document()?);
                if let Some(path) = path.filter(|_| !self.client.watches) {
                    self.touch(&path, Duration::ZERO);
                }
            }
            "textDocument/didClose" => {
                let closed = self.documents.close(params)?;
                self.published.forget(&closed.uri);
                if let Some(path) = closed.path {
                    self.touch(&path, Duration::ZERO);
                }
            }
            "workspace/didChangeWatchedFiles" => {
                let changes = params.list("/changes")?;
                let uris = changes.iter().filter_map(|change| change["uri"].as_str());
                for path in uris.filter_map(path_of) {
                    self.find_project(&path);
                    self.touch(&path, REST);
                }
            }
            "workspace/didChangeWorkspaceFolders" => self.change_folders(params)?,
            // the answer may depend on the environment of the client
            "workspace/didChangeConfiguration" => {
                self.projects.touch_all();
                self.due = Some(Instant::now());
            }
            _ if method.starts_with("$/") => {}
            _ => {
                let message = "this notification is not known";
                return Err(Failure::new(ErrorCode::MethodNotFound, message));
            }
        }
        Ok(())
    }

    fn change_folders(&mut self, params: Params<'_>) -> Result<(), Failure> {
        let paths = |pointer| -> Result<Vec<PathBuf>, Failure> {
            let folders = params.list(pointer)?.iter();
            let uris = folders.filter_map(|folder| folder["uri"].as_str());
            Ok(uris.filter_map(path_of).collect())
        };
        let (added, removed) = (paths("/event/added")?, paths("/event/removed")?);
        for root in removed {
            for project in self.projects.remove_root(&root) {
                self.publish_gone(project);
            }
        }
        for root in added {
            let files = self.documents.lay_over_disk();
            self.projects.add_root(&*self.commands, &files, root);
        }
        self.due = Some(Instant::now());
        Ok(())
    }

    fn find_project(&mut self, path: &Path) {
        let files: Overlay = self.documents.lay_over_disk();
        self.projects.find_around(&*self.commands, &files, path);
    }

    fn touch(&mut self, path: &Path, rest: Duration) {
        self.projects.touch(path, &find_place(path));
        self.due = Some(Instant::now() + rest);
    }

    /// Whether a project that may read a document has changed since its last check.
    pub(super) fn is_dirty(&self, document: &Document) -> bool {
        let (Some(path), Some(place)) = (&document.path, &document.place) else {
            return false;
        };
        self.projects.iter().any(|(folder, project)| {
            let read = project.analysis.as_ref();
            let reads = path.starts_with(folder) || read.is_some_and(|it| it.reads(place));
            reads && project.is_dirty()
        })
    }

    /// Whether a check is to run now.
    pub(super) fn is_due(&self) -> bool {
        self.started.is_none() && self.due.is_some_and(|due| due <= Instant::now())
    }
}
