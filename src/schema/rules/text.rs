//! Rules for strings.

use super::phrase::{MAX_SHOWN, describe_count, quote_code};
use super::{Change, Reads, Rule, Said, least};
use crate::schema::leak;
use crate::schema::shape::{FormatName, Text};
use toolc_runtime::format::Format;
use toolc_runtime::schema as table;

/// Every field has a row: a new one compiles once it is named here, and read, joined and put into the
/// table below.
const _: fn(Text) = |text| {
    let Text {
        min_length: _,
        max_length: _,
        pattern: _,
        format: _,
        path: _,
    } = text;
};

pub(super) const RULES: &[Rule<Text, table::Text>] = &[
    Rule {
        keyword: "minLength",
        reads: Reads::Count(|text, count| text.min_length = count),
        join: |text, other, _| text.min_length = text.min_length.max(other.min_length),
        says: |text| Some(Said::AtLeast(text.min_length)),
        fingerprint: "minLength",
        field: "min_length",
        table: |text, table| table.min_length = text.min_length,
        phrase: (2, |text| {
            describe_count(text.min_length, text.max_length, "character")
        }),
        change: Change::LowerCount,
        is_told_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "maxLength",
        reads: Reads::Count(|text, count| text.max_length = Some(count)),
        join: |text, other, _| text.max_length = least(text.max_length, other.max_length),
        says: |text| text.max_length.map(Said::AtMost),
        fingerprint: "maxLength",
        field: "max_length",
        table: |text, table| table.max_length = text.max_length.unwrap_or(u64::MAX),
        // `minLength` speaks for both
        phrase: (2, |_| None),
        change: Change::Upper,
        is_told_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "pattern",
        reads: Reads::Pattern(|text, pattern| text.pattern = Some(pattern)),
        join: join_patterns,
        says: |text| text.pattern.as_ref().map(Said::Pattern),
        fingerprint: "pattern",
        field: "pattern",
        table: |text, table| {
            let pattern = text.pattern.as_ref();
            table.pattern = pattern.map(|pattern| pattern.compiled.leak(&pattern.source));
        },
        phrase: (3, |text| {
            let source = &text.pattern.as_ref()?.source;
            let is_short = source.len() <= MAX_SHOWN && !source.contains('`');
            is_short.then(|| format!("matching {}", quote_code(source)))
        }),
        change: Change::Restriction,
        is_told_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "format",
        reads: Reads::Format,
        join: join_formats,
        says: |text| text.format.map(|format| Said::Format(format.0)),
        fingerprint: "format",
        field: "format",
        table: |text, table| {
            if let Some(FormatName(format)) = text.format {
                table.format = Some(format);
            }
        },
        phrase: (0, |text| {
            let format = text.format?.0;
            Some(format!("format {}", quote_code(format.name())))
        }),
        change: Change::Format,
        is_told_idle: false,
        is_validation: false,
    },
    Rule {
        keyword: "x-path",
        reads: Reads::Path,
        join: |text, other, _| {
            text.path = match (text.path.take(), &other.path) {
                (Some(before), Some(path)) => Some(before.and(path)),
                (before, path) => before.or_else(|| path.clone()),
            };
        },
        says: |text| text.path.as_ref().map(Said::Path),
        fingerprint: "x-path",
        // where there is a path there is no other format
        field: "format",
        table: |text, table| {
            if let Some(path) = &text.path {
                table.format = Some(Format::Path(leak::leak_value(leak::leak_path(path))));
            }
        },
        phrase: (1, |text| {
            let path = text.path.as_ref()?;
            Some(format!("a path: {}", path.words()))
        }),
        change: Change::Unknown,
        is_told_idle: false,
        is_validation: false,
    },
];

fn join_patterns(text: &mut Text, other: &Text, further: &mut Text) {
    match (&text.pattern, &other.pattern) {
        (Some(before), Some(pattern)) if before != pattern => {
            further.pattern = Some(pattern.clone());
        }
        (None, Some(pattern)) => text.pattern = Some(pattern.clone()),
        _ => {}
    }
}

fn join_formats(text: &mut Text, other: &Text, further: &mut Text) {
    match (text.format, other.format) {
        (Some(before), Some(format)) if before != format => further.format = Some(format),
        (None, format) => text.format = format,
        _ => {}
    }
}
