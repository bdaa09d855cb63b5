//! Keys of a schema that are not keywords: slips of the pen, and what other systems call a keyword.

use super::{keywords, own};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::node::Entry;
use crate::schema::read::SchemaReader;
use crate::schema::vocabulary;

/// A key that is nearly a keyword was probably meant as one, and checks nothing as it is.
pub(super) fn report_unknown(reader: &mut SchemaReader<'_, '_>, entry: &Entry) {
    let key = entry.key.as_str();
    if key.starts_with("x-") {
        return own::unread_extension(reader, entry);
    }
    if vocabulary::find_word(key).is_some() {
        return;
    }
    let is_long = key.len() >= 5;
    let slip = nearest(key, keywords()).filter(|_| is_long);
    // what others wrote is full of keys of their own, so that only a slip is worth a word there
    let meant = slip.or_else(|| find_meant(key).filter(|_| reader.names_types));
    if meant.is_none() && !reader.names_types {
        return;
    }
    let message = format!("`{key}` is not a keyword of JSON Schema and checks nothing");
    let finding = Diagnostic::new(Code::MISSPELT_KEYWORD, entry.key_span, message);
    reader.diagnostics.push(match meant {
        Some(keyword) => finding.help(format!("did you mean `{keyword}`?")),
        None => Diagnostic {
            severity: Severity::Note,
            ..finding.help(format!("remove it, or write `x-{key}` if it is for others"))
        },
    });
}

/// What other systems, and people in a hurry, call a keyword.
const MEANT: &[(&[&str], &str)] = &[
    (&["min", "minimal", "gte", "ge"], "minimum"),
    (&["max", "maximal", "lte", "le"], "maximum"),
    (&["gt"], "exclusiveMinimum"),
    (&["lt"], "exclusiveMaximum"),
    (&["step", "multiple_of", "divisibleBy"], "multipleOf"),
    (
        &["minlen", "min_len", "min_length", "minimum_length"],
        "minLength",
    ),
    (
        &["maxlen", "max_len", "max_length", "maximum_length"],
        "maxLength",
    ),
    (&["min_items", "minimum_items"], "minItems"),
    (&["max_items", "maximum_items"], "maxItems"),
    (&["regex", "regexp", "match", "matches"], "pattern"),
    (
        &[
            "choices",
            "options",
            "allowed",
            "allowed_values",
            "oneof",
            "enums",
        ],
        "enum",
    ),
    (&["constant", "equals"], "const"),
    (&["unique", "unique_items"], "uniqueItems"),
    (&["additional_properties"], "additionalProperties"),
    (&["ref"], "$ref"),
    (&["typ", "kind"], "type"),
    (&["item"], "items"),
    (&["props", "fields"], "properties"),
    (&["mandatory"], "required"),
    (&["desc"], "description"),
];

fn find_meant(key: &str) -> Option<&'static str> {
    let same = |name: &&str| name.eq_ignore_ascii_case(key);
    let row = MEANT.iter().find(|(names, _)| names.iter().any(same));
    let by_case = || keywords().find(|name| same(name));
    row.map(|(_, keyword)| *keyword).or_else(by_case)
}
