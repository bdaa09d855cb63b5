//! Keys and list entries that do not line up with those above.

use super::Slip;
use super::lines::Mark;
use super::stop::{Edit, Stop};
use crate::order::sort_by_key;
use granit_parser::ErrorKind as Kind;

/// How many neighbours are tried.
const MOST: usize = 8;

/// A key or a dash that is a few spaces too deep or too shallow.
pub(super) fn find_depth(stop: &Stop<'_>) -> Option<Slip> {
    let line = stop.line()?;
    let first = line.find_marks().into_iter().next()?;
    // the `:` of another key in the same line is another slip
    let colon = first.offset + first.key.map_or(0, str::len);
    let is_of_first = match stop.kind {
        Kind::MappingValueNotAllowed => stop.offset == colon,
        Kind::InvalidIndentation
        | Kind::ExpectedBlockMappingKey
        | Kind::ExpectedBlockSequenceEntry
        | Kind::BlockSequenceEntryNotAllowed => stop.offset <= colon + 2,
        _ => false,
    };
    is_of_first.then(|| find_depth_of(stop, stop.at))?
}

/// The same for the first key or dash of a line.
pub(super) fn find_depth_of(stop: &Stop<'_>, at: usize) -> Option<Slip> {
    let line = stop.lines.get(at)?;
    let marks = line.find_marks();
    let mark = marks.first()?;
    let lines_up = |other: &Mark<'_>| {
        let blanks = " ".repeat(other.column);
        let edit = Edit {
            at: line.start - line.indent,
            removed: line.indent,
            added: &blanks,
        };
        other.column != mark.column && stop.gets_past(at, &[edit])
    };
    let mut open = list_open(stop, at);
    // a key below an entry without keys may belong anywhere
    let (_, above) = stop.line_above(at)?;
    let has_key = above.find_marks().iter().any(|mark| mark.key.is_some());
    let is_mixture = open.iter().any(|other| is_mixed(mark, other));
    if mark.key.is_some() && (is_mixture || !has_key) {
        return None;
    }
    open.retain(|other| other.key.is_some() == mark.key.is_some());
    let distance = |other: &Mark<'_>| other.column.abs_diff(mark.column);
    sort_by_key(&mut open, &mut |other| distance(other));
    open.truncate(MOST);
    open.retain(lines_up);
    let nearest = distance(open.first()?);
    open.retain(|other| distance(other) == nearest);
    let name = |mark: &Mark<'_>| {
        mark.key
            .map_or("the `-`".to_owned(), |key| format!("`{key}`"))
    };
    let ways = open.iter().map(|other| {
        let spaces = if nearest == 1 { "space" } else { "spaces" };
        let verb = if other.column < mark.column {
            "remove"
        } else {
            "add"
        };
        format!(
            "{verb} {nearest} {spaces} to line it up with {} on line {}",
            name(other),
            line_number(stop, other)
        )
    });
    let mut help = ways.collect::<Vec<_>>().join(", or ");
    if matches!(
        stop.kind,
        Kind::MappingValueNotAllowed | Kind::CommentInterceptedScalar
    ) {
        help += "; if this line continues the string above, put that string in quotes";
    }
    let others = open.iter().map(|other| {
        let end = other.offset + other.key.map_or(1, str::len);
        (
            other.offset..end,
            format!("this begins in column {}", other.column + 1),
        )
    });
    Some(Slip {
        place: mark.offset..mark.offset + mark.key.map_or(1, str::len),
        reason: format!("{} does not line up with what is above", name(mark)),
        label: format!("this begins in column {}", mark.column + 1),
        others: others.collect(),
        help,
    })
}

/// Keys and list entries side by side.
pub(super) fn find_mixture(stop: &Stop<'_>) -> Option<Slip> {
    let line = stop.line()?;
    let marks = line.find_marks();
    let mark = marks.first()?;
    let other = list_open(stop, stop.at)
        .into_iter()
        .find(|other| is_mixed(mark, other))?;
    let is_block = matches!(
        stop.kind,
        Kind::InvalidIndentation | Kind::ExpectedBlockMappingKey | Kind::ExpectedBlockSequenceEntry
    );
    let word = |mark: &Mark<'_>| match mark.key {
        Some(_) => "this is a key",
        None => "this is a list entry",
    };
    let end = other.offset + other.key.map_or(1, str::len);
    is_block.then(|| Slip {
        place: line.range(),
        reason: "a key and a list entry are at the same level".to_owned(),
        label: word(mark).to_owned(),
        others: vec![(other.offset..end, word(&other).to_owned())],
        help: "begin all of them with `- ` or none of them, or change the indentation of \
                what belongs elsewhere"
            .to_owned(),
    })
}

/// Whether one is a key and the other a dash, in one column.
fn is_mixed(mark: &Mark<'_>, other: &Mark<'_>) -> bool {
    other.column == mark.column && other.key.is_some() != mark.key.is_some()
}

/// The keys and dashes above a line that entries of their mapping or list may follow.
fn list_open<'t>(stop: &Stop<'t>, at: usize) -> Vec<Mark<'t>> {
    let mut open: Vec<Mark<'t>> = Vec::new();
    let mut least = usize::MAX;
    for line in stop
        .lines
        .iter()
        .take(at)
        .rev()
        .filter(|line| line.is_structural())
    {
        let marks = line.find_marks();
        let first = marks.first().map_or(line.indent, |mark| mark.column);
        open.extend(marks.into_iter().filter(|mark| mark.column < least));
        least = least.min(first);
        if least == 0 {
            break;
        }
    }
    open
}

fn line_number(stop: &Stop<'_>, mark: &Mark<'_>) -> usize {
    let before = stop.text.get(..mark.offset).unwrap_or_default();
    before.matches('\n').count() + 1
}
