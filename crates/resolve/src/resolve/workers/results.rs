//! What applies to the results of each granted tool: the entries of the worker about it, the nearest first, and those of
//! the workers that it extends.

use super::Index;
use super::shown::list_names;
use std::collections::HashMap;
use toolc_base::diagnostic::suggest::did_you_mean;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use toolc_base::source::Span;
use toolc_model::draft::DraftWorker;
use toolc_model::model::Tool;
use toolc_model::model::policy::Worker;
use toolc_model::model::results::{GrantedResults, ResultEntry, ResultSubject};

/// Reports two entries for one tool. Runs before workers are extended, since entries of a parent are then beside the
/// worker's own.
pub(in crate::resolve) fn check_repeated_results(
    diagnostics: &mut Diagnostics,
    drafts: &[DraftWorker],
) {
    for draft in drafts {
        let mut seen: HashMap<&ResultSubject, Span> = HashMap::new();
        for entry in draft.results.iter().flatten() {
            if let Some(first) = seen.insert(&entry.subject, entry.span) {
                let name = entry.subject.name();
                let message = format!("two entries with `results` for `{name}`");
                let finding = Diagnostic::new(Code::REPEATED_APPROVAL, entry.span, message)
                    .label("and another one here")
                    .also(first, "the first")
                    .help("keep one of them");
                diagnostics.push(finding);
            }
        }
    }
}

/// What applies to the results of a tool; `None` if nothing does.
pub(super) fn find_results(tool: &Tool, levels: &[Vec<ResultEntry>]) -> Option<GrantedResults> {
    let levels: Vec<Vec<ResultEntry>> = levels
        .iter()
        .map(|entries| list_about(tool, entries))
        .filter(|entries| !entries.is_empty())
        .collect();
    (!levels.is_empty()).then_some(GrantedResults {
        levels,
        pages: false,
    })
}

/// The entries about a tool, the nearest first.
fn list_about(tool: &Tool, entries: &[ResultEntry]) -> Vec<ResultEntry> {
    let qualified = tool.qualified();
    let is_about = |entry: &&ResultEntry| match &entry.subject {
        ResultSubject::Tool(name) => *name == qualified,
        ResultSubject::Namespace(namespace) => *namespace == tool.namespace,
        ResultSubject::Worker => true,
        // an engine's are added once it is known what runs the tool
        ResultSubject::Engine(_) => false,
    };
    let about = entries.iter().filter(is_about);
    let mut about: Vec<ResultEntry> = about.cloned().collect();
    about.sort_by(|one, other| one.subject.cmp(&other.subject));
    about
}

/// Reports entries of a worker for tools that it may not call.
pub(super) fn check_reached_results(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    worker: &Worker,
) {
    let own = worker.results.first().into_iter().flatten();
    let granted: Vec<String> = worker
        .grants
        .iter()
        .map(|grant| index.tool(grant.tool).qualified())
        .collect();
    for entry in own {
        let ResultSubject::Tool(name) = &entry.subject else {
            continue;
        };
        let is_lost = name
            .split_once("::")
            .is_some_and(|(namespace, bare)| index.missing.explains(namespace, bare));
        if granted.contains(name) || is_lost {
            continue;
        }
        let message = format!(
            "`results` for `{name}`, which worker `{}` may not call",
            worker.name
        );
        let finding = Diagnostic::new(Code::UNREACHABLE_LIMITS, entry.span, message)
            .label("this applies to nothing")
            .help(suggest(index, entry, name, &granted));
        diagnostics.push(finding);
    }
}

fn suggest(index: &Index<'_>, entry: &ResultEntry, name: &str, granted: &[String]) -> Help {
    if let Some((namespace, bare)) = name.split_once("::")
        && index.names_in(namespace).any(|known| known == bare)
    {
        return format!("grant `{bare}` under `tools` of `{namespace}`, or remove this entry")
            .into();
    }
    let written = entry.name.as_ref().map_or(name, |name| name.value.as_str());
    let names = || granted.iter().map(String::as_str);
    let is_bare = |full: &&str| {
        full.split_once("::")
            .is_some_and(|(_, bare)| bare == written)
    };
    if let Some(full) = names().find(is_bare) {
        return format!("write `{full}`: outside of toolsets, a tool has its namespace").into();
    }
    did_you_mean(name, names()).unwrap_or_else(|| {
        format!(
            "remove this entry; the worker grants {}",
            list_names(names())
        )
        .into()
    })
}
