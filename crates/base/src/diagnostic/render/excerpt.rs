//! The part of a source that is quoted: cut to a window around the place, with control and bidirectional characters
//! escaped, so that neither a minified file nor a hostile one can flood or rearrange a terminal.

use crate::diagnostic::MASK;
use std::ops::Range;
use toolc_runtime::hidden::visible_letters;

/// A line longer than this is cut.
pub(super) const WIDTH: usize = 120;

/// How many characters before the place are kept in a line that is cut.
const BEFORE: usize = 40;

/// A text that is safe to show, and the ranges of places in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub text: String,
    /// The given ranges, as bytes of `text`.
    pub ranges: Vec<Range<usize>>,
}

/// Copies a text that is short enough, masking what is hidden, and maps the ranges to the copy.
pub(super) fn whole_excerpt(
    text: &str,
    ranges: &[Range<usize>],
    masked: &[Range<usize>],
) -> Excerpt {
    let mut excerpt = Excerpt {
        text: String::new(),
        ranges: vec![Range::default(); ranges.len()],
    };
    excerpt.copy(text, 0, ranges, masked);
    excerpt
}

/// Copies the part of a line around a range, with `…` where something was cut off.
pub(super) fn window_excerpt(line: &str, range: &Range<usize>, masked: &[Range<usize>]) -> Excerpt {
    let start = back(line, range.start, BEFORE);
    let end = forth(line, start, WIDTH);
    let clipped = range.start..range.end.min(end).max(range.start);
    let mut excerpt = Excerpt {
        text: String::new(),
        ranges: vec![Range::default()],
    };
    if start > 0 {
        excerpt.text.push('…');
    }
    excerpt.copy(&line[start..end], start, &[clipped], masked);
    if end < line.len() {
        excerpt.text.push('…');
    }
    excerpt
}

/// Whether a line is short enough to be shown whole.
pub(super) fn is_short(line: &str) -> bool {
    line.len() <= WIDTH || line.chars().nth(WIDTH).is_none()
}

/// The byte that is a number of characters before another.
fn back(line: &str, from: usize, characters: usize) -> usize {
    line[..from]
        .char_indices()
        .rev()
        .take(characters)
        .last()
        .map_or(from, |(at, _)| at)
}

/// The byte that is a number of characters after another.
fn forth(line: &str, from: usize, characters: usize) -> usize {
    line[from..]
        .char_indices()
        .nth(characters)
        .map_or(line.len(), |(at, _)| from + at)
}

impl Excerpt {
    /// Appends a text; `offset` is the position of its start in the coordinates of the ranges.
    fn copy(
        &mut self,
        text: &str,
        offset: usize,
        ranges: &[Range<usize>],
        masked: &[Range<usize>],
    ) {
        let mut at = offset;
        let mut is_masking = false;
        for (letter, hidden) in visible_letters(text) {
            let is_masked = letter != '\n' && masked.iter().any(|range| range.contains(&at));
            self.mark(at, ranges);
            if !is_masked {
                push(letter, letter == '\n', hidden.is_some(), &mut self.text);
            } else if !is_masking {
                self.text.push_str(MASK);
            }
            is_masking = is_masked;
            at += letter.len_utf8();
        }
        self.mark(offset + text.len(), ranges);
    }

    fn mark(&mut self, at: usize, ranges: &[Range<usize>]) {
        for (own, range) in self.ranges.iter_mut().zip(ranges) {
            if range.start == at {
                own.start = self.text.len();
            }
            if range.end == at {
                own.end = self.text.len();
            }
        }
    }
}

fn push(letter: char, keep: bool, hidden: bool, out: &mut String) {
    if keep || letter == '\t' || !(hidden || is_private(letter)) {
        out.push(letter);
    } else {
        out.extend(letter.escape_unicode());
    }
}

/// Characters that a terminal must not receive, besides hidden ones: control characters, and
/// private-use ones, whose meaning differs between machines.
fn is_private(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Escapes control and other hidden characters, as in `\u{202e}`.
pub fn escape_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (letter, hidden) in visible_letters(text) {
        push(letter, false, hidden.is_some(), &mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_survive_escaping() {
        let excerpt = whole_excerpt("a\u{202e}b: c", &[5..5, 4..7], &[]);
        assert_eq!(excerpt.text, "a\\u{202e}b: c");
        assert_eq!(excerpt.ranges[1], 9..12);
    }

    #[test]
    fn what_is_hidden_is_masked() {
        let excerpt = whole_excerpt("key: abc, b\nabc", &[5..8, 10..11], &[5..8, 11..15]);
        assert_eq!(excerpt.text, "key: ***, b\n***");
        assert_eq!(excerpt.ranges, [5..8, 10..11]);
        let line = format!("{}SECRET{}", "a".repeat(500), "b".repeat(500));
        let excerpt = window_excerpt(&line, &(500..506), std::slice::from_ref(&(500..506)));
        assert!(!excerpt.text.contains("SECRET"), "{}", excerpt.text);
        assert_eq!(&excerpt.text[excerpt.ranges[0].clone()], MASK);
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let line = format!("{}NAME{}", "ä".repeat(5000), "x".repeat(5000));
        let excerpt = window_excerpt(&line, &(10_000..10_004), &[]);
        assert_eq!(&excerpt.text[excerpt.ranges[0].clone()], "NAME");
        assert!(excerpt.text.starts_with('…') && excerpt.text.ends_with('…'));
        assert_eq!(excerpt.text.chars().count(), WIDTH + 2);
    }

    #[test]
    fn a_range_longer_than_the_window_ends_with_it() {
        let line = "y".repeat(1000);
        let excerpt = window_excerpt(&line, &(0..1000), &[]);
        assert_eq!(excerpt.ranges[0], 0..WIDTH);
    }

    #[test]
    fn escape_leaves_letters_alone() {
        assert_eq!(escape_text("größe\t日本"), "größe\t日本");
        assert_eq!(escape_text("\u{1b}[31m\n"), "\\u{1b}[31m\\u{a}");
    }
}
