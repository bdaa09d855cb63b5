//! A file or folder at a git revision: `git:REV:PATH`. Its files are read from git's objects, as they are stored: no
//! filter runs, nothing is written, and neither the work tree nor the index is looked at.

mod objects;
mod tree;

use objects::Objects;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Component, Path, PathBuf};
use toolc_base::diagnostic::{Code, Diagnostic};
use toolc_read::load::{Files, Kind};
use toolc_runtime::hidden;
use tree::{Entry, EntryKind};

/// The prefix of a side of a comparison that is to be read from git.
pub(super) const PREFIX: &str = "git:";

/// How many paths of one revision are listed. Folders may share their trees, so a few objects can hold millions.
const MAX_PATHS: usize = 20_000;

/// How many folders deep a path may be.
const MAX_DEPTH: usize = 64;

/// How many links one path may lead through.
const MAX_LINKS: usize = 40;

const SUBMODULE: &str = "a submodule, which is another repository";
const LINK_OUT: &str = "a link out of the repository";

/// Why the revision cannot be read: a sentence, and what to write instead.
#[derive(Debug)]
pub(super) struct Fault {
    pub message: String,
    pub help: String,
}

impl Fault {
    fn new(message: String, help: impl Into<String>) -> Self {
        Fault {
            message,
            help: help.into(),
        }
    }
}

/// The files of a revision. Paths are relative to the root of the repository, or absolute below its work tree.
pub(super) struct Revision {
    name: String,
    /// The tree of the commit.
    root: Entry,
    /// The work tree, which absolute paths are below.
    top: PathBuf,
    objects: RefCell<Objects>,
    listed: Cell<usize>,
    /// What ended reading.
    fault: RefCell<Option<String>>,
    /// What paths lead to, but is not in the repository, and what it is.
    left_out: RefCell<BTreeMap<PathBuf, &'static str>>,
}

/// Opens `REV:PATH`, and gives the path relative to the root of the repository.
pub(super) fn open_revision(place: &str) -> Result<(Revision, PathBuf), Fault> {
    let (name, written) = split_place(place)?;
    let commit = find_commit(name)?;
    let root = objects::ask_git(&["rev-parse", "--verify", &format!("{commit}^{{tree}}")])
        .map_err(|said| broken(name, &said))?;
    // a bare repository has no work tree
    let top = objects::ask_git(&["rev-parse", "--show-toplevel"]).unwrap_or_default();
    let top = match top.is_empty() {
        true => PathBuf::from("/"),
        false => PathBuf::from(top),
    };
    let revision = Revision {
        name: name.to_owned(),
        root: Entry::folder(root),
        top,
        objects: RefCell::new(Objects::default()),
        listed: Cell::new(0),
        fault: RefCell::new(None),
        left_out: RefCell::new(BTreeMap::new()),
    };
    let missing = || {
        let help = "the path counts from the root of the repository, or from the current folder after `./`";
        let message = format!("there is no `{written}` at revision `{name}`");
        Fault::new(message, help)
    };
    let path = from_root(written).ok_or_else(missing)?;
    if revision.kind(&path).is_none() {
        let describe_fault = revision
            .describe_fault()
            .map(|(message, help)| Fault::new(message, help));
        return Err(describe_fault.unwrap_or_else(missing));
    }
    Ok((revision, path))
}

/// The revision and path of `REV:PATH`. The path is interpreted as git does: relative to the root of the repository,
/// or to the current folder if it starts with `./` or `../`.
fn split_place(place: &str) -> Result<(&str, &str), Fault> {
    let help = "write `git:REV:PATH`, such as `git:main:specs` or `git:HEAD~1:./specs`";
    match place.split_once(':') {
        Some((revision, path)) if !revision.is_empty() => {
            Ok((revision, path.trim_end_matches('/')))
        }
        _ => Err(Fault::new(
            format!("`git:{place}` must name a revision and a path"),
            help,
        )),
    }
}

/// A path relative to the root of the repository, without `.` and `..`; `None` if it leads out of it.
fn from_root(written: &str) -> Option<PathBuf> {
    let is_relative = [".", ".."].contains(&written.split('/').next().unwrap_or(""));
    let mut path = match is_relative {
        true => PathBuf::from(objects::ask_git(&["rev-parse", "--show-prefix"]).ok()?),
        false => PathBuf::new(),
    };
    for part in Path::new(written).components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::ParentDir if !path.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(match path.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => path,
    })
}

fn find_commit(revision: &str) -> Result<String, Fault> {
    let commit = format!("{revision}^{{commit}}");
    objects::ask_git(&["rev-parse", "--verify", "--end-of-options", &commit]).map_err(|said| {
        let message = format!("git finds no revision `{revision}`: {said}");
        Fault::new(
            message,
            "name a branch, a tag or a commit of the repository that the current folder is in; in CI, \
             fetch it first",
        )
    })
}

fn broken(revision: &str, said: &str) -> Fault {
    let message = format!("git cannot read revision `{revision}`: {said}");
    Fault::new(message, "run `git fsck` in the repository")
}

impl Revision {
    /// The finding on what ended reading, if anything did.
    pub(super) fn find_fault(&self) -> Option<Diagnostic> {
        let (message, help) = self.describe_fault()?;
        Some(Diagnostic::placeless(Code::UNREADABLE_REVISION, message).help(help))
    }

    fn describe_fault(&self) -> Option<(String, &'static str)> {
        let said = self.fault.borrow();
        let message = format!(
            "revision `{}` cannot be read: {}",
            self.name,
            said.as_ref()?
        );
        Some((
            message,
            "name a folder that holds less, or see with `git fsck` what is wrong with the repository",
        ))
    }

    /// What is said of files that the repository does not have.
    pub(super) fn list_left_out(&self) -> Vec<String> {
        let left_out = self.left_out.borrow();
        let lines = left_out.iter().map(|(path, what)| {
            let path = path.to_string_lossy();
            format!(
                "`{}` at revision `{}` is {what}: what it leads to is left out",
                hidden::show_hidden(&path),
                self.name
            )
        });
        lines.collect()
    }

    /// What is said beside an error in these files.
    pub(super) fn explain_limits(&self) -> String {
        format!(
            "only what revision `{}` holds was read: no file that git does not track, and none outside the repository",
            self.name
        )
    }

    fn leave_out(&self, path: PathBuf, what: &'static str) {
        self.left_out.borrow_mut().insert(path, what);
    }

    /// Ends reading.
    fn stop(&self, reason: impl Into<String>) -> io::Error {
        let mut fault = self.fault.borrow_mut();
        let reason = fault.get_or_insert_with(|| reason.into());
        io::Error::other(reason.clone())
    }

    /// The content of an object of at most `limit` bytes.
    fn content(&self, entry: &Entry, limit: u64) -> io::Result<Vec<u8>> {
        if self.fault.borrow().is_some() {
            return Err(self.stop(""));
        }
        let content = self.objects.borrow_mut().content(&entry.id, limit);
        content.map_err(|error| self.stop(error.to_string()))
    }

    /// The entries of a folder.
    fn entries(&self, folder: &Entry) -> io::Result<tree::Entries> {
        if let Some(known) = self.objects.borrow().known_tree(&folder.id) {
            return Ok(known);
        }
        let content = self.content(folder, tree::MAX_BYTES)?;
        let entries =
            tree::read_tree(&content, folder.id.len() / 2).map_err(|fault| self.stop(fault))?;
        Ok(self.objects.borrow_mut().keep_tree(&folder.id, entries))
    }

    /// The parts of a path from the root of the repository; `None` if it is outside of it.
    fn parts(&self, path: &Path) -> Option<VecDeque<OsString>> {
        let below = match path.is_absolute() {
            true => path.strip_prefix(&self.top).ok()?,
            false => path,
        };
        Some(below.iter().map(OsStr::to_owned).collect())
    }

    /// What is at a path, and its path without links; the last part is followed if it is a link.
    fn find(&self, path: &Path) -> Option<(PathBuf, Entry)> {
        self.find_beside(path, true)
    }

    fn find_beside(&self, path: &Path, follows_last: bool) -> Option<(PathBuf, Entry)> {
        let mut parts = self.parts(path)?;
        let mut way: Vec<(OsString, Entry)> = Vec::new();
        let mut links = 0;
        let mut last_link = None;
        while let Some(part) = parts.pop_front() {
            match part.to_str() {
                Some(".") => continue,
                Some("..") => {
                    if way.pop().is_none() {
                        self.leave_out(last_link?, LINK_OUT);
                        return None;
                    }
                    continue;
                }
                _ => {}
            }
            let folder = way.last().map_or(&self.root, |(_, entry)| entry);
            let entry = match folder.kind {
                EntryKind::Folder if way.len() < MAX_DEPTH => {
                    self.entries(folder).ok()?.get(&part)?.clone()
                }
                EntryKind::Folder => {
                    self.stop(format!("a path is more than {MAX_DEPTH} folders deep"));
                    return None;
                }
                EntryKind::Submodule => {
                    self.leave_out(path_of(&way), SUBMODULE);
                    return None;
                }
                EntryKind::File | EntryKind::Link => return None,
            };
            if entry.kind != EntryKind::Link || parts.is_empty() && !follows_last {
                way.push((part, entry));
                continue;
            }
            links += 1;
            if links > MAX_LINKS {
                return None;
            }
            let target = self.content(&entry, tree::MAX_LINK).ok()?;
            let target = tree::to_path(&target);
            let link = path_of(&way).join(&part);
            if target.is_absolute() {
                way.clear();
            }
            let Some(mut target) = self.parts(&target) else {
                self.leave_out(link, LINK_OUT);
                return None;
            };
            last_link = Some(link);
            target.append(&mut parts);
            parts = target;
        }
        let real = path_of(&way);
        let entry = way
            .pop()
            .map_or_else(|| self.root.clone(), |(_, entry)| entry);
        Some((self.top.join(real), entry))
    }
}

fn path_of(way: &[(OsString, Entry)]) -> PathBuf {
    way.iter().map(|(name, _)| name).collect()
}

impl Files for Revision {
    fn kind(&self, path: &Path) -> Option<Kind> {
        let (real, entry) = self.find(path)?;
        match entry.kind {
            EntryKind::File => Some(Kind::File),
            EntryKind::Folder => Some(Kind::Folder),
            EntryKind::Link => None,
            EntryKind::Submodule => {
                let below = real.strip_prefix(&self.top).unwrap_or(&real);
                self.leave_out(below.to_owned(), SUBMODULE);
                Some(Kind::Other)
            }
        }
    }

    fn is_link(&self, path: &Path) -> bool {
        let found = self.find_beside(path, false);
        found.is_some_and(|(_, entry)| entry.kind == EntryKind::Link)
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        let found = self.find(path).map(|(real, _)| real);
        found.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let (_, entry) = self.find(folder).ok_or(io::ErrorKind::NotFound)?;
        if entry.kind != EntryKind::Folder {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let entries = self.entries(&entry)?;
        self.listed.set(self.listed.get() + entries.len());
        if self.listed.get() > MAX_PATHS {
            return Err(self.stop(format!(
                "it has more than {MAX_PATHS} files and folders to look through"
            )));
        }
        Ok(entries.keys().map(|name| folder.join(name)).collect())
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        let (_, entry) = self.find(path).ok_or(io::ErrorKind::NotFound)?;
        let size = self.objects.borrow_mut().size(&entry.id);
        size.map_err(|error| self.stop(error.to_string()))
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let (_, entry) = self.find(path).ok_or(io::ErrorKind::NotFound)?;
        if entry.kind != EntryKind::File {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut content = self.content(&entry, toolc_read::load::MAX_BYTES)?;
        content.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_revision_and_a_path() {
        let place = |text| split_place(text).ok();
        assert_eq!(place("main:specs/"), Some(("main", "specs")));
        assert_eq!(place("HEAD~1:"), Some(("HEAD~1", "")));
        assert_eq!(place("v1:a:b"), Some(("v1", "a:b")));
        assert!(place("main").is_none());
        assert!(place(":specs").is_none());
    }

    #[test]
    fn a_path_counts_from_the_root_of_the_repository() {
        let path = |text| from_root(text).map(|path| path.to_string_lossy().into_owned());
        assert_eq!(path("a/b").as_deref(), Some("a/b"));
        assert_eq!(path("a/../b").as_deref(), Some("b"));
        assert_eq!(path("").as_deref(), Some("."));
        assert_eq!(path("a/../../b"), None);
        assert_eq!(path("/etc"), None);
    }
}
