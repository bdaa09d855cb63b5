//! Verb: compares two locks entry by entry, to name those that differ. What a difference does to calls, and what proves it, is
//! for `drift`, which most builds do not compile.

use crate::lock::{Entry, Lock, LockedTool, is_prose, keep_keys, write_entry};
use std::collections::BTreeMap;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::{Node, Value};
use toolc_base::source::Span;
use toolc_schema::schema::position::Position;

/// How many entries are named, of each kind of difference.
const NAMED: usize = 12;

/// Reports in one finding which entries of the accepted `lock` and the current state differ: `check` is the command that says
/// what that means, `accept` the one that accepts it.
pub fn report_unlike(
    diagnostics: &mut Diagnostics,
    [check, accept]: [&str; 2],
    lock: &Lock,
    now: &Lock,
) {
    let kept = keep_keys(lock, now);
    let now = kept.as_ref().unwrap_or(now);
    let unlike = Unlike::between(lock, now);
    let parts = [
        ("added", &unlike.added),
        ("removed", &unlike.removed),
        ("changed", &unlike.changed),
        ("written differently", &unlike.rewritten),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(_, entries)| !entries.is_empty())
        .map(|(verb, entries)| format!("{verb}: {}", join_names(entries)))
        .collect();
    if parts.is_empty() {
        return;
    }
    let message = format!("this is not what the lock accepts; {}", parts.join("; "));
    let found = match unlike.find_place() {
        Some(span) => Diagnostic::new(Code::UNLIKE_LOCK, span, message).label("the first of them"),
        None => Diagnostic::placeless(Code::UNLIKE_LOCK, message),
    };
    let found = match unlike.is_spelling() {
        true => found.severity(Severity::Note),
        false => found,
    };
    diagnostics.push(found.help(format!(
        "`{check}` says what each difference does to calls; what is intended is accepted with `{accept} --accept …`"
    )));
}

/// The entries that differ, in the order of the lock.
#[derive(Default)]
struct Unlike<'l> {
    added: Vec<Entry<'l>>,
    removed: Vec<Entry<'l>>,
    changed: Vec<Entry<'l>>,
    /// Tools that accept and say the same as before.
    rewritten: Vec<Entry<'l>>,
}

impl<'l> Unlike<'l> {
    fn between(lock: &'l Lock, now: &'l Lock) -> Self {
        let mut unlike = Unlike::default();
        let mut accepted: BTreeMap<String, Entry<'l>> = BTreeMap::new();
        for entry in lock.entries() {
            accepted.insert(entry.describe(), entry);
        }
        for entry in now.entries() {
            match accepted.remove(&entry.describe()) {
                None => unlike.added.push(entry),
                Some(old) if write_entry(old) == write_entry(entry) => {}
                Some(old) if is_rewritten(&old, &entry) => unlike.rewritten.push(entry),
                Some(_) => unlike.changed.push(entry),
            }
        }
        unlike.removed.extend(accepted.into_values());
        unlike
    }

    /// The place of the first difference that has one.
    fn find_place(&self) -> Option<Span> {
        let all = [&self.added, &self.removed, &self.changed, &self.rewritten];
        all.into_iter().flatten().find_map(Entry::span)
    }

    /// Whether all differences are spelling.
    fn is_spelling(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// Whether a tool differs only in how its input is written: its structure has the same digest, and so has everything else,
/// and its words are those of before.
fn is_rewritten(old: &Entry<'_>, new: &Entry<'_>) -> bool {
    let (Entry::Tool(old), Entry::Tool(new)) = (old, new) else {
        return false;
    };
    let written = LockedTool {
        raw_fingerprint: new.raw_fingerprint.clone(),
        input: new.input.clone(),
        ..(*old).clone()
    };
    write_entry(Entry::Tool(&written)) == write_entry(Entry::Tool(new))
        && list_words(&old.input) == list_words(&new.input)
}

/// Everything in a schema that its structural digest does not cover, with its place: prose, what others define, and the names
/// of definitions. Sorted.
fn list_words(schema: &Node) -> Vec<String> {
    let mut words = Vec::new();
    collect_words(schema, "", &mut words);
    words.sort();
    words
}

fn collect_words(node: &Node, place: &str, words: &mut Vec<String>) {
    match &node.value {
        Value::List(list) => {
            for node in list {
                collect_words(node, place, words);
            }
        }
        Value::Map(map) => {
            for entry in map.iter() {
                let below = format!("{place}/{}", entry.key);
                let is_word = entry.key == "$ref" || entry.key.starts_with("x-");
                match (Position::of(&entry.key), entry.value.as_map()) {
                    _ if is_word || is_prose(&entry.key) => {
                        words.push(format!("{below} {}", entry.value.to_canonical_json()));
                    }
                    (Position::Data, _) => {}
                    (Position::Map, Some(schemas)) => {
                        for schema in schemas.iter() {
                            let below = format!("{below}/{}", schema.key);
                            collect_words(&schema.value, &below, words);
                        }
                    }
                    _ => collect_words(&entry.value, &below, words),
                }
            }
        }
        _ => {}
    }
}

fn join_names(entries: &[Entry<'_>]) -> String {
    let mut names: Vec<String> = entries.iter().take(NAMED).map(Entry::describe).collect();
    match entries.len().saturating_sub(NAMED) {
        0 => {}
        more => names.push(format!("and {more} more")),
    }
    names.join(", ")
}
