//! Which texts are paths within a workspace at all, whatever is there.

use crate::hidden;
use std::fmt;

/// The longest path, in bytes.
const MAX_LENGTH: usize = 4096;

/// The longest name in a path, in bytes.
const MAX_NAME: usize = 255;

/// The most names in a path.
const MAX_DEPTH: usize = 128;

/// Why a text is not a path within a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidPath {
    /// There is nothing.
    Empty,
    /// The path, a name in it, or the number of names is beyond all limits.
    TooLong,
    /// `..` leads out of the workspace.
    Escape,
    /// A control character, or one that shows nothing.
    Hidden,
    /// `\`, or a character that looks like `/` or `\`.
    Separator,
    /// A drive, a scheme, a share or a home: `C:`, `file:`, `//host`, `~`.
    Foreign,
    /// A name that some systems take for another: it ends in a blank or a point.
    Ending,
    /// An escape that nothing here decodes, such as `%2e`.
    Encoded,
}

impl InvalidPath {
    /// What a path must be.
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

/// The names of a path, from the workspace down: `/a/./b/../c` has `a` and `c`. A path that does not
/// begin with `/` means the same.
///
/// # Errors
/// What is not a plain path within a workspace, on whatever system it may be read.
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
    if path.chars().any(char::is_control) || hidden::find_hidden(path).is_some() {
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

/// `\`, and what is drawn or folded to `/` or `\` somewhere.
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

/// A point, or what is folded to points somewhere.
fn is_like_point(letter: char) -> bool {
    matches!(
        letter,
        '.' | '\u{2024}' | '\u{2025}' | '\u{2026}' | '\u{fe52}' | '\u{ff0e}'
    )
}

/// Whether a name has a point, a separator or a NUL as a URL would write it, however often `%` itself is
/// escaped.
fn has_escape(name: &str) -> bool {
    name.match_indices('%').any(|(at, _)| {
        let mut rest = &name[at + 1..];
        while let Some(inner) = rest.strip_prefix("25") {
            rest = inner;
        }
        let code = rest.get(..2).unwrap_or("").to_ascii_lowercase();
        ["2e", "2f", "5c", "00", "c0", "e0"].contains(&code.as_str())
    })
}

/// Whether a text is the end of a file's name: `.txt`, `.tar.gz`.
pub fn is_suffix(suffix: &str) -> bool {
    let rest = suffix.strip_prefix('.');
    rest.is_some_and(|rest| !rest.is_empty() && normalise_path(suffix) == Ok(vec![suffix]))
}

/// Whether a name has one of these ends, in letters of either case.
pub(crate) fn has_suffix<'s>(name: &str, mut suffixes: impl Iterator<Item = &'s str>) -> bool {
    suffixes.any(|suffix| {
        let at = name.len().checked_sub(suffix.len());
        let end = at.and_then(|at| name.get(at..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(suffix))
    })
}
