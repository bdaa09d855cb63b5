//! Verb: paths to Sources. The only stage that reads the disk; `toolc.yaml` lists the files, and a
//! folder without one contributes all its files.

mod agree;
mod artifacts;
mod file;
mod files;
mod glob;
mod listed;
pub mod loaders;
mod lock;
mod modules;
mod near;
mod overlay;
mod parts;
mod schemas;
mod seen;
mod shown;
mod trees;
mod unread;
mod utf16;
mod walk;
mod within;

pub use artifacts::load_artifacts;
pub use file::MAX_BYTES;
pub use files::{Disk, Files, Kind};
use loaders::Loaders;
pub use lock::{
    LOCK, find_locks, find_locks_from, lock_exists, lock_exists_in, read_lock, read_lock_from,
};
pub use overlay::Overlay;
use seen::Seen;
use shown::{Folders, Name};
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_base::source::{Lists, Role, Source, SourceId, Sources, Span};
use toolc_model::config::{Config, Entry};
use toolc_model::draft::Lost;
use toolc_model::model::enrichment::StoredArtifact;
pub use trees::{Texts, Tree, Trees, parse_tree};
pub use walk::MANIFEST_HEAD;

/// What was loaded.
#[derive(Debug, Default, Clone)]
pub struct Loaded {
    /// The texts: `toolc.yaml`, the files it lists, and other files in the folders.
    pub sources: Sources,
    /// Where each of them was read, in the same order.
    pub paths: Vec<PathBuf>,
    /// The contents of `toolc.yaml`; empty if there is none.
    pub config: Config,
    /// Files and folders that affect the result.
    pub watched: Vec<PathBuf>,
    /// What could not be read, each with an error.
    pub lost: Vec<Lost>,
    /// Environment variables that affect the result.
    pub variables: Vec<String>,
    /// The trees of the sources that loading had to understand.
    pub trees: Trees,
    /// The artifacts that generated code has, where a build has asked for them ([`load_artifacts`]).
    pub artifacts: Vec<StoredArtifact>,
}

/// The file names of the configuration.
const CONFIG_NAMES: &[&str] = &["toolc.yaml", "toolc.yml"];

/// Reads files and folders, with `${VAR}` from the process environment.
pub fn load_sources(diagnostics: &mut Diagnostics, paths: &[PathBuf]) -> Loaded {
    load_with(diagnostics, paths, &|name| std::env::var(name).ok())
}

/// The same, where registry entries may name loaders.
pub fn load_sources_by(
    diagnostics: &mut Diagnostics,
    paths: &[PathBuf],
    loaders: &Loaders,
) -> Loaded {
    let environment = |name: &str| std::env::var(name).ok();
    for found in loaders.find_faults() {
        diagnostics.push(found);
    }
    let earlier = Trees::default();
    load_all(diagnostics, &Disk, paths, &environment, loaders, &earlier)
}

/// Reads files and folders, with `${VAR}` from `environment`.
pub fn load_with(
    diagnostics: &mut Diagnostics,
    paths: &[PathBuf],
    environment: &dyn Fn(&str) -> Option<String>,
) -> Loaded {
    load_from(diagnostics, &Disk, paths, environment)
}

/// Reads files and folders from somewhere else than the disk.
pub fn load_from(
    diagnostics: &mut Diagnostics,
    files: &dyn Files,
    paths: &[PathBuf],
    environment: &dyn Fn(&str) -> Option<String>,
) -> Loaded {
    load_again(diagnostics, files, paths, environment, &Trees::default())
}

/// The same, where the trees of an earlier time are known.
pub fn load_again(
    diagnostics: &mut Diagnostics,
    files: &dyn Files,
    paths: &[PathBuf],
    environment: &dyn Fn(&str) -> Option<String>,
    earlier: &Trees,
) -> Loaded {
    let loaders = Loaders::default();
    load_all(diagnostics, files, paths, environment, &loaders, earlier)
}

fn load_all(
    diagnostics: &mut Diagnostics,
    files: &dyn Files,
    paths: &[PathBuf],
    environment: &dyn Fn(&str) -> Option<String>,
    loaders: &Loaders,
    earlier: &Trees,
) -> Loaded {
    let mut loader = Loader {
        diagnostics,
        environment,
        loaders,
        earlier,
        files,
        given: Folders::new(files, paths),
        loaded: Loaded::default(),
        seen: Seen::default(),
        folders: Vec::new(),
        settled: None,
        bytes: 0,
    };
    for path in paths {
        loader.config_at(path);
    }
    for path in paths.iter().filter(|path| files.is_folder(path)) {
        loader.report_spread(path);
    }
    let (single, others): (Vec<_>, Vec<_>) = paths.iter().partition(|path| files.is_file(path));
    for path in single.into_iter().chain(others) {
        loader.path(path);
    }
    loader.load_modules();
    loader.load_parts();
    loader.loaded
}

/// The state of loading.
struct Loader<'l> {
    diagnostics: &'l mut Diagnostics,
    environment: &'l dyn Fn(&str) -> Option<String>,
    loaders: &'l Loaders,
    earlier: &'l Trees,
    files: &'l dyn Files,
    /// The folders that the user gave.
    given: Folders,
    loaded: Loaded,
    /// The files read so far.
    seen: Seen,
    /// The canonical folders of all `toolc.yaml`, with what each lists.
    folders: Vec<(PathBuf, Lists)>,
    /// The first `toolc.yaml`: the others must agree with it.
    settled: Option<Node>,
    /// The number of bytes read so far.
    bytes: u64,
}

impl Loader<'_> {
    /// Reads the `toolc.yaml` that a path is or contains. All of them are read before any other
    /// file: the entry that lists a file is more informative than the folder that contains it.
    fn config_at(&mut self, path: &Path) {
        if self.files.is_folder(path) {
            if let Some(config) = config_in(self.files, path) {
                let shown = self.given.show(path);
                self.config(&config, path, &shown);
            }
        } else if is_config(path) && self.files.exists(path) {
            let folder = folder_of(path);
            let shown = self.given.show(folder);
            self.config(path, folder, &shown);
        }
    }

    /// Reports settings of another folder's `toolc.yaml` that would also apply to this folder,
    /// which has none.
    fn report_spread(&mut self, folder: &Path) {
        let place = self.files.canonical(folder);
        let is_covered = self.folders.iter().any(|(root, _)| place.starts_with(root));
        let Some(settled) = self.settled.as_ref().filter(|_| !is_covered) else {
            return;
        };
        for found in agree::spread_settings(settled, folder) {
            self.diagnostics.push(found);
        }
    }

    fn path(&mut self, path: &Path) {
        let Some(kind) = self.files.kind(path) else {
            let message = format!("there is no file or folder `{}`", path.display());
            let finding = Diagnostic::placeless(Code::NO_SUCH_PATH, message);
            self.loaded.lost.push(Lost { namespace: None });
            return self
                .diagnostics
                .push(finding.help(near::of_argument(self.files, path)));
        };
        if kind == Kind::Folder {
            return self.folder(path);
        }
        let folder = folder_of(path);
        let root = self.files.canonical(folder);
        let name = self.given.show(folder).below(folder, path);
        if unread::is_unread(self.files, path, &root) {
            return self.diagnostics.push(unread::unread_file(&name.shown));
        }
        self.found(path, &root, name, Role::Found);
    }

    fn folder(&mut self, folder: &Path) {
        let shown = self.given.show(folder);
        let root = self.files.canonical(folder);
        let walked = walk::walk_folder(self, folder);
        for path in &walked.files {
            let role = self.role_of(path);
            self.found(path, &root, shown.below(folder, path), role);
        }
        // listed files have already been read, so none of them is behind the link
        for link in &walked.links {
            if self.role_of(link) == Role::Found {
                let name = shown.below(folder, link);
                self.diagnostics.push(within::link_out(&name.shown));
            }
        }
        let unseen = |path: &&PathBuf| !self.is_seen(path);
        let unread: Vec<&PathBuf> = walked.unread.iter().filter(unseen).collect();
        for path in unread {
            let name = shown.below(folder, path);
            self.diagnostics.push(unread::unread_file(&name.shown));
        }
        if walked.files.is_empty() && walked.unread.is_empty() {
            let message = format!(
                "the folder `{}` holds no YAML or JSON file to read",
                folder.display()
            );
            let finding = Diagnostic::placeless(Code::NO_MATCH, message);
            self.diagnostics
                .push(finding.help("put a tool file into it, or run `toolc init`"));
        }
    }

    /// Reads a file that nothing lists: its content determines what it is.
    fn found(&mut self, path: &Path, root: &Path, name: Name, role: Role) {
        if !self.is_seen(path) {
            self.read(path, root, name, role, None);
        }
    }

    /// The role of a file in a folder, according to the nearest `toolc.yaml` above. If that has
    /// just one of the two lists, files of the other kind count if they are next to it, but not in
    /// subfolders.
    fn role_of(&self, path: &Path) -> Role {
        let folder = self.files.canonical(folder_of(path));
        let above = self
            .folders
            .iter()
            .filter(|(above, _)| folder.starts_with(above));
        let nearest = above.max_by_key(|(above, _)| above.components().count());
        let Some((above, lists)) = nearest else {
            return Role::Found;
        };
        let any = lists.tools.or(lists.workers);
        if any.is_none() {
            return Role::Found;
        }
        let further = any.filter(|_| folder != *above);
        Role::Beside(Lists {
            tools: lists.tools.or(further),
            workers: lists.workers.or(further),
        })
    }

    /// The registry entry that lists a file of this role.
    fn entry_of(&self, role: &Role) -> Option<&Entry> {
        self.loaded.config.entry_of(role)
    }

    /// Records that the tools in a file are lost because of a reported finding.
    fn lose(&mut self, role: &Role) {
        let lost = Lost::of(role, self.entry_of(role));
        self.loaded.lost.extend(lost);
    }

    /// Reads one file beneath a folder. `listed` is the place that requests it.
    fn read(
        &mut self,
        path: &Path,
        root: &Path,
        name: Name,
        role: Role,
        listed: Option<Span>,
    ) -> Option<SourceId> {
        let Name { shown, origin } = name;
        self.loaded.watched.push(path.to_owned());
        self.note_file(path, &role, listed);
        let text = if self.leads_out(path, root) {
            Err(within::link_out(&shown))
        } else {
            file::read_file(self.files, path, &shown, file::MAX_TOTAL - self.bytes)
        };
        match text {
            Ok(text) => {
                self.bytes += text.len() as u64;
                self.loaded.paths.push(path.to_owned());
                let id = self.loaded.sources.add(Source {
                    path: shown,
                    text: text.into(),
                    role,
                });
                self.loaded.sources.set_origin(id, origin);
                Some(id)
            }
            // nothing asks for it
            Err(_) if matches!(role, Role::Beside(_)) => None,
            Err(finding) => {
                self.lose(&role);
                self.diagnostics.push(match listed {
                    Some(span) => listed::listed_at(finding, span),
                    None => finding,
                });
                None
            }
        }
    }
}

/// The configuration in a folder.
fn config_in(files: &dyn Files, folder: &Path) -> Option<PathBuf> {
    CONFIG_NAMES
        .iter()
        .map(|name| folder.join(name))
        .find(|path| files.is_file(path))
}

/// The configuration that a path is, or that its folder contains.
pub fn find_config(path: &Path) -> Option<PathBuf> {
    match is_config(path) && path.is_file() {
        true => Some(path.to_owned()),
        false => config_in(&Disk, path),
    }
}

/// The folder that contains a file.
fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn is_config(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| CONFIG_NAMES.iter().any(|known| name == *known))
}

/// Whether a file's extension is that of YAML or JSON, or of a worker with YAML front matter.
fn has_known_extension(path: &Path) -> bool {
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or("");
    ["yaml", "yml", "json", "worker"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests;
