//! Expands patterns with `*`, `?` and `**` to the files that they match.

use super::Files;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How many levels of folders are searched below the first wildcard.
const MAX_DEPTH: usize = 64;

/// Whether a text contains a wildcard.
pub(super) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// The part of a path before its first wildcard.
pub(super) fn fixed_part(path: &str) -> PathBuf {
    let parts = Path::new(path).components();
    parts
        .take_while(|part| !is_pattern(&part.as_os_str().to_string_lossy()))
        .collect()
}

/// The existing paths below a folder that match a pattern, sorted, and the folders that were
/// searched. Each folder is searched only once, whatever the pattern.
pub(super) fn expand_glob(
    files: &dyn Files,
    folder: &Path,
    pattern: &str,
) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let mut start = if pattern.starts_with('/') {
        PathBuf::from("/")
    } else {
        folder.to_owned()
    };
    let mut parts: Vec<&str> = pattern
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    parts.dedup_by(|one, other| one == other && *one == "**");
    let fixed = parts.iter().take_while(|part| !is_pattern(part)).count();
    start.extend(parts.drain(..fixed));
    let mut search = Search {
        files,
        parts: &parts,
        found: Vec::new(),
        folders: Vec::new(),
    };
    if parts.is_empty() {
        search.found.extend(files.exists(&start).then_some(start));
    } else {
        let states = search.closed(States::from([0]));
        if states.contains(&parts.len()) && files.is_folder(&start) {
            search.found.push(start.clone());
        }
        search.folder(&start, &states, 0);
    }
    search.found.sort();
    search.folders.sort();
    (search.found, search.folders)
}

/// How many parts have been matched so far, for every possible way to match.
type States = BTreeSet<usize>;

struct Search<'p> {
    files: &'p dyn Files,
    parts: &'p [&'p str],
    found: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Search<'_> {
    fn folder(&mut self, at: &Path, states: &States, depth: usize) {
        self.folders.push(at.to_owned());
        let Ok(entries) = self.files.list(at) else {
            return;
        };
        for path in entries {
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            let next = self.closed(self.step(states, name, self.files.is_link(&path)));
            let is_folder = self.files.is_folder(&path);
            // a final `**` means folders; a link may be dangling
            let fits = is_folder || self.parts.last() != Some(&"**") && self.files.exists(&path);
            if fits && next.contains(&self.parts.len()) {
                self.found.push(path.clone());
            }
            let goes_on = next.iter().any(|state| *state < self.parts.len());
            if goes_on && depth < MAX_DEPTH && is_folder {
                self.folder(&path, &next, depth + 1);
            }
        }
    }

    /// The states after one more name. `**` does not follow links, and wildcards do not match
    /// hidden names.
    fn step(&self, states: &States, name: &str, is_link: bool) -> States {
        let is_hidden = name.starts_with('.');
        let mut next = States::new();
        for &state in states {
            match self.parts.get(state) {
                Some(&"**") if !is_hidden && !is_link => next.insert(state),
                Some(part) if !is_pattern(part) && *part == name => next.insert(state + 1),
                Some(part) if *part != "**" && !is_hidden && matches(part, name) => {
                    next.insert(state + 1)
                }
                _ => false,
            };
        }
        next
    }

    /// `**` may match nothing.
    fn closed(&self, mut states: States) -> States {
        for (state, part) in self.parts.iter().enumerate() {
            if *part == "**" && states.contains(&state) {
                states.insert(state + 1);
            }
        }
        states
    }
}

/// Whether a name matches a single part of a pattern, in linear space and without recursion.
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
