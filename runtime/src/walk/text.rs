//! Rules for strings.

use super::expected::Expected;
use super::pattern::check_pattern;
use super::size::check_length;
use crate::format::Format;
use crate::path::{self, PathRules};
use crate::reader::{Reader, Stop};
use crate::schema::Text;
use crate::violation::{Word, join_words};

#[inline]
pub(super) fn check_text(reader: &mut Reader<'_>, text: &str, rules: &Text) -> Result<(), Stop> {
    // every rule is checked here: the compiler rejects this pattern if it lacks a new one
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
        check_pattern(reader, text, pattern)?;
    }
    match *format {
        Some(Format::Path(rules)) => check_path(reader, text, rules),
        Some(format) if !format.accepts(text) => reader.violate(
            "format",
            &[Word::Text("must be "), Word::Text(format.words())],
        ),
        _ => Ok(()),
    }
}

/// Reports a path that is invalid in every workspace, or that lacks an allowed suffix.
fn check_path(reader: &mut Reader<'_>, text: &str, rules: &PathRules) -> Result<(), Stop> {
    if let Err(why) = path::normalise_path(text) {
        return reader.violate("x-path", &[Word::Text(why.rule())]);
    }
    let Some(suffixes) = rules.suffixes else {
        return Ok(());
    };
    if path::has_suffix(text, suffixes.iter().copied()) {
        return Ok(());
    }
    let suffixes = join_words(suffixes, ", ");
    reader.violate(
        "x-path",
        &[Word::Text("must end in one of "), Word::Rule(&suffixes)],
    )
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

/// Records that a value is none of those that a schema lists; a single value is a constant.
#[cold]
pub(crate) fn not_among(reader: &mut Reader<'_>, values: &[&str]) -> Result<(), Stop> {
    let keyword = if values.len() == 1 { "const" } else { "enum" };
    let values = Expected::Choice(values);
    reader.violate(keyword, &[Word::Text("must be "), Word::Phrase(&values)])
}
