//! Whether all elements of an array differ.

use crate::json::{canonical_json, canonical_value};
use crate::reader::{Reader, Stop};
use crate::schema::Unique;
use crate::text_set::TextSet;
use crate::value::Value;
use crate::violation::Word;

impl Unique {
    /// `uniqueItems`. The functions behind it are `#[inline]`, so that they are compiled only into the crates
    /// whose tables name it.
    pub const ITEMS: Unique = Unique {
        texts: texts_differ,
        values: values_differ,
    };
}

/// Reports a violation unless the elements all differ.
pub(super) fn require_unique(reader: &mut Reader<'_>, all_differ: bool) -> Result<(), Stop> {
    if all_differ {
        return Ok(());
    }
    reader.violate(
        "uniqueItems",
        &[Word::Text("must not have the same item twice")],
    )
}

/// Returns whether the elements with these texts are different values.
#[inline]
fn texts_differ(texts: &[&str]) -> bool {
    let plain = |text: &&str| text.starts_with('"') && !text.contains('\\');
    if texts.len() < 2 || texts.iter().all(plain) {
        return distinct(texts);
    }
    let canonical = |text: &&str| canonical_json(text).unwrap_or_default();
    all_differ(texts.iter().map(canonical))
}

/// Returns whether these parsed values are different.
#[inline]
fn values_differ(values: &[Value]) -> bool {
    let texts: Option<Vec<&str>> = values.iter().map(Value::as_str).collect();
    match texts {
        Some(texts) => distinct(&texts),
        None => all_differ(values.iter().map(canonical_value)),
    }
}

#[inline]
fn all_differ(texts: impl Iterator<Item = String>) -> bool {
    let texts: Vec<String> = texts.collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    distinct(&texts)
}

#[inline]
fn distinct(texts: &[&str]) -> bool {
    if texts.len() <= 16 {
        return texts
            .iter()
            .enumerate()
            .all(|(index, text)| !texts[..index].contains(text));
    }
    let mut seen = TextSet::default();
    texts.iter().all(|text| seen.insert((*text).to_owned()))
}
