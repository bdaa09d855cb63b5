//! Which rules of a toolset apply to which tool, and that none of them permits what the tool forbids.

use super::Index;
use super::approval::Settings;
use super::deny::{Denied, blocked_tool};
use super::whitelist::{Entry, Granted, unreachable_entry};
use std::collections::HashMap;
use std::sync::Arc;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::source::Spanned;
use toolc_model::draft::DraftToolset;
use toolc_model::model::Tool;
use toolc_model::model::ToolName;
use toolc_model::model::approval::Approval;
use toolc_model::model::rule::{Rule, Ruled, Rules};
use toolc_model::prove::implies::{implies, share_caller};

/// The rules of each tool that a toolset grants.
pub(super) fn assign_rules<'d>(
    diagnostics: &mut Diagnostics,
    index: &Index<'_>,
    toolset: &'d DraftToolset,
    granted: &Granted<'_>,
    settings: &Settings<'_>,
    denied: &Denied<'_>,
) -> HashMap<&'d str, Rules> {
    let namespace = toolset.name.value.as_str();
    let mut assigned: HashMap<&str, Rules> = HashMap::new();
    for rule in &toolset.rules {
        for key in &rule.tools {
            let name = key.bare();
            let Some(overloads) = granted.get(name) else {
                if !index.missing.explains(namespace, name) {
                    let finding = unreachable_entry(Entry::Rule, index, toolset, key, granted);
                    diagnostics.push(finding);
                }
                continue;
            };
            let denial = overloads.iter().find_map(|id| denied.get(id));
            let entry = settings.explicit(name);
            let entry = entry.filter(|entry| entry.value == Approval::Blocked);
            let denial = denial.map(|denial| denial.name.span);
            if let Some(by) = denial.or(entry.map(|entry| entry.span)) {
                diagnostics.push(blocked_tool(key, "a rule", by));
                continue;
            }
            let rules = assigned.entry(name).or_default();
            if rules.iter().any(|known| Arc::ptr_eq(known, rule)) {
                diagnostics.push(named_twice(key));
                continue;
            }
            rules.push(Arc::clone(rule));
            for id in overloads {
                check_floor(diagnostics, index.tool(*id), rule);
            }
        }
    }
    assigned
}

/// A tool's own approval is never loosened, including what its own rules require for the calls that
/// a worker's rule matches.
fn check_floor(diagnostics: &mut Diagnostics, tool: &Tool, rule: &Rule) {
    let Some(floor) = find_floor(&tool.rules, tool.approval.as_ref(), rule) else {
        return;
    };
    if rule.approval.value >= floor.value {
        return;
    }
    let (own, name) = (floor.value.name(), rule.approval.value.name());
    let message = format!(
        "a rule with `{name}` would loosen `{}`, whose own approval for these calls is `{own}`",
        tool.qualified()
    );
    let finding = Diagnostic::new(Code::LOOSENED_APPROVAL, rule.approval.span, message)
        .label(format!("the worker says `{name}`"))
        .also(floor.span, format!("the tool says `{own}`"))
        .help(format!(
            "a worker may only tighten: remove the rule or write `{own}`"
        ));
    diagnostics.push(finding);
}

/// The loosest approval that the tool, or an extended worker, may itself require for the calls that
/// a rule matches, by its rules and by what applies otherwise; `None` if it may not decide them.
pub(super) fn find_floor<'t>(
    rules: &'t [Arc<Rule>],
    otherwise: Option<&'t Spanned<Approval>>,
    rule: &Rule,
) -> Option<&'t Spanned<Approval>> {
    let mut floor: Option<&Spanned<Approval>> = None;
    let mut lower = |own: &'t Spanned<Approval>| {
        if floor.is_none_or(|floor| own.value < floor.value) {
            floor = Some(own);
        }
    };
    for own in rules {
        if !share_caller(rule, own) {
            continue;
        }
        lower(&own.approval);
        if implies(rule, own) {
            return floor;
        }
    }
    lower(otherwise?);
    floor
}

/// What decides the calls of a tool, if that depends on the arguments. A tool all of whose calls
/// are blocked is itself blocked.
pub(super) fn open_rules(
    diagnostics: &mut Diagnostics,
    tool: &Tool,
    ruled: Ruled,
    default: Approval,
) -> Option<Arc<Ruled>> {
    if !ruled.has_rules() {
        return None;
    }
    if ruled.loosest(default) != Approval::Blocked {
        return Some(Arc::new(ruled));
    }
    let is_own = tool.approval.as_ref().map(|own| own.value) == Some(Approval::Blocked);
    if let Some(rule) = ruled.worker.rules.first().filter(|_| !is_own) {
        let message = format!(
            "every call of `{}` is blocked, whatever its rules say",
            tool.qualified()
        );
        diagnostics.push(match tool.name_among_others(rule) {
            None => Diagnostic::new(Code::IDLE_RULE, rule.span, message)
                .label("this has no effect")
                .help("remove the rules, or let one of them allow what you want"),
            Some(ToolName { value, span, .. }) => Diagnostic::new(Code::IDLE_RULE, *span, message)
                .label("the rule has no effect on this tool")
                .help(format!(
                    "remove `{value}` from the rules, or let one of them allow what you want"
                )),
        });
    }
    None
}

/// A reason for a tool that is not blocked.
pub(super) fn idle_reason(key: &ToolName) -> Diagnostic {
    let message = format!(
        "a reason is given for `{}`, which is not blocked",
        key.value
    );
    Diagnostic::new(Code::IDLE_RULE, key.span, message)
        .label("this has no effect")
        .help("remove it, or block the tool")
}

/// A reason for a toolset of which no tool is blocked.
pub(super) fn idle_block_reason(toolset: &DraftToolset, reason: &Spanned<String>) -> Diagnostic {
    let message = format!(
        "`blockReason` has no effect: no tool of `{}` is blocked",
        toolset.name.value
    );
    Diagnostic::new(Code::IDLE_SETTING, reason.span, message)
        .help("remove it, or block a tool: `approval: { tools: { name: blocked } }`")
}

fn named_twice(key: &ToolName) -> Diagnostic {
    let message = format!("a rule names `{}` twice", key.value);
    Diagnostic::new(Code::REPEATED_APPROVAL, key.span, message).help("remove it here")
}
