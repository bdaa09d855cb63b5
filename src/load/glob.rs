//! Patterns with `*`, `?` and `**` to the files that they match.

use std::path::{Path, PathBuf};

/// Folders nest at most so deep under `**`.
const MAX_DEPTH: usize = 64;

/// Whether a text has a wildcard.
pub(super) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// The existing paths that a pattern matches below a folder, sorted, and the folders that were
/// looked at.
pub(super) fn expand(folder: &Path, pattern: &str) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let start = if pattern.starts_with('/') {
        PathBuf::from("/")
    } else {
        folder.to_owned()
    };
    let parts: Vec<&str> = pattern
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    let mut search = Search {
        found: Vec::new(),
        folders: Vec::new(),
    };
    search.go(&start, &parts, 0);
    search.found.sort();
    search.found.dedup();
    search.folders.sort();
    search.folders.dedup();
    (search.found, search.folders)
}

struct Search {
    found: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Search {
    fn go(&mut self, at: &Path, parts: &[&str], depth: usize) {
        let Some((part, rest)) = parts.split_first() else {
            if at.exists() {
                self.found.push(at.to_owned());
            }
            return;
        };
        if !is_pattern(part) {
            return self.go(&at.join(part), rest, depth);
        }
        if *part == "**" {
            self.go(at, rest, depth);
        }
        for (name, path) in self.children(at) {
            if *part == "**" {
                if depth < MAX_DEPTH && path.is_dir() && !path.is_symlink() {
                    self.go(&path, parts, depth + 1);
                }
            } else if matches(part, &name) {
                self.go(&path, rest, depth);
            }
        }
    }

    /// The children of a folder that are not hidden.
    fn children(&mut self, folder: &Path) -> Vec<(String, PathBuf)> {
        self.folders.push(folder.to_owned());
        let Ok(entries) = std::fs::read_dir(folder) else {
            return Vec::new();
        };
        entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                Some((entry.file_name().into_string().ok()?, entry.path()))
            })
            .filter(|(name, _)| !name.starts_with('.'))
            .collect()
    }
}

/// Whether a name matches a pattern of one part, in linear space and without recursion.
fn matches(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let mut states = vec![false; pattern.len() + 1];
    states[0] = true;
    close(&pattern, &mut states);
    for char in name.chars() {
        let mut next = vec![false; states.len()];
        for (at, expected) in pattern.iter().enumerate().filter(|(at, _)| states[*at]) {
            match expected {
                '*' => next[at] = true,
                '?' => next[at + 1] = true,
                expected => next[at + 1] |= *expected == char,
            }
        }
        close(&pattern, &mut next);
        states = next;
    }
    states[pattern.len()]
}

/// A `*` may match nothing.
fn close(pattern: &[char], states: &mut [bool]) {
    for (at, char) in pattern.iter().enumerate() {
        if states[at] && *char == '*' {
            states[at + 1] = true;
        }
    }
}
