//! Finds the row that a call refers to: names, blocked names, overloads, and what was probably meant.

use super::{Row, WorkerTable};
use crate::entry::ToolEntry;
use crate::error::{Candidate, ErrorKind, Fault};
use crate::execution::Caller;
use crate::incoming::Incoming;
use crate::violation::Violations;

/// Longer names are truncated in messages.
const SHOWN: usize = 128;

impl<H> WorkerTable<H> {
    /// The row that a call refers to; for overloads, the one whose schema accepts the arguments.
    pub(super) fn select(
        &self,
        rows: &'static [Row<H>],
        call: &Incoming,
        caller: Caller,
    ) -> Result<&'static Row<H>, Box<Fault>> {
        match rows {
            [row] => Ok(row),
            [] => Err(self.missing(&call.name, caller)),
            overloads => {
                let meant = overloads.iter().find(|row| call.means(row.entry));
                meant.map_or_else(|| choose(overloads, call, caller), Ok)
            }
        }
    }

    #[cold]
    fn missing(&self, name: &str, caller: Caller) -> Box<Fault> {
        if let Some(blocked) = self
            .blocked
            .iter()
            .find(|blocked| name == blocked.name || name == blocked.wire_name)
        {
            let message = format!("Tool '{}' blocked: {}", blocked.wire_name, blocked.reason);
            return Fault::new(ErrorKind::Blocked, message);
        }
        let shown: String = name
            .chars()
            .filter(|char| !char.is_control())
            .take(SHOWN)
            .collect();
        let hint = self
            .nearest(name, caller)
            .map(|near| format!(", did you mean '{near}'?"))
            .unwrap_or_default();
        Fault::new(
            ErrorKind::NotFound,
            format!("tool '{shown}' is not registered{hint}"),
        )
    }

    /// The wire name of the tool whose name is most similar to an unknown one: a model knows no other names.
    fn nearest(&self, name: &str, caller: Caller) -> Option<&'static str> {
        if name.len() > SHOWN {
            return None;
        }
        let entries = || self.entries(caller);
        let is_same = |entry: &&ToolEntry| {
            let wanted = [name, bare(name)];
            wanted.contains(&bare(entry.name)) || wanted.contains(&bare(entry.wire_name))
        };
        if let Some(same) = entries().find(is_same) {
            return Some(same.wire_name);
        }
        let away = |entry: &ToolEntry| {
            let by_name = distance(name, entry.name);
            by_name.min(distance(name, entry.wire_name))
        };
        let near = entries()
            .map(|entry| (away(entry), entry.wire_name))
            .min()?;
        (near.0 <= name.chars().count().max(3) / 3).then_some(near.1)
    }
}

/// The rows with a name, if any of them exists for the caller; a model must not learn about others.
#[inline]
pub(super) fn visible_rows<H>(rows: &'static [Row<H>], caller: Caller) -> &'static [Row<H>] {
    match rows.iter().any(|row| row.execution.is_for(caller)) {
        true => rows,
        false => &[],
    }
}

/// A name without its namespace, which ends with `::`, or with `__` in a wire name.
fn bare(name: &str) -> &str {
    let (_, bare) = name
        .split_once("::")
        .or_else(|| name.split_once("__"))
        .unwrap_or(("", name));
    bare
}

/// The edit distance: how many letters must be added, removed or replaced.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, char) in left.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (column, other) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(char != *other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

/// The overload for some arguments: among those that accept them, the one that knows the most of their keys,
/// and the first of several such.
pub(super) fn choose<H>(
    overloads: &'static [Row<H>],
    call: &Incoming,
    caller: Caller,
) -> Result<&'static Row<H>, Box<Fault>> {
    let mut best: Option<(usize, &Row<H>)> = None;
    let mut candidates = Vec::new();
    let keys = call.keys();
    for row in overloads.iter().filter(|row| row.execution.is_for(caller)) {
        if let Err(violations) = call.validate(row.entry) {
            candidates.push(Candidate {
                wire_name: row.entry.wire_name,
                violations,
            });
            continue;
        }
        let known = keys
            .iter()
            .filter(|key| row.entry.knows_argument(key))
            .count();
        if best.is_none_or(|(most, _)| known > most) {
            best = Some((known, row));
        }
    }
    best.map(|(_, row)| row)
        .ok_or_else(|| none_accepts(candidates))
}

#[cold]
fn none_accepts(candidates: Vec<Candidate>) -> Box<Fault> {
    let mut message = String::from("invalid arguments, no variant of the tool accepts them");
    let mut all = Violations::default();
    for candidate in &candidates {
        message.push_str(&format!(
            "; '{}': {}",
            candidate.wire_name, candidate.violations
        ));
        candidate
            .violations
            .iter()
            .cloned()
            .for_each(|violation| all.push(violation));
    }
    let mut fault = Fault::new(ErrorKind::InvalidArguments, message);
    fault.error.violations = all;
    fault.error.candidates = candidates;
    fault
}
