//! The rules that need a whole value: applicators, `enum`, `contains`, `uniqueItems` …

mod unevaluated;

use crate::json::canonical;
use crate::pattern::Pattern;
use crate::reader::{Kind, Reader, Stop};
use crate::schema::{Keyword, Schema};
use crate::violation::{rule, shorten};
use crate::walk::{accepts, among, not_among, recheck};
use std::borrow::Cow;
use std::collections::HashSet;

/// Checks one keyword on a captured value.
pub(crate) fn check(
    keyword: &'static Keyword,
    text: &str,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    match keyword {
        Keyword::AllOf(schemas) => schemas
            .iter()
            .try_for_each(|schema| recheck(schema, text, reader)),
        Keyword::AnyOf(schemas) => among(reader, schemas, false, text).map(drop),
        Keyword::OneOf(schemas) => among(reader, schemas, true, text).map(drop),
        Keyword::Not(schema) => not(schema, text, reader),
        Keyword::If(condition, then, otherwise) => {
            let branch = if accepts(condition, text, reader)? {
                then
            } else {
                otherwise
            };
            recheck(branch, text, reader)
        }
        Keyword::Enum(values) => one_of_values(values, text, reader),
        Keyword::Contains(schema, min, max) => contains(schema, *min, *max, text, reader),
        Keyword::DependentRequired(rules) => dependent_required(rules, text, reader),
        Keyword::DependentSchemas(rules) => dependent_schemas(rules, text, reader),
        Keyword::UnevaluatedProperties(evaluated, rest) => {
            unevaluated::properties(evaluated, rest, text, reader)
        }
        Keyword::UnevaluatedItems(evaluated, rest) => {
            unevaluated::items(evaluated, rest, text, reader)
        }
    }
}

fn not(schema: &'static Schema, text: &str, reader: &mut Reader<'_>) -> Result<(), Stop> {
    if accepts(schema, text, reader)? {
        return reader.violate("not", format_args!("must not match the schema under `not`"));
    }
    Ok(())
}

fn one_of_values(values: &[&str], text: &str, reader: &mut Reader<'_>) -> Result<(), Stop> {
    if canonical(text).is_ok_and(|text| values.contains(&text.as_str())) {
        return Ok(());
    }
    not_among(reader, values)
}

/// Whether a text matches a pattern. Where that cannot be decided in bounded time, the whole text
/// is refused: a trial must not take it for a yes or a no.
pub(crate) fn matches(
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
pub(crate) fn pattern(reader: &mut Reader<'_>, text: &str, pattern: &Pattern) -> Result<(), Stop> {
    if matches(reader, text, pattern)? {
        return Ok(());
    }
    reader.violate(
        "pattern",
        format_args!("must match {}", rule(pattern.source)),
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
        let canonical = |text: &&str| canonical(text).unwrap_or_default();
        let texts: Vec<String> = texts.iter().map(canonical).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        distinct(&texts)
    };
    if unique {
        Ok(())
    } else {
        reader.violate(
            "uniqueItems",
            format_args!("must not have the same item twice"),
        )
    }
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
    text: &str,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let mut list = reader.fork(text);
    if list.kind()? != Kind::Array {
        return Ok(());
    }
    let mut found = 0;
    let mut first = true;
    list.begin_array()?;
    while list.next_item(first)? {
        first = false;
        let item = list.capture()?;
        found += u64::from(accepts(schema, item, reader)?);
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
fn keys<'t>(text: &'t str, reader: &Reader<'_>) -> Result<HashSet<Cow<'t, str>>, Stop> {
    let mut object = reader.fork(text);
    let mut keys = HashSet::new();
    if object.kind()? != Kind::Object {
        return Ok(keys);
    }
    let mut first = true;
    object.begin_object()?;
    while object.next_key(first)? {
        first = false;
        keys.insert(object.string()?);
        object.colon()?;
        object.capture()?;
    }
    Ok(keys)
}

fn dependent_required(
    rules: &[(&'static str, &'static [&'static str])],
    text: &str,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let keys = keys(text, reader)?;
    for (key, needed) in rules.iter().filter(|(key, _)| keys.contains(*key)) {
        for name in needed.iter().filter(|name| !keys.contains(**name)) {
            reader.violate(
                "dependentRequired",
                format_args!("`{}` is required beside `{}`", shorten(name), shorten(key)),
            )?;
        }
    }
    Ok(())
}

fn dependent_schemas(
    rules: &[(&'static str, &'static Schema)],
    text: &str,
    reader: &mut Reader<'_>,
) -> Result<(), Stop> {
    let keys = keys(text, reader)?;
    for (_, schema) in rules.iter().filter(|(key, _)| keys.contains(*key)) {
        recheck(schema, text, reader)?;
    }
    Ok(())
}
