//! Values that go on in the next line: those that are not indented, and those that a comment interrupts.

use super::Slip;
use super::depth::find_depth_of;
use super::stop::{Edit, Stop};
use granit_parser::ErrorKind as Kind;

/// A line that is not a key, below a key whose value it probably is.
pub(super) fn find_unindented(stop: &Stop<'_>) -> Option<Slip> {
    let line = stop.line()?;
    let is_key_missing = matches!(
        stop.kind,
        Kind::SimpleKeyExpected
            | Kind::InvalidSimpleKey
            | Kind::InvalidIndentation
            | Kind::ExpectedBlockMappingKey
    );
    if !is_key_missing || stop.offset != line.start || !line.find_marks().is_empty() {
        return None;
    }
    let (_, above) = stop.line_above(stop.at)?;
    let marks = above.find_marks();
    let mark = marks.last()?;
    let key = mark.key?;
    if mark.column < line.indent {
        return None;
    }
    let indentation = " ".repeat(mark.column + 2 - line.indent);
    let edit = Edit {
        at: line.start,
        removed: 0,
        added: &indentation,
    };
    if !stop.gets_past(stop.at, &[edit]) {
        return None;
    }
    let (reason, help) = if above.find_value().is_empty() || above.is_header() {
        (
            format!("the value of `{key}` is not indented"),
            format!("indent it by more spaces than `{key}`"),
        )
    } else {
        (
            format!("this line is neither a key nor part of the value of `{key}`"),
            format!(
                "write `key: value`, or, if it continues the value of `{key}`, indent it by more spaces"
            ),
        )
    };
    Some(Slip {
        place: line.range(),
        reason,
        label: String::new(),
        others: vec![(mark.offset..mark.offset + key.len(), "the key".to_owned())],
        help,
    })
}

/// A text without quotes that goes on below a comment.
pub(super) fn find_comment(stop: &Stop<'_>) -> Option<Slip> {
    let comment = match stop.kind {
        Kind::CommentInterceptedScalar => stop.at,
        _ => (stop.at)
            .checked_sub(1)
            .filter(|at| stop.lines.get(*at).is_some_and(|it| it.is_comment()))?,
    };
    let mut below = stop.lines.iter().enumerate().skip(comment + 1);
    let (next, line) = below.find(|(_, line)| line.is_structural())?;
    if let Some(slip) = find_depth_of(stop, next) {
        return Some(slip);
    }
    let commented = stop.lines.get(comment)?;
    let start = if commented.is_comment() {
        commented.start
    } else {
        commented.end_of_values()
    };
    let end = commented.range().end;
    let edit = Edit {
        at: start,
        removed: end - start,
        added: "",
    };
    let start = start + stop.text.get(start..end)?.find('#')?;
    stop.gets_past(next, &[edit]).then(|| Slip {
        place: start..end,
        reason: "a comment interrupts a string".to_owned(),
        label: "the comment".to_owned(),
        others: vec![(line.range(), "the string continues here".to_owned())],
        help: "move the comment above the string".to_owned(),
    })
}
