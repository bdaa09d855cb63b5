//! The artifacts on disk, beside the lock: whether they are what the tools and `toolc.yaml` would make now.

pub(super) mod accepted;
pub(super) mod proposed;
pub(super) mod reads;

use super::input::Input;
use super::paths::resolve_paths_from;
use reads::Reads;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_compile::compare::{Found, find_lock_from};
use toolc_enrich::artifact::write_head;
use toolc_enrich::file::{artifact_path, unfinished_path};
use toolc_model::model::enrichment::{ARTIFACT_HEAD, ARTIFACTS, Enrichment};
use toolc_read::load::{Disk, Files};

/// The folder of the lock, in which the artifacts are. Without a lock, the current one, where the first lock is written.
pub(super) fn find_folder(input: &Input, lock: Option<&PathBuf>) -> Option<PathBuf> {
    folder_of_lock(&Disk, &input.paths, lock)
}

/// The same for some paths.
pub(super) fn folder_of_lock(
    files: &dyn Files,
    given: &[PathBuf],
    lock: Option<&PathBuf>,
) -> Option<PathBuf> {
    let mut silent = Diagnostics::silent();
    let here = Some(Path::new("."));
    let paths = resolve_paths_from(files, given);
    let found = match lock {
        Some(path) => Found::Lock(path.clone()),
        None => find_lock_from(files, &mut silent, &paths, here),
    };
    match found {
        Found::Lock(path) => Some(path.parent().map(Path::to_owned).unwrap_or_default()),
        Found::Nothing => Some(PathBuf::new()),
        Found::Several => None,
    }
}

/// The findings on artifacts that are missing, were made of other tools, or that no enrichment makes. Reads only how
/// the files begin.
pub(super) fn find_stale(reads: Reads<'_>) -> Vec<Diagnostic> {
    let (enrichments, folder) = (&reads.loaded.config.enrichments, reads.folder);
    let mut found = Vec::new();
    for entry in enrichments {
        let path = folder.join(artifact_path(&entry.name.value));
        let (catalog, given) = reads.read_for(entry);
        let catalog = catalog.as_ref().unwrap_or(reads.catalog);
        let head = write_head(catalog, entry, &given);
        match read_begin(&path, head.len()) {
            None => found.push(stale(entry, &path, "is missing")),
            Some(begin) if begin != head.as_bytes() => {
                found.push(stale(entry, &path, "was made of other tools or settings"));
            }
            Some(_) => {}
        }
        let unfinished = folder.join(unfinished_path(&entry.name.value));
        if is_artifact(&unfinished) {
            let message = format!(
                "`{}` is what a model answered in a run that was broken off",
                unfinished.display()
            );
            found.push(
                Diagnostic::new(Code::STALE_ARTIFACT, entry.name.span, message).help(
                    "run `toolc enrich` again, which goes on from there and removes the file",
                ),
            );
        }
    }
    found.extend(find_left_over(enrichments, folder));
    found
}

/// The finding on an artifact.
pub(super) fn stale(entry: &Enrichment, path: &Path, what: &str) -> Diagnostic {
    let message = format!("the artifact `{}` {what}", path.display());
    Diagnostic::new(Code::STALE_ARTIFACT, entry.name.span, message)
        .label("this makes it")
        .help("run `toolc enrich` with the same paths, and commit the file")
}

/// The findings on artifacts that no enrichment makes.
pub(super) fn find_left_over(enrichments: &[Enrichment], folder: &Path) -> Vec<Diagnostic> {
    if enrichments.is_empty() {
        return Vec::new();
    }
    let wanted: HashSet<PathBuf> = enrichments
        .iter()
        .flat_map(|entry| {
            let name = &entry.name.value;
            [artifact_path(name), unfinished_path(name)]
        })
        .map(|path| folder.join(path))
        .collect();
    let files = fs::read_dir(folder.join(ARTIFACTS)).into_iter().flatten();
    let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    paths.sort();
    paths.retain(|path| {
        let is_json = path
            .extension()
            .is_some_and(|extension| extension == "json");
        is_json && !wanted.contains(path) && is_artifact(path)
    });
    let found = paths.into_iter().map(|path| {
        let shown = path.display();
        let message = format!("no enrichment makes the artifact `{shown}`");
        Diagnostic::placeless(Code::STALE_ARTIFACT, message).help("remove the file")
    });
    found.collect()
}

/// Whether toolc wrote a file.
pub(super) fn is_artifact(path: &Path) -> bool {
    read_begin(path, ARTIFACT_HEAD.len()).is_some_and(|begin| begin == ARTIFACT_HEAD.as_bytes())
}

fn read_begin(path: &Path, most: usize) -> Option<Vec<u8>> {
    let is_file = fs::symlink_metadata(path).ok()?.is_file();
    let file = File::open(path).ok().filter(|_| is_file)?;
    let mut begin = Vec::new();
    file.take(most as u64).read_to_end(&mut begin).ok()?;
    Some(begin)
}
