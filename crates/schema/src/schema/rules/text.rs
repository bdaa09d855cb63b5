//! Rules for strings.

use super::phrase::{MAX_SHOWN, describe_count, describe_path, quote_code};
use super::row::{Change, Measure, Phrase, Reads, Rule, RuleValue, smaller_limit};
use crate::data::{Data, Ref};
use crate::schema::path::PathRule;
use crate::schema::pattern::Pattern;
use toolc_runtime::format::Format;
use toolc_runtime::schema as table;

/// Rules for strings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Text {
    /// `minLength`
    pub min_length: u64,
    /// `maxLength`
    pub max_length: Option<u64>,
    /// `pattern`
    pub pattern: Option<Pattern>,
    /// `format`, if it is a known one.
    pub format: Option<FormatName>,
    /// `x-path`
    pub path: Option<PathRule>,
}

/// A format that can be hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormatName(pub Format);

impl std::hash::Hash for FormatName {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.name().hash(state);
    }
}

impl Text {
    /// No rules.
    pub const NONE: Self = Text {
        min_length: 0,
        max_length: None,
        pattern: None,
        format: None,
        path: None,
    };

    /// Whether all of these rules accept a text.
    pub fn accepts(&self, text: &str) -> bool {
        // every field: next to `enum`, nothing else checks these rules
        let Text {
            min_length,
            max_length,
            pattern,
            format,
            path,
        } = self;
        let length = text.chars().count() as u64;
        length >= *min_length
            && max_length.is_none_or(|max| length <= max)
            && pattern.as_ref().is_none_or(|pattern| pattern.matches(text))
            && format.is_none_or(|format| format.0.accepts(text))
            && path.as_ref().is_none_or(|path| path.accepts(text))
    }
}

/// Ensures that every field has a row: a new field does not compile until it is added here, as a
/// reminder to add a row below for reading, joining and the table.
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
        also_called: &["minlen", "min_len", "min_length", "minimum_length"],
        reads: Reads::Count(|text, count| text.min_length = count),
        join: |text, other, _| text.min_length = text.min_length.max(other.min_length),
        says: |text| Some(RuleValue::AtLeast(text.min_length)),
        fingerprint: "minLength",
        field: "min_length",
        table: |text, table| table.min_length = text.min_length,
        phrase: Phrase {
            position: 2,
            write: |text| describe_count(text.min_length, text.max_length, "character"),
        },
        change: Change::Lower(Measure::Size),
        is_reported_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "maxLength",
        also_called: &["maxlen", "max_len", "max_length", "maximum_length"],
        reads: Reads::Count(|text, count| text.max_length = Some(count)),
        join: |text, other, _| text.max_length = smaller_limit(text.max_length, other.max_length),
        says: |text| text.max_length.map(RuleValue::AtMost),
        fingerprint: "maxLength",
        field: "max_length",
        table: |text, table| table.max_length = text.max_length.unwrap_or(u64::MAX),
        // the phrase of `minLength` covers both
        phrase: Phrase {
            position: 2,
            write: |_| None,
        },
        change: Change::Upper(Measure::Size),
        is_reported_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "pattern",
        also_called: &["regex", "regexp", "match", "matches"],
        reads: Reads::Pattern(|text, pattern| text.pattern = Some(pattern)),
        join: join_patterns,
        says: |text| text.pattern.as_ref().map(RuleValue::Pattern),
        fingerprint: "pattern",
        field: "pattern",
        table: |text, table| {
            let pattern = text.pattern.as_ref();
            table.pattern = pattern.map(|pattern| pattern.compiled.leak(&pattern.source));
        },
        phrase: Phrase {
            position: 3,
            write: |text| {
                let source = &text.pattern.as_ref()?.source;
                let is_short = source.len() <= MAX_SHOWN && !source.contains('`');
                is_short.then(|| format!("matching {}", quote_code(source)))
            },
        },
        change: Change::Restriction,
        is_reported_idle: true,
        is_validation: true,
    },
    Rule {
        keyword: "format",
        also_called: &[],
        reads: Reads::Format,
        join: join_formats,
        says: |text| text.format.map(|format| RuleValue::Format(format.0)),
        fingerprint: "format",
        field: "format",
        table: |text, table| {
            if let Some(FormatName(format)) = text.format {
                table.format = Some(format);
            }
        },
        phrase: Phrase {
            position: 0,
            write: |text| {
                let format = text.format?.0;
                Some(format!("format {}", quote_code(format.name())))
            },
        },
        change: Change::Format,
        is_reported_idle: false,
        is_validation: false,
    },
    Rule {
        keyword: "x-path",
        also_called: &[],
        reads: Reads::Path,
        join: |text, other, _| {
            text.path = match (text.path.take(), &other.path) {
                (Some(before), Some(path)) => Some(before.and(path)),
                (before, path) => before.or_else(|| path.clone()),
            };
        },
        says: |text| text.path.as_ref().map(RuleValue::Path),
        fingerprint: "x-path",
        // a path never has another format
        field: "format",
        table: |text, table| {
            if let Some(path) = &text.path {
                table.format = Some(Format::Path(Ref(path).build()));
            }
        },
        phrase: Phrase {
            position: 1,
            write: |text| text.path.as_ref().map(describe_path),
        },
        change: Change::Path,
        is_reported_idle: false,
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
