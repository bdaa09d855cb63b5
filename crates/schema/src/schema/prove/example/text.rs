//! Candidate strings.

use super::goal::{Goal, OtherText};
use super::{Candidates, quote};
use crate::schema::rules::{self, count_range, is_format_within};
use crate::schema::work::{MUCH, SOME, Work};
use toolc_runtime::format::Format;

/// The length of the longest string to try.
const MAX_LENGTH: u64 = 4_096;

/// A string for each format.
const FORMATS: &[(Format, &str)] = &[
    (Format::DateTime, "2024-01-31T12:00:00Z"),
    (Format::Date, "2024-01-31"),
    (Format::Time, "12:00:00Z"),
    (Format::Duration, "P1D"),
    (Format::Email, "a@example.com"),
    (Format::IdnEmail, "a@example.com"),
    (Format::Hostname, "example.com"),
    (Format::IdnHostname, "example.com"),
    (Format::Ipv4, "192.0.2.1"),
    (Format::Ipv6, "2001:db8::1"),
    (Format::Uri, "https://example.com"),
    (Format::UriReference, "https://example.com"),
    (Format::Iri, "https://example.com"),
    (Format::IriReference, "https://example.com"),
    (Format::Uuid, "123e4567-e89b-12d3-a456-426614174000"),
    (Format::UriTemplate, "https://example.com/{id}"),
    (Format::JsonPointer, "/a"),
    (Format::RelativeJsonPointer, "0/a"),
    (Format::Regex, "a"),
];

/// How many formats, suffixes and patterns each contribute a string.
const MAX_SAMPLES: usize = 64;

/// Plain strings, one for each format, and one that matches each pattern.
pub(super) fn text_candidates(goal: &Goal<'_>, work: &Work) -> Candidates {
    let rules = &goal.texts;
    let patterns = rules.iter().filter_map(|rules| rules.pattern.as_ref());
    let patterns = patterns.take(MAX_SAMPLES);
    let size: usize = patterns
        .clone()
        .map(|pattern| pattern.compiled.size())
        .sum();
    let pairs = rules.len().saturating_mul(goal.others.len() + 1);
    if !work.charge(MUCH + pairs.saturating_mul(SOME) + size * SOME) {
        return Candidates::Some(Vec::new());
    }
    let (minimum, maximum) = count_range(rules::TEXT, rules.iter().map(AsRef::as_ref));
    let is_none = goal.others.iter().any(|other| is_demanded(goal, other));
    if is_none || maximum.is_some_and(|maximum| minimum > maximum) {
        return Candidates::NONE;
    }
    let formats = rules.iter().filter_map(|rules| {
        let format = rules.format.as_ref()?.0;
        FORMATS.iter().find(|(known, _)| *known == format)
    });
    let formats = formats.take(MAX_SAMPLES);
    let mut texts: Vec<String> = formats.map(|(_, sample)| (*sample).to_owned()).collect();
    let paths = rules.iter().filter_map(|rules| rules.path.as_ref());
    let suffixes = paths.flat_map(|path| path.suffixes.iter().flatten());
    texts.extend(suffixes.take(MAX_SAMPLES).cloned());
    texts.extend(patterns.filter_map(|pattern| pattern.compiled.sample()));
    let length = minimum.max(1).min(maximum.unwrap_or(u64::MAX));
    if length <= MAX_LENGTH {
        let length = usize::try_from(length).unwrap_or(0);
        texts.extend(["a", "b", "A", "0", "1"].map(|letter| letter.repeat(length)));
        let longer = texts
            .iter()
            .filter_map(|text| lengthen(text, length))
            .collect::<Vec<_>>();
        texts.extend(longer);
    }
    texts.push(String::new());
    work.charge(texts.iter().map(String::len).sum());
    Candidates::Some(texts.iter().map(|text| quote(text)).collect())
}

/// Whether the rules require what a string must not be.
fn is_demanded(goal: &Goal<'_>, other: &OtherText<'_>) -> bool {
    let mut rules = goal.texts.iter();
    match other {
        OtherText::Pattern(pattern) => rules.any(|rules| rules.pattern.as_ref() == Some(*pattern)),
        OtherText::Format(wide) => rules.any(|rules| {
            let narrow = rules.format;
            narrow.is_some_and(|narrow| is_format_within(narrow.0, wide.0))
        }),
        OtherText::Path => false,
    }
}

/// A sample extended to a length by repeating its last character.
fn lengthen(text: &str, length: usize) -> Option<String> {
    let last = text.chars().next_back()?;
    let missing = length.checked_sub(text.chars().count())?;
    let tail = std::iter::repeat_n(last, missing);
    (missing > 0).then(|| text.chars().chain(tail).collect())
}
