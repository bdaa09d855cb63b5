//! Limits that have no effect because smaller ones hold.

use crate::diagnostic::{About, Code, Diagnostic, Diagnostics};
use crate::model::limit::{Limited, Limits};
use crate::model::policy::Worker;
use crate::model::{Catalog, Tool, ToolId};
use crate::source::Spanned;

/// Reports limits of toolsets and their tools that are larger than those of the worker, the toolset
/// or the definition, and times in definitions that are larger than those of every worker with the
/// tool.
pub(super) fn check_idle_limits(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for worker in &catalog.workers {
        for limited in &worker.limited {
            check_limited(diagnostics, catalog, worker, limited);
        }
    }
    for (id, tool) in catalog.numbered() {
        if let Some(finding) = find_idle_time(catalog, id, tool) {
            diagnostics.push(finding);
        }
    }
}

/// Inherited limits are reported where they are written, if at all.
fn check_limited(
    diagnostics: &mut Diagnostics,
    catalog: &Catalog,
    worker: &Worker,
    limited: &Limited,
) {
    let namespace = limited.subject.split("::").next();
    let toolset = worker.limited.iter();
    let mut toolset = toolset.filter(|other| Some(other.subject.as_str()) == namespace);
    let above = match toolset.next() {
        Some(toolset) if toolset.subject != limited.subject => worker.limits.and(&toolset.limits),
        _ => worker.limits.clone(),
    };
    let above = above.and(&Limits {
        timeout: defined_time(catalog, &limited.subject),
        at_most: None,
    });
    let Limits { timeout, at_most } = &limited.limits;
    let subject = &limited.subject;
    let time = find_idle("timeout", subject, timeout, &above.timeout, " ms");
    let calls = find_idle("at_most", subject, at_most, &above.at_most, "");
    let is_own = |found: &Diagnostic| {
        let source = found.span().map(|span| span.source);
        source == worker.span.map(|span| span.source)
    };
    for finding in [time, calls].into_iter().flatten().filter(is_own) {
        let about = About::worker(&worker.name);
        diagnostics.push(finding.about(about));
    }
}

/// The time in the definition of a tool: of overloads the largest, if all of them have one.
fn defined_time(catalog: &Catalog, subject: &str) -> Option<Spanned<u64>> {
    let tools = catalog.tools.iter();
    let tools = tools.filter(|tool| tool.qualified() == subject);
    let times: Option<Vec<&Spanned<u64>>> = tools.map(|tool| tool.timeout.as_ref()).collect();
    times?.into_iter().max_by_key(|time| time.value).cloned()
}

/// The time in a definition, if no worker that may call the tool needs it.
fn find_idle_time(catalog: &Catalog, id: ToolId, tool: &Tool) -> Option<Diagnostic> {
    let time = tool.timeout.as_ref()?;
    let grants = catalog.workers.iter().flat_map(|worker| &worker.grants);
    let grants = grants.filter(|grant| grant.tool == id);
    let limits: Option<Vec<&Spanned<u64>>> =
        grants.map(|grant| grant.limits.timeout.as_ref()).collect();
    let limits = limits?;
    let largest = limits.iter().max_by_key(|limit| limit.value)?;
    let smaller = Some((*largest).clone());
    find_idle("timeout", &tool.qualified(), &tool.timeout, &smaller, " ms")
        .filter(|_| limits.iter().all(|limit| limit.span != time.span))
}

/// The finding that a limit has no effect, if a smaller one holds.
fn find_idle<T: PartialOrd + ToString>(
    key: &str,
    subject: &str,
    limit: &Option<Spanned<T>>,
    above: &Option<Spanned<T>>,
    unit: &str,
) -> Option<Diagnostic> {
    let (limit, above) = (limit.as_ref()?, above.as_ref()?);
    let message = format!("`{key}` of `{subject}` has no effect: a smaller one holds");
    let words = |limit: &Spanned<T>| format!("{}{unit}", limit.value.to_string());
    let finding = Diagnostic::new(Code::IDLE_KEY, limit.span, message)
        .label(words(limit))
        .also(above.span, format!("{} here", words(above)))
        .help("remove it, or raise the smaller one");
    (above.value < limit.value).then_some(finding)
}
