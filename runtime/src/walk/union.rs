//! Alternatives: the branch is found by the type of the value, or by trying.

use super::{accepts, fill, ignore, wrong_type};
use crate::reader::{Reader, Stop};
use crate::schema::{Select, Union};
use crate::slot::Part;

pub(super) fn union(
    part: &mut dyn Part,
    reader: &mut Reader<'_>,
    rules: &'static Union,
) -> Result<(), Stop> {
    let Select::Type(by_type) = rules.select else {
        let text = reader.capture()?;
        let Some(index) = select(reader, rules, text)? else {
            return Ok(());
        };
        let mut fork = reader.fork(text);
        let done = fill(part.slot(index), &mut fork, rules.branches[index]);
        reader.join(fork);
        return done;
    };
    let index = usize::from(by_type[reader.kind()? as usize]);
    match rules.branches.get(index) {
        Some(schema) => fill(part.slot(index), reader, schema),
        None => wrong_type(reader, &types(by_type)),
    }
}

pub(super) fn ignore_union(reader: &mut Reader<'_>, rules: &'static Union) -> Result<(), Stop> {
    let Select::Type(by_type) = rules.select else {
        let text = reader.capture()?;
        return select(reader, rules, text).map(drop);
    };
    match rules
        .branches
        .get(usize::from(by_type[reader.kind()? as usize]))
    {
        Some(schema) => ignore(reader, schema),
        None => wrong_type(reader, &types(by_type)),
    }
}

/// Finds the branch that accepts a captured value.
fn select(
    reader: &mut Reader<'_>,
    rules: &'static Union,
    text: &str,
) -> Result<Option<usize>, Stop> {
    let mut found = None;
    for (index, schema) in rules.branches.iter().enumerate() {
        if !accepts(schema, text, reader)? {
            continue;
        }
        if matches!(rules.select, Select::AnyOf) {
            return Ok(Some(index));
        }
        if found.replace(index).is_some() {
            reader.violate(
                "oneOf",
                format_args!(
                    "must match exactly one of {} forms, matches several",
                    rules.branches.len()
                ),
            )?;
            return Ok(None);
        }
    }
    if found.is_none() {
        let keyword = if matches!(rules.select, Select::AnyOf) {
            "anyOf"
        } else {
            "oneOf"
        };
        reader.violate(
            keyword,
            format_args!(
                "must match one of {} forms, matches none",
                rules.branches.len()
            ),
        )?;
    }
    Ok(found)
}

fn types(by_type: [u8; 6]) -> String {
    const WORDS: [&str; 6] = [
        "null",
        "true or false",
        "a number",
        "a string",
        "an array",
        "an object",
    ];
    let words: Vec<&str> = WORDS
        .into_iter()
        .zip(by_type)
        .filter(|(_, branch)| *branch != 255)
        .map(|(word, _)| word)
        .collect();
    words.join(" or ")
}
