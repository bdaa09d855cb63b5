//! The text of a lock is exactly what `toolc lock` writes: what a person sees in a diff must be
//! what counts. Only line endings may be those of another system.

use super::{Lock, VERSION, write_lock};

/// Whether a text is the text of a lock.
pub fn is_text_of(text: &str, lock: &Lock) -> bool {
    find_difference(text, &write_lock(lock)).is_none()
}

/// Whether a later toolc wrote a text, which this one cannot read and must not overwrite.
pub fn is_of_later_version(text: &str) -> bool {
    let mut lines = text.lines();
    let version = lines.find_map(|line| line.strip_prefix("version: "));
    version.is_some_and(|version| version.parse().is_ok_and(|number: u32| number > VERSION))
}

/// A new text with the line endings of the old one.
pub fn keep_line_endings(new: String, old: &str) -> String {
    match old.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => new.replace('\n', "\r\n"),
        _ => new,
    }
}

/// The first line of a text that differs from the expected one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OddLine<'t> {
    /// The byte at which it starts.
    pub start: usize,
    /// The actual line.
    pub found: &'t str,
    /// The expected line; `None` if the text should have ended.
    pub expected: Option<&'t str>,
}

/// Compares line by line. The line endings are all those of another system, or none of them is.
pub(super) fn find_difference<'t>(text: &'t str, expected: &'t str) -> Option<OddLine<'t>> {
    let mut start = 0;
    let has_returns = text
        .split_once('\n')
        .is_some_and(|(first, _)| first.ends_with('\r'));
    let mut wanted = expected.split('\n');
    for line in text.split('\n') {
        let is_last = start + line.len() == text.len();
        let expected = wanted.next();
        let found = match has_returns && !is_last {
            true => line.strip_suffix('\r'),
            false => Some(line),
        };
        if found.is_none() || expected != found {
            return Some(OddLine {
                start,
                found: line,
                expected,
            });
        }
        start += line.len() + 1;
    }
    let end = text.len();
    wanted.next().map(|line| OddLine {
        start: end,
        found: "",
        expected: Some(line),
    })
}

/// The start of a git merge conflict.
pub(super) fn find_conflict(text: &str) -> Option<(usize, &str)> {
    let mut start = 0;
    for line in text.split('\n') {
        let is_mark = ["<<<<<<<", ">>>>>>>", "|||||||"]
            .iter()
            .any(|mark| line.starts_with(mark));
        if is_mark {
            return Some((start, line.trim_end_matches('\r')));
        }
        start += line.len() + 1;
    }
    None
}
