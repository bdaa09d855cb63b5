//! Which tools a toolset grants.

use super::Index;
use super::elsewhere::{explain_other_name, find_elsewhere};
use super::shown::list_names;
use super::unknown::{missing_toolset, unsupported_option};
use std::collections::BTreeMap;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics, Help};
use toolc_base::source::{Span, Spanned};
use toolc_base::toolsets::{Toolset, WORKERS};
use toolc_model::draft::{DraftToolset, DraftWorker, Whitelist};
use toolc_model::model::ToolId;
use toolc_model::model::ToolName;
use toolc_model::model::toolset::list_keys;

/// The granted names in one namespace, with their overloads.
pub(super) type Granted<'t> = BTreeMap<&'t str, Vec<ToolId>>;

/// The tools that a toolset grants; `None` if the toolset itself is wrong.
pub(super) fn resolve_whitelist<'t>(
    diagnostics: &mut Diagnostics,
    index: &Index<'t>,
    draft: &DraftWorker,
    toolset: &DraftToolset,
) -> Option<Granted<'t>> {
    let namespace = toolset.name.value.as_str();
    let empty = Granted::new();
    let missing = index.missing;
    let names = match index.namespaces.get(namespace) {
        Some(names) => names,
        None if missing.any_of(namespace).is_some() => &empty,
        None => {
            if !missing.hides(namespace) {
                diagnostics.push(missing_toolset(index, &toolset.name));
            }
            return None;
        }
    };
    let shipped = index.shipped(namespace);
    for option in &toolset.options {
        let is_own = |shipped: &Toolset| list_keys(shipped.name).contains(&option.value.as_str());
        if !shipped.is_some_and(is_own) {
            diagnostics.push(unsupported_option(toolset, option, shipped));
        }
    }
    match &toolset.tools {
        Whitelist::Unreadable => None,
        // their tools are well known, and never grow on their own
        Whitelist::Missing if shipped.is_some() => {
            let is_listed_only =
                |name: &str| shipped.is_some_and(|shipped| shipped.listed.contains(&name));
            let mut names = names.clone();
            names.retain(|name, _| !is_listed_only(name));
            Some(names)
        }
        Whitelist::All(_) if shipped.is_some() => Some(names.clone()),
        Whitelist::Missing | Whitelist::Null => {
            diagnostics.push(missing_whitelist(
                &toolset.name,
                list_others(names, namespace, draft),
            ));
            None
        }
        Whitelist::All(span) => {
            if let Some(skipped) = missing.any_of(namespace).filter(|_| names.is_empty()) {
                diagnostics.push(missing.left_out(*span, &skipped.name, skipped));
                return None;
            }
            diagnostics.push(whole_namespace(namespace, *span, names));
            Some(names.clone())
        }
        Whitelist::Names(list) => {
            if list.value.is_empty() && !toolset.allow_empty {
                diagnostics.push(empty_whitelist(namespace, list));
            }
            grant_listed(diagnostics, index, draft, namespace, names, &list.value)
        }
    }
}

/// The tools in a list; `None` if it contains a pattern, which might match any of them.
fn grant_listed<'t>(
    diagnostics: &mut Diagnostics,
    index: &Index<'t>,
    draft: &DraftWorker,
    namespace: &str,
    names: &Granted<'t>,
    list: &[ToolName],
) -> Option<Granted<'t>> {
    let missing = index.missing;
    let mut granted = Granted::new();
    let mut has_pattern = false;
    for entry in list {
        let name = entry.bare();
        if let Some((name, overloads)) = names.get_key_value(name) {
            granted.insert(name, overloads.clone());
        } else if name.contains(['*', '?']) {
            has_pattern = true;
            diagnostics.push(pattern(
                &list_others(names, namespace, draft),
                name,
                entry.span,
            ));
        } else if let Some(skipped) = missing.tool(namespace, name) {
            diagnostics.push(missing.left_out(entry.span, name, skipped));
        } else if !missing.explains(namespace, name) {
            diagnostics.push(unknown_tool(index, draft, namespace, entry));
        }
    }
    (!has_pattern).then_some(granted)
}

/// The names of a namespace that may be proposed to a worker: not itself, since no worker calls itself.
fn list_others<'t>(names: &Granted<'t>, namespace: &str, draft: &DraftWorker) -> Vec<&'t str> {
    let is_itself = |name: &&str| namespace == WORKERS && *name == draft.name.value;
    let names = names.keys().copied();
    names.filter(|name| !is_itself(name)).collect()
}

fn missing_whitelist(name: &Spanned<String>, names: Vec<&str>) -> Diagnostic {
    let message = format!(
        "the toolset `{}` has no `tools`, so it grants nothing",
        name.value
    );
    let help = format!(
        "list the tools to grant, from {}: `tools: [name]`; or write `tools: all`",
        list_names(names.into_iter())
    );
    Diagnostic::new(Code::MISSING_WHITELIST, name.span, message)
        .label("no whitelist")
        .help(help)
}

fn whole_namespace(namespace: &str, span: Span, names: &Granted<'_>) -> Diagnostic {
    let message = match names.len() {
        1 => format!("`tools: all` grants the only tool of `{namespace}`"),
        count => format!("`tools: all` grants all {count} tools of `{namespace}`"),
    };
    Diagnostic::new(Code::WHOLE_NAMESPACE, span, message)
        .label("and every tool that is added to the namespace later")
        .help("list the tools to decide about each of them")
}

/// A pattern in a list of names.
fn pattern(names: &[&str], pattern: &str, span: Span) -> Diagnostic {
    let message = format!("`{pattern}` is a pattern, and patterns are not allowed in a whitelist");
    let start = pattern.split(['*', '?']).next().unwrap_or("");
    let meant = || names.iter().copied().filter(|name| name.starts_with(start));
    let help = match meant().next() {
        Some(_) if start.is_empty() => "write `tools: all` to grant every tool of the namespace, \
                                        or list the tools by name"
            .to_owned(),
        Some(_) => format!(
            "list the tools by name: those that begin with `{start}` are {}",
            list_names(meant())
        ),
        None => format!(
            "list the tools by name; the namespace has {}",
            list_names(names.iter().copied())
        ),
    };
    Diagnostic::new(Code::UNKNOWN_TOOL, span, message)
        .label("not the name of a tool")
        .help(help)
}

/// What a toolset says about a tool.
#[derive(Debug, Clone, Copy)]
pub(super) enum Entry {
    Approval,
    Rule,
    Limits,
}

/// An entry for a tool that the toolset does not grant.
pub(super) fn unreachable_entry(
    entry: Entry,
    index: &Index<'_>,
    toolset: &DraftToolset,
    key: &ToolName,
    granted: &Granted<'_>,
) -> Diagnostic {
    let (code, what, label) = match entry {
        Entry::Approval => (
            Code::UNREACHABLE_APPROVAL,
            "approval",
            "this entry has no effect",
        ),
        Entry::Rule => (
            Code::UNREACHABLE_APPROVAL,
            "a rule is",
            "this entry has no effect",
        ),
        Entry::Limits => (
            Code::UNREACHABLE_LIMITS,
            "limits",
            "these limits apply to nothing",
        ),
    };
    let namespace = &toolset.name.value;
    let name = key.bare();
    let message = format!("{what} for `{name}`, which toolset `{namespace}` does not grant");
    let is_known = index.names_in(namespace).any(|known| known == name);
    let near = || index.guesses.did_you_mean(name, granted.keys().copied());
    let help = match explain_other_name(index, Some(namespace), name).or_else(near) {
        Some(help) => help,
        None if !is_known => {
            format!("remove this entry: `{namespace}` has no tool `{name}`").into()
        }
        None => format!(
            "add `{name}` to `tools` or remove this entry; the toolset grants {}",
            list_names(granted.keys().copied())
        )
        .into(),
    };
    let mut finding = Diagnostic::new(code, key.span, message)
        .label(label)
        .help(help);
    if !is_known {
        finding = finding.about(About::missing(format!("{namespace}::{name}")));
    }
    match &toolset.tools {
        Whitelist::Names(whitelist) => finding.also(whitelist.span, "the whitelist"),
        Whitelist::All(span) => finding.also(*span, "the whitelist"),
        Whitelist::Missing | Whitelist::Null | Whitelist::Unreadable => finding,
    }
}

fn unknown_tool(
    index: &Index<'_>,
    draft: &DraftWorker,
    namespace: &str,
    entry: &ToolName,
) -> Diagnostic {
    let name = entry.bare();
    let (what, label) = match namespace {
        WORKERS => (
            format!("unknown worker `{name}`"),
            "no worker has this name".to_owned(),
        ),
        _ => (
            format!("unknown tool `{name}` in toolset `{namespace}`"),
            format!("`{namespace}` has no such tool"),
        ),
    };
    let names = index.namespaces.get(namespace);
    let names = names.map_or(Vec::new(), |names| list_others(names, namespace, draft));
    Diagnostic::new(Code::UNKNOWN_TOOL, entry.span, what)
        .label(label)
        .help(suggest_tool(index, namespace, name, &names))
        .about(About::missing(format!("{namespace}::{name}")))
}

fn suggest_tool(index: &Index<'_>, namespace: &str, name: &str, names: &[&str]) -> Help {
    if name == "all" {
        return "write `tools: all`, without a list, to grant every tool of the namespace".into();
    }
    if let Some(home) = find_elsewhere(index, name).filter(|home| *home != WORKERS) {
        let help = format!("namespace `{home}` has it: grant it under the toolset `{home}`");
        return help.into();
    }
    if let Some(help) = explain_other_name(index, Some(namespace), name) {
        return help;
    }
    if let Some(help) = index.guesses.did_you_mean(name, names.iter().copied()) {
        return help;
    }
    let others = match (names, namespace) {
        ([], WORKERS) => "write the file of that worker: there is no other worker".to_owned(),
        (names, WORKERS) => format!(
            "the other workers are {}",
            list_names(names.iter().copied())
        ),
        (names, _) => format!("available tools: {}", list_names(names.iter().copied())),
    };
    Help::from(others)
}

fn empty_whitelist<T>(namespace: &str, whitelist: &Spanned<T>) -> Diagnostic {
    let message = format!("the whitelist of toolset `{namespace}` is empty");
    Diagnostic::new(Code::EMPTY_WHITELIST, whitelist.span, message)
        .label("this grants nothing")
        .help("list the tools to grant, or write `allow_empty: true` beside it")
}
