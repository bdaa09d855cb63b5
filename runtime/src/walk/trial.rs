//! Alternatives that can only be selected by trying them, and the messages if none accepts.

use super::expected::describe_expected;
use super::{accepts_value, fill_slot};
use crate::reader::{Captured, Reader, Stop};
use crate::schema::Schema;
use crate::slot::Ignore;
use crate::violation::{Violations, Word, join_words, write_message};

/// The maximum number of steps that may be spent on finding out which alternative was meant.
const EFFORT: u32 = 4_000;

/// An alternative with more violations than this was probably not meant.
const FAULTS: usize = 8;

/// Returns the alternative that accepts a captured value: the first one, or the only one if `exclusive`.
pub(crate) fn try_branches(
    reader: &mut Reader<'_>,
    branches: &'static [&'static Schema],
    exclusive: bool,
    captured: Captured<'_>,
) -> Result<Option<usize>, Stop> {
    let mut found = None;
    for (index, schema) in branches.iter().enumerate() {
        if !accepts_value(schema, captured, reader)? {
            continue;
        }
        if !exclusive {
            return Ok(Some(index));
        }
        if let Some(first) = found.replace(index) {
            let words = [
                Word::Text("must match exactly one of "),
                Word::Number(branches.len() as u64),
                Word::Text(" forms, matches forms "),
                Word::Number(first as u64 + 1),
                Word::Text(" and "),
                Word::Number(index as u64 + 1),
            ];
            return reader.violate("oneOf", &words).map(|()| None);
        }
    }
    if found.is_none() {
        none(reader, branches, exclusive, captured)?;
    }
    Ok(found)
}

#[cold]
fn none(
    reader: &mut Reader<'_>,
    branches: &'static [&'static Schema],
    exclusive: bool,
    captured: Captured<'_>,
) -> Result<(), Stop> {
    let keyword = if exclusive { "oneOf" } else { "anyOf" };
    let (hint, nearest) = match reader.may_explain() {
        true => hint(branches, faults(reader, branches, captured)),
        false => Default::default(),
    };
    let words = [
        Word::Text("must match one of "),
        Word::Number(branches.len() as u64),
        Word::Text(" forms, matches none"),
        Word::Message(&hint),
    ];
    reader.violate(keyword, &words)?;
    reader.violations.extend(nearest);
    Ok(())
}

/// Returns the violations of each alternative that has the value's type, if they are found with little
/// effort.
fn faults(
    reader: &mut Reader<'_>,
    branches: &'static [&'static Schema],
    captured: Captured<'_>,
) -> Vec<(usize, Violations)> {
    let mut left = EFFORT;
    let mut faults = Vec::new();
    for (index, schema) in branches.iter().enumerate() {
        let before = left;
        let mut fork = reader.fork(captured).limit(left);
        let done = fork
            .step(captured.weight())
            .and_then(|()| fill_slot(&mut Ignore, &mut fork, schema));
        left = fork.left();
        reader.spend(before - left);
        if done.is_err() {
            return Vec::new();
        }
        let is_other_type = fork
            .violations
            .iter()
            .any(|fault| fault.pointer.is_empty() && fault.keyword == "type");
        if !is_other_type {
            faults.push((index, fork.into_violations()));
        }
    }
    faults
}

/// Returns what helps to choose an alternative, and the violations of the one that was probably meant.
fn hint(branches: &[&Schema], mut faults: Vec<(usize, Violations)>) -> (String, Violations) {
    if faults.is_empty() {
        return (types(branches), Violations::default());
    }
    if let 2..=4 = faults.len()
        && let Some(lines) = one_line_each(&faults)
    {
        let lines = join_words(&lines, ", or ");
        return (format!(": {lines}"), Violations::default());
    }
    match nearest(&faults) {
        Some(place) if faults[place].1.total() <= FAULTS => {
            let (index, faults) = faults.swap_remove(place);
            (format!("; nearest is form {}", index + 1), faults)
        }
        _ => (types(branches), Violations::default()),
    }
}

/// Returns the message of each alternative if all of them have just one, about the value as a whole.
fn one_line_each(faults: &[(usize, Violations)]) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for (_, faults) in faults {
        match faults.iter().as_slice() {
            [only] if only.pointer.is_empty() => lines.push(only.message.clone().into_owned()),
            _ => return None,
        }
    }
    Some(lines)
}

/// Returns the alternative with the fewest violations, counting those of constants first; `None` in a tie.
fn nearest(faults: &[(usize, Violations)]) -> Option<usize> {
    let mut best = (usize::MAX, usize::MAX);
    let mut found = None;
    for (place, (_, faults)) in faults.iter().enumerate() {
        let rank = (constants(faults), faults.total());
        if rank < best {
            (best, found) = (rank, Some(place));
        } else if rank == best {
            found = None;
        }
    }
    found
}

fn constants(faults: &Violations) -> usize {
    let mut count = 0;
    for fault in faults.iter() {
        count += usize::from(matches!(fault.keyword, "const" | "enum"));
    }
    count
}

/// Returns the types of the alternatives, if each has one and they differ.
fn types(branches: &[&Schema]) -> String {
    let mut words = Vec::new();
    for schema in branches {
        match describe_expected(schema).map(|expected| write_message(&[Word::Phrase(&expected)])) {
            Some(word) if words.contains(&word) => {}
            Some(word) => words.push(word),
            None => return String::new(),
        }
    }
    match words.len() {
        2..=6 => format!(": {}", join_words(&words, ", or ")),
        _ => String::new(),
    }
}
