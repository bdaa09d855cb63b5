//! `overrides` of the entries that list tools rather than operations: tool files, inline tools and snapshots of MCP
//! servers. Their keys are the names of tools.

use super::arguments::Refusal;
use super::{changes, evolve_tool};
use std::collections::BTreeSet;
use toolc_base::diagnostic::suggest::Guesses;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Spanned;
use toolc_model::config::{Config, Entry, EntryKind, Override};
use toolc_model::draft::{Draft, DraftTool};
use toolc_model::reading::fields::quote_names;

/// How many names a finding lists.
const SHOWN: usize = 10;

/// Applies the overrides of all entries to the tools that they list.
pub fn override_tools(diagnostics: &mut Diagnostics, config: &Config, draft: &mut Draft) {
    let entries = config.entries.iter();
    for entry in entries.filter(|entry| entry.kind != EntryKind::Rest) {
        for over in &entry.overrides {
            override_entry(diagnostics, entry, over, draft);
        }
    }
}

fn override_entry(
    diagnostics: &mut Diagnostics,
    entry: &Entry,
    over: &Override,
    draft: &mut Draft,
) {
    let of_entry = |tool: &&mut DraftTool| tool.entry == Some(entry.id);
    let mut known = BTreeSet::new();
    let mut is_found = false;
    for tool in draft.tools.iter_mut().filter(of_entry) {
        known.insert(tool.name.value.clone());
        if matches(over, tool) {
            is_found = true;
            override_tool(diagnostics, over, tool);
        }
    }
    let mut skipped = draft.skipped.iter();
    if !is_found && !skipped.any(|skipped| skipped.name == over.pattern.value) {
        diagnostics.push(unknown_tool(over, &known));
    }
}

/// Whether an override is for a tool, which it may name with or without its namespace.
fn matches(over: &Override, tool: &DraftTool) -> bool {
    let pattern = over.pattern.value.as_str();
    let name = tool.name.value.as_str();
    let remote = tool.remote.as_ref().map(|remote| remote.name.as_str());
    pattern == name || remote == Some(pattern)
}

fn unknown_tool(over: &Override, known: &BTreeSet<String>) -> Diagnostic {
    let pattern = &over.pattern;
    let message = format!("no tool of this entry is called `{}`", pattern.value);
    let names = || known.iter().map(String::as_str);
    let help = match Guesses::default().did_you_mean(&pattern.value, names()) {
        Some(help) => help,
        None if known.is_empty() => "remove the override: the entry has no tools".into(),
        None => format!("the tools are {}", quote_names(names().take(SHOWN))).into(),
    };
    Diagnostic::new(Code::UNKNOWN_OPERATION, pattern.span, message).help(help)
}

fn override_tool(diagnostics: &mut Diagnostics, over: &Override, tool: &mut DraftTool) {
    let Override {
        pattern: _,
        name,
        description,
        approval,
        effect,
        annotations,
        hidden,
        constants,
        injected,
        defaults,
        secret,
        engine,
        replaced_by,
        wire_name: _,
        evolution: _,
        arguments,
    } = over;
    if let Some(engine) = engine {
        tool.engine = Some(engine.clone());
    }
    if let Some(text) = description {
        tool.description.clone_from(&text.value);
        tool.described = Some(text.span);
    }
    if let Some(approval) = approval {
        tool.approval = Some(approval.clone());
    }
    if let Some(effect) = effect {
        tool.effect = effect.clone();
    }
    if let Some(node) = annotations {
        tool.metadata.retain(|(key, _)| key != "annotations");
        tool.metadata.push(("annotations".to_owned(), node.clone()));
    }
    for name in injected {
        let help = match tool.remote {
            Some(_) => {
                "no program stands between the model and the server: hide it, or fix it under `constants`"
            }
            None => "write `inject` in the tool, whose handler then takes it from the context",
        };
        diagnostics.push(illegal(name, "`inject` is for operations of an API", help));
    }
    if let Some(by) = replaced_by {
        let help = "leave the tool out of the whitelists of the workers";
        diagnostics.push(illegal(
            by,
            "`replaced_by` is for operations of an API",
            help,
        ));
    }
    let known = change_arguments(diagnostics, over, tool);
    evolve_tool(diagnostics, over, tool);
    let valued = constants.iter().chain(defaults).map(|(name, _)| name);
    let named = hidden.iter().chain(secret).chain(valued).chain(arguments);
    for argument in named.filter(|argument| !known.contains(&argument.value)) {
        diagnostics.push(unknown_argument(over, argument, &known));
    }
    if let Some(name) = name {
        tool.name = name.clone();
    }
}

/// Fixes and hides arguments, shows defaults and marks secrets. Returns the arguments that the tool has, with the
/// places within them that the override names.
fn change_arguments(
    diagnostics: &mut Diagnostics,
    over: &Override,
    tool: &mut DraftTool,
) -> BTreeSet<String> {
    let rest = Override {
        injected: Vec::new(),
        ..over.clone()
    };
    let label = tool.name.value.clone();
    let mut refuse = |argument: &Spanned<String>, refusal: Refusal| {
        let message = refusal.message(&argument.value, &label);
        let finding = Diagnostic::new(Code::ILLEGAL_OVERRIDE, argument.span, message);
        diagnostics.push(finding.help(refusal.help()));
    };
    changes::make_changes(&[&rest], tool, &mut refuse)
}

fn unknown_argument(
    over: &Override,
    argument: &Spanned<String>,
    known: &BTreeSet<String>,
) -> Diagnostic {
    let message = format!(
        "`{}` has no argument `{}`",
        over.pattern.value, argument.value
    );
    let names = || known.iter().map(String::as_str);
    let help = match Guesses::default().did_you_mean(&argument.value, names()) {
        Some(help) => help,
        None if known.is_empty() => "remove it: there are no arguments".into(),
        None => format!("the arguments are {}", quote_names(names().take(SHOWN))).into(),
    };
    Diagnostic::new(Code::UNKNOWN_ARGUMENT, argument.span, message).help(help)
}

fn illegal(place: &Spanned<String>, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::ILLEGAL_OVERRIDE, place.span, what).help(help)
}
