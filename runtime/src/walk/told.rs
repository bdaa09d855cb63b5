//! Objects that are told apart by a key, without reading them more than once.

use super::ahead::Members;
use crate::reader::{Reader, Stop};
use crate::schema::{Keys, Tag};
use crate::violation::{Expected, enumerate, shorten};

/// The branch of the object here, which stays to be read. Where there is none, the object is passed
/// over.
pub(super) fn by_tag(reader: &mut Reader<'_>, rules: &'static Tag) -> Result<Option<usize>, Stop> {
    let mut members = Members::of(reader.rest());
    let tag = members.find(|(key, _)| key.is_key(rules.key));
    reader.step(members.passed())?;
    if let Some(index) = tag.and_then(|(_, value)| value.find(rules.values)) {
        return Ok(Some(index.into()));
    }
    let values: Vec<&str> = rules.values.iter().map(|(value, _)| bare(value)).collect();
    if tag.is_some() {
        let before = reader.violations.len();
        let message = format_args!("must be {}", Expected::Choice(&values));
        reader.violate("enum", message)?;
        reader.violations.prefix(before, rules.key);
    } else {
        let (key, values) = (shorten(rules.key), Expected::Choice(&values));
        let message = format_args!("`{key}` is required: {values}");
        reader.violate("required", message)?;
    }
    reader.capture()?;
    Ok(None)
}

/// The branch of the object here, as [`by_tag`].
pub(super) fn by_keys(
    reader: &mut Reader<'_>,
    rules: &'static Keys,
) -> Result<Option<usize>, Stop> {
    let mut members = Members::of(reader.rest());
    let mut decided = rules.keys.len();
    for (key, _) in members.by_ref() {
        let known = |(name, _): &(&str, u8)| key.is_key(name);
        let place = rules.keys[..decided].iter().position(known);
        decided = place.unwrap_or(decided);
        if decided == 0 || (place.is_some() && rules.otherwise == 255) {
            break;
        }
    }
    reader.step(members.passed())?;
    let index = match rules.keys.get(decided) {
        Some((_, index)) => *index,
        None => rules.otherwise,
    };
    if index != 255 {
        return Ok(Some(index.into()));
    }
    let keys: Vec<&str> = rules.keys.iter().map(|(key, _)| *key).collect();
    let keys = enumerate(&keys);
    reader.violate("required", format_args!("one of {keys} is required"))?;
    reader.capture()?;
    Ok(None)
}

/// A scalar as people name it: a string without its quotes.
fn bare(value: &str) -> &str {
    let inner = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(value)
}
