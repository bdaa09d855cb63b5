//! `overrides` of the entries that list tools rather than operations: tool files, inline tools and snapshots of MCP
//! servers. Their keys are the names of tools.

use super::arguments::{self, Refusal};
use super::changes;
use std::collections::BTreeSet;
use std::sync::Arc;
use toolc_base::diagnostic::suggest::Guesses;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::{Node, Value};
use toolc_base::source::Spanned;
use toolc_model::config::{Config, Entry, EntryKind, Override};
use toolc_model::draft::{Draft, DraftTool};
use toolc_model::reading::fields::quote_names;
use toolc_schema::schema::written;

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
        replaced_by,
    } = over;
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
    change_arguments(diagnostics, over, tool);
    let known: BTreeSet<String> = arguments::argument_names(tool).map(str::to_owned).collect();
    for (argument, value) in constants {
        match known.contains(&argument.value) {
            true => fix_argument(tool, argument, value),
            false => diagnostics.push(unknown_argument(over, argument, &known)),
        }
    }
    let valued = defaults.iter().map(|(argument, _)| argument);
    for argument in hidden.iter().chain(secret).chain(valued) {
        let is_place = argument.value.starts_with('/');
        let is_gone = hidden.iter().any(|hidden| hidden.value == argument.value);
        if !is_place && !is_gone && !known.contains(&argument.value) {
            diagnostics.push(unknown_argument(over, argument, &known));
        }
    }
    if let Some(name) = name {
        tool.name = name.clone();
    }
}

/// Hides arguments, shows defaults and marks secrets.
fn change_arguments(diagnostics: &mut Diagnostics, over: &Override, tool: &mut DraftTool) {
    let before: BTreeSet<String> = arguments::argument_names(tool).map(str::to_owned).collect();
    for argument in &over.hidden {
        if !argument.value.starts_with('/') && !before.contains(&argument.value) {
            diagnostics.push(unknown_argument(over, argument, &before));
        }
    }
    let rest = Override {
        constants: Vec::new(),
        injected: Vec::new(),
        ..over.clone()
    };
    let label = tool.name.value.clone();
    let mut refuse = |argument: &Spanned<String>, refusal: Refusal| {
        let message = refusal.message(&argument.value, &label);
        let finding = Diagnostic::new(Code::ILLEGAL_OVERRIDE, argument.span, message);
        diagnostics.push(finding.help(refusal.help()));
    };
    changes::make_changes(&[&rest], tool, &mut refuse);
}

/// Lets an argument have one value only. Other than in the request of an operation, nothing adds it to a call, so a
/// model has to write it, and no other one is valid.
fn fix_argument(tool: &mut DraftTool, argument: &Spanned<String>, value: &Node) {
    let schema = Arc::make_mut(&mut tool.input.node);
    let Some(map) = schema.as_map_mut() else {
        return;
    };
    if let Some(property) = written::find_property_mut(map, &argument.value) {
        if property.as_map().is_none() {
            *property = Node::map(Default::default(), argument.span);
        }
        if let Some(property) = property.as_map_mut() {
            property.insert("const", argument.span, value.clone());
        }
    }
    if !written::is_required(map, &argument.value) {
        let name = Node::new(Value::String(argument.value.clone()), argument.span);
        let mut names = map
            .get("required")
            .and_then(Node::as_list)
            .unwrap_or_default()
            .to_vec();
        names.push(name);
        map.insert(
            "required",
            argument.span,
            Node::new(Value::List(names), argument.span),
        );
    }
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
