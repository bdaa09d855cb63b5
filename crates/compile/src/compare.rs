//! Compares a compilation with the lock that a person has accepted: where `compile` ends and `drift` begins.
//!
//! ```text
//! Checked →take→ Lock (now)   toolc.lock →load→ text →read→ Lock (accepted)   both →drift→ findings
//! ```
//!
//! Without the feature `drift`, both are compared by `digests`, which names what differs.

use crate::compile::Outcome;
#[cfg(feature = "drift")]
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use toolc_base::diagnostic::level::{Levels, Lint};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help, Severity};
use toolc_base::source::{Role, Source, SourceId, Sources};
use toolc_lock::digests;
#[cfg(feature = "drift")]
use toolc_lock::drift::{self, Broken};
use toolc_lock::lock::{self, Lock, quote_word};
use toolc_read::load::{Disk, Files, find_locks_from, lock_exists_in, read_lock_from};
use toolc_resolve::check::Checked;

/// The locks found for some paths.
#[derive(Debug)]
pub enum Found {
    /// There is none.
    Nothing,
    /// There is one, at this path.
    Lock(PathBuf),
    /// There are several, and none is used: one would hide what the other contains.
    Several,
}

/// Finds the lock of these paths: beside them, above them or in `base`. Reports a finding if there
/// are several.
pub fn find_lock(diagnostics: &mut Diagnostics, paths: &[PathBuf], base: Option<&Path>) -> Found {
    find_lock_from(&Disk, diagnostics, paths, base)
}

/// The same of a lock that may be elsewhere than on the disk.
pub fn find_lock_from(
    files: &dyn Files,
    diagnostics: &mut Diagnostics,
    paths: &[PathBuf],
    base: Option<&Path>,
) -> Found {
    let mut found = find_locks_from(files, paths, base);
    match (found.pop(), found.is_empty()) {
        (None, _) => Found::Nothing,
        (Some(path), true) => Found::Lock(path),
        (Some(last), false) => {
            found.push(last);
            diagnostics.push(several_locks(&found));
            Found::Several
        }
    }
}

/// A path as a word of a command, which must not begin like an option.
fn write_path(path: &Path) -> String {
    let shown = show(path);
    match shown.starts_with('-') {
        true => quote_word(format!("./{shown}")),
        false => quote_word(shown),
    }
}

fn several_locks(found: &[PathBuf]) -> Diagnostic {
    let names: Vec<String> = found
        .iter()
        .map(|path| format!("`{}`", show(path)))
        .collect();
    let message = format!(
        "more than one lock belongs to these specs: {}",
        names.join(", ")
    );
    Diagnostic::placeless(Code::SEVERAL_LOCKS, message)
        .help("keep one and remove the others, or say with `--lock FILE` which one counts")
}

/// The command that writes or updates the lock of these paths, as a person would write it.
pub fn lock_command(paths: &[PathBuf], lock: Option<&Path>) -> String {
    command_of("toolc lock", paths, lock)
}

fn command_of(command: &str, paths: &[PathBuf], lock: Option<&Path>) -> String {
    let mut words = vec![command.to_owned()];
    // the current folder is what the command reads anyway
    if paths != [Path::new(".")] {
        words.extend(paths.iter().map(|path| write_path(path)));
    }
    if let Some(lock) = lock {
        words.push(format!("--lock {}", write_path(lock)));
    }
    words.join(" ")
}

/// Reads a lock, which `command` writes. Returns `None`, with a finding, if it is not a lock or cannot be read.
pub fn read_accepted(
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    path: &Path,
    command: &str,
) -> Option<Lock> {
    read_accepted_from(&Disk, diagnostics, sources, path, command)
}

/// Reads a lock that may be elsewhere than on the disk.
pub fn read_accepted_from(
    files: &dyn Files,
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    path: &Path,
    command: &str,
) -> Option<Lock> {
    let id = load_lock_from(files, diagnostics, sources, path, command)?;
    lock::read_lock_file(diagnostics, sources, id)
}

/// Reads a lock to update it: one of an earlier version is completed with the current state.
#[cfg(feature = "drift")]
pub fn read_movable(
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    path: &Path,
    command: &str,
    now: &Lock,
) -> Option<Lock> {
    let id = load_lock(diagnostics, sources, path, command)?;
    lock::read_or_migrate(diagnostics, sources, id, now)
}

/// Reports every difference between a compilation and the lock at a path, and the options of `command`
/// that accept each. Returns `None`, with a finding, if they cannot be compared.
#[cfg(feature = "drift")]
pub fn compare_locks(
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    path: &Path,
    checked: &Checked,
    command: &str,
) -> Option<()> {
    compare_locks_from(&Disk, diagnostics, sources, path, checked, command)
}

/// The same of a lock that may be elsewhere than on the disk.
#[cfg(feature = "drift")]
pub fn compare_locks_from(
    files: &dyn Files,
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    path: &Path,
    checked: &Checked,
    command: &str,
) -> Option<()> {
    let id = load_lock_from(files, diagnostics, sources, path, command)?;
    let now = lock::take_lock(checked);
    // usually nothing has changed, and identical text need not be parsed
    if lock::is_text_of(&sources.get(id).text, &now) {
        return Some(());
    }
    let old = lock::read_lock_file(diagnostics, sources, id)?;
    drift::compare_with_lock(diagnostics, command, &old, &now);
    Some(())
}

/// Names in one finding what differs between a compilation and the lock at a path. Returns `None`, with another finding, if
/// they cannot be compared.
pub fn name_differences(
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    path: &Path,
    checked: &Checked,
    paths: &[PathBuf],
) -> Option<()> {
    let accept = lock_command(paths, None);
    let id = load_lock(diagnostics, sources, path, &accept)?;
    let now = lock::take_lock(checked);
    if lock::is_text_of(&sources.get(id).text, &now) {
        return Some(());
    }
    let old = lock::read_lock_file(diagnostics, sources, id)?;
    let check = command_of("toolc check", paths, None);
    digests::report_unlike(diagnostics, [&check, &accept], &old, &now);
    Some(())
}

/// What came of a comparison with what compiles, where something does not.
#[cfg(feature = "drift")]
pub struct Partly {
    /// What was left out, in words; empty if nothing was.
    pub left_out: String,
}

/// Reports the differences between the lock at a path and the parts of a compilation that its errors do not touch, and
/// adds to findings on missing tools what the lock knows about them. Returns `None` if nothing can be told apart.
#[cfg(feature = "drift")]
pub fn compare_partly(
    files: &dyn Files,
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    path: &Path,
    outcome: &mut Outcome,
    command: &str,
) -> Option<Partly> {
    let old = read_accepted_from(files, diagnostics, sources, path, command)?;
    let now = lock::take_catalog(outcome.partial.as_ref()?);
    explain_missing(&mut outcome.diagnostics, &old, &now);
    let broken = find_broken(sources, outcome)?;
    drift::compare_partly(diagnostics, command, &old, &now, &broken);
    Some(Partly {
        left_out: broken.describe(&old, &now),
    })
}

/// What the errors of a compilation touch; `None` if that may be everything: the configuration decides about all files.
#[cfg(feature = "drift")]
fn find_broken(sources: &Sources, outcome: &Outcome) -> Option<Broken> {
    let catalog = outcome.partial.as_ref()?;
    let workers: HashSet<SourceId> = catalog
        .workers
        .iter()
        .filter_map(|worker| Some(worker.span?.source))
        .collect();
    let mut broken = Broken::default();
    let errors = outcome.diagnostics.iter();
    for found in errors.filter(|found| found.severity == Severity::Error) {
        let source = found.span()?.source;
        let role = &sources.get(source).role;
        if matches!(role, Role::Config | Role::Overlay(_)) {
            return None;
        }
        broken.sources.insert(source);
        let about = found.about.tool.iter().chain(&found.about.further);
        broken
            .tools
            .extend(about.filter(|_| found.about.worker.is_none()).cloned());
        broken.may_lack_tools |= *role != Role::Worker && !workers.contains(&source);
    }
    // an error at no tool in particular may be about all tools of its file
    for tool in catalog
        .tools
        .iter()
        .filter(|tool| broken.sources.contains(&tool.span.source))
    {
        broken.tools.insert(tool.qualified());
    }
    Some(broken)
}

/// Adds to findings on missing tools that the lock has them, and what they may be called now.
fn explain_missing(findings: &mut [Diagnostic], lock: &Lock, now: &Lock) {
    for found in findings {
        let Some(name) = found.about.missing.clone() else {
            continue;
        };
        let has = |lock: &Lock| lock.tools.iter().any(|tool| tool.name == name);
        if !has(lock) || has(now) {
            continue;
        }
        let namespace = name
            .rsplit_once("::")
            .map_or("", |(namespace, _)| namespace);
        found.help = match find_renamed(lock, now, &name) {
            Some(new) => {
                let own = new.strip_prefix(namespace);
                let own = own.and_then(|rest| rest.strip_prefix("::")).unwrap_or(new);
                format!("the lock had it until this change; was it renamed to `{own}`?")
            }
            None => format!("the lock had it until this change; {}", found.help),
        };
    }
}

#[cfg(feature = "drift")]
use drift::find_renamed;

/// Guessing takes what compares tools.
#[cfg(not(feature = "drift"))]
fn find_renamed<'l>(_: &'l Lock, _: &'l Lock, _: &str) -> Option<&'l str> {
    None
}

/// Adds to findings on missing tools what the lock of these paths knows about them, if there is one.
pub fn explain_by_lock(
    outcome: &mut Outcome,
    sources: &mut Sources,
    paths: &[PathBuf],
    base: Option<&Path>,
) {
    let misses = |found: &Diagnostic| found.about.missing.is_some();
    if !outcome.diagnostics.iter().any(misses) {
        return;
    }
    let mut silent = Diagnostics::silent();
    let (Some(partial), Found::Lock(path)) =
        (&outcome.partial, find_lock(&mut silent, paths, base))
    else {
        return;
    };
    let now = lock::take_catalog(partial);
    if let Some(old) = read_accepted(&mut silent, sources, &path, "") {
        explain_missing(&mut outcome.diagnostics, &old, &now);
    }
}

/// Reports what has changed since the lock of some paths was accepted, for callers that continue
/// regardless: an error only if they are held to the lock.
pub fn report_drift(
    paths: &[PathBuf],
    base: Option<&Path>,
    sources: &mut Sources,
    lints: &[Lint],
    checked: &Checked,
    is_locked: bool,
) -> Vec<Diagnostic> {
    let mut found = Diagnostics::default();
    found.set_levels(Levels::new(lints, None));
    match find_lock(&mut found, paths, base) {
        Found::Lock(path) => {
            #[cfg(feature = "drift")]
            let _ = compare_locks(
                &mut found,
                sources,
                &path,
                checked,
                &lock_command(paths, None),
            );
            #[cfg(not(feature = "drift"))]
            let _ = name_differences(&mut found, sources, &path, checked, paths);
        }
        Found::Nothing if is_locked => found.push(missing_lock(format!(
            "write one with `{}` and commit it, or leave `locked` out",
            lock_command(paths, None)
        ))),
        Found::Nothing | Found::Several => {}
    }
    let mut found = found.into_sorted();
    for finding in &mut found {
        finding.severity = match finding.severity {
            Severity::Note => Severity::Note,
            Severity::Error | Severity::Warning if is_locked => Severity::Error,
            Severity::Error | Severity::Warning => Severity::Warning,
        };
    }
    found
}

/// The finding that there is no lock where there has to be one.
pub fn missing_lock(help: impl Into<Help>) -> Diagnostic {
    let message = "there is no `toolc.lock` to check this against";
    Diagnostic::placeless(Code::MISSING_LOCK, message).help(help)
}

fn load_lock(
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    path: &Path,
    command: &str,
) -> Option<SourceId> {
    load_lock_from(&Disk, diagnostics, sources, path, command)
}

fn load_lock_from(
    files: &dyn Files,
    diagnostics: &mut Diagnostics,
    sources: &mut Sources,
    path: &Path,
    command: &str,
) -> Option<SourceId> {
    let shown = show(path);
    match read_lock_from(files, path, &shown) {
        Ok(text) => Some(sources.add(Source {
            path: shown,
            text: text.into(),
            role: Role::Found,
        })),
        Err(finding) => {
            diagnostics.push(match lock_exists_in(files, path) {
                true => finding,
                false => finding.help(format!("`{command}` writes the file")),
            });
            None
        }
    }
}

fn show(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
