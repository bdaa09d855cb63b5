//! Verb: writes Artifacts to disk. A file is written only if it changed, and only over a file with
//! toolc's header; a stale file is removed only if it has that header.

mod below;
mod beside;
mod header;
mod lock_file;
#[cfg(feature = "plugins")]
pub mod owned;
#[cfg(feature = "cli")]
mod rewritten;

use below::{Target, target_below};
use beside::Beside;
use header::bears_header;
pub use lock_file::replace_snapshot;
pub use lock_file::{check_replaceable, replace_file};
#[cfg(feature = "cli")]
pub use rewritten::rewrite_file;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::order::sort_by;
#[cfg(feature = "cli")]
use toolc_base::sha256::sha256_hex;
use toolc_emit::artifact::Artifact;

/// What was changed in the output folder. Paths are relative to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// New files and files whose content changed.
    pub written: Vec<String>,
    /// The number of files that were up to date.
    pub unchanged: usize,
    /// Files that no spec produces any more.
    pub removed: Vec<String>,
}

/// A file that is not what the specs produce.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Relative to the output folder.
    pub path: String,
    /// How it differs.
    pub kind: DifferenceKind,
}

/// How a file on disk differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DifferenceKind {
    /// It does not exist.
    Missing,
    /// Its content differs, or it cannot be read as a regular file.
    Differs,
    /// It has toolc's header, but no spec produces it.
    Stale,
}

impl Difference {
    /// The finding that reports it.
    pub fn to_diagnostic(&self, folder: &Path) -> Diagnostic {
        let path = shown(folder, &self.path);
        let message = match self.kind {
            DifferenceKind::Missing => format!("`{path}` is missing"),
            DifferenceKind::Differs => format!("`{path}` is not what the specs ask for"),
            DifferenceKind::Stale => format!("`{path}` is left over: no spec produces it"),
        };
        Diagnostic::placeless(Code::STALE_OUTPUT, message)
            .help("run `toolc build` and commit what it writes")
    }
}

/// Makes the generated modules in a folder exactly these artifacts. Nothing is replaced if one of
/// them must not or cannot be written: every text is on disk before the first file is replaced.
pub fn write_artifacts(
    diagnostics: &mut Diagnostics,
    folder: &Path,
    artifacts: &[Artifact],
) -> Written {
    let Some(staged) = stage_changed(diagnostics, folder, artifacts) else {
        return Written::default();
    };
    if let Some(found) = find_link(folder) {
        diagnostics.push(found);
    }
    let mut written = Written {
        unchanged: artifacts.len() - staged.len(),
        ..Written::default()
    };
    for (artifact, beside) in staged {
        match beside.move_over() {
            Ok(()) => written.written.push(artifact.path.clone()),
            Err(error) => diagnostics.push(unwritable(folder, &artifact.path, &error)),
        }
    }
    for path in stale(folder, &paths(artifacts)) {
        match take_away(folder, &path) {
            Ok(()) => written.removed.push(path),
            Err(error) => diagnostics.push(unwritable(folder, &path, &error)),
        }
    }
    written
}

/// Writes the changed artifacts to temporary files; `None` if one of them must not or cannot be
/// written.
fn stage_changed<'a>(
    diagnostics: &mut Diagnostics,
    folder: &Path,
    artifacts: &'a [Artifact],
) -> Option<Vec<(&'a Artifact, Beside)>> {
    let mut changed = Vec::new();
    let mut refused = false;
    for artifact in artifacts {
        match plan(folder, artifact, &bears_header) {
            Ok(true) => changed.push(artifact),
            Ok(false) => {}
            Err(found) => {
                refused = true;
                diagnostics.push(found);
            }
        }
    }
    if refused {
        return None;
    }
    let mut staged = Vec::new();
    for artifact in changed {
        match stage(folder, artifact) {
            Ok(beside) => staged.push((artifact, beside)),
            Err(error) => {
                diagnostics.push(unwritable(folder, &artifact.path, &error));
                return None;
            }
        }
    }
    Some(staged)
}

/// Warns that the output folder is a link: files are written and removed elsewhere.
fn find_link(folder: &Path) -> Option<Diagnostic> {
    // without the `/` or `/.` at its end, which would follow the link
    let folder: PathBuf = folder.components().collect();
    let leads_to = fs::read_link(&folder).ok()?;
    let message = format!(
        "the output folder `{}` is a link to `{}`: files are written and removed there",
        folder.display(),
        leads_to.display()
    );
    let found = Diagnostic::placeless(Code::LINKED_OUTPUT, message);
    Some(found.help("name that folder itself with `--out`, or put a folder in place of the link"))
}

/// What [`write_artifacts`] would change; nothing is written.
pub fn compare_artifacts(folder: &Path, artifacts: &[Artifact]) -> Vec<Difference> {
    let mut differences = Vec::new();
    for artifact in artifacts {
        let kind = match target_below(folder, &artifact.path) {
            Ok(Target::Absent) => DifferenceKind::Missing,
            Ok(Target::File) if is_same(&folder.join(&artifact.path), artifact) => continue,
            Ok(_) | Err(_) => DifferenceKind::Differs,
        };
        differences.push(Difference {
            path: artifact.path.clone(),
            kind,
        });
    }
    let stale = stale(folder, &paths(artifacts)).into_iter();
    differences.extend(stale.map(|path| Difference {
        path,
        kind: DifferenceKind::Stale,
    }));
    sort_by(&mut differences, &mut |a, b| a.path.cmp(&b.path));
    differences
}

/// Whether a folder contains exactly these files, each given as a path and the SHA-256 of its
/// content in hex.
#[cfg(feature = "cli")]
pub fn holds_files(folder: &Path, files: &[(String, String)]) -> bool {
    let wanted = files.iter().map(|(path, _)| path.as_str()).collect();
    let is_there = |(path, content): &(String, String)| {
        matches!(target_below(folder, path), Ok(Target::File))
            && fs::read(folder.join(path)).is_ok_and(|bytes| sha256_hex(&bytes) == *content)
    };
    files.iter().all(is_there) && stale(folder, &wanted).is_empty()
}

/// Writes a file that is not part of the output, without following links.
#[cfg(feature = "cli")]
pub fn keep_file(folder: &Path, path: &str, text: &str) -> io::Result<()> {
    if target_below(folder, path)? == Target::Other {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let artifact = Artifact {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    stage(folder, &artifact)?.move_over()
}

fn paths(artifacts: &[Artifact]) -> BTreeSet<&str> {
    let paths = artifacts.iter().map(|artifact| artifact.path.as_str());
    paths.collect()
}

/// Whether an artifact has to be written, or why it must not be. `is_own` says of a file whether toolc wrote it.
fn plan(
    folder: &Path,
    artifact: &Artifact,
    is_own: &dyn Fn(&Path) -> io::Result<bool>,
) -> Result<bool, Diagnostic> {
    match target_below(folder, &artifact.path) {
        Ok(Target::Absent) => Ok(true),
        Ok(Target::File) => {
            let path = folder.join(&artifact.path);
            if is_same(&path, artifact) {
                Ok(false)
            } else if is_empty(&path)
                || is_own(&path).map_err(|error| unwritable(folder, &artifact.path, &error))?
            {
                Ok(true)
            } else {
                Err(foreign(folder, &artifact.path))
            }
        }
        Ok(Target::Other) => Err(foreign(folder, &artifact.path)),
        Err(error) => Err(unwritable(folder, &artifact.path, &error)),
    }
}

/// Whether a file has no content, as one may after the machine lost its power: it is nobody's work.
fn is_empty(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.len() == 0)
}

fn is_same(path: &Path, artifact: &Artifact) -> bool {
    let length = fs::metadata(path).map(|metadata| metadata.len());
    length.is_ok_and(|length| length == artifact.text.len() as u64)
        && fs::read(path).is_ok_and(|bytes| bytes == artifact.text.as_bytes())
}

fn stage(folder: &Path, artifact: &Artifact) -> io::Result<Beside> {
    let path = folder.join(&artifact.path);
    let write = || {
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        Beside::write(&path, &artifact.text)
    };
    match write() {
        // another process that builds into the folder has just removed the empty subfolder
        Err(error) if error.kind() == io::ErrorKind::NotFound => write(),
        staged => staged,
    }
}

/// Removes a file, and the folders that become empty.
fn take_away(folder: &Path, path: &str) -> io::Result<()> {
    let path = folder.join(path);
    match fs::remove_file(&path) {
        // another process that builds into the folder was faster
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        removed => removed?,
    }
    for parent in path
        .ancestors()
        .skip(1)
        .take_while(|parent| *parent != folder)
    {
        if fs::remove_dir(parent).is_err() {
            break;
        }
    }
    Ok(())
}

/// The folder next to the root module that contains all other modules.
const MODULES: &str = "tools/";

/// Modules with toolc's header that are not among the artifacts. Only `tools/` is searched, which
/// contains every module except the root, and only for Rust files, so that one output folder may
/// lie within another.
fn stale(folder: &Path, wanted: &BTreeSet<&str>) -> Vec<String> {
    let mut found = Vec::new();
    below::files_below(
        folder,
        "",
        &mut |path| path.starts_with(MODULES),
        &mut found,
    );
    found.retain(|path| {
        let is_module = path.ends_with(".rs") && !wanted.contains(path.as_str());
        is_module && bears_header(&folder.join(path)).unwrap_or(false)
    });
    found
}

fn shown(folder: &Path, path: &str) -> String {
    format!("{}/{path}", folder.display())
}

fn unwritable(folder: &Path, path: &str, error: &io::Error) -> Diagnostic {
    let path = shown(folder, path);
    Diagnostic::placeless(
        Code::UNWRITABLE_OUTPUT,
        format!("cannot write `{path}`: {error}"),
    )
    .help("name another folder with `--out`, or make this one writable")
}

fn foreign(folder: &Path, path: &str) -> Diagnostic {
    let path = shown(folder, path);
    Diagnostic::placeless(
        Code::FOREIGN_FILE,
        format!("`{path}` was not written by toolc and is not overwritten"),
    )
    .help("move the file away, or name another folder with `--out`")
}
