//! Values without parts: null, booleans, numbers, strings.

use super::{parsed, report_mismatch};
use crate::format::Format;
use crate::keyword;
use crate::number::{self, Digits, Value};
use crate::path::{self, PathRules};
use crate::reader::{Reader, Stop};
use crate::schema::{Schema, Text};
use crate::violation::{Expected, join_words};
use std::borrow::Cow;
use std::fmt::{self, Display};

pub(crate) fn read_null(reader: &mut Reader<'_>) -> Result<(), Stop> {
    if reader.peek() == Some(b'n') {
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

/// Reads a number; `None` where the value is none.
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
    let start = reader.offset();
    let short = reader.short_number();
    let exact = short.and_then(|(digits, places)| number::short_number(digits, places));
    let (text, (value, whole)) = match (short, exact) {
        (_, Some(exact)) => (reader.since(start), exact),
        (Some(_), None) => (
            reader.since(start),
            number::parse_number(reader.since(start)),
        ),
        (None, None) => {
            let text = reader.number()?;
            (text, number::parse_number(text))
        }
    };
    if whole_only && !whole {
        reader.violate("type", format_args!("must be an integer"))?;
    }
    number::check_number(text, value, rules, |keyword, message| {
        reader.violate(keyword, message)
    })?;
    Ok(Some((Digits::Text(text), value)))
}

/// Reads a string; `None` where the value is none.
#[inline(always)]
pub(crate) fn read_text<'j>(
    reader: &mut Reader<'j>,
    rules: &Text,
) -> Result<Option<Cow<'j, str>>, Stop> {
    if reader.peek() != Some(b'"') {
        parsed::parsed_text(reader, rules)?;
        return Ok(reader.parsed_text().map(Cow::Borrowed));
    }
    let text = reader.string()?;
    check_text(reader, &text, rules)?;
    Ok(Some(text))
}

#[inline]
pub(super) fn check_text(reader: &mut Reader<'_>, text: &str, rules: &Text) -> Result<(), Stop> {
    // every rule is checked here: one that is added is missing in this pattern
    let Text {
        min_length,
        max_length,
        pattern,
        format,
    } = rules;
    let bytes = text.len() as u64;
    if bytes > *max_length || bytes < min_length.saturating_mul(4) {
        check_length(reader, text, rules)?;
    }
    if let Some(pattern) = pattern {
        keyword::check_pattern(reader, text, pattern)?;
    }
    match *format {
        Some(Format::Path(rules)) => check_path(reader, text, rules),
        Some(format) if !format.accepts(text) => {
            reader.violate("format", format_args!("must be {}", format.words()))
        }
        _ => Ok(()),
    }
}

/// A path that no workspace can have, or that this one will not open.
fn check_path(reader: &mut Reader<'_>, text: &str, rules: &PathRules) -> Result<(), Stop> {
    if let Err(why) = path::normalise_path(text) {
        return reader.violate("x-path", format_args!("{}", why.rule()));
    }
    let Some(suffixes) = rules.suffixes else {
        return Ok(());
    };
    if path::has_suffix(text, suffixes.iter().copied()) {
        return Ok(());
    }
    let suffixes = join_words(suffixes, ", ");
    reader.violate("x-path", format_args!("must end in one of {suffixes}"))
}

fn check_length(reader: &mut Reader<'_>, text: &str, rules: &Text) -> Result<(), Stop> {
    let length = text.chars().count() as u64;
    if length < rules.min_length {
        reader.violate(
            "minLength",
            format_args!(
                "must have at least {}",
                plural_noun(rules.min_length, "character")
            ),
        )?;
    }
    if length > rules.max_length {
        reader.violate(
            "maxLength",
            format_args!(
                "must have at most {}",
                plural_noun(rules.max_length, "character")
            ),
        )?;
    }
    Ok(())
}

pub(super) fn plural_noun(count: u64, noun: &str) -> impl fmt::Display {
    let ending = if count == 1 { "" } else { "s" };
    fmt::from_fn(move |f| {
        count.fmt(f)?;
        [" ", noun, ending]
            .iter()
            .try_for_each(|part| f.write_str(part))
    })
}

/// Reads one of several strings and gives its index.
pub(crate) fn read_choice(
    reader: &mut Reader<'_>,
    values: &'static [&'static str],
) -> Result<Option<usize>, Stop> {
    if reader.peek() != Some(b'"') {
        return parsed::parsed_choice(reader, values);
    }
    let text = reader.string()?;
    choose_variant(reader, values, &text)
}

#[inline]
pub(super) fn choose_variant(
    reader: &mut Reader<'_>,
    values: &'static [&'static str],
    text: &str,
) -> Result<Option<usize>, Stop> {
    let index = values.iter().position(|value| *value == text);
    if index.is_none() {
        not_among(reader, values)?;
    }
    Ok(index)
}

/// Notes that a value is none of those that a schema lists; one alone is a constant.
#[cold]
pub(crate) fn not_among(reader: &mut Reader<'_>, values: &[&str]) -> Result<(), Stop> {
    let keyword = if values.len() == 1 { "const" } else { "enum" };
    reader.violate(
        keyword,
        format_args!("must be {}", Expected::Choice(values)),
    )
}
