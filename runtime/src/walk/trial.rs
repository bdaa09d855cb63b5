//! Alternatives that nothing tells apart before they are tried, and what is said where none accepts.

use super::{accepts_value, fill_slot};
use crate::reader::{Captured, Reader, Stop};
use crate::schema::Schema;
use crate::slot::Ignore;
use crate::violation::{Violations, describe_expected};

/// So many values are looked at to find out which alternative was meant.
const EFFORT: u32 = 4_000;

/// An alternative with more faults than this was hardly meant.
const FAULTS: usize = 8;

/// The alternative that accepts a captured value: the first, or where `exclusive` the only one.
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
            let (count, first, second) = (branches.len(), first + 1, index + 1);
            let message = format_args!(
                "must match exactly one of {count} forms, matches forms {first} and {second}"
            );
            return reader.violate("oneOf", message).map(|()| None);
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
    let count = branches.len();
    let (hint, nearest) = match reader.may_explain() {
        true => hint(branches, faults(reader, branches, captured)),
        false => Default::default(),
    };
    let message = format_args!("must match one of {count} forms, matches none{hint}");
    reader.violate(keyword, message)?;
    reader.violations.extend(nearest);
    Ok(())
}

/// What each alternative says of a value of its type, where that is found with little effort.
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

/// What helps to choose an alternative, and what is wrong with the one that was meant.
fn hint(branches: &[&Schema], mut faults: Vec<(usize, Violations)>) -> (String, Violations) {
    if faults.is_empty() {
        return (types(branches), Violations::default());
    }
    let one_line = |faults: &Violations| match faults.iter().as_slice() {
        [only] if only.pointer.is_empty() => Some(only.message.clone().into_owned()),
        _ => None,
    };
    let lines: Option<Vec<String>> = faults.iter().map(|(_, faults)| one_line(faults)).collect();
    if let Some(lines) = lines.filter(|lines| (2..=4).contains(&lines.len())) {
        return (format!(": {}", lines.join(", or ")), Violations::default());
    }
    let constants = |faults: &Violations| {
        let is_constant = |keyword| matches!(keyword, "const" | "enum");
        faults
            .iter()
            .filter(|fault| is_constant(fault.keyword))
            .count()
    };
    let rank = |(_, faults): &(usize, Violations)| (constants(faults), faults.total());
    let best = faults.iter().map(rank).min();
    let mut nearest = faults
        .iter()
        .enumerate()
        .filter(|(_, fault)| Some(rank(fault)) == best);
    match (nearest.next(), nearest.next()) {
        (Some((place, (_, fault))), None) if fault.total() <= FAULTS => {
            let (index, faults) = faults.swap_remove(place);
            (format!("; nearest is form {}", index + 1), faults)
        }
        _ => (types(branches), Violations::default()),
    }
}

/// The types of the alternatives, where all have one and they differ.
fn types(branches: &[&Schema]) -> String {
    let mut words = Vec::new();
    for schema in branches {
        match describe_expected(schema).map(|expected| expected.to_string()) {
            Some(word) if words.contains(&word) => {}
            Some(word) => words.push(word),
            None => return String::new(),
        }
    }
    match words.len() {
        2..=6 => format!(": {}", words.join(", or ")),
        _ => String::new(),
    }
}
