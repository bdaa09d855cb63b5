//! Decides which texts can be paths within a workspace, whatever exists there.

use crate::hidden;
use std::fmt;

/// The maximum length of a path in bytes.
const MAX_LENGTH: usize = 4096;

/// The maximum length of a name in a path in bytes.
const MAX_NAME: usize = 255;

/// The maximum number of names in a path.
const MAX_DEPTH: usize = 128;

/// Why a text is not a path within a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidPath {
    /// It is empty.
    Empty,
    /// The path or a name in it is too long, or there are too many names.
    TooLong,
    /// `..` leads out of the workspace.
    Escape,
    /// It contains a control character or an invisible one.
    Hidden,
    /// It contains `\`, or a character that looks like `/` or `\`.
    Separator,
    /// It is a drive, a scheme, a share or a home folder: `C:`, `file:`, `//host`, `~`.
    Foreign,
    /// A name ends in a blank or a dot, so some systems treat it as another name.
    Ending,
    /// It contains a percent-encoded character that is not decoded here, such as `%2e`.
    Encoded,
}

impl InvalidPath {
    /// The rule that a path must follow.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            InvalidPath::Empty => "must name a file, such as `/notes/todo.txt`",
            InvalidPath::TooLong => "must be a shorter path",
            InvalidPath::Escape => "must be a path within the workspace, without `..` out of it",
            InvalidPath::Hidden => "must be a path without control and invisible characters",
            InvalidPath::Separator => "must be a path with `/` between its names",
            InvalidPath::Foreign => {
                "must be a path within the workspace, without a drive, scheme, host or `~`"
            }
            InvalidPath::Ending => "must be a path whose names do not end in a blank or a point",
            InvalidPath::Encoded => "must be a path in plain characters: no escapes are decoded",
        }
    }
}

impl fmt::Display for InvalidPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule())
    }
}

impl std::error::Error for InvalidPath {}

/// Normalises a path into the names below the workspace: `/a/./b/../c` becomes `a` and `c`. The leading `/`
/// is optional.
///
/// # Errors
/// Fails if it is not a plain path within a workspace, on whatever system it may be used.
pub fn normalise_path(path: &str) -> Result<Vec<&str>, InvalidPath> {
    if path.is_empty() {
        return Err(InvalidPath::Empty);
    }
    if path.len() > MAX_LENGTH {
        return Err(InvalidPath::TooLong);
    }
    if path.starts_with("//") {
        return Err(InvalidPath::Foreign);
    }
    if has_hidden(path) {
        return Err(InvalidPath::Hidden);
    }
    if path.contains(is_like_separator) {
        return Err(InvalidPath::Separator);
    }
    let mut names: Vec<&str> = Vec::new();
    let mut is_first = true;
    for name in path.split('/') {
        match name {
            "" | "." => continue,
            ".." => names.pop().map(drop).ok_or(InvalidPath::Escape)?,
            _ => {
                check_name(name, is_first)?;
                names.push(name);
            }
        }
        is_first = false;
    }
    match names.len() > MAX_DEPTH {
        true => Err(InvalidPath::TooLong),
        false => Ok(names),
    }
}

fn check_name(name: &str, is_first: bool) -> Result<(), InvalidPath> {
    if name.len() > MAX_NAME {
        return Err(InvalidPath::TooLong);
    }
    let is_drive =
        name.as_bytes().get(1) == Some(&b':') && name.as_bytes()[0].is_ascii_alphabetic();
    if is_first && (is_drive || name.ends_with(':') || name == "~") {
        return Err(InvalidPath::Foreign);
    }
    if name.ends_with([' ', '.']) || name.chars().all(is_like_point) {
        return Err(InvalidPath::Ending);
    }
    match has_escape(name) {
        true => Err(InvalidPath::Encoded),
        false => Ok(()),
    }
}

/// Whether some system reads a text as another path: because of hidden characters, other separators or escapes.
#[doc(hidden)]
pub fn is_ambiguous(path: &str) -> bool {
    has_hidden(path) || path.contains(is_like_separator) || has_escape(path)
}

fn has_hidden(path: &str) -> bool {
    path.chars().any(char::is_control) || hidden::find_hidden(path).is_some()
}

/// `\`, and characters that look like `/` or `\`, or that some systems convert to one of them.
fn is_like_separator(letter: char) -> bool {
    matches!(
        letter,
        '\\' | '\u{2044}'
            | '\u{2215}'
            | '\u{2216}'
            | '\u{29f5}'
            | '\u{29f8}'
            | '\u{29f9}'
            | '\u{fe68}'
            | '\u{ff0f}'
            | '\u{ff3c}'
    )
}

/// A dot, and characters that some systems convert to dots.
#[doc(hidden)]
pub fn is_like_point(letter: char) -> bool {
    matches!(
        letter,
        '.' | '\u{2024}' | '\u{2025}' | '\u{2026}' | '\u{fe52}' | '\u{ff0e}'
    )
}

/// Whether a text has a percent-encoded dot, separator, semicolon, control character or lead byte of an overlong
/// encoding, or a code after `%u`, no matter how many times the `%` itself is encoded.
fn has_escape(text: &str) -> bool {
    text.match_indices('%').any(|(at, _)| {
        let mut rest = &text[at + 1..];
        while let Some(inner) = rest.strip_prefix("25") {
            rest = inner;
        }
        match rest.strip_prefix(['u', 'U']) {
            Some(rest) => rest.get(..4).and_then(hex_code).is_some(),
            None => matches!(
                rest.get(..2).and_then(hex_code),
                Some(0..=0x1f | 0x2e | 0x2f | 0x3b | 0x5c | 0x7f | 0xc0 | 0xc1 | 0xe0 | 0xf0)
            ),
        }
    })
}

fn hex_code(digits: &str) -> Option<u32> {
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    are_digits.then(|| u32::from_str_radix(digits, 16).ok())?
}

/// Whether a text is a file name suffix: `.txt`, `.tar.gz`.
pub fn is_suffix(suffix: &str) -> bool {
    let rest = suffix.strip_prefix('.');
    rest.is_some_and(|rest| !rest.is_empty() && normalise_path(suffix) == Ok(vec![suffix]))
}

/// Whether a name has one of these suffixes, ignoring ASCII case.
#[doc(hidden)]
pub fn has_suffix<'s>(name: &str, mut suffixes: impl Iterator<Item = &'s str>) -> bool {
    suffixes.any(|suffix| {
        let at = name.len().checked_sub(suffix.len());
        let end = at.and_then(|at| name.get(at..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(suffix))
    })
}
