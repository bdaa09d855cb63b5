//! Old names of arguments: `x-aliases`, `x-renamed-from` and `x-deprecated` of the properties of a tool's parameters.
//! They begin with `x-` as all words that toolc adds to schemas, so every other reader of the schema ignores them.

use super::evolution::{read_deprecation, read_former, read_old_names};
use crate::read::Reading;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::{Entry, Map, Node, escape_pointer};
use toolc_base::source::Spanned;
use toolc_model::model::evolution::OldArgument;
use toolc_model::reading::old_arguments::add_arguments;

const ALIASES: &str = "x-aliases";
const FORMER: &str = "x-renamed-from";
const DEPRECATED: &str = "x-deprecated";

/// The keywords that this file reads.
const WORDS: &[&str] = &[ALIASES, FORMER, DEPRECATED];

/// Keywords whose values are data, in which these words mean nothing.
const DATA: &[&str] = &["enum", "const", "default", "example", "examples"];

/// How deep schemas are looked into.
const DEPTH: usize = 64;

/// Takes what the properties of the user's own parameters say about old names out of the schema: no model is shown it,
/// and it says nothing about which arguments hold.
pub(super) fn take_arguments(reading: &mut Reading<'_>, input: &mut Node) -> Vec<OldArgument> {
    if !holds_words(input, DEPTH) {
        return Vec::new();
    }
    let (mut arguments, mut said) = (Vec::new(), Vec::new());
    let properties = input
        .as_map_mut()
        .and_then(|map| map.get_map_mut("properties"));
    if let Some(properties) = properties {
        for (name, schema) in properties.values_mut() {
            if let Some(schema) = schema.as_map_mut() {
                said.extend(read_words(reading.diagnostics, name, schema));
                for word in WORDS {
                    schema.remove(word);
                }
            }
        }
        add_arguments(reading.diagnostics, properties, &mut arguments, said);
    }
    report_words(reading.diagnostics, input, "", Severity::Error);
    arguments
}

/// Reports these words in the schema of a tool that others wrote, where they have no effect.
pub(super) fn report_foreign(reading: &mut Reading<'_>, input: &Node) {
    if holds_words(input, DEPTH) {
        report_words(reading.diagnostics, input, "", Severity::Warning);
    }
}

fn read_words(diagnostics: &mut Diagnostics, name: &str, schema: &Map) -> Vec<OldArgument> {
    read_argument(diagnostics, name, schema, [ALIASES, FORMER, DEPRECATED])
}

/// What is said about an argument under three keys: `aliases`, `renamed_from` and `deprecated`, as they are called there.
pub(in crate::read) fn read_argument(
    diagnostics: &mut Diagnostics,
    name: &str,
    said: &Map,
    [aliases, former, deprecated]: [&str; 3],
) -> Vec<OldArgument> {
    let mut old_names = read_old_names(diagnostics, said, aliases);
    old_names.extend(read_former(diagnostics, said, former));
    let mut arguments: Vec<OldArgument> = old_names
        .into_iter()
        .map(|old| OldArgument {
            name: old.name,
            now: Some(name.to_owned()),
            last_day: old.last_day,
            deprecated: None,
        })
        .collect();
    let deprecated = read_deprecation(diagnostics, said, deprecated);
    arguments.extend(deprecated.map(|said| OldArgument {
        name: Spanned::new(name.to_owned(), said.span),
        now: None,
        last_day: None,
        deprecated: Some(said),
    }));
    arguments
}

/// Whether one of the words is anywhere in a schema.
fn holds_words(node: &Node, depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    let mut items = node.as_list().unwrap_or_default().iter();
    let mut entries = node.as_map().into_iter().flat_map(Map::iter);
    items.any(|item| holds_words(item, depth - 1))
        || entries.any(|entry| {
            let is_data = DATA.contains(&entry.key.as_str());
            WORDS.contains(&entry.key.as_str()) || !is_data && holds_words(&entry.value, depth - 1)
        })
}

/// Reports the words in a schema, wherever they are.
fn report_words(diagnostics: &mut Diagnostics, node: &Node, at: &str, severity: Severity) {
    for (index, item) in node.as_list().unwrap_or_default().iter().enumerate() {
        report_words(diagnostics, item, &format!("{at}/{index}"), severity);
    }
    for entry in node.as_map().into_iter().flat_map(Map::iter) {
        if is_word(entry, at) {
            diagnostics.push(idle_word(entry, severity));
        } else if !DATA.contains(&entry.key.as_str()) && at.len() < 4096 {
            let at = format!("{at}/{}", escape_pointer(&entry.key));
            report_words(diagnostics, &entry.value, &at, severity);
        }
    }
}

/// A property may have such a name.
fn is_word(entry: &Entry, at: &str) -> bool {
    WORDS.contains(&entry.key.as_str()) && !at.ends_with("/properties")
}

fn idle_word(entry: &Entry, severity: Severity) -> Diagnostic {
    let message = format!("`{}` has no effect here", entry.key);
    let help = match severity {
        Severity::Error => {
            "write it in a property of the tool's `parameters`, directly under `properties`: only arguments have old names"
        }
        _ => "others wrote this tool: what calls may use is what its authors take",
    };
    Diagnostic::new(Code::IDLE_OLD_ARGUMENT, entry.key_span, message)
        .severity(severity)
        .help(help)
}
