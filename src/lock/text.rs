//! The text of a lock is what `toolc lock` writes, and nothing else: what a person sees in a diff must be
//! what counts. Only the ends of lines may be those of another system.

use super::{Lock, write_lock};

/// Whether a text is that of a lock.
pub fn is_text_of(text: &str, lock: &Lock) -> bool {
    find_difference(text, &write_lock(lock)).is_none()
}

/// The first line of a text that is not as it should be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OddLine<'t> {
    /// Where it begins.
    pub start: usize,
    /// What is there.
    pub found: &'t str,
    /// What should; `None` where the text should have ended.
    pub expected: Option<&'t str>,
}

/// Compares line by line; a carriage return before a line feed does not count.
pub(super) fn find_difference<'t>(text: &'t str, expected: &'t str) -> Option<OddLine<'t>> {
    let mut start = 0;
    let mut wanted = expected.split('\n');
    for line in text.split('\n') {
        let is_last = start + line.len() == text.len();
        let found = if is_last {
            line
        } else {
            line.strip_suffix('\r').unwrap_or(line)
        };
        let expected = wanted.next();
        if expected != Some(found) {
            return Some(OddLine {
                start,
                found,
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

/// Where two versions meet that git could not join.
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
