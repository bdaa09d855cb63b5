//! A file or folder at a git revision: `git:REV:PATH`, checked out to a temporary folder. The
//! user's working tree and index are not touched.

use std::path::{Path, PathBuf};
use std::process::{self, Command, Output};
use std::{env, fs, io};

/// The prefix of a side of a comparison that is to be read from git.
pub(super) const PREFIX: &str = "git:";

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

/// The contents of a path at a revision. The files are removed on drop.
pub(super) struct Checkout {
    root: PathBuf,
    /// Where the files are.
    pub path: PathBuf,
}

impl Drop for Checkout {
    fn drop(&mut self) {
        // if the system keeps one of the files open, there is nothing left to do
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// The revision and path of `REV:PATH`. The path is interpreted as git does: relative to the root
/// of the repository, or to the current folder if it starts with `./`.
#[derive(Debug, PartialEq, Eq)]
struct Place<'p> {
    revision: &'p str,
    path: &'p str,
}

fn split_place(place: &str) -> Result<Place<'_>, Fault> {
    let help = "write `git:REV:PATH`, such as `git:main:specs` or `git:HEAD~1:./specs`";
    match place.split_once(':') {
        Some((revision, path)) if !revision.is_empty() => Ok(Place {
            revision,
            path: path.trim_end_matches('/'),
        }),
        _ => Err(Fault::new(
            format!("`git:{place}` must name a revision and a path"),
            help,
        )),
    }
}

/// Checks out `REV:PATH` to a new folder.
pub(super) fn check_out(place: &str) -> Result<Checkout, Fault> {
    let Place { revision, path } = split_place(place)?;
    let commit = find_commit(revision)?;
    // a folder without a name of its own needs its slash
    let object = match path.rsplit('/').next() {
        Some("." | "..") => format!("{commit}:{path}/"),
        _ => format!("{commit}:{path}"),
    };
    let root = make_folder().map_err(|error| {
        let message = format!("no folder can be made for the files of `git:{place}`: {error}");
        Fault::new(
            message,
            "see that the folder for temporary files is writable",
        )
    })?;
    let mut checkout = Checkout {
        path: bury(&root, path),
        root,
    };
    match ask_git(&["cat-file", "-t", &object]).as_deref() {
        Ok("tree") => {
            let name = last_part(path).unwrap_or("root");
            checkout.path = write_tree(&checkout, &object, name)?;
        }
        Ok("blob") => {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            // git finds `./..` only with a slash behind it
            let around = match folder {
                "" => format!("{commit}:"),
                _ => format!("{commit}:{folder}/"),
            };
            // a file may refer to its siblings
            let written = write_tree(&checkout, &around, last_part(folder).unwrap_or("root"))?;
            checkout.path = written.join(name);
        }
        _ => {
            let help = "the path counts from the root of the repository, or from the current folder \
                        after `./`";
            let message = format!("there is no `{path}` at revision `{revision}`");
            return Err(Fault::new(message, help));
        }
    }
    Ok(checkout)
}

/// A folder for a path, as far below `root` as the path is below the root of the disk. So no `..` in its files
/// leads out of `root`, to files that are of no revision.
fn bury(root: &Path, path: &str) -> PathBuf {
    let current = env::current_dir().unwrap_or_default();
    let levels = current.components().count() + path.split('/').count();
    root.join(["_"].repeat(levels).join("/"))
}

fn last_part(path: &str) -> Option<&str> {
    path.rsplit('/')
        .find(|part| !matches!(*part, "" | "." | ".."))
}

fn find_commit(revision: &str) -> Result<String, Fault> {
    let commit = format!("{revision}^{{commit}}");
    ask_git(&["rev-parse", "--verify", "--end-of-options", &commit]).map_err(|said| {
        let message = format!("git finds no revision `{revision}`: {said}");
        Fault::new(
            message,
            "name a branch, a tag or a commit of the repository that the current folder is in; in CI, \
             fetch it first",
        )
    })
}

/// Writes a tree to a folder of a checkout, using a separate index.
fn write_tree(checkout: &Checkout, tree: &str, name: &str) -> Result<PathBuf, Fault> {
    let folder = checkout.path.join(name);
    let failed = |said: String| {
        let message = format!("git cannot write the files of `{tree}`: {said}");
        Fault::new(message, "run `git fsck` in the repository")
    };
    fs::create_dir_all(&folder).map_err(|error| failed(error.to_string()))?;
    let repository = ask_git(&["rev-parse", "--absolute-git-dir"]).map_err(failed)?;
    let object = ask_git(&["rev-parse", "--verify", "--end-of-options", tree]).map_err(failed)?;
    let steps: [&[&str]; 2] = [&["read-tree", &object], &["checkout-index", "--all"]];
    for arguments in steps {
        let mut git = Command::new("git");
        git.args(arguments)
            .current_dir(&folder)
            .env("GIT_DIR", &repository)
            .env("GIT_WORK_TREE", &folder)
            .env("GIT_INDEX_FILE", checkout.root.join("index"));
        read_answer(git.output()).map_err(failed)?;
    }
    Ok(folder)
}

/// What git prints to standard output or, if it fails, its error message.
fn ask_git(arguments: &[&str]) -> Result<String, String> {
    read_answer(Command::new("git").args(arguments).output())
}

fn read_answer(answer: io::Result<Output>) -> Result<String, String> {
    let answer = answer.map_err(|error| format!("`git` cannot be run: {error}"))?;
    if answer.status.success() {
        return Ok(String::from_utf8_lossy(&answer.stdout).trim().to_owned());
    }
    let said = String::from_utf8_lossy(&answer.stderr);
    let line = said.lines().find(|line| !line.trim().is_empty());
    let line = line.unwrap_or("it does not say why");
    Err(line.trim_start_matches("fatal: ").to_owned())
}

/// Creates a folder that did not exist, so that nobody else can have prepared it.
fn make_folder() -> io::Result<PathBuf> {
    let base = env::temp_dir();
    let mut number = 0;
    loop {
        let folder = base.join(format!("toolc-{}-{number}", process::id()));
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|()| folder),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_revision_and_a_path() {
        let place = |text| split_place(text).map(|place| (place.revision, place.path));
        assert_eq!(place("main:specs/").ok(), Some(("main", "specs")));
        assert_eq!(place("HEAD~1:").ok(), Some(("HEAD~1", "")));
        assert_eq!(place("v1:a:b").ok(), Some(("v1", "a:b")));
        assert!(place("main").is_err());
        assert!(place(":specs").is_err());
    }
}
