//! All YAML and JSON files below a folder, in a stable order.

use super::file::MAX_BYTES;
use super::{Loader, has_known_extension, unread};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_model::model::enrichment::{ARTIFACT_HEAD, ARTIFACTS};

/// Folders with build output and dependencies.
const LEFT_OUT: &[&str] = &["target", "node_modules"];

/// The contents of a folder.
pub(super) struct Walked {
    /// The files, sorted by path. Hidden files and folders are left out.
    pub(super) files: Vec<PathBuf>,
    /// Links to folders elsewhere.
    pub(super) links: Vec<PathBuf>,
    /// Specs in formats that are not read.
    pub(super) unread: Vec<PathBuf>,
    root: PathBuf,
    visited: HashSet<PathBuf>,
}

/// How the manifest of a build begins: an in-toto statement with SLSA provenance.
pub const MANIFEST_HEAD: &str = r#"{"_type":"https://in-toto.io/Statement/v1","predicateType":"https://slsa.dev/provenance/v1","#;

/// Whether a file is an artifact of `toolc enrich` or the manifest of a build. Neither says anything that a build needs,
/// an artifact may be large, and a manifest that were read would have its own digest in it.
fn is_written_by_toolc(loader: &Loader<'_>, path: &Path) -> bool {
    let is_json = path
        .extension()
        .is_some_and(|extension| extension == "json");
    // a pipe would be waited for
    if !is_json || !loader.files.is_file(path) {
        return false;
    }
    let begins = |head: &str| {
        let found = loader.files.read(path, head.len() as u64);
        found.is_ok_and(|found| found == head.as_bytes())
    };
    let folder = path.parent().and_then(Path::file_name);
    if folder.is_some_and(|name| name == ARTIFACTS) && begins(ARTIFACT_HEAD) {
        return true;
    }
    // what is too large to be read is reported as that
    let size = loader.files.size(path);
    size.is_ok_and(|size| size <= MAX_BYTES) && begins(MANIFEST_HEAD)
}

/// Walks a folder.
pub(super) fn walk_folder(loader: &mut Loader<'_>, folder: &Path) -> Walked {
    let root = loader.files.canonical(folder);
    let mut walked = Walked {
        visited: HashSet::from([root.clone()]),
        root,
        files: Vec::new(),
        links: Vec::new(),
        unread: Vec::new(),
    };
    walked.folder(loader, folder);
    walked
}

impl Walked {
    fn folder(&mut self, loader: &mut Loader<'_>, folder: &Path) {
        loader.loaded.watched.push(folder.to_owned());
        let Ok(mut paths) = loader.files.list(folder) else {
            let message = format!("the folder `{}` cannot be read", folder.display());
            let finding = Diagnostic::placeless(Code::UNREADABLE_FILE, message);
            return loader
                .diagnostics
                .push(finding.help("make it a folder that the build may read"));
        };
        paths.sort();
        for path in paths {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or("");
            if name.starts_with('.') || LEFT_OUT.contains(&name) {
                continue;
            }
            if loader.files.is_folder(&path) {
                self.enter(loader, path);
            } else if has_known_extension(&path) {
                if !is_written_by_toolc(loader, &path) {
                    self.files.push(path);
                }
            } else if unread::is_unread(loader.files, &path, &self.root) {
                self.unread.push(path);
            }
        }
    }

    /// Enters a folder, but none twice: a link may lead back to one.
    fn enter(&mut self, loader: &mut Loader<'_>, folder: PathBuf) {
        if loader.leads_out(&folder, &self.root) {
            return self.links.push(folder);
        }
        if self.visited.insert(loader.files.canonical(&folder)) {
            return self.folder(loader, &folder);
        }
        let message = format!(
            "the link `{}` leads to a folder that is read already",
            folder.display()
        );
        let finding = Diagnostic::placeless(Code::LINK_LOOP, message);
        loader.diagnostics.push(finding.help("remove the link"));
    }
}
