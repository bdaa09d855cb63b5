//! Rules for commands: which of them let any options follow.

use super::report::{Kind, LOOSENED, TIGHTENED, drift_finding, join_some};
use super::settings::Changed;
use crate::lock::LockedWorker;
use toolc_base::diagnostic::Diagnostic;
use toolc_base::source::Span;
use toolc_model::model::toolset::{ANY_OPTIONS, COMMAND_RULES};

/// What is known about a change of the rules for commands.
pub(super) struct CommandsChange {
    /// The findings on rules that let any options follow, or no longer do.
    pub found: Vec<Diagnostic>,
    /// Whether nothing else changed.
    pub is_all: bool,
}

/// Compares which of the same rules let any options follow; `None` for other settings.
pub(super) fn judge_commands(
    old: &LockedWorker,
    new: &LockedWorker,
    change: &Changed,
) -> Option<CommandsChange> {
    if change.key != COMMAND_RULES {
        return None;
    }
    let [was, is] = [old, new].map(lines);
    let worker = &new.name;
    let loosened = describe(&changed_to(&was, &is, true), LOOSENED, |rules| {
        format!("approval loosened for worker `{worker}`: any options may follow {rules}")
    });
    let tightened = describe(&changed_to(&was, &is, false), TIGHTENED, |rules| {
        format!(
            "approval tightened for worker `{worker}`: only harmless options may follow {rules}"
        )
    });
    let found: Vec<Diagnostic> = loosened.into_iter().chain(tightened).collect();
    let rules = |lines: &[Line<'_>]| {
        lines
            .iter()
            .map(|line| line.rule.to_owned())
            .collect::<Vec<_>>()
    };
    let is_all = !found.is_empty() && rules(&was) == rules(&is);
    Some(CommandsChange { found, is_all })
}

/// The rules that were there before and now let any options follow, or no longer do.
fn changed_to<'l>(was: &[Line<'l>], is: &[Line<'l>], any_options: bool) -> Vec<Line<'l>> {
    let mut changed: Vec<Line<'l>> = is
        .iter()
        .copied()
        .filter(|line| line.any_options == any_options)
        .collect();
    changed.retain(|line| {
        let same = || was.iter().filter(|old| old.rule == line.rule);
        same().count() > 0 && same().all(|old| old.any_options != any_options)
    });
    changed
}

fn describe(
    lines: &[Line<'_>],
    kind: Kind,
    message: impl Fn(&str) -> String,
) -> Option<Diagnostic> {
    let first = lines.first()?;
    let rules: Vec<String> = lines
        .iter()
        .map(|line| format!("`{}`", line.rule))
        .collect();
    let message = message(&join_some(&rules, ", "));
    Some(drift_finding(kind, Some(first.span), message))
}

/// A rule as the lock has it.
#[derive(Clone, Copy)]
struct Line<'l> {
    rule: &'l str,
    any_options: bool,
    span: Span,
}

fn lines(worker: &LockedWorker) -> Vec<Line<'_>> {
    let list = worker
        .settings
        .get(COMMAND_RULES)
        .and_then(|node| node.as_list());
    let lines = list.unwrap_or_default().iter().filter_map(|node| {
        let line = node.as_str()?;
        let rule = line.strip_suffix(ANY_OPTIONS);
        Some(Line {
            rule: rule.unwrap_or(line),
            any_options: rule.is_some(),
            span: node.span,
        })
    });
    lines.collect()
}
