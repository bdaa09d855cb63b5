//! Brackets and quotation marks: those that are not closed, and text after them.

use super::Slip;
use super::stop::{Edit, Stop, find_fault, is_open};
use granit_parser::ErrorKind as Kind;

/// More open brackets than anybody forgets.
const MOST: usize = 16;

/// Something that is open where a line ends, although its closing would let the parser go on.
pub(super) fn find_unclosed(stop: &Stop<'_>) -> Option<Slip> {
    if is_open(stop.kind) {
        let mark = stop.text.get(stop.offset..)?.chars().next()?;
        return Some(describe_unclosed(&[(stop.offset, mark)]));
    }
    let end = stop.lines.iter().take(stop.at).rev();
    let end = end.map(|line| line.end_of_values());
    let end = end.into_iter().find(|end| *end > 0)?;
    let open = list_open(stop.text.get(..end)?)?;
    let closing: String = open.iter().map(|(_, mark)| closing_of(*mark)).collect();
    let insert = |added| {
        [Edit {
            at: end,
            removed: 0,
            added,
        }]
    };
    if stop.gets_past(stop.at, &insert(&closing)) {
        return Some(describe_unclosed(&open));
    }
    stop.gets_past(stop.at, &insert(","))
        .then(|| describe_missing_comma(end))
}

fn describe_missing_comma(end: usize) -> Slip {
    Slip {
        place: end..end,
        reason: "a `,` is missing".to_owned(),
        label: "the next entry follows without one".to_owned(),
        others: Vec::new(),
        help: "write `,` between the entries of `{` and `[`".to_owned(),
    }
}

/// What is open at the end of a text, the innermost first; `None` if nothing is.
fn list_open(text: &str) -> Option<Vec<(usize, char)>> {
    let mut closed = text.to_owned();
    let mut open = Vec::new();
    while let Some(fault) = find_fault(&closed) {
        let mark = text.get(fault.offset..)?.chars().next()?;
        if !is_open(&fault.kind) || open.len() == MOST {
            return None;
        }
        open.push((fault.offset, mark));
        closed.push(closing_of(mark));
    }
    (!open.is_empty()).then_some(open)
}

fn closing_of(open: char) -> char {
    match open {
        '{' => '}',
        '[' => ']',
        quote => quote,
    }
}

fn describe_unclosed(open: &[(usize, char)]) -> Slip {
    let (first, mark) = open.first().copied().unwrap_or((0, '{'));
    let others = open.iter().skip(1);
    let others = others.map(|(at, _)| (*at..*at + 1, "nor is this".to_owned()));
    let closing: String = open.iter().map(|(_, mark)| closing_of(*mark)).collect();
    let what = match mark {
        '{' | '[' => format!("a `{mark}`"),
        _ => format!("a quotation mark `{mark}`"),
    };
    Slip {
        place: first..first + 1,
        reason: format!("{what} is not closed"),
        label: "it is opened here".to_owned(),
        others: others.collect(),
        help: match open.len() {
            1 => format!("close it with `{closing}`"),
            _ => format!("close them with `{closing}`"),
        },
    }
}

/// A value that begins like a mapping or list in brackets, and goes on as text.
pub(super) fn find_text_after(stop: &Stop<'_>) -> Option<Slip> {
    let line = stop.line()?;
    let before = stop.text.get(line.start..stop.offset)?.trim_end();
    let bracket = before
        .chars()
        .last()
        .filter(|last| ['}', ']'].contains(last))?;
    let is_block = matches!(
        stop.kind,
        Kind::InvalidIndentation | Kind::ExpectedBlockMappingKey | Kind::ExpectedBlockSequenceEntry
    );
    is_block.then(|| Slip {
        place: stop.offset..line.range().end,
        reason: format!("text follows the closing `{bracket}`"),
        label: "this text".to_owned(),
        others: Vec::new(),
        help: format!("quote a string that contains brackets, or end the line after `{bracket}`"),
    })
}

/// A string that ends before it should, at a quotation mark that was meant as one of its characters.
pub(super) fn find_text_after_quote(stop: &Stop<'_>) -> Option<Slip> {
    let help = match stop.kind {
        Kind::InvalidTrailingSingleQuotedScalar => {
            "double an apostrophe within single quotes: `''`"
        }
        Kind::InvalidTrailingDoubleQuotedScalar => {
            "write `\\\"` for a quotation mark in double quotes"
        }
        _ => return None,
    };
    let before = stop.text.get(..stop.offset)?.trim_end();
    let closing = before.len().checked_sub(1)?;
    let comma = Edit {
        at: before.len(),
        removed: 0,
        added: ",",
    };
    let is_next = stop.text.get(stop.offset..)?.starts_with(['"', '\'']);
    if is_next && stop.gets_past(stop.at, &[comma]) {
        return Some(describe_missing_comma(before.len()));
    }
    let (opening, _) = list_open(stop.text.get(..closing)?)?.first().copied()?;
    Some(Slip {
        place: closing..closing + 1,
        reason: "text follows the quotation mark that closes a string".to_owned(),
        label: "the string ends here".to_owned(),
        others: vec![(opening..opening + 1, "it begins here".to_owned())],
        help: format!("{help}, or close the string where it should end"),
    })
}
