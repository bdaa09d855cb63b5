//! The traversal of a parsed value. The traversal of text calls it when it does not find the text it expects:
//! because the reader has a value, or because the text has another type.

use super::fields::{Seen, Target, find_field, known_field, read_additional, report_missing};
use super::size::{check_count, check_size};
use super::text::{check_text, choose_variant, not_among};
use super::unique::require_unique;
use super::{fill_slot, wrong_type};
use crate::json::{canonical_scalar, write_string};
use crate::number::{self, Digits};
use crate::reader::{Reader, Stop};
use crate::schema::{List, Number, Object, Tag, Text};
use crate::slot::Items;
use crate::value::Value;
use crate::violation::Word;

pub(super) fn parsed_null(reader: &mut Reader<'_>) -> Result<(), Stop> {
    match reader.value() {
        Some(Value::Null) => Ok(()),
        _ => wrong_type(reader, "must be null"),
    }
}

pub(super) fn parsed_boolean(reader: &mut Reader<'_>) -> Result<Option<bool>, Stop> {
    match reader.value() {
        Some(Value::Bool(value)) => Ok(Some(*value)),
        _ => wrong_type(reader, "must be true or false").map(|()| None),
    }
}

#[inline(never)]
pub(super) fn parsed_number<'j>(
    reader: &mut Reader<'j>,
    rules: &'static Number,
    whole_only: bool,
) -> Result<Option<(Digits<'j>, number::Value)>, Stop> {
    let Some(Value::Number(number)) = reader.value() else {
        let expected = match whole_only {
            true => "must be an integer",
            false => "must be a number",
        };
        return wrong_type(reader, expected).map(|()| None);
    };
    if number::is_out_of_range(number) {
        return reader.stop("number out of range");
    }
    let (value, whole) = number::parsed_number(number);
    if whole_only && !whole {
        reader.violate("type", &[Word::Text("must be an integer")])?;
    }
    if !number::is_surely_within(value, rules) {
        number::check_number(&number.to_string(), value, rules, &mut |keyword, words| {
            reader.violate(keyword, words)
        })?;
    }
    Ok(Some((Digits::Parsed(number), value)))
}

/// Validates a string. The traversal of text asks [`Reader::parsed_text`] for the string itself, which keeps
/// its code small.
#[inline(never)]
pub(super) fn parsed_text(reader: &mut Reader<'_>, rules: &Text) -> Result<(), Stop> {
    match reader.parsed_text() {
        Some(text) => check_text(reader, text, rules),
        None => wrong_type(reader, "must be a string"),
    }
}

#[inline(never)]
pub(super) fn parsed_choice(
    reader: &mut Reader<'_>,
    values: &'static [&'static str],
) -> Result<Option<usize>, Stop> {
    if let Some(Value::String(text)) = reader.value() {
        return choose_variant(reader, values, text);
    }
    wrong_type(reader, "must be a string")?;
    not_among(reader, values).map(|()| None)
}

#[inline(never)]
pub(super) fn parsed_list<'j>(
    items: &mut dyn Items<'j>,
    reader: &mut Reader<'j>,
    rules: &'static List,
) -> Result<(), Stop> {
    let Some(Value::Array(values)) = reader.value() else {
        return wrong_type(reader, "must be an array");
    };
    reader.enter()?;
    for (index, value) in values.iter().enumerate() {
        let before = reader.violations.len();
        reader.turn_to(value);
        fill_slot(
            items.item(),
            reader,
            rules.prefix.get(index).unwrap_or(&rules.items),
        )?;
        if reader.violations.len() != before {
            reader.violations.prefix(before, &index.to_string());
        }
    }
    reader.leave();
    check_count(reader, values.len() as u64, rules)?;
    match rules.unique {
        Some(unique) => require_unique(reader, (unique.values)(values)),
        None => Ok(()),
    }
}

#[inline(never)]
pub(super) fn parsed_object<'j>(
    target: &mut Target<'_, 'j>,
    reader: &mut Reader<'j>,
    rules: &'static Object,
) -> Result<(), Stop> {
    let Some(Value::Object(members)) = reader.value() else {
        return wrong_type(reader, "must be an object");
    };
    let fields = rules.fields;
    let mut seen = Seen::default();
    let (mut next, mut known) = (0, 0);
    reader.enter()?;
    for (name, value) in members {
        reader.turn_to(value);
        let Some(index) = find_field(fields, next, name) else {
            read_additional(target, reader, rules, name)?;
            continue;
        };
        seen.note(index, fields.len());
        known_field(target, reader, rules, (index, &fields[index]))?;
        known += 1;
        next = index + 1;
    }
    reader.leave();
    if known < fields.len() {
        report_missing(reader, fields, &seen, fields.len() - known)?;
    }
    check_size(reader, members.len() as u64, rules)
}

/// Finds the branch selected by the value of the tag: `None` without the tag, `Some(None)` if its value has
/// no branch.
pub(super) fn parsed_tag(value: &Value, rules: &Tag) -> Option<Option<u8>> {
    let found = value.get(rules.key)?;
    let among = |text: &str| {
        let found = rules.values.iter().find(|(value, _)| *value == text);
        found.map(|(_, index)| *index)
    };
    Some(match found {
        Value::String(text) => rules
            .values
            .iter()
            .find(|(value, _)| is_spelled(value, text))
            .map(|(_, index)| *index),
        Value::Array(_) | Value::Object(_) => None,
        Value::Number(number) => {
            canonical_scalar(&number.to_string()).and_then(|text| among(&text))
        }
        Value::Null | Value::Bool(_) => among(&found.to_string()),
    })
}

/// Returns whether a scalar in canonical form is this string.
fn is_spelled(canonical: &str, text: &str) -> bool {
    let inner = canonical
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    match inner {
        Some(inner) if !inner.contains('\\') => inner == text,
        Some(_) => {
            let mut spelled = String::new();
            write_string(text, &mut spelled);
            spelled == canonical
        }
        None => false,
    }
}

/// Returns the keys of an object, in its order.
pub(super) fn parsed_keys(value: &Value) -> impl Iterator<Item = &str> {
    let members = value.as_object().into_iter().flatten();
    members.map(|(key, _)| key.as_str())
}
