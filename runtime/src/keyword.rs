//! Keywords that need a complete value: applicators, `enum`, `contains` …

mod unevaluated;

use crate::json::{canonical_json, canonical_value};
use crate::reader::{Captured, Reader, Stop};
use crate::schema::{Complete, Keyword, Schema};
use crate::text_set::TextSet;
use crate::violation::Word;
use crate::walk::{accepts_value, not_among, recheck_captured, try_branches};

impl Complete {
    /// Adds keywords to a base schema.
    ///
    /// Only what tables refer to is compiled, in the crate of the tables; everything behind this is
    /// `#[inline]` for this reason.
    #[inline]
    pub const fn new(base: &'static Schema, keywords: &'static [Keyword]) -> Self {
        Complete {
            base,
            keywords,
            check: check_keyword,
        }
    }
}

/// Checks one keyword against a captured value.
#[inline]
pub(crate) fn check_keyword(
    keyword: &'static Keyword,
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    match keyword {
        Keyword::AllOf(schemas) => schemas
            .iter()
            .try_for_each(|schema| recheck_captured(schema, captured, reader)),
        Keyword::AnyOf(schemas) => try_branches(reader, schemas, false, captured).map(drop),
        Keyword::OneOf(schemas) => try_branches(reader, schemas, true, captured).map(drop),
        Keyword::Not(schema) => not(schema, captured, reader),
        Keyword::If(condition, then, otherwise) => {
            let branch = if accepts_value(condition, captured, reader)? {
                then
            } else {
                otherwise
            };
            recheck_captured(branch, captured, reader)
        }
        Keyword::Enum(values) => one_of_values(values, captured, reader),
        Keyword::Contains(schema, min, max) => contains(schema, *min, *max, captured, reader),
        Keyword::DependentRequired(rules) => dependent_required(rules, captured, reader),
        Keyword::DependentSchemas(rules) => dependent_schemas(rules, captured, reader),
        Keyword::UnevaluatedProperties(evaluated, rest) => {
            unevaluated::unevaluated_properties(evaluated, rest, captured, reader)
        }
        Keyword::UnevaluatedItems(evaluated, rest) => {
            unevaluated::unevaluated_items(evaluated, rest, captured, reader)
        }
    }
}

#[inline]
fn not(
    schema: &'static Schema,
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    if accepts_value(schema, captured, reader)? {
        let words = [Word::Text("must not match the schema under `not`")];
        return reader.violate("not", &words);
    }
    Ok(())
}

#[inline]
fn one_of_values(
    values: &[&str],
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let text = match captured {
        Captured::Text(text) => canonical_json(text).ok(),
        Captured::Value(value, _) => Some(canonical_value(value)),
    };
    if text.is_some_and(|text| values.contains(&text.as_str())) {
        return Ok(());
    }
    not_among(reader, values)
}

#[inline]
fn contains(
    schema: &'static Schema,
    min: u64,
    max: u64,
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let Some(mut items) = captured.items(reader)? else {
        return Ok(());
    };
    let mut found = 0;
    while let Some(item) = items.read()? {
        found += u64::from(accepts_value(schema, item, reader)?);
    }
    if found < min {
        let keyword = if min == 1 { "contains" } else { "minContains" };
        reader.violate(
            keyword,
            &[
                Word::Text("must contain at least "),
                Word::Number(min),
                Word::Text(" matching item(s)"),
            ],
        )?;
    }
    if found > max {
        reader.violate(
            "maxContains",
            &[
                Word::Text("must contain at most "),
                Word::Number(max),
                Word::Text(" matching item(s)"),
            ],
        )?;
    }
    Ok(())
}

/// The keys of a captured object; empty if the value is not an object.
#[inline]
fn keys(captured: Captured<'_>, reader: &Reader<'_>) -> Result<TextSet, Stop> {
    let mut keys = TextSet::default();
    let Some(mut members) = captured.members(reader)? else {
        return Ok(keys);
    };
    while let Some((key, _)) = members.read()? {
        keys.insert(key.into_owned());
    }
    Ok(keys)
}

#[inline]
fn dependent_required(
    rules: &[(&'static str, &'static [&'static str])],
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let keys = keys(captured, reader)?;
    for (key, needed) in rules.iter().filter(|(key, _)| keys.contains(key)) {
        for name in needed.iter().filter(|name| !keys.contains(name)) {
            reader.violate(
                "dependentRequired",
                &[
                    Word::Name(name),
                    Word::Text(" is required beside "),
                    Word::Name(key),
                ],
            )?;
        }
    }
    Ok(())
}

#[inline]
fn dependent_schemas(
    rules: &[(&'static str, &'static Schema)],
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let keys = keys(captured, reader)?;
    for (_, schema) in rules.iter().filter(|(key, _)| keys.contains(key)) {
        recheck_captured(schema, captured, reader)?;
    }
    Ok(())
}
