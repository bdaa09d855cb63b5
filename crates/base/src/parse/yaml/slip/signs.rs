//! Signs of other languages and within texts: `//` for a comment, and `: ` or ` #` in a text between brackets.

use super::Slip;
use super::stop::{Edit, Stop};

/// A comment of another language, above or at the line where the parser stopped.
pub(super) fn find_slashes(stop: &Stop<'_>) -> Option<Slip> {
    // below the first one, they are lines of a text for YAML
    let lines = stop.lines.iter().take(stop.at + 1);
    let slashed: Vec<_> = lines
        .filter(|line| line.content.starts_with("//"))
        .collect();
    let first = slashed.first()?;
    let edits: Vec<Edit<'_>> = slashed
        .iter()
        .map(|line| Edit {
            at: line.start,
            removed: 2,
            added: "# ",
        })
        .collect();
    stop.gets_past(stop.at, &edits).then(|| Slip {
        place: first.start..first.start + 2,
        reason: "a comment begins with `//`".to_owned(),
        label: "YAML takes this for a text".to_owned(),
        others: Vec::new(),
        help: "write `#` instead".to_owned(),
    })
}

/// How many keys of a line are looked at, and how many places where the text after one may end.
const MOST_KEYS: usize = 50;
const MOST_ENDS: usize = 20;

/// A text in a mapping or list in brackets with a `: ` or a ` #`, which end it.
pub(super) fn find_unquoted(stop: &Stop<'_>) -> Option<Slip> {
    // an unclosed bracket is noticed at the end of the text, and its place is that of its opening
    let line = stop.line()?;
    let content = stop.text.get(line.range())?;
    let open = content.find(['{', '['])?;
    let keys = content.match_indices(": ").filter(|(at, _)| *at > open);
    let keys: Vec<_> = keys.collect();
    // the nearest key has the shortest text
    for (key, _) in keys.into_iter().rev().take(MOST_KEYS) {
        let start = key + 2;
        let value = content.get(start..)?;
        let begins = |first: char| !first.is_whitespace() && !"{}[],\"'&*|>#".contains(first);
        if !value.starts_with(begins) {
            continue;
        }
        for (end, _) in value.match_indices([',', '}', ']']).take(MOST_ENDS) {
            let text = value[..end].trim_end();
            let sign = [": ", " #"].into_iter().find(|sign| text.contains(sign));
            let Some(sign) = sign.filter(|_| !text.contains(['"', '\\'])) else {
                continue;
            };
            let place = line.start + start..line.start + start + text.len();
            let quote = |at| Edit {
                at,
                removed: 0,
                added: "\"",
            };
            if !stop.gets_past(stop.at, &[quote(place.start), quote(place.end)]) {
                continue;
            }
            let help = match stop.may_show(line, &place) {
                true => format!("put the text in quotes: `\"{text}\"`"),
                false => "put the text in quotes".to_owned(),
            };
            return Some(Slip {
                place,
                reason: format!("a text between brackets has a `{}` in it", sign.trim()),
                label: "YAML ends the text at that sign".to_owned(),
                others: Vec::new(),
                help,
            });
        }
    }
    None
}
