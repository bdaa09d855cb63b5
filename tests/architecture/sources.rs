//! The files of the repository, and the modules that each of them names.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl File {
    /// Returns the top-level module: `read` for `crates/read/src/read/config.rs`.
    pub(super) fn module(&self) -> &str {
        let path = self.path.to_str().expect("a plain path");
        let (_, below) = path.split_once("src/").expect("a source file");
        first_word(below)
    }

    /// Returns the code without comments and without tests, whether those are at its end or in files of their
    /// own.
    pub(super) fn code(&self) -> impl Iterator<Item = &str> {
        let mut names = self.path.iter();
        let is_tests = names.any(|name| name == "tests" || name == "tests.rs");
        let code = self.text.split("#[cfg(test)]\nmod tests").next();
        let code = code.filter(|_| !is_tests).unwrap_or("");
        code.lines()
            .filter(|line| !line.trim_start().starts_with("//"))
    }

    /// Returns the modules below `schema` that the code names.
    pub(super) fn schema_rooms(&self) -> BTreeSet<&str> {
        let code = self.code().flat_map(|line| {
            let places = line.split("crate::schema::").skip(1);
            let is_room_file = self.path.iter().count() == 5;
            let beside = line.split("use super::").skip(1);
            places.chain(beside.filter(move |_| is_room_file))
        });
        code.map(first_word).collect()
    }

    /// Returns the top-level modules that the code names.
    pub(super) fn imports(&self) -> BTreeSet<&str> {
        let code = self.code().flat_map(|line| line.split("crate::").skip(1));
        code.map(first_word).collect()
    }
}

pub(super) fn first_word(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .next()
        .unwrap_or("")
}

pub(super) fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let is_built = entry.file_name() == "target";
        let hidden = is_built || entry.file_name().to_string_lossy().starts_with('.');
        if path.is_dir() && !hidden {
            collect(&path, found);
        } else if path.is_file() && !hidden {
            found.push(path);
        }
    }
}

pub(super) fn files(folder: &str, extension: &str) -> Vec<File> {
    let mut paths = Vec::new();
    collect(Path::new(folder), &mut paths);
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    let read = |path: PathBuf| File {
        text: fs::read_to_string(&path).expect("a text file"),
        path,
    };
    paths.into_iter().map(read).collect()
}

/// The sources of the compiler.
pub(super) fn house() -> Vec<File> {
    let mut files = files("src", "rs");
    let below = fs::read_dir("crates").expect("the crates").flatten();
    for entry in below {
        let folder = entry.path().join("src");
        files.extend(self::files(folder.to_str().expect("a plain path"), "rs"));
    }
    files
}

pub(super) fn report(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Like `files`, but for files that may contain bytes that are not UTF-8.
pub(super) fn files_lossy(folder: &str, extension: &str) -> Vec<File> {
    let mut paths = Vec::new();
    collect(Path::new(folder), &mut paths);
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).expect("a file");
        File {
            text: String::from_utf8_lossy(&bytes).into_owned(),
            path,
        }
    };
    paths.into_iter().map(read).collect()
}
