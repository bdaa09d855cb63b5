//! `results` of a worker and of its toolsets: which parts of results are shown, and how much of them.

use crate::read::fields;
use std::sync::Arc;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Entry, Map, Node, Value, unescape_pointer};
use toolc_base::source::Spanned;
use toolc_model::model::ToolName;
use toolc_model::model::results::{
    LEAST_BYTES, RESULT_SETTINGS, Rest, ResultEntry, ResultPointer, ResultSettings, ResultSubject,
    ResultValue,
};
use toolc_model::model::rule::Step;

/// The key of the settings for every tool.
const DEFAULTS: &str = "defaults";

/// The entries of a worker, and of each of its toolsets.
pub(super) fn read_results(diagnostics: &mut Diagnostics, worker: &Map) -> Vec<ResultEntry> {
    let mut entries = Vec::new();
    let toolsets = worker.get("toolsets").and_then(Node::as_map);
    for toolset in toolsets.into_iter().flat_map(Map::iter) {
        let map = toolset.value.as_map();
        if let Some(node) = map.and_then(|map| map.get("results")) {
            entries.extend(read_entries(diagnostics, node, Some(&toolset.key)));
        }
    }
    if let Some(node) = worker.get("results") {
        entries.extend(read_entries(diagnostics, node, None));
    }
    entries
}

/// The entries under one key; `namespace` is that of the toolset, if they are in one.
fn read_entries(
    diagnostics: &mut Diagnostics,
    node: &Node,
    namespace: Option<&str>,
) -> Vec<ResultEntry> {
    let tool = match namespace {
        Some(_) => "name",
        None => "namespace::name",
    };
    let Some(map) = node.as_map() else {
        let wanted = format!(
            "a mapping of tool names or `defaults`, such as `{{defaults: {{tokens: 2000}}, {tool}: {{keep: [/id]}}}}`"
        );
        fields::wrong_kind(diagnostics, node, "`results`", &wanted);
        return Vec::new();
    };
    let misplaced = |entry: &Entry| RESULT_SETTINGS.iter().any(|row| row.key == entry.key);
    let mut entries = Vec::new();
    for entry in map.iter() {
        // a setting without a tool above it, which may not have that name itself
        if misplaced(entry) && entry.value.as_map().is_none() {
            let message = format!(
                "`{}` of `results` must be about a tool or all of them",
                entry.key
            );
            let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.key_span, message);
            let help = format!(
                "write `results: {{ defaults: {{ {}: … }} }}`, or the name of a tool instead of `defaults`",
                entry.key
            );
            diagnostics.push(finding.label("no tool is named").help(help));
            continue;
        }
        entries.extend(read_entry(diagnostics, entry, namespace));
    }
    entries
}

fn read_entry(
    diagnostics: &mut Diagnostics,
    entry: &Entry,
    namespace: Option<&str>,
) -> Option<ResultEntry> {
    let written = Spanned::new(entry.key.clone(), entry.key_span);
    let (subject, name) = match (entry.key.as_str(), namespace) {
        (DEFAULTS, None) => (ResultSubject::Worker, None),
        (DEFAULTS, Some(namespace)) => (ResultSubject::Namespace(namespace.to_owned()), None),
        (_, None) => {
            let name = ToolName::read_qualified(written);
            (ResultSubject::Tool(name.value.clone()), Some(name))
        }
        (_, Some(namespace)) => {
            let name = ToolName::read(namespace, written);
            let qualified = format!("{namespace}::{}", name.bare());
            (ResultSubject::Tool(qualified), Some(name))
        }
    };
    let what = format!("`results` of `{}`", entry.key);
    let keys: Vec<&str> = RESULT_SETTINGS.iter().map(|row| row.key).collect();
    let example = "{keep: [/id], items: 50, tokens: 2000}";
    let settings = read_settings(diagnostics, &entry.value, &what, (&keys, example))?;
    // what could not be read has been reported
    if settings == ResultSettings::default() {
        return None;
    }
    Some(ResultEntry {
        subject,
        name,
        settings: Arc::new(settings),
        span: entry.key_span,
    })
}

/// The settings for one tool, or for several, that have these keys.
pub(in crate::read) fn read_settings(
    diagnostics: &mut Diagnostics,
    node: &Node,
    what: &str,
    (keys, example): (&[&str], &str),
) -> Option<ResultSettings> {
    let Some(map) = node.as_map() else {
        let wanted = format!("a mapping, such as `{example}`");
        fields::wrong_kind(diagnostics, node, what, &wanted);
        return None;
    };
    if map.is_empty() {
        let message = format!("{what} must set something, found an empty mapping");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
        let help = "write a setting, such as `{tokens: 2000}`, or remove the entry";
        diagnostics.push(finding.label("this sets nothing").help(help));
        return None;
    }
    fields::refuse_unknown(diagnostics, map, keys, what);
    let mut settings = ResultSettings::default();
    for row in RESULT_SETTINGS {
        let Some(entry) = map.entry(row.key) else {
            continue;
        };
        match row.value {
            ResultValue::Pointers(field) => {
                *field(&mut settings) = read_pointers(diagnostics, entry);
            }
            ResultValue::Items => {
                settings.items = read_number(diagnostics, entry, 1, "items: 50");
            }
            ResultValue::Budget(make) => {
                let least = LEAST_BYTES.div_ceil(make(1).bytes());
                let example = format!("{}: {}", row.key, 24_000 / make(1).bytes());
                let number = read_number(diagnostics, entry, least, &example);
                let budget = number.map(|number| Spanned::new(make(number.value), number.span));
                match &settings.budget {
                    Some(first) => {
                        let finding = Diagnostic::new(
                            Code::WRONG_SHAPE,
                            entry.key_span,
                            format!("{what} has both `tokens` and `bytes`"),
                        );
                        let finding = finding.also(first.span, "the other limit of size");
                        diagnostics.push(finding.help("keep one of them"));
                    }
                    None => settings.budget = budget,
                }
            }
            ResultValue::Rest => {
                let what = "`rest`";
                settings.rest = fields::one_of(
                    diagnostics,
                    &entry.value,
                    what,
                    "value of `rest`",
                    Rest::ALL,
                );
            }
        }
    }
    Some(settings)
}

/// A whole number of at least `least`.
fn read_number(
    diagnostics: &mut Diagnostics,
    entry: &Entry,
    least: u64,
    example: &str,
) -> Option<Spanned<u64>> {
    let node = &entry.value;
    let number = match &node.value {
        Value::Number(text) => text.parse().ok().filter(|number| *number >= least),
        _ => None,
    };
    if number.is_none() {
        let found = match &node.value {
            Value::Number(text) => format!("`{text}`"),
            _ => node.kind().to_owned(),
        };
        let message = format!(
            "`{}` must be a whole number of at least {least}, found {found}",
            entry.key
        );
        let finding = Diagnostic::new(Code::WRONG_SHAPE, node.span, message);
        diagnostics.push(finding.help(format!("write a number, such as `{example}`")));
    }
    number.map(|number| Spanned::new(number, node.span))
}

fn read_pointers(
    diagnostics: &mut Diagnostics,
    entry: &Entry,
) -> Option<Spanned<Vec<ResultPointer>>> {
    let what = format!("`{}`", entry.key);
    let texts = fields::read_strings(diagnostics, &entry.value, &what)?;
    if texts.is_empty() {
        let message = format!("{what} must name a part of the result, found an empty list");
        let finding = Diagnostic::new(Code::WRONG_SHAPE, entry.value.span, message);
        let help = format!(
            "write a pointer, such as `{}: [/id]`, or remove the key",
            entry.key
        );
        diagnostics.push(finding.label("this names nothing").help(help));
        return None;
    }
    let pointers = texts.into_iter().map(|text| {
        let steps = read_steps(diagnostics, &text)?;
        Some(ResultPointer { text, steps })
    });
    // a projection that is not the one that was meant must not be shown
    let pointers: Vec<Option<ResultPointer>> = pointers.collect();
    let pointers: Option<Vec<ResultPointer>> = pointers.into_iter().collect();
    Some(Spanned::new(pointers?, entry.key_span))
}

fn read_steps(diagnostics: &mut Diagnostics, text: &Spanned<String>) -> Option<Vec<Step>> {
    let written = text.value.as_str();
    let mut refuse = |message: String, help: String| {
        let finding = Diagnostic::new(Code::WRONG_SHAPE, text.span, message);
        diagnostics.push(finding.help(help));
        None
    };
    let Some(rest) = written.strip_prefix('/') else {
        let name = written.trim_start_matches("$.").replace("[*]", "/*");
        let name = name.replace(['.', '['], "/").replace(']', "");
        let help = match name.trim_matches('/') {
            "" | "$" => "write `/` and the name of a part of the result".to_owned(),
            name => format!("write `/{name}`"),
        };
        return refuse(
            format!("`{written}` is not a JSON pointer to a part of the result"),
            help,
        );
    };
    let mut escapes = rest.split('~').skip(1);
    if escapes.any(|behind| !behind.starts_with(['0', '1'])) {
        return refuse(
            format!("`{written}` has a `~` that escapes nothing"),
            "write `~0` for `~` and `~1` for `/`".to_owned(),
        );
    }
    let is_wild = |segment: &str| matches!(segment, "**" | "?");
    if rest.split('/').any(is_wild) {
        return refuse(
            format!(
                "`{written}` has a step that stands for an unknown number of steps or of items"
            ),
            "write `*` for every item or property, and one pointer for each depth".to_owned(),
        );
    }
    let step = |segment: &str| match segment {
        "*" => Step::Every,
        segment => Step::Key(unescape_pointer(segment).into_owned()),
    };
    Some(rest.split('/').map(step).collect())
}
