//! Entries of a whitelist that grant nothing.

use super::Index;
use super::deny::Denied;
use super::whitelist::strip_namespace;
use crate::diagnostic::{About, Code, Diagnostic, Diagnostics};
use crate::draft::{DraftToolset, DraftWorker, Whitelist};
use crate::source::{Span, Spanned};
use std::collections::{HashMap, HashSet};

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
    list: &[Spanned<String>],
) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for entry in list {
        let name = strip_namespace(namespace, &entry.value);
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

/// Reports names in a whitelist that the same worker denies.
pub(super) fn check_dead_grants(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    (draft, toolset): (&DraftWorker, &DraftToolset),
    denied: &Denied<'_>,
) {
    let Whitelist::Names(list) = &toolset.tools else {
        return;
    };
    let namespace = toolset.name.value.as_str();
    let names = index.namespaces.get(namespace);
    let mut seen = HashSet::new();
    for entry in &list.value {
        let name = strip_namespace(namespace, &entry.value);
        if !seen.insert(name) {
            continue;
        }
        let overloads = names.and_then(|names| names.get(name));
        let denials = overloads.into_iter().flatten().map(|id| denied.get(id));
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
            let found = found.also(denial.name.span, "a denial wins");
            diagnostics
                .push(found.help("remove it from the list: a denied tool is blocked anyway"));
        }
    }
}
