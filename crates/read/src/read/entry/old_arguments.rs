//! Old names of arguments: `x-aliases`, `x-renamed-from` and `x-deprecated` of the properties of a tool's parameters.
//! They begin with `x-` as all words that toolc adds to schemas, so every other reader of the schema ignores them.

use super::evolution::{read_deprecation, read_former, read_old_names};
use crate::read::Reading;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use toolc_base::node::{Entry, Map, Node, escape_pointer};
use toolc_base::source::Spanned;
use toolc_model::model::evolution::OldArgument;

const ALIASES: &str = "x-aliases";
const FORMER: &str = "x-renamed-from";
const DEPRECATED: &str = "x-deprecated";

/// The keywords that this file reads.
const WORDS: &[&str] = &[ALIASES, FORMER, DEPRECATED];

/// A row has a bit for each.
const MAX_ARGUMENTS: usize = 64;

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
    let mut arguments = Vec::new();
    let properties = input
        .as_map_mut()
        .and_then(|map| map.get_map_mut("properties"));
    if let Some(properties) = properties {
        for (name, schema) in properties.values_mut() {
            if let Some(schema) = schema.as_map_mut() {
                arguments.extend(read_words(reading.diagnostics, name, schema));
                for word in WORDS {
                    schema.remove(word);
                }
            }
        }
        check_names(reading.diagnostics, properties, &mut arguments);
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
    let mut old_names = read_old_names(diagnostics, schema, ALIASES);
    old_names.extend(read_former(diagnostics, schema, FORMER));
    let mut arguments: Vec<OldArgument> = old_names
        .into_iter()
        .map(|old| OldArgument {
            name: old.name,
            now: Some(name.to_owned()),
            last_day: old.last_day,
            deprecated: None,
        })
        .collect();
    let deprecated = read_deprecation(diagnostics, schema, DEPRECATED);
    arguments.extend(deprecated.map(|said| OldArgument {
        name: Spanned::new(name.to_owned(), said.span),
        now: None,
        last_day: None,
        deprecated: Some(said),
    }));
    arguments
}

/// Leaves out, and reports, names that mean something else, and successors that mean nothing.
fn check_names(diagnostics: &mut Diagnostics, properties: &Map, arguments: &mut Vec<OldArgument>) {
    let mut kept: Vec<OldArgument> = Vec::new();
    for argument in arguments.drain(..) {
        let name = &argument.name;
        if argument.now.is_some() {
            let twin = kept
                .iter()
                .find(|other| other.now.is_some() && other.name.value == name.value);
            let taken = properties
                .entry(&name.value)
                .map(|entry| (entry.key_span, "the argument of this name"));
            let taken = taken.or_else(|| twin.map(|twin| (twin.name.span, "the same name here")));
            if let Some((place, label)) = taken {
                let message = format!(
                    "`{}` would be an old name of an argument, but it means another one",
                    name.value
                );
                let finding = Diagnostic::new(Code::TAKEN_ARGUMENT, name.span, message)
                    .label("calls that give it would have two meanings")
                    .also(place, label)
                    .help("remove it here, or give the other another name");
                diagnostics.push(finding);
                continue;
            }
        }
        let instead = argument
            .deprecated
            .as_ref()
            .and_then(|said| said.instead.as_ref());
        if let Some(instead) = instead
            && (!properties.contains(&instead.value) || instead.value == name.value)
        {
            let others = properties.iter().map(|entry| entry.key.as_str());
            let near = did_you_mean(&instead.value, others.filter(|other| *other != name.value));
            let message = format!(
                "`{}` is to be used instead of `{}`, but it is no other argument",
                instead.value, name.value
            );
            let finding = Diagnostic::new(Code::UNKNOWN_ARGUMENT, instead.span, message);
            diagnostics.push(finding.help(
                near.unwrap_or_else(|| {
                    "write the name of another argument, or remove `use`".into()
                }),
            ));
        }
        kept.push(argument);
    }
    if let Some(first) = kept.get(MAX_ARGUMENTS) {
        let message = format!("a tool has more than {MAX_ARGUMENTS} old and deprecated arguments");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, first.name.span, message);
        diagnostics.push(finding.help("remove those that nobody uses any more"));
        kept.truncate(MAX_ARGUMENTS);
    }
    *arguments = kept;
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
