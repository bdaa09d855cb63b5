//! Which files are laid out: those below the paths that were named, and of them those that people write for toolc.

use crate::cli::paths::{resolve_paths, say_resolved};
use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostics};
use toolc_base::parse::parse_source;
use toolc_base::source::{Role, Source, SourceId, Sources};
use toolc_model::config::Entry;
use toolc_read::load::{Disk, Loaded, MAX_BYTES, load_with};
use toolc_read::read::{Recognised, recognise_document_kind};

/// A file that was found.
pub(super) struct File {
    pub id: SourceId,
    pub path: PathBuf,
    /// Whether it was named, and not just found in a folder.
    pub is_named: bool,
    /// What its registry entry or its place says of it.
    entry: Option<Entry>,
}

impl File {
    /// What comes from standard input.
    pub fn of_standard_input(id: SourceId) -> Self {
        File {
            id,
            path: PathBuf::new(),
            is_named: true,
            entry: None,
        }
    }
}

/// What is not known to be anybody's.
const UNKNOWN: Recognised = Recognised {
    name: "in no format that toolc reads",
    is_own: false,
};

/// What a file is.
pub(super) struct Kind {
    pub name: &'static str,
    pub is_own: bool,
}

impl Kind {
    /// Whether others are known to have written it.
    pub fn is_foreign(&self) -> bool {
        !self.is_own && self.name != UNKNOWN.name
    }
}

/// Findings of loading that are about single files. Those with a place are about what `toolc.yaml` asks for.
const OF_FILES: &[Code] = &[
    Code::NO_SUCH_PATH,
    Code::UNREADABLE_FILE,
    Code::FILE_TOO_LARGE,
    Code::NOT_UTF8,
    Code::LINK_OUT,
];

/// Reads the files below these paths.
pub(super) fn find_files(diagnostics: &mut Diagnostics, paths: &[PathBuf]) -> (Sources, Vec<File>) {
    say_resolved(&Disk, paths);
    let paths = resolve_paths(paths);
    let mut found = Diagnostics::default();
    // formatting keeps `${NAME}` and never writes its value
    let loaded = load_with(&mut found, &paths, &|_| Some(String::new()));
    for finding in found.into_found() {
        if OF_FILES.contains(&finding.code) && finding.labels.is_empty() {
            diagnostics.push(finding);
        }
    }
    let wanted = Wanted::new(&paths);
    let Loaded {
        sources,
        paths,
        config,
        ..
    } = loaded;
    let mut files = Vec::new();
    for ((id, source), path) in sources.iter().zip(paths) {
        if let Some(is_named) = wanted.is_named(&path) {
            files.push(File {
                entry: config.entry_of(&source.role).cloned(),
                id,
                path,
                is_named,
            });
        }
    }
    (sources, files)
}

/// The paths that were named.
struct Wanted {
    files: HashSet<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Wanted {
    fn new(paths: &[PathBuf]) -> Self {
        let mut wanted = Wanted {
            files: HashSet::new(),
            folders: Vec::new(),
        };
        for path in paths.iter().filter_map(|path| canonical(path)) {
            match path.is_dir() {
                true => wanted.folders.push(path),
                false => drop(wanted.files.insert(path)),
            }
        }
        wanted
    }

    /// Whether a file was named; `None` if it is not even in a folder that was.
    fn is_named(&self, path: &Path) -> Option<bool> {
        let path = canonical(path)?;
        let is_named = self.files.contains(&path);
        let is_within = self.folders.iter().any(|folder| path.starts_with(folder));
        (is_named || is_within).then_some(is_named)
    }
}

fn canonical(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

/// What a file is, by its place in `toolc.yaml` and its content. Reports that it cannot be parsed.
pub(super) fn find_kind(
    diagnostics: &mut Diagnostics,
    sources: &Sources,
    file: &File,
) -> Option<Kind> {
    let role = &sources.get(file.id).role;
    let known = |name, is_own| Some(Kind { name, is_own });
    match role {
        Role::Config => return known("a `toolc.yaml`", true),
        Role::Worker => return known("a worker", true),
        Role::Overlay(_) => return known("an OpenAPI overlay", false),
        Role::Part => return known("a part of an API description", false),
        Role::Schema(_) => return known("a JSON Schema", false),
        Role::Module(_) => return known("a Rust module", false),
        Role::ModuleSchemas(_) => return known("written by a test", false),
        Role::Shipped(_) => return known("a part of toolc", false),
        Role::Found | Role::Beside(_) | Role::Listed(_) => {}
    }
    if let Some(entry) = &file.entry {
        if entry.kind.is_foreign() {
            return known("written by others", false);
        }
        if entry.url.is_some() || !entry.command.is_empty() {
            return known("a snapshot", false);
        }
    }
    // nothing asks for a file beside those that are listed
    let mut silent = Diagnostics::silent();
    let found = match (role, file.is_named) {
        (Role::Beside(_), false) => &mut silent,
        _ => diagnostics,
    };
    let node = parse_source(found, sources, file.id)?;
    let listed = file.entry.as_ref().map(|entry| entry.kind);
    let Recognised { name, is_own } = recognise_document_kind(&node, listed).unwrap_or(UNKNOWN);
    known(name, is_own)
}

/// Reads standard input; the error says why that is not possible.
pub(super) fn read_standard_input() -> Result<(Sources, SourceId), String> {
    let mut text = String::new();
    let mut input = io::stdin().lock().take(MAX_BYTES + 1);
    match input.read_to_string(&mut text) {
        Ok(length) if length as u64 > MAX_BYTES => {
            return Err(format!(
                "standard input is larger than {} MiB",
                MAX_BYTES >> 20
            ));
        }
        Ok(_) => {}
        Err(error) => return Err(format!("standard input cannot be read: {error}")),
    }
    let mut sources = Sources::default();
    let id = sources.add(Source {
        path: "<stdin>".to_owned(),
        text: text.into(),
        role: Role::Found,
    });
    Ok((sources, id))
}
