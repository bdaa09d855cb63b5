//! Paths as shown in messages and generated headers: relative, with `/` separators, the same on every machine.

use std::path::{Component, Path};

/// The prefix to show for everything below a folder.
pub(super) struct Shown {
    prefix: String,
}

impl Shown {
    /// For a folder as given by the user: the folder itself or, if it is absolute, its last part.
    pub(super) fn of_folder(folder: &Path) -> Self {
        if folder.is_absolute() {
            let name = super::canonical(folder);
            let name = name
                .file_name()
                .map_or(String::new(), |name| name.to_string_lossy().into_owned());
            return Shown { prefix: name };
        }
        Shown {
            prefix: tidy(&slashed(folder)),
        }
    }

    /// The path of a file below the folder.
    pub(super) fn below(&self, folder: &Path, file: &Path) -> String {
        match file.strip_prefix(folder) {
            Ok(rest) => self.join(&slashed(rest)),
            Err(_) => self.join(&slashed(file)),
        }
    }

    /// A path relative to the folder, with `.` and `..` resolved where possible.
    pub(super) fn join(&self, rest: &str) -> String {
        tidy(&format!("{}/{rest}", self.prefix))
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
