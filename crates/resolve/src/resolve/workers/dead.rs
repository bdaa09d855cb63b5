//! Entries of a whitelist, and whole toolsets, that grant nothing.

use super::Index;
use super::deny::Denied;
use super::reason_of;
use super::whitelist::Granted;
use std::collections::{HashMap, HashSet};
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_model::draft::{DraftToolset, DraftWorker, Whitelist};
use toolc_model::model::ToolName;
use toolc_model::model::approval::Approval;
use toolc_model::model::{Tool, ToolId};

/// Reports names that a whitelist contains twice. Runs before workers are extended, so that an
/// inherited list is reported only once.
pub(in crate::resolve) fn check_repeated_grants(
    diagnostics: &mut Diagnostics,
    drafts: &[DraftWorker],
) {
    for draft in drafts {
        for toolset in &draft.toolsets {
            if let Whitelist::Names(list) = &toolset.tools {
                check_list(diagnostics, draft, &toolset.name.value, &list.value);
            }
        }
    }
}

fn check_list(
    diagnostics: &mut Diagnostics,
    draft: &DraftWorker,
    namespace: &str,
    list: &[ToolName],
) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for entry in list {
        let name = entry.bare();
        let Some(first) = seen.get(name) else {
            seen.insert(name, entry.span);
            continue;
        };
        let message = format!("the whitelist of `{namespace}` names `{name}` twice");
        let about = About::tool(format!("{namespace}::{name}")).of_worker(&draft.name.value);
        let found = Diagnostic::new(Code::DEAD_GRANT, entry.span, message);
        let found = found.also(*first, "the first time").about(about);
        diagnostics.push(found.help("remove one of them"));
    }
}

/// The names in a whitelist, each at its first place.
fn list_distinct(toolset: &DraftToolset) -> Vec<(&str, &ToolName)> {
    let Whitelist::Names(list) = &toolset.tools else {
        return Vec::new();
    };
    let mut seen = HashSet::new();
    let names = list.value.iter().map(|entry| (entry.bare(), entry));
    names.filter(|(name, _)| seen.insert(*name)).collect()
}

/// Reports names in a whitelist that the same worker denies.
pub(super) fn check_dead_grants(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    draft: &DraftWorker,
    toolset: &DraftToolset,
    denied: &Denied<'_>,
) {
    let namespace = toolset.name.value.as_str();
    for (name, entry) in list_distinct(toolset) {
        let denials = index
            .overloads(namespace, name)
            .iter()
            .map(|id| denied.get(id));
        // denying what a parent grants is the purpose of `deny`
        let here = denials.map(|it| it.filter(|it| it.name.span.source == entry.span.source));
        let Some(denials) = here.collect::<Option<Vec<_>>>() else {
            continue;
        };
        if let Some(denial) = denials.first().filter(|_| draft.extends.is_empty()) {
            let message = format!(
                "worker `{}` lists `{namespace}::{name}`, but also denies it",
                draft.name.value
            );
            let found = Diagnostic::new(Code::DEAD_GRANT, entry.span, message);
            let about = About::tool(format!("{namespace}::{name}")).of_worker(&draft.name.value);
            let found = found.label("this grants nothing").about(about);
            let found = found.also(denial.name.span, "`deny` takes precedence");
            diagnostics
                .push(found.help("remove it from the list: a denied tool is blocked anyway"));
        }
    }
}

/// Reports names in a whitelist whose own definition blocks them, unless the worker says so too.
pub(super) fn check_blocked_grants(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    draft: &DraftWorker,
    toolset: &DraftToolset,
    denied: &Denied<'_>,
) {
    let namespace = toolset.name.value.as_str();
    for (name, entry) in list_distinct(toolset) {
        // what is inherited has been reported for the parent
        let is_own = entry.span.source == draft.name.span.source;
        if !is_own || is_decided(toolset, name) {
            continue;
        }
        let blocks = index
            .overloads(namespace, name)
            .iter()
            .map(|id| find_block(index.tool(*id)).filter(|_| !denied.contains_key(id)));
        let Some(blocks) = blocks.collect::<Option<Vec<Span>>>() else {
            continue;
        };
        if let Some(block) = blocks.first() {
            let message = format!(
                "worker `{}` lists `{namespace}::{name}`, which its own definition blocks",
                draft.name.value
            );
            let about = About::tool(format!("{namespace}::{name}")).of_worker(&draft.name.value);
            let found = Diagnostic::new(Code::DEAD_GRANT, entry.span, message).about(about);
            let found = found
                .label("this grants nothing")
                .also(*block, "blocked here");
            diagnostics.push(
                found.help(
                    "remove it from the list: a worker may only tighten what a definition says",
                ),
            );
        }
    }
}

/// Whether the worker decides about a tool itself, or says what callers of the blocked tool are told.
fn is_decided(toolset: &DraftToolset, name: &str) -> bool {
    let mut entries = toolset.approvals.iter();
    entries.any(|(key, _)| key.bare() == name) || reason_of(toolset, name).is_some()
}

/// Where the definition of a tool blocks all of its calls.
fn find_block(tool: &Tool) -> Option<Span> {
    let own = tool.approval.as_ref().filter(|_| tool.rules.is_empty());
    own.filter(|own| own.value == Approval::Blocked)
        .map(|own| own.span)
}

/// Reports a toolset of the worker's own of which nothing is left, although it grants something as
/// written. Returns whether it does.
pub(super) fn check_lost_toolset(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    draft: &DraftWorker,
    toolset: &DraftToolset,
    granted: &Granted<'_>,
    denied: &Denied<'_>,
) -> bool {
    let names: Vec<&str> = match &toolset.tools {
        Whitelist::Names(_) => list_distinct(toolset).into_iter().map(|it| it.0).collect(),
        _ => index.names_in(&toolset.name.value).collect(),
    };
    let is_own = |span: Span| span.source == draft.name.span.source;
    let list = match &toolset.tools {
        Whitelist::Names(list) => list.span,
        Whitelist::All(span) => *span,
        _ => toolset.name.span,
    };
    // restricting what is inherited is the purpose of a worker that extends another
    let is_whole = matches!(toolset.tools, Whitelist::Names(_)) || draft.extends.is_empty();
    if !is_own(list) || !is_whole {
        return false;
    }
    let read_only = toolset.read_only.or(draft.read_only);
    let why = |name: &&str, id: &ToolId| {
        let left_out = read_only.filter(|_| !granted.contains_key(name));
        let denial = denied.get(id).map(|denial| denial.name.span);
        let denial = denial.map(|place| (place, "it is denied"));
        let left_out = left_out.map(|place| (place, "only tools that read are granted"));
        let block = || find_block(index.tool(*id)).filter(|_| !is_decided(toolset, name));
        denial
            .or(left_out)
            .or_else(|| block().map(|place| (place, "its definition blocks it")))
    };
    let each = names.iter().flat_map(|name| {
        let overloads = index.overloads(&toolset.name.value, name);
        overloads.iter().map(move |id| (name, id))
    });
    let reasons = each.map(|(name, id)| why(name, id));
    let Some(reasons) = reasons.collect::<Option<Vec<_>>>() else {
        return false;
    };
    let Some((place, reason)) = reasons.first() else {
        return false;
    };
    let message = format!(
        "the toolset `{}` of worker `{}` grants none of its tools",
        toolset.name.value, draft.name.value
    );
    let found = Diagnostic::new(Code::LOST_TOOLSET, toolset.name.span, message);
    let found = found.about(About::worker(&draft.name.value));
    let found = found.label("this grants nothing").also(*place, *reason);
    diagnostics.push(found.help("remove the toolset, or what keeps its tools out"));
    true
}
