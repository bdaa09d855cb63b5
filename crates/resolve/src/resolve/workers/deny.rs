//! Which tools a worker denies. A denial overrides whatever grants the tool.

use super::Index;
use super::elsewhere::{explain_other_name, find_elsewhere};
use super::shown::list_names;
use std::collections::BTreeMap;
use toolc_base::diagnostic::suggest::ask_whether;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics, Help};
use toolc_base::source::Span;
use toolc_model::draft::{DraftDenial, DraftWorker};
use toolc_model::model::ToolId;
use toolc_model::model::ToolName;

/// The denied tools of a worker, with what denies them.
pub(super) type Denied<'d> = BTreeMap<ToolId, &'d DraftDenial>;

/// The tools denied by the worker or in its toolsets.
pub(super) fn resolve_denied<'d>(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    draft: &'d DraftWorker,
) -> Denied<'d> {
    let mut denied = Denied::new();
    for denial in &draft.denied {
        match denial.name.value.split_once("::") {
            Some((namespace, name)) => {
                add(diagnostics, index, namespace, name, denial, &mut denied)
            }
            None => diagnostics.push(unqualified(index, &denial.name)),
        }
    }
    for toolset in &draft.toolsets {
        let namespace = toolset.name.value.as_str();
        for denial in &toolset.denied {
            let name = denial.name.bare();
            add(diagnostics, index, namespace, name, denial, &mut denied);
        }
    }
    denied
}

fn add<'d>(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    namespace: &str,
    name: &str,
    denial: &'d DraftDenial,
    denied: &mut Denied<'d>,
) {
    let overloads = index.overloads(namespace, name);
    if overloads.is_empty() && !index.missing.explains(namespace, name) {
        diagnostics.push(unknown(index, namespace, name, &denial.name));
    }
    for id in overloads {
        // of two denials, the one with a reason is more informative
        let known = denied.entry(*id).or_insert(denial);
        if known.reason.is_none() {
            *known = denial;
        }
    }
}

fn unknown(index: &Index<'_>, namespace: &str, name: &str, written: &ToolName) -> Diagnostic {
    if name.contains(['*', '?']) {
        let message = format!(
            "`{}` is a pattern, and patterns are not allowed in `deny`",
            written.value
        );
        return Diagnostic::new(Code::UNKNOWN_TOOL, written.span, message)
            .label("not the name of a tool")
            .help("deny each tool by its name, or leave the toolset out");
    }
    let message = if written.value == name && name.contains("::") {
        format!("`deny` of the toolset `{namespace}` names `{name}`, which is not one of its tools")
    } else {
        format!("`deny` names `{namespace}::{name}`, which no file defines")
    };
    Diagnostic::new(Code::UNKNOWN_TOOL, written.span, message)
        .label(format!("`{namespace}` has no such tool"))
        .help(suggest_denial(index, namespace, name, written))
        .about(About::missing(format!("{namespace}::{name}")))
}

/// What was probably meant, spelt as in the list that names it: with its namespace in a worker.
fn suggest_denial(index: &Index<'_>, namespace: &str, name: &str, written: &ToolName) -> Help {
    if let Some(home) = find_elsewhere(index, name) {
        let bare = name
            .strip_prefix(home)
            .and_then(|rest| rest.strip_prefix("::"));
        let bare = bare.unwrap_or(name);
        return Help::from(format!(
            "namespace `{home}` has it: deny it in the toolset `{home}`, or write `{home}::{bare}` in the \
             `deny` of the worker"
        ));
    }
    let is_qualified = written.value != name;
    let within = if is_qualified { None } else { Some(namespace) };
    if let Some(help) = explain_other_name(index, within, name) {
        return help;
    }
    match index.guesses.nearest(name, index.names_in(namespace)) {
        Some(meant) if is_qualified => {
            ask_whether(&written.value, format_args!("{namespace}::{meant}"))
        }
        Some(meant) => ask_whether(&written.value, meant),
        None if index.names_in(namespace).next().is_none() => {
            format!("no tool has the namespace `{namespace}`: correct it, or remove the entry")
                .into()
        }
        None => format!("available tools: {}", list_names(index.names_in(namespace))).into(),
    }
}

fn unqualified(index: &Index<'_>, name: &ToolName) -> Diagnostic {
    let bare = name.value.as_str();
    let mut homes = index.namespaces.iter();
    let home = homes.find(|(_, names)| names.contains_key(bare));
    let help = match home {
        Some((namespace, _)) => format!("write `{namespace}::{bare}`, or deny it in the toolset"),
        None => "write `NAMESPACE::TOOL`".to_owned(),
    };
    let message = format!("`deny` of a worker names `{bare}` without its namespace");
    Diagnostic::new(Code::UNKNOWN_TOOL, name.span, message).help(help)
}

/// A rule or an entry for a tool that is blocked.
pub(super) fn blocked_tool(key: &ToolName, what: &str, by: Span) -> Diagnostic {
    let message = format!("{what} is for `{}`, which is blocked", key.value);
    Diagnostic::new(Code::POLICY_OF_BLOCKED_TOOL, key.span, message)
        .label("this has no effect")
        .also(by, "it is blocked here")
        .help("remove one of the two")
}
