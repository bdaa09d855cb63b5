//! The fields of an object: known keys, additional keys, and missing ones.

use super::expected::describe_expected;
use super::pattern::matches_pattern;
use super::{accepts_value, fill_slot, recheck_captured};
use crate::reader::{Captured, Reader, Stop};
use crate::schema::{Field, Object, Schema};
use crate::slot::{Entries, Ignore, Part, Slot};
use crate::violation::Word;

/// The destination of an object.
pub(super) enum Target<'t, 'j> {
    /// A type with fields.
    Part(&'t mut (dyn Part<'j> + 't)),
    /// A map.
    Entries(&'t mut (dyn Entries<'j> + 't)),
}

impl<'j> Target<'_, 'j> {
    /// Returns the slot for the value of a key that no field has.
    fn extra(&mut self, key: &str) -> Option<&mut dyn Slot<'j>> {
        match self {
            Target::Part(part) => part.rest().map(|entries| entries.entry(key)),
            Target::Entries(entries) => Some(entries.entry(key)),
        }
    }
}

impl<'j> Entries<'j> for Ignore {
    fn entry(&mut self, _: &str) -> &mut dyn Slot<'j> {
        self
    }
}

/// The fields that have been seen.
#[derive(Default)]
pub(super) struct Seen {
    first: u64,
    further: Vec<bool>,
}

impl Seen {
    /// Marks a field as seen. Returns whether it was already.
    pub fn note(&mut self, index: usize, fields: usize) -> bool {
        if index < 64 {
            let bit = 1 << index;
            let before = self.first & bit != 0;
            self.first |= bit;
            return before;
        }
        self.note_further(index - 64, fields - 64)
    }

    #[cold]
    fn note_further(&mut self, index: usize, fields: usize) -> bool {
        self.further.resize(fields, false);
        std::mem::replace(&mut self.further[index], true)
    }

    fn has(&self, index: usize) -> bool {
        if index < 64 {
            self.first & (1 << index) != 0
        } else {
            self.further.get(index - 64) == Some(&true)
        }
    }
}

/// Reads the value of a field.
#[inline(always)]
pub(super) fn known_field<'j>(
    target: &mut Target<'_, 'j>,
    reader: &mut Reader<'j>,
    rules: &'static Object,
    (index, field): (usize, &'static Field),
) -> Result<(), Stop> {
    let before = reader.violations.len();
    match target {
        Target::Part(part) => fill_slot(part.slot(index), reader, field.schema)?,
        Target::Entries(_) => fill_slot(&mut Ignore, reader, field.schema)?,
    }
    if reader.violations.len() != before {
        name_violations(reader, rules, field, before);
    }
    match rules.names {
        None => Ok(()),
        Some(names) => check_name(reader, field.name, names),
    }
}

/// Adds the key to the violations of a field. A key that is both required and forbidden has a field, and is
/// reported as an unknown key like any other.
#[cold]
fn name_violations(reader: &mut Reader<'_>, rules: &Object, field: &Field, first: usize) {
    if !matches!((field.schema, rules.rest), (Schema::Never, Schema::Never)) {
        return reader.violations.prefix(first, field.name);
    }
    let words = [Word::Text("unknown key "), Word::Name(field.name)];
    reader
        .violations
        .replace_rule(first, "additionalProperties", &words);
}

/// Returns the index of a field. Most texts keep the order of the table and leave some fields out, so the
/// search starts at the guess.
pub(super) fn find_field(fields: &[Field], guess: usize, name: &str) -> Option<usize> {
    let (before, after) = fields.split_at(guess.min(fields.len()));
    let position = |fields: &[Field]| fields.iter().position(|field| field.name == name);
    position(after)
        .map(|index| before.len() + index)
        .or_else(|| position(before))
}

fn check_name(reader: &mut Reader<'_>, name: &str, names: &'static Schema) -> Result<(), Stop> {
    let mut text = String::new();
    crate::json::write_string(name, &mut text);
    if accepts_value(names, Captured::Text(&text), reader)? {
        return Ok(());
    }
    reader.violate(
        "propertyNames",
        &[
            Word::Text("key "),
            Word::Name(name),
            Word::Text(" is not allowed as a name"),
        ],
    )
}

/// Reads the value under a key that no field has.
#[inline(never)]
pub(super) fn read_additional<'j>(
    target: &mut Target<'_, 'j>,
    reader: &mut Reader<'j>,
    rules: &'static Object,
    name: &str,
) -> Result<(), Stop> {
    if let Some(names) = rules.names {
        check_name(reader, name, names)?;
    }
    let before = reader.violations.len();
    let mut matching = Vec::new();
    for (pattern, schema) in rules.patterns {
        if matches_pattern(reader, name, pattern)? {
            matching.push(*schema);
        }
    }
    if matching.is_empty() && matches!(rules.rest, Schema::Never) {
        reader.violate(
            "additionalProperties",
            &[Word::Text("unknown key "), Word::Name(name)],
        )?;
        return reader.pass();
    }
    let schema = matching.first().copied().unwrap_or(rules.rest);
    reader.peek();
    let (start, value) = (reader.offset(), reader.value());
    fill_slot(target.extra(name).unwrap_or(&mut Ignore), reader, schema)?;
    if let Some(further @ [_, ..]) = matching.get(1..) {
        let captured = reader.captured_since(start, value);
        for schema in further {
            recheck_captured(schema, captured, reader)?;
        }
    }
    if reader.violations.len() != before {
        reader.violations.prefix(before, name);
    }
    Ok(())
}

/// Reports the required ones among the `absent` fields that have not been seen.
pub(super) fn report_missing(
    reader: &mut Reader<'_>,
    fields: &'static [Field],
    seen: &Seen,
    mut absent: usize,
) -> Result<(), Stop> {
    for (index, field) in fields.iter().enumerate() {
        if absent == 0 {
            break;
        }
        if seen.has(index) {
            continue;
        }
        absent -= 1;
        if field.required {
            let name = Word::Name(field.name);
            match describe_expected(field.schema) {
                Some(what) => reader.violate(
                    "required",
                    &[name, Word::Text(" is required: "), Word::Phrase(&what)],
                )?,
                None => reader.violate("required", &[name, Word::Text(" is required")])?,
            }
        }
    }
    Ok(())
}
