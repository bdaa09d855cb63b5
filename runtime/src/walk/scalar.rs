//! Values without children: null, booleans, numbers, strings.

use super::text::{check_text, choose_variant};
use super::{parsed, report_mismatch};
use crate::number::{self, Digits, Value};
use crate::reader::{Reader, Stop};
use crate::schema::{Schema, Text};
use crate::violation::Word;
use std::borrow::Cow;

pub(crate) fn read_null(reader: &mut Reader<'_>) -> Result<(), Stop> {
    if reader.is_next(b'n') {
        reader.null()
    } else {
        parsed::parsed_null(reader)
    }
}

pub(crate) fn read_boolean(reader: &mut Reader<'_>) -> Result<Option<bool>, Stop> {
    if matches!(reader.peek(), Some(b't' | b'f')) {
        return reader.boolean().map(Some);
    }
    parsed::parsed_boolean(reader)
}

/// Reads a number of few digits that satisfies all rules, as most do. Consumes nothing but whitespace
/// otherwise.
#[inline(never)]
pub(crate) fn read_short_number(reader: &mut Reader<'_>, schema: &'static Schema) -> Option<Value> {
    let (rules, whole_only) = match schema {
        Schema::Integer(rules) => (rules, true),
        Schema::Number(rules) => (rules, false),
        _ => return None,
    };
    reader.skip_space();
    let (short, end) = reader.short_number()?;
    let (value, whole) = number::evaluate_short(short)?;
    if (whole_only && !whole) || !number::is_surely_within(value, rules) {
        return None;
    }
    reader.take_until(end);
    Some(value)
}

/// Reads a number, or returns `None` if the value is not a number. Call [`read_short_number`] first.
pub(crate) fn read_number<'j>(
    reader: &mut Reader<'j>,
    schema: &'static Schema,
) -> Result<Option<(Digits<'j>, Value)>, Stop> {
    let (rules, whole_only) = match schema {
        Schema::Integer(rules) => (*rules, true),
        Schema::Number(rules) => (*rules, false),
        _ => {
            report_mismatch(reader)?;
            return Ok(None);
        }
    };
    if !matches!(reader.peek(), Some(b'-' | b'0'..=b'9')) {
        return parsed::parsed_number(reader, rules, whole_only);
    }
    let text = reader.number()?;
    let (value, whole) = number::parse_number(text);
    if whole_only && !whole {
        reader.violate("type", &[Word::Text("must be an integer")])?;
    }
    if !number::is_surely_within(value, rules) {
        number::check_number(text, value, rules, &mut |keyword, words| {
            reader.violate(keyword, words)
        })?;
    }
    Ok(Some((Digits::Text(text), value)))
}

/// Reads a string, or returns `None` if the value is not a string.
#[inline(always)]
pub(crate) fn read_text<'j>(
    reader: &mut Reader<'j>,
    rules: &Text,
) -> Result<Option<Cow<'j, str>>, Stop> {
    if !reader.is_next(b'"') {
        parsed::parsed_text(reader, rules)?;
        return Ok(reader.parsed_text().map(Cow::Borrowed));
    }
    let text = reader.string()?;
    check_text(reader, &text, rules)?;
    Ok(Some(text))
}

/// Reads one of several strings and returns its index.
pub(crate) fn read_choice(
    reader: &mut Reader<'_>,
    values: &'static [&'static str],
) -> Result<Option<usize>, Stop> {
    if !reader.is_next(b'"') {
        return parsed::parsed_choice(reader, values);
    }
    let text = reader.string()?;
    choose_variant(reader, values, &text)
}
