//! Keys of a schema that are not keywords: slips of the pen, and what other systems call a keyword.

use super::{keywords, own};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::node::Entry;
use crate::schema::read::SchemaReader;
use crate::schema::rules;
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

/// What other systems, and people in a hurry, call a keyword with parts; the others have it in their rows.
const MEANT: &[(&[&str], &str)] = &[
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
    let word = MEANT.iter().find(|(names, _)| names.iter().any(same));
    let rule = || rules::all_rows().find(|row| row.also_called.iter().any(same));
    let called = word.map(|(_, keyword)| *keyword);
    let called = called.or_else(|| rule().map(|row| row.keyword));
    called.or_else(|| keywords().find(|name| same(name)))
}
