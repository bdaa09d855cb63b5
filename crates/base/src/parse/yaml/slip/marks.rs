//! `*`, `-` and `:` that YAML takes for something else than what was meant.

use super::Slip;
use super::lines::Line;
use super::stop::{Edit, Stop};
use granit_parser::ErrorKind as Kind;

/// A `*` or `&` that begins a text, where YAML expects a name.
pub(super) fn find_alias(stop: &Stop<'_>) -> Option<Slip> {
    let is_alias = matches!(
        stop.kind,
        Kind::MissingAnchorOrAliasName | Kind::UnknownAnchor
    );
    let text = stop.text.get(stop.offset..)?;
    let mark = text
        .chars()
        .next()
        .filter(|mark| ['*', '&'].contains(mark))?;
    if !is_alias {
        return None;
    }
    let ends = |it: char| it.is_whitespace() || [',', '[', ']', '{', '}'].contains(&it);
    let word = text.split(ends).next()?.trim_end_matches(':');
    let name = word.strip_prefix(mark)?;
    let place = stop.offset..stop.offset + word.len();
    let is_shown = stop.may_show(stop.line()?, &place);
    let is_name = |it: char| it.is_alphanumeric() || it == '_' || it == '-';
    let may_be_alias = mark == '*' && !name.is_empty() && name.chars().all(is_name);
    let (reason, label) = if may_be_alias && is_shown {
        (
            format!("`{word}` is an alias, and there is no `&{name}` above it"),
            "YAML takes this for an alias",
        )
    } else {
        (
            format!("an unquoted string cannot begin with `{mark}`"),
            "YAML reads this as an alias",
        )
    };
    let mut help = "write it in quotes".to_owned();
    if is_shown {
        help += &format!(": `\"{word}\"`");
    }
    if may_be_alias && is_shown {
        help += &format!("; for an alias, write `&{name}` before the value that it stands for");
    }
    Some(Slip {
        place,
        reason,
        label: label.to_owned(),
        others: Vec::new(),
        help,
    })
}

/// A list entry without a space after its dash.
pub(super) fn find_dash(stop: &Stop<'_>) -> Option<Slip> {
    let line = stop.line()?;
    let space = |at| Edit {
        at,
        removed: 0,
        added: " ",
    };
    for dashed in list_suspects(stop) {
        let Some(name) = dashed.content.strip_prefix('-') else {
            continue;
        };
        let is_name = |first: char| first.is_alphabetic() || ['"', '\'', '_', '{'].contains(&first);
        if !name.starts_with(is_name) {
            continue;
        }
        let after_dash = dashed.start + 1;
        // what is below lines up with the word after the dash
        let with_line = [space(after_dash), space(line.start)];
        let is_below = line.start > dashed.start;
        if stop.gets_past(stop.at, &[space(after_dash)])
            || is_below && stop.gets_past(stop.at, &with_line)
        {
            let word = name.split_whitespace().next().unwrap_or(name);
            let place = dashed.start..after_dash + word.len();
            let mut help = match stop.may_show(dashed, &place) {
                true => format!("write `- {word}`"),
                false => "write a space after the dash".to_owned(),
            };
            if word.ends_with(':') {
                help += ", and line up the keys below with what follows the dash";
            }
            return Some(Slip {
                place,
                reason: "a list entry has no space after its `-`".to_owned(),
                label: "YAML takes this for a word".to_owned(),
                others: Vec::new(),
                help,
            });
        }
    }
    None
}

/// A key without a space after its colon.
pub(super) fn find_colon(stop: &Stop<'_>) -> Option<Slip> {
    for line in list_suspects(stop) {
        let at = line
            .find_marks()
            .last()
            .map_or(line.start, |mark| mark.offset + 1);
        let rest = stop.text.get(at..line.range().end)?;
        let offset = at + rest.len() - rest.trim_start().len();
        let Some((key, value)) = rest.trim_start().split_once(':') else {
            continue;
        };
        let is_word = key
            .chars()
            .all(|it| it.is_alphanumeric() || it == '_' || it == '-');
        let is_text = value.is_empty() || value.starts_with([':', '/', ' ']);
        if !is_word || !key.starts_with(char::is_alphabetic) || is_text {
            continue;
        }
        let space = Edit {
            at: offset + key.len() + 1,
            removed: 0,
            added: " ",
        };
        if stop.gets_past(stop.at, &[space]) {
            return Some(Slip {
                place: offset..offset + key.len() + 1,
                reason: "a key has no space after its `:`".to_owned(),
                label: "YAML reads this as a string".to_owned(),
                others: Vec::new(),
                help: format!("write `{key}: `, with a space after the colon"),
            });
        }
    }
    None
}

/// The line where the parser stopped, and the one above it: a slip is often noticed one line later.
fn list_suspects<'s, 't>(stop: &'s Stop<'t>) -> Vec<&'s Line<'t>> {
    let above = stop.line_above(stop.at).map(|(_, line)| line);
    stop.line().into_iter().chain(above).collect()
}
