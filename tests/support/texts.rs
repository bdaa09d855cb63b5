//! Strings for `format`, `pattern` and lengths.

use crate::random::Random;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

/// Valid strings of each format.
const FORMATS: &[(&str, &[&str])] = &[
    (
        "date-time",
        &["2024-02-29T23:59:59Z", "1999-12-31t00:00:00.125+05:30"],
    ),
    ("date", &["2024-02-29"]),
    ("time", &["08:30:06Z", "23:59:59.5+01:00"]),
    ("duration", &["P1DT12H", "PT36H", "P4W"]),
    ("email", &["joe.bloggs@example.com"]),
    ("hostname", &["www.example.com"]),
    ("ipv4", &["192.168.0.1"]),
    ("ipv6", &["::1", "2001:db8::ff00:42:8329"]),
    (
        "uri",
        &["https://example.com/a?b=c#d", "urn:isbn:0451450523"],
    ),
    ("uri-reference", &["/a/b", "#f", "https://example.com"]),
    ("uuid", &["2EB8AA08-aa98-11ea-b4aa-73b441d16380"]),
    ("json-pointer", &["", "/a~1b/0"]),
    ("regex", &["^a+$"]),
];

/// Strings that no format accepts, except `regex`, `uri-reference` and `json-pointer`, and some that single
/// formats refuse.
pub const MALFORMED: &[&str] = &[
    "not of this format",
    "<>",
    "2024-02-30T00:00:00Z",
    "2024-13-01",
    "25:00:00Z",
    "P1",
    "a@@b",
    "1.2.3",
    "1.2.3.04",
    "1::2::3",
    "http://[::1",
    "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
    "(",
    "~2",
    "\\\\host",
];

/// Returns a valid string of a format that JSON Schema defines.
pub fn of_format(random: &mut Random, format: &str) -> Option<&'static str> {
    let (_, samples) = FORMATS.iter().find(|(name, _)| *name == format)?;
    Some(random.pick(samples))
}

/// Returns a string with a number of code points in this range.
pub fn of_length(random: &mut Random, least: usize, most: usize) -> String {
    let length = least + random.below(most.saturating_sub(least) + 1);
    (0..length)
        .map(|_| random.pick(&['a', 'Z', '0', ' ', '"', 'é', '漢', '😀']))
        .collect()
}

/// Returns a string that a pattern matches, if the pattern has no lookaround.
pub fn of_pattern(random: &mut Random, pattern: &str) -> Option<String> {
    let hir = ParserBuilder::new()
        .unicode(false)
        .utf8(false)
        .build()
        .parse(pattern)
        .ok()?;
    let mut bytes = Vec::new();
    sample(random, &hir, &mut bytes);
    String::from_utf8(bytes).ok()
}

fn sample(random: &mut Random, hir: &Hir, out: &mut Vec<u8>) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => out.extend_from_slice(&literal.0),
        HirKind::Class(Class::Bytes(class)) => {
            let printable: Vec<u8> = class
                .ranges()
                .iter()
                .flat_map(|range| range.start()..=range.end())
                .filter(|byte| (32..127).contains(byte))
                .collect();
            if !printable.is_empty() {
                out.push(random.pick(&printable));
            }
        }
        HirKind::Class(Class::Unicode(class)) => {
            if let Some(range) = class.ranges().first() {
                out.extend_from_slice(range.start().to_string().as_bytes());
            }
        }
        HirKind::Repetition(repetition) => {
            let most = repetition
                .max
                .unwrap_or(repetition.min + 4)
                .min(repetition.min + 4);
            let count = repetition.min + random.below((most - repetition.min) as usize + 1) as u32;
            (0..count.min(300)).for_each(|_| sample(random, &repetition.sub, out));
        }
        HirKind::Capture(capture) => sample(random, &capture.sub, out),
        HirKind::Concat(parts) => parts.iter().for_each(|part| sample(random, part, out)),
        HirKind::Alternation(parts) => {
            let part = &parts[random.below(parts.len())];
            sample(random, part, out);
        }
    }
}
