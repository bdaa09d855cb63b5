//! The limits on the calls of each granted tool: the smallest of those set by its definition, the
//! worker, the toolset and its entry under `limits`.

use super::Index;
use super::whitelist::{Entry, Granted, unreachable_entry};
use std::collections::{BTreeMap, HashMap};
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Span;
use toolc_model::draft::{DraftToolset, DraftWorker};
use toolc_model::model::Tool;
use toolc_model::model::ToolName;
use toolc_model::model::limit::{Limited, Limits};

/// Reports two entries for one tool. Runs before workers are extended, since those of a parent are
/// then joined with the worker's own.
pub(in crate::resolve) fn check_repeated_limits(
    diagnostics: &mut Diagnostics,
    drafts: &[DraftWorker],
) {
    for toolset in drafts.iter().flat_map(|draft| &draft.toolsets) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for (key, _) in &toolset.single_limits {
            let name = key.bare();
            if let Some(first) = seen.get(name) {
                diagnostics.push(repeated_limits(name, key, *first));
                continue;
            }
            seen.insert(name, key.span);
        }
    }
}

fn repeated_limits(name: &str, key: &ToolName, first: Span) -> Diagnostic {
    let message = format!("two entries with limits for `{name}`");
    Diagnostic::new(Code::REPEATED_APPROVAL, key.span, message)
        .label("and another one here")
        .also(first, "the first")
        .help("keep one of them")
}

/// The limits of one toolset.
#[derive(Debug)]
pub(super) struct ToolsetLimits<'d> {
    each: Limits,
    single: BTreeMap<&'d str, Limits>,
}

impl<'d> ToolsetLimits<'d> {
    /// Reads the section, and reports entries for tools that the toolset does not grant.
    pub(super) fn resolve(
        diagnostics: &mut Diagnostics,
        index: &Index<'_>,
        toolset: &'d DraftToolset,
        granted: &Granted<'_>,
    ) -> Self {
        let mut single: BTreeMap<&str, Limits> = BTreeMap::new();
        for (key, limits) in &toolset.single_limits {
            let name = key.bare();
            if granted.contains_key(name) {
                let known = single.entry(name).or_default();
                *known = known.and(limits);
            } else if !index.missing.explains(&toolset.name.value, name) {
                let finding = unreachable_entry(Entry::Limits, index, toolset, key, granted);
                diagnostics.push(finding);
            }
        }
        ToolsetLimits {
            each: toolset.limits.clone(),
            single,
        }
    }

    /// The limits on the calls of one tool, within those of its worker.
    pub(super) fn of(&self, tool: &Tool, name: &str, worker: &Limits) -> Limits {
        let single = self.single.get(name).cloned().unwrap_or_default();
        let own = Limits {
            timeout: tool.timeout.clone(),
            ..Limits::default()
        };
        own.and(worker).and(&self.each).and(&single)
    }

    /// The limits that the toolset states, for the lock.
    pub(super) fn stated(&self, namespace: &str) -> impl Iterator<Item = Limited> {
        let each = (namespace.to_owned(), self.each.clone());
        let single = self.single.iter();
        let single = single.map(|(name, limits)| (format!("{namespace}::{name}"), limits.clone()));
        let all: Vec<_> = std::iter::once(each).chain(single).collect();
        let all = all.into_iter().filter(|(_, limits)| !limits.is_empty());
        all.map(|(subject, limits)| Limited { subject, limits })
    }
}
