//! Paths as shown: in messages as the user wrote them, in generated code as they are wherever the command runs. Both
//! have `/` separators.

use super::files::Files;
use std::collections::BTreeSet;
use std::env;
use std::path::{Component, Path, PathBuf};

/// The two paths of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// For messages: relative to where the command runs, if it was given that way.
    pub shown: String,
    /// For generated code: below the name of the folder that was given, so that the same specs give the same bytes
    /// however their path is written.
    pub origin: String,
}

impl Name {
    /// A name that is the same for both.
    pub(super) fn of(path: String) -> Self {
        Name {
            origin: path.clone(),
            shown: path,
        }
    }
}

/// What is shown of the folders that a user gave.
#[derive(Debug, Default)]
pub(super) struct Folders {
    /// How many parts at the end of their paths tell them apart.
    parts: usize,
}

impl Folders {
    /// The folders of some paths: those of files are the ones that they are in.
    pub(super) fn new(files: &dyn Files, paths: &[PathBuf]) -> Self {
        let folder = |path: &PathBuf| match files.is_folder(path) {
            true => absolute(path),
            false => absolute(super::folder_of(path)),
        };
        let all: BTreeSet<Vec<String>> = paths.iter().map(folder).collect();
        let longest = all.iter().map(Vec::len).max().unwrap_or(0);
        let are_apart = |parts: &usize| {
            let ends: BTreeSet<&[String]> = all.iter().map(|path| end_of(path, *parts)).collect();
            ends.len() == all.len()
        };
        Folders {
            parts: (1..=longest).find(are_apart).unwrap_or(1),
        }
    }

    /// One of these folders.
    pub(super) fn show(&self, folder: &Path) -> Shown {
        let origin = end_of(&absolute(folder), self.parts).join("/");
        let shown = match folder.is_absolute() {
            true => origin.clone(),
            false => tidy(&slashed(folder)),
        };
        Shown { shown, origin }
    }
}

/// The parts of a path from the root of the disk, as it is written: a link keeps its name.
fn absolute(path: &Path) -> Vec<String> {
    let current = env::current_dir().unwrap_or_default();
    let mut parts = Vec::new();
    for part in current.join(path).components() {
        match part {
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            Component::ParentDir => drop(parts.pop()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    parts
}

fn end_of(path: &[String], parts: usize) -> &[String] {
    &path[path.len().saturating_sub(parts)..]
}

/// The prefixes for everything below a folder.
pub(super) struct Shown {
    shown: String,
    origin: String,
}

impl Shown {
    /// For the folder of a file with this name.
    pub(super) fn around(name: &Name) -> Self {
        let above = |path: &str| {
            let (folder, _) = path.rsplit_once('/').unwrap_or(("", path));
            tidy(folder)
        };
        Shown {
            shown: above(&name.shown),
            origin: above(&name.origin),
        }
    }

    /// The name of a file below the folder.
    pub(super) fn below(&self, folder: &Path, file: &Path) -> Name {
        match file.strip_prefix(folder) {
            Ok(rest) => self.join(&slashed(rest)),
            Err(_) => self.join(&slashed(file)),
        }
    }

    /// A path relative to the folder, with `.` and `..` resolved where possible.
    pub(super) fn join(&self, rest: &str) -> Name {
        Name {
            shown: tidy(&format!("{}/{rest}", self.shown)),
            origin: tidy(&format!("{}/{rest}", self.origin)),
        }
    }
}

fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path
        .components()
        .filter(|part| !matches!(part, Component::RootDir | Component::Prefix(_)))
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    let root = if path.has_root() { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// Removes empty parts and `.`, and resolves `..`.
fn tidy(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
    {
        if part == ".." && parts.last().is_some_and(|last| *last != "..") {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}
