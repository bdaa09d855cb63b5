//! Objects whose alternatives are selected by a key, without reading them more than once.

use super::ahead::Members;
use super::expected::Expected;
use super::parsed;
use crate::reader::{Reader, Stop};
use crate::schema::{Keys, NONE, Tag};
use crate::violation::{Word, enumerate_values};

/// Returns the branch of the next object, which is not read yet. If there is none, that is reported and the
/// object is skipped.
pub(super) fn by_tag(reader: &mut Reader<'_>, rules: &'static Tag) -> Result<Option<usize>, Stop> {
    let tag = match reader.value() {
        Some(value) => {
            reader.step(0)?;
            parsed::parsed_tag(value, rules)
        }
        None => {
            let mut members = Members::of(reader.rest());
            let tag = members.find(|(key, _)| key.is_key(rules.key));
            reader.step(members.passed())?;
            tag.map(|(_, value)| value.find(rules.values))
        }
    };
    if let Some(Some(index)) = tag {
        return Ok(Some(index.into()));
    }
    let values: Vec<&str> = rules.values.iter().map(|(value, _)| bare(value)).collect();
    if tag.is_some() {
        let before = reader.violations.len();
        let values = Expected::Choice(&values);
        reader.violate("enum", &[Word::Text("must be "), Word::Phrase(&values)])?;
        reader.violations.prefix(before, rules.key);
    } else {
        let values = Expected::Choice(&values);
        reader.violate(
            "required",
            &[
                Word::Name(rules.key),
                Word::Text(" is required: "),
                Word::Phrase(&values),
            ],
        )?;
    }
    reader.pass()?;
    Ok(None)
}

/// Returns the branch of the next object, like [`by_tag`].
pub(super) fn by_keys(
    reader: &mut Reader<'_>,
    rules: &'static Keys,
) -> Result<Option<usize>, Stop> {
    let decided = match reader.value() {
        Some(value) => {
            reader.step(0)?;
            decide(rules, parsed::parsed_keys(value), |key, name| key == name)
        }
        None => {
            let mut members = Members::of(reader.rest());
            let keys = members.by_ref().map(|(key, _)| key);
            let decided = decide(rules, keys, |key, name| key.is_key(name));
            reader.step(members.passed())?;
            decided
        }
    };
    let index = match rules.keys.get(decided) {
        Some((_, index)) => *index,
        None => rules.otherwise,
    };
    if index != NONE {
        return Ok(Some(index.into()));
    }
    let keys: Vec<&str> = rules.keys.iter().map(|(key, _)| *key).collect();
    let keys = enumerate_values(&keys);
    reader.violate(
        "required",
        &[
            Word::Text("one of "),
            Word::Phrase(&keys),
            Word::Text(" is required"),
        ],
    )?;
    reader.pass()?;
    Ok(None)
}

/// Returns the index of the deciding key in the rules, or their number if no key decides.
fn decide<K: Copy>(
    rules: &Keys,
    keys: impl Iterator<Item = K>,
    is: impl Fn(K, &str) -> bool,
) -> usize {
    let mut decided = rules.keys.len();
    for key in keys {
        let known = rules.keys[..decided].iter();
        let place = known.into_iter().position(|(name, _)| is(key, name));
        decided = place.unwrap_or(decided);
        if decided == 0 || (place.is_some() && rules.otherwise == NONE) {
            break;
        }
    }
    decided
}

/// Returns a scalar as messages show it: a string without its quotes.
fn bare(value: &str) -> &str {
    let inner = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(value)
}
