//! Verb: paths to Sources. The only stage that reads the disk; `toolc.yaml` says which files, a
//! bare folder gives all that it holds.

mod file;
mod glob;
mod listed;
mod parts;
mod schemas;
mod seen;
mod shown;
mod walk;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::draft::Config;
use crate::source::{Role, Source, SourceId, Sources, Span};
use seen::Seen;
use shown::Shown;
use std::path::{Path, PathBuf};

/// What was loaded.
#[derive(Debug, Default, Clone)]
pub struct Loaded {
    /// The texts: `toolc.yaml`, what it lists, and what else the folders hold.
    pub sources: Sources,
    /// What `toolc.yaml` says, where there is one.
    pub config: Option<Config>,
    /// Files and folders on which the result depends.
    pub watched: Vec<PathBuf>,
    /// Environment variables on which the result depends.
    pub variables: Vec<String>,
}

/// The names of the configuration file.
const CONFIG_NAMES: &[&str] = &["toolc.yaml", "toolc.yml"];

/// Reads files and folders; `${VAR}` comes from the environment of the process.
pub fn load(diagnostics: &mut Diagnostics, paths: &[PathBuf]) -> Loaded {
    load_with(diagnostics, paths, &|name| std::env::var(name).ok())
}

/// Reads files and folders; `${VAR}` comes from `environment`.
pub fn load_with(
    diagnostics: &mut Diagnostics,
    paths: &[PathBuf],
    environment: &dyn Fn(&str) -> Option<String>,
) -> Loaded {
    let mut loader = Loader {
        diagnostics,
        environment,
        loaded: Loaded::default(),
        seen: Seen::default(),
        paths: Vec::new(),
        folders: Vec::new(),
    };
    for path in paths {
        loader.config_at(path);
    }
    for path in paths {
        loader.path(path);
    }
    loader.parts();
    loader.loaded
}

/// Everything that loading needs at hand.
struct Loader<'l> {
    diagnostics: &'l mut Diagnostics,
    environment: &'l dyn Fn(&str) -> Option<String>,
    loaded: Loaded,
    /// The files that were read.
    seen: Seen,
    /// Where each source was read.
    paths: Vec<PathBuf>,
    /// The folders of all `toolc.yaml`, canonical.
    folders: Vec<PathBuf>,
}

impl Loader<'_> {
    /// The `toolc.yaml` that a path is or holds. All are read before any file is found: what lists
    /// a file says more of it than the folder that holds it.
    fn config_at(&mut self, path: &Path) {
        if path.is_dir() {
            if let Some(config) = config_in(path) {
                self.config(&config, path, &Shown::of_folder(path));
            }
        } else if is_config(path) && path.exists() {
            let folder = folder_of(path);
            self.config(path, folder, &Shown::of_folder(folder));
        }
    }

    fn path(&mut self, path: &Path) {
        let Ok(metadata) = std::fs::metadata(path) else {
            let message = format!("there is no file or folder `{}`", path.display());
            let finding = Diagnostic::placeless(Code::NO_SUCH_PATH, message);
            return self.diagnostics.push(finding.help("correct the path"));
        };
        if metadata.is_dir() {
            return self.folder(path);
        }
        let folder = folder_of(path);
        self.found(path, Shown::of_folder(folder).below(folder, path));
    }

    fn folder(&mut self, folder: &Path) {
        let shown = Shown::of_folder(folder);
        let files = walk::files(self, folder);
        for path in &files {
            self.found(path, shown.below(folder, path));
        }
        if files.is_empty() {
            let message = format!(
                "the folder `{}` holds no YAML or JSON file to read",
                folder.display()
            );
            let finding = Diagnostic::placeless(Code::NO_MATCH, message);
            self.diagnostics
                .push(finding.help("put a tool file into it, or run `toolc init`"));
        }
    }

    /// A file that nothing lists: its content decides.
    fn found(&mut self, path: &Path, shown: String) {
        if !self.seen.contains(path) {
            self.read(path, shown, Role::Found, None);
        }
    }

    /// Reads one file. `listed` is the place that asks for it.
    fn read(
        &mut self,
        path: &Path,
        shown: String,
        role: Role,
        listed: Option<Span>,
    ) -> Option<SourceId> {
        self.loaded.watched.push(path.to_owned());
        self.seen.insert(path, &role, listed);
        match file::read(path, &shown) {
            Ok(text) => {
                self.paths.push(path.to_owned());
                Some(self.loaded.sources.add(Source {
                    path: shown,
                    text: text.into(),
                    role,
                }))
            }
            Err(mut finding) => {
                if let Some(span) = listed {
                    let label = crate::diagnostic::Label {
                        span,
                        text: "listed here".to_owned(),
                    };
                    finding.labels.push(label);
                }
                self.diagnostics.push(finding);
                None
            }
        }
    }
}

/// The configuration of a folder.
fn config_in(folder: &Path) -> Option<PathBuf> {
    CONFIG_NAMES
        .iter()
        .map(|name| folder.join(name))
        .find(|path| path.is_file())
}

/// The folder that holds a file.
fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn is_config(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| CONFIG_NAMES.iter().any(|known| name == *known))
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Whether a file's name says that it is YAML or JSON.
fn has_known_extension(path: &Path) -> bool {
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or("");
    ["yaml", "yml", "json"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests;
