//! Finds a word of a command among the options of a row.

use super::operand::is_within;

/// An option of a row, found in a word.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It is complete, and free unless its value is not. Several letters may stand in one word.
    Here {
        names: Vec<&'static str>,
        is_free: bool,
    },
    /// Its value, of this kind, is the next word.
    Next {
        names: Vec<&'static str>,
        kind: &'static str,
    },
}

/// An entry of a list of options.
#[derive(Clone, Copy)]
struct Listed {
    name: &'static str,
    value: Value,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    No,
    Optional(&'static str),
    Wanted(&'static str),
}

impl Listed {
    fn read(entry: &'static str) -> Self {
        let (name, value) = match entry.split_once("[=]") {
            Some((name, kind)) => (name, Value::Optional(kind)),
            None => match entry.split_once('=') {
                Some((name, kind)) => (name, Value::Wanted(kind)),
                None => (entry, Value::No),
            },
        };
        Listed { name, value }
    }
}

fn all(lists: &'static [&'static str]) -> impl Iterator<Item = Listed> {
    let entries = lists.iter().flat_map(|list| list.split_whitespace());
    entries.map(Listed::read)
}

/// The option or the options that a word is, if the row lists all of it.
pub(super) fn find_option(lists: &'static [&'static str], word: &str) -> Option<Found> {
    if let Some(number) = word.strip_prefix('-')
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && let Some(listed) = all(lists).find(|listed| listed.name == "-#")
    {
        return Some(here(vec![listed.name], true));
    }
    let (name, value) = match word.split_once('=') {
        Some((name, value)) if word.starts_with('-') => (name, Some(value)),
        _ => (word, None),
    };
    if let Some(listed) = all(lists).find(|listed| listed.name == name) {
        let is_letter = name.len() == 2 && !name.starts_with("--");
        match (listed.value, value) {
            (Value::No | Value::Optional(_), None) => return Some(here(vec![listed.name], true)),
            (Value::Wanted(kind), None) => {
                let names = vec![listed.name];
                return Some(Found::Next { names, kind });
            }
            (Value::Optional(kind) | Value::Wanted(kind), Some(value)) if !is_letter => {
                return Some(here(vec![listed.name], is_free_value(kind, value)));
            }
            // `-n=3`: a letter takes the rest of the word, with the sign
            _ => {}
        }
    }
    let is_wordy = |listed: Listed| {
        let name = listed.name;
        name.len() > 2 && name.starts_with('-') && !name.starts_with("--")
    };
    match word.strip_prefix('-') {
        Some(letters) if !letters.starts_with('-') && !all(lists).any(is_wordy) => {
            find_letters(lists, letters)
        }
        _ => None,
    }
}

/// Letters behind one dash, of which the last one may have a value.
fn find_letters(lists: &'static [&'static str], letters: &str) -> Option<Found> {
    let mut names = Vec::new();
    for (at, letter) in letters.char_indices() {
        let is_it = |listed: &Listed| {
            let mut name = listed.name.chars();
            let parts = [name.next(), name.next(), name.next()];
            parts == [Some('-'), Some(letter), None]
        };
        let listed = all(lists).find(is_it)?;
        names.push(listed.name);
        let value = &letters[at + letter.len_utf8()..];
        match listed.value {
            Value::No => {}
            Value::Optional(kind) => {
                let is_free = value.is_empty() || is_free_value(kind, value);
                return Some(here(names, is_free));
            }
            Value::Wanted(kind) if value.is_empty() => return Some(Found::Next { names, kind }),
            Value::Wanted(kind) => {
                // Some programs take the sign as a part of the value, others do not.
                let bare = value.strip_prefix('=').unwrap_or(value);
                return Some(here(names, is_free_value(kind, bare)));
            }
        }
    }
    (!names.is_empty()).then(|| here(names, true))
}

fn here(names: Vec<&'static str>, is_free: bool) -> Found {
    Found::Here { names, is_free }
}

/// Whether a model may choose this value of an option.
pub(super) fn is_free_value(kind: &str, value: &str) -> bool {
    match kind {
        "ask" => false,
        "path" => is_within(value),
        "" => value.len() <= 1 || !value.starts_with('@'),
        words => words.split('|').any(|word| word == value),
    }
}
