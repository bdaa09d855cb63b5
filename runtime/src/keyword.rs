//! The rules that need a whole value: applicators, `enum`, `contains`, `uniqueItems` …

mod unevaluated;

use crate::json::{canonical_json, canonical_value};
use crate::pattern::Pattern;
use crate::reader::{Captured, Reader, Stop};
use crate::schema::{Keyword, Schema};
use crate::violation::{clean_rule, shorten_name};
use crate::walk::{accepts_value, not_among, recheck_captured, try_branches};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashSet;

/// Checks one keyword on a captured value.
pub(crate) fn check_keywords(
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

fn not(
    schema: &'static Schema,
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    if accepts_value(schema, captured, reader)? {
        return reader.violate("not", format_args!("must not match the schema under `not`"));
    }
    Ok(())
}

fn one_of_values(
    values: &[&str],
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let text = captured.canonical();
    if text.is_some_and(|text| values.contains(&text.as_str())) {
        return Ok(());
    }
    not_among(reader, values)
}

/// Whether a text matches a pattern. Where that cannot be decided in bounded time, the whole text
/// is refused: a trial must not take it for a yes or a no.
pub(crate) fn matches_keyword(
    reader: &mut Reader<'_>,
    text: &str,
    pattern: &Pattern,
) -> Result<bool, Stop> {
    let Ok((found, cost)) = pattern.decide(text) else {
        return reader.give_up();
    };
    reader.step(cost)?;
    Ok(found)
}

/// Checks a string against its pattern.
pub(crate) fn check_pattern(
    reader: &mut Reader<'_>,
    text: &str,
    pattern: &Pattern,
) -> Result<(), Stop> {
    if matches_keyword(reader, text, pattern)? {
        return Ok(());
    }
    reader.violate(
        "pattern",
        format_args!("must match {}", clean_rule(pattern.source)),
    )
}

/// Checks that no two elements are equal.
pub(crate) fn unique_items(reader: &mut Reader<'_>, texts: &[&str]) -> Result<(), Stop> {
    if texts.len() < 2 {
        return Ok(());
    }
    let plain = |text: &&str| text.starts_with('"') && !text.contains('\\');
    let unique = if texts.iter().all(plain) {
        distinct(texts)
    } else {
        all_differ(
            texts
                .iter()
                .map(|text| canonical_json(text).unwrap_or_default()),
        )
    };
    tell_unique(reader, unique)
}

/// The same of values that are parsed already.
pub(crate) fn unique_values(reader: &mut Reader<'_>, values: &[Value]) -> Result<(), Stop> {
    let texts: Option<Vec<&str>> = values.iter().map(Value::as_str).collect();
    let unique = match texts {
        Some(texts) => distinct(&texts),
        None => all_differ(values.iter().map(canonical_value)),
    };
    tell_unique(reader, unique)
}

fn tell_unique(reader: &mut Reader<'_>, unique: bool) -> Result<(), Stop> {
    if unique {
        Ok(())
    } else {
        reader.violate(
            "uniqueItems",
            format_args!("must not have the same item twice"),
        )
    }
}

fn all_differ(texts: impl Iterator<Item = String>) -> bool {
    let texts: Vec<String> = texts.collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    distinct(&texts)
}

fn distinct(texts: &[&str]) -> bool {
    if texts.len() <= 16 {
        return texts
            .iter()
            .enumerate()
            .all(|(index, text)| !texts[..index].contains(text));
    }
    let mut seen = HashSet::with_capacity(texts.len());
    texts.iter().all(|text| seen.insert(Cow::Borrowed(*text)))
}

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
            format_args!("must contain at least {min} matching item(s)"),
        )?;
    }
    if found > max {
        reader.violate(
            "maxContains",
            format_args!("must contain at most {max} matching item(s)"),
        )?;
    }
    Ok(())
}

/// The keys of a captured object; none where the value is something else.
fn keys<'t>(captured: Captured<'t>, reader: &Reader<'_>) -> Result<HashSet<Cow<'t, str>>, Stop> {
    let mut keys = HashSet::new();
    let Some(mut members) = captured.members(reader)? else {
        return Ok(keys);
    };
    while let Some((key, _)) = members.read()? {
        keys.insert(key);
    }
    Ok(keys)
}

fn dependent_required(
    rules: &[(&'static str, &'static [&'static str])],
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let keys = keys(captured, reader)?;
    for (key, needed) in rules.iter().filter(|(key, _)| keys.contains(*key)) {
        for name in needed.iter().filter(|name| !keys.contains(**name)) {
            reader.violate(
                "dependentRequired",
                format_args!(
                    "`{}` is required beside `{}`",
                    shorten_name(name),
                    shorten_name(key)
                ),
            )?;
        }
    }
    Ok(())
}

fn dependent_schemas(
    rules: &[(&'static str, &'static Schema)],
    captured: Captured<'_>,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let keys = keys(captured, reader)?;
    for (_, schema) in rules.iter().filter(|(key, _)| keys.contains(*key)) {
        recheck_captured(schema, captured, reader)?;
    }
    Ok(())
}
