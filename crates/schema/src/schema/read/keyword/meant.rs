//! Unknown keys in a schema: typos, and names of keywords in other systems.

use super::keywords;
use crate::schema::read::SchemaReader;
use crate::schema::rules;
use crate::schema::vocabulary;
use toolc_base::diagnostic::fix::Replacement;
use toolc_base::diagnostic::suggest::{ask_whether, nearest};
use toolc_base::diagnostic::{Code, Diagnostic, Help, Severity};
use toolc_base::node::{Entry, Value};
use toolc_base::restriction::{
    OF_TOOL, Restriction, find_extension, find_misspelt_extension, find_restriction,
};

/// Reports an unknown key. If it is close to a keyword, it was probably meant as one, but checks
/// nothing as it is.
pub(super) fn report_unknown(reader: &mut SchemaReader<'_, '_>, entry: &Entry) {
    let key = entry.key.as_str();
    if key.starts_with("x-") {
        return unread_extension(reader, entry);
    }
    if vocabulary::find_word(key).is_some() {
        return;
    }
    if let Some(finding) = find_missing_space(entry).or_else(|| find_old(entry)) {
        return reader.diagnostics.push(finding);
    }
    let is_long = key.len() >= 5;
    let slip = nearest(key, keywords()).filter(|_| is_long);
    // schemas by others are full of custom keys, so there only typos are worth reporting
    let meant = slip.or_else(|| find_meant(key).filter(|_| reader.names_types));
    if meant.is_none() && !reader.names_types {
        return;
    }
    let message = format!("`{key}` is not a keyword of JSON Schema and checks nothing");
    let finding = Diagnostic::new(Code::MISSPELT_KEYWORD, entry.key_span, message);
    reader.diagnostics.push(match meant {
        Some(keyword) => finding.help(ask_whether(key, keyword)),
        None if is_key_of_tool(key) => finding
            .help("if it is meant for the tool, move it out of the schema, beside `parameters`"),
        None => Diagnostic {
            severity: Severity::Note,
            ..finding.help(format!(
                "remove it, or write `x-{key}` if it is meant for other programs"
            ))
        },
    });
}

/// Keywords of drafts before draft 4 that restrict, and how their rules are written now.
const OLD: &[(&str, &str)] = &[
    ("divisibleBy", "draft 4 calls it `multipleOf`"),
    ("disallow", "write `not: { type: … }`"),
    ("extends", "write `allOf: [ … ]`"),
    (
        "maximumCanEqual",
        "write `exclusiveMaximum` for a limit that is not a value itself",
    ),
    (
        "minimumCanEqual",
        "write `exclusiveMinimum` for a limit that is not a value itself",
    ),
    ("requires", "write `dependentRequired`"),
];

/// A keyword of an old draft, which checks nothing.
fn find_old(entry: &Entry) -> Option<Diagnostic> {
    let (_, help) = OLD.iter().find(|(name, _)| *name == entry.key)?;
    let message = format!(
        "`{}` is of an old draft of JSON Schema, and checks nothing",
        entry.key
    );
    Some(Diagnostic::new(Code::MISSPELT_KEYWORD, entry.key_span, message).help(*help))
}

fn find_missing_space(entry: &Entry) -> Option<Diagnostic> {
    let is_bare = matches!(entry.value.value, Value::Null);
    let (keyword, value) = vocabulary::split_glued_keyword(&entry.key).filter(|_| is_bare)?;
    let message = format!(
        "`{}` is a key without a value, and checks nothing: there is no space after its `:`",
        entry.key
    );
    let help = Help {
        text: format!("write `{keyword}: {value}`"),
        replacement: Some(Replacement::Value(format!("{keyword}: {value}"))),
    };
    Some(Diagnostic::new(Code::MISSPELT_KEYWORD, entry.key_span, message).help(help))
}

/// Whether a key says something of a tool, and was probably written one level too low.
fn is_key_of_tool(key: &str) -> bool {
    const OWN: &[&str] = &[
        "approval",
        "effect",
        "errors",
        "inject",
        "read_only",
        "timeout",
        "untrusted",
    ];
    let restricts = |row: &Restriction| row.counts.is_some();
    OWN.contains(&key) || find_restriction(OF_TOOL, key).is_some_and(restricts)
}

/// The keyword that other systems, or people in a hurry, call by this name.
fn find_meant(key: &str) -> Option<&'static str> {
    let same = |name: &&str| name.eq_ignore_ascii_case(key);
    let mut words = vocabulary::all_words();
    let word = words.find(|word| word.also_called.iter().any(same));
    let rule = || rules::all_rows().find(|row| row.also_called.iter().any(same));
    let called = word.map(|word| word.name);
    let called = called.or_else(|| rule().map(|row| row.keyword));
    called.or_else(|| keywords().find(|name| same(name)))
}

/// A key that looks as if it confined or hid a value.
pub(super) fn unread_extension(reader: &mut SchemaReader<'_, '_>, entry: &Entry) {
    // schemas by others are full of custom keys, so there typos are not looked for
    let find_misspelt = || {
        let meant = find_misspelt_extension(&entry.key, nearest);
        meant.filter(|_| reader.names_types)
    };
    let row = find_extension(&[], &entry.key).or_else(find_misspelt);
    let Some(row) = row.filter(|row| !row.is_idle(&entry.value)) else {
        return;
    };
    let message = format!(
        "`{}` looks like a restriction, but toolc does not read it",
        entry.key
    );
    let finding = Diagnostic::new(Code::UNREAD_EXTENSION, entry.key_span, message)
        .label("not enforced")
        .help(row.help);
    let severity = match reader.names_types {
        true => finding.severity,
        false => Severity::Note,
    };
    reader.diagnostics.push(Diagnostic {
        severity,
        ..finding
    });
}
