//! Values in mappings written by people: wrong types and unknown keys.

use super::restricted;
use super::words_of_others::explain_word;
use crate::model::approval::Approval;
use std::collections::HashMap;
use toolc_base::diagnostic::meant::suggest_value;
pub use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::suggest::{ask_whether, did_you_mean, nearest};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help, Severity};
use toolc_base::node::{Entry, Map, Node, Value};
use toolc_base::restriction::{OF_CONFIG, Restriction};
use toolc_base::source::{Span, Spanned};

/// Reports a value of the wrong type.
pub fn wrong_kind(diagnostics: &mut Diagnostics, node: &Node, what: &str, wanted: &str) {
    let remedy = match node.value {
        Value::Null => ", or leave it out",
        _ => "",
    };
    let help = suggest_value(node, wanted);
    let help = help.unwrap_or_else(|| format!("write {wanted}{remedy}").into());
    refuse_kind(diagnostics, node, what, wanted, help);
}

/// Reports a value of the wrong type, and says what to write instead.
pub fn refuse_kind(
    diagnostics: &mut Diagnostics,
    node: &Node,
    what: &str,
    wanted: &str,
    help: impl Into<Help>,
) {
    let found = node.kind_instead_of(wanted);
    let message = format!("{what} must be {wanted}, found {found}");
    diagnostics.push(
        Diagnostic::new(Code::WRONG_SHAPE, node.span, message)
            .label(format!("this is {found}"))
            .help(help),
    );
}

/// A string with its place; reports any other value.
pub fn read_string(
    diagnostics: &mut Diagnostics,
    node: &Node,
    what: &str,
) -> Option<Spanned<String>> {
    match node.as_str() {
        Some(text) => Some(Spanned::new(text.to_owned(), node.span)),
        None => {
            wrong_kind(diagnostics, node, what, "a string");
            None
        }
    }
}

/// The string value of a key, if the key exists.
pub fn string_at(diagnostics: &mut Diagnostics, map: &Map, key: &str) -> Option<Spanned<String>> {
    read_string(diagnostics, map.get(key)?, &format!("`{key}`"))
}

/// The boolean value of a key, if the key exists; reports any other value.
pub fn flag_at(diagnostics: &mut Diagnostics, map: &Map, key: &str) -> Option<bool> {
    let node = map.get(key)?;
    let flag = node.as_bool();
    if flag.is_none() {
        wrong_kind(diagnostics, node, &format!("`{key}`"), "`true` or `false`");
    }
    flag
}

/// The entry of a key that has several spellings: the first in the file. All others are reported,
/// because no reader could tell which of them counts.
pub fn entry_of<'m>(
    diagnostics: &mut Diagnostics,
    map: &'m Map,
    spellings: &[&str],
) -> Option<&'m Entry> {
    let mut found = find_spelt(map, spellings);
    let first = found.next()?;
    for second in found {
        diagnostics.push(same_key(first, second));
    }
    Some(first)
}

/// The entries under the spellings of one key, in the order of the file.
pub fn find_spelt<'m>(map: &'m Map, spellings: &[&str]) -> impl Iterator<Item = &'m Entry> {
    let is_spelt = |entry: &&Entry| spellings.contains(&entry.key.as_str());
    map.iter().filter(is_spelt)
}

/// The finding for a mapping that contains one key in two spellings.
pub fn same_key(first: &Entry, second: &Entry) -> Diagnostic {
    let message = format!("`{}` and `{}` are the same key", second.key, first.key);
    Diagnostic::new(Code::WRONG_SHAPE, second.key_span, message)
        .also(first.key_span, "the first")
        .help("remove one of them")
}

/// A list of strings with their places; other elements are reported and left out.
pub fn read_strings(
    diagnostics: &mut Diagnostics,
    node: &Node,
    what: &str,
) -> Option<Vec<Spanned<String>>> {
    let Some(items) = node.as_list() else {
        wrong_kind(diagnostics, node, what, "a list of strings");
        return None;
    };
    let element = format!("an element of {what}");
    Some(
        items
            .iter()
            .filter_map(|item| read_string(diagnostics, item, &element))
            .collect(),
    )
}

/// Reports names that a list has twice.
pub fn report_repeated(
    diagnostics: &mut Diagnostics,
    severity: Severity,
    key: &str,
    names: &[Spanned<String>],
) {
    let mut first = HashMap::new();
    for name in names {
        let before = *first.entry(name.value.as_str()).or_insert(name.span);
        if before == name.span {
            continue;
        }
        let message = format!("`{key}` names `{}` twice", name.value);
        let finding = Diagnostic::new(Code::WRONG_SHAPE, name.span, message)
            .severity(severity)
            .also(before, "the first time")
            .help("remove one of them");
        diagnostics.push(finding);
    }
}

/// An approval; reports any other word.
pub fn read_approval(
    diagnostics: &mut Diagnostics,
    node: &Node,
    what: &str,
) -> Option<Spanned<Approval>> {
    one_of(diagnostics, node, what, "approval", Approval::ALL)
}

/// The value that one of several words stands for; reports any other word.
pub fn one_of<T: Copy>(
    diagnostics: &mut Diagnostics,
    node: &Node,
    what: &str,
    noun: &str,
    words: &[(&'static str, T)],
) -> Option<Spanned<T>> {
    let names = || words.iter().map(|(name, _)| *name);
    let all = match words {
        [(only, _)] => format!("write `{only}`"),
        _ => format!("write one of {}", quote_names(names())),
    };
    let Some(text) = node.as_str() else {
        refuse_kind(diagnostics, node, what, "a string", all);
        return None;
    };
    let word = Spanned::new(text.to_owned(), node.span);
    if let Some((_, value)) = words.iter().find(|(name, _)| *name == word.value) {
        return Some(Spanned::new(*value, word.span));
    }
    let help = match explain_word(&word.value, names()) {
        Some(sentence) => format!("{all}; {sentence}").into(),
        None => did_you_mean(&word.value, names()).unwrap_or(all.into()),
    };
    let message = format!("`{}` is not a valid {noun}", word.value);
    diagnostics.push(Diagnostic::new(Code::WRONG_SHAPE, word.span, message).help(help));
    None
}

/// A namespace; reports an empty one.
pub fn read_namespace(diagnostics: &mut Diagnostics, map: &Map) -> Option<Spanned<String>> {
    let found = string_at(diagnostics, map, "namespace")?;
    if !found.value.trim().is_empty() {
        return Some(found);
    }
    diagnostics.push(empty_namespace(found.span));
    None
}

/// The finding on an empty namespace.
pub fn empty_namespace(span: Span) -> Diagnostic {
    Diagnostic::new(Code::EMPTY_NAMESPACE, span, "the namespace is empty")
        .help("write a name, or remove the key: the namespace is then taken from the file's name")
}

/// What is known about the keys of a mapping.
#[derive(Debug, Clone, Copy)]
pub struct Keys<'k> {
    /// What messages call the mapping.
    pub owner: &'k str,
    /// Keys with a meaning.
    pub known: &'k [&'k str],
    /// Keys that ought to restrict something.
    pub restrictions: &'static [Restriction],
    /// Keys without effect here, and what to write instead.
    pub idle: &'k [(&'k str, &'k str)],
    /// Other names for keys with a meaning, and the keys that they mean.
    pub called: &'k [(&'k str, &'k str)],
    /// Keys that belong elsewhere, with where to write them.
    pub elsewhere: &'k [(&'k str, &'k str)],
}

/// Reports unknown keys; keys that start with `x-` are always allowed.
pub fn refuse_unknown(diagnostics: &mut Diagnostics, map: &Map, known: &[&str], owner: &str) {
    let keys = Keys {
        owner,
        known,
        restrictions: OF_CONFIG,
        idle: &[],
        called: &[],
        elsewhere: &[],
    };
    check_keys(diagnostics, map, &keys);
}

/// Reports every key without a meaning in its place.
pub fn check_keys(diagnostics: &mut Diagnostics, map: &Map, keys: &Keys<'_>) {
    check_entries(diagnostics, map.iter(), map, keys);
}

/// Reports those of the given entries of a mapping whose keys have no meaning there.
pub fn check_entries<'m>(
    diagnostics: &mut Diagnostics,
    entries: impl Iterator<Item = &'m Entry>,
    map: &Map,
    keys: &Keys<'_>,
) {
    let unknown = entries.filter(|entry| !keys.known.contains(&entry.key.as_str()));
    for entry in unknown {
        let advice = |rows: &[(&str, &str)]| {
            let row = rows.iter().find(|(key, _)| *key == entry.key);
            row.map(|(_, help)| (*help).to_owned())
        };
        if let Some(help) = advice(keys.idle) {
            diagnostics.push(restricted::idle_finding(entry, keys.owner, &help));
        } else if let Some(help) = advice(keys.elsewhere) {
            diagnostics.push(unknown_key(entry, keys.owner, help));
        } else if let Some(meant) = find_called(&entry.key, keys) {
            let help = ask_or_remove(&entry.key, meant, map);
            diagnostics.push(unknown_key(entry, keys.owner, help));
        } else if let Some(found) =
            restricted::restriction_finding(entry, keys.restrictions, keys.owner)
        {
            diagnostics.push(found);
        } else if !entry.key.starts_with("x-") {
            let help = suggest(&entry.key, map, keys);
            diagnostics.push(unknown_key(entry, keys.owner, help));
        }
    }
}

/// The known key that a key is another name for.
fn find_called<'k>(key: &str, keys: &Keys<'k>) -> Option<&'k str> {
    let named = keys.called.iter().find(|(name, _)| *name == key);
    named
        .map(|(_, meant)| *meant)
        .or_else(|| other_number(key, keys.known))
}

/// The known key of which a key is the singular or the plural.
fn other_number<'k>(key: &str, known: &[&'k str]) -> Option<&'k str> {
    let is_other =
        |known: &&str| known.strip_suffix('s') == Some(key) || key.strip_suffix('s') == Some(known);
    known.iter().copied().find(is_other)
}

/// The finding that a mapping has no such key.
pub fn unknown_key(entry: &Entry, owner: &str, help: impl Into<Help>) -> Diagnostic {
    let message = format!("{owner} has no key `{}`", entry.key);
    Diagnostic::new(Code::UNKNOWN_KEY, entry.key_span, message).help(help)
}

fn suggest(key: &str, map: &Map, keys: &Keys<'_>) -> Help {
    if let Some((name, value)) = key.split_once(':')
        && keys.known.contains(&name)
        && !value.is_empty()
    {
        return Help::from(format!(
            "write `{name}: {value}`, with a space after the colon"
        ));
    }
    match nearest(key, keys.known.iter().copied()) {
        Some(meant) => ask_or_remove(key, meant, map),
        None => Help::from(format!(
            "the keys of {} are {}; keys of your own must begin with `x-`",
            keys.owner,
            quote_names(keys.known.iter().copied())
        )),
    }
}

/// The help line that asks whether the key `meant` was meant; if the mapping already has that one,
/// in any spelling, the line that asks to remove `key`.
pub fn ask_or_remove(key: &str, meant: &str, map: &Map) -> Help {
    let is_there = |entry: &&Entry| entry.key != key && is_spelling(&entry.key, meant);
    match map.iter().find(is_there) {
        Some(there) => format!("`{}` is there already: remove `{key}`", there.key).into(),
        None => ask_whether(key, meant),
    }
}

/// Whether two keys differ only in case, `_` and `-`.
fn is_spelling(one: &str, other: &str) -> bool {
    let fold = |key: &str| key.replace(['_', '-'], "").to_lowercase();
    fold(one) == fold(other)
}
