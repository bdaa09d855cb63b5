//! Turns keys and values into a Map in which every key occurs once.

use crate::diagnostic::{Code, Diagnostic};
use crate::node::{Entry, Map};
use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};

/// How many repeated keys in a file are reported individually.
const SHOWN: usize = 100;

/// The repeated keys in one file.
#[derive(Default)]
pub(super) struct Repeated {
    findings: Vec<Diagnostic>,
    hidden: usize,
}

impl Repeated {
    /// Makes a map. Of a repeated key, the first is kept and the others are recorded.
    pub(super) fn map(&mut self, entries: Vec<Entry>) -> Map {
        let mut entries = match Map::distinct(entries) {
            Ok(map) => return map,
            Err(entries) => entries,
        };
        let repeated = repeated_positions(&entries);
        match find_second(&entries, &repeated) {
            Some((first, again)) => self
                .findings
                .push(lacks_dash(&entries[first], &entries[again])),
            None => {
                for &(first, again) in &repeated {
                    self.note(&entries[first], &entries[again]);
                }
            }
        }
        let mut position = 0;
        entries.retain(|_| {
            position += 1;
            repeated
                .binary_search_by_key(&(position - 1), |&(_, again)| again)
                .is_err()
        });
        Map::new(entries)
    }

    fn note(&mut self, first: &Entry, again: &Entry) {
        if self.findings.len() == SHOWN {
            self.hidden += 1;
            return;
        }
        let message = format!("the key `{}` occurs twice in one mapping", again.key);
        self.findings.push(
            Diagnostic::new(Code::DUPLICATE_KEY, again.key_span, message)
                .label("again here")
                .also(first.key_span, "first here")
                .help("remove one of the two, or rename it"),
        );
    }

    /// The findings; the last one counts those that are not shown.
    pub(super) fn into_findings(mut self) -> Vec<Diagnostic> {
        if let (Some(last), true) = (self.findings.last_mut(), self.hidden > 0) {
            last.message = format!(
                "{}, and {} more keys of this file are repeated",
                last.message, self.hidden
            );
        }
        self.findings
    }
}

/// The key with which a second mapping begins that was probably meant as the next entry of a list: the first keys
/// occur again, and nothing but keys of the first mapping and new ones follows.
fn find_second(entries: &[Entry], repeated: &[(usize, usize)]) -> Option<(usize, usize)> {
    let &(first, again) = repeated.first()?;
    // what belongs together begins with its name
    let begins = first == 0 && BEGINNINGS.contains(&entries[first].key.as_str());
    let is_run = repeated.len() > 1 && again >= 2;
    (begins && is_run && entries.len() <= again * 3).then_some((first, again))
}

/// The keys with which entries of lists begin.
const BEGINNINGS: &[&str] = &["name", "id", "type", "tool", "pattern"];

fn lacks_dash(first: &Entry, again: &Entry) -> Diagnostic {
    let message = format!(
        "the key `{}` and those below it occur twice in one mapping",
        again.key
    );
    Diagnostic::new(Code::DUPLICATE_KEY, again.key_span, message)
        .label("a second entry begins here")
        .also(first.key_span, "the first one")
        .help(format!(
            "write `- {}` if this is the next entry of a list, lined up with the one above",
            again.key
        ))
}

/// The indices of a key's first entry and of each repetition, sorted by the latter.
fn repeated_positions(entries: &[Entry]) -> Vec<(usize, usize)> {
    let mut repeated = Vec::new();
    let mut firsts: HashMap<&str, usize> = HashMap::new();
    for (position, entry) in entries.iter().enumerate() {
        match firsts.entry(&entry.key) {
            Occupied(first) => repeated.push((*first.get(), position)),
            Vacant(free) => drop(free.insert(position)),
        }
    }
    repeated
}
