//! Texts against patterns and formats, compared with a handwritten loop.

use crate::harness::Group;
use std::hint::black_box;
use toolc_runtime::format::Format;

/// A pattern, a text that it matches, and a handwritten check.
type Row = (&'static str, &'static str, &'static str, fn(&str) -> bool);

const PATTERNS: &[Row] = &[
    (
        "pattern name",
        "^[a-z0-9-]{3,20}$",
        "weather-station-7",
        |text| {
            let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
            (3..=20).contains(&text.len()) && text.bytes().all(allowed)
        },
    ),
    ("pattern zip", r"^\d{5}$", "10115", |text| {
        text.len() == 5 && text.bytes().all(|b| b.is_ascii_digit())
    }),
    ("pattern ticket", r"^[A-Z]{2}-\d+$", "AB-1234567", |text| {
        let digits = text.get(3..).unwrap_or("");
        let upper = text.bytes().take(2).all(|b| b.is_ascii_uppercase());
        upper
            && text.as_bytes().get(2) == Some(&b'-')
            && !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
    }),
    (
        "pattern issue",
        r"^[A-Z][A-Z0-9_]+-\d+(?:-\d+)*$",
        "TOOLC-1234",
        |text| {
            let mut parts = text.split('-');
            let key = parts.next().unwrap_or("");
            let named = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
            let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            key.len() > 1
                && key.as_bytes()[0].is_ascii_uppercase()
                && key.bytes().all(named)
                && parts.clone().next().is_some()
                && parts.all(number)
        },
    ),
    ("pattern count", "^(0|[1-9][0-9]*)$", "4711", |text| {
        text == "0"
            || (!text.starts_with('0')
                && !text.is_empty()
                && text.bytes().all(|b| b.is_ascii_digit()))
    }),
];

const FORMATS: &[(&str, Format, &str)] = &[
    ("format date", Format::Date, "2024-02-29"),
    (
        "format date-time",
        Format::DateTime,
        "2024-02-29T23:59:59.125+01:00",
    ),
    (
        "format uuid",
        Format::Uuid,
        "123e4567-e89b-12d3-a456-426614174000",
    ),
    ("format ipv4", Format::Ipv4, "192.168.100.14"),
    ("format email", Format::Email, "joe.bloggs@example.com"),
    ("format uri", Format::Uri, "https://example.com/a/b?q=1"),
];

pub fn groups() -> Vec<Group> {
    let patterns = PATTERNS.iter().map(|(name, source, text, by_hand)| {
        let pattern = toolc_schema::pattern::compile_pattern(source)
            .expect("a pattern")
            .leak(source);
        assert!(
            by_hand(text) && pattern.is_match(text) == Ok(true),
            "{name}"
        );
        Group::new(*name)
            .with("by hand", move || by_hand(black_box(text)))
            .with("toolc", move || pattern.is_match(black_box(text)))
    });
    let formats = FORMATS.iter().map(|(name, format, text)| {
        assert!(format.accepts(text), "{name}");
        Group::new(*name).with("toolc", move || format.accepts(black_box(text)))
    });
    patterns.chain(formats).collect()
}
