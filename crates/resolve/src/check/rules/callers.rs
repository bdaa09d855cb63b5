//! Rules on who calls: whether these may call at all, and what happens to calls of which nothing says who made them.

use super::{List, named};
use std::sync::Arc;
use toolc_base::diagnostic::quote::quote_names;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::model::Tool;
use toolc_model::model::approval::Approval;
use toolc_model::model::callers::{ALLOWED_CALLERS, Caller};
use toolc_model::model::rule::{Rule, When};
use toolc_model::prove::implies::{implies, share_caller};

/// Whether somebody whom a rule names may call one of the overloads. Reports a rule of which nobody may.
pub(super) fn check_callers(diagnostics: &mut Diagnostics, rule: &Rule, tools: &[&Tool]) -> bool {
    let Some(when) = find_condition(rule) else {
        return true;
    };
    let callers = rule.callers();
    let is_called = |tool: &&Tool| callers.iter().any(|caller| tool.may_be_called_by(*caller));
    if tools.iter().any(is_called) {
        return true;
    }
    let Some(tool) = tools.first() else {
        return true;
    };
    let message = format!(
        "this rule never applies to `{}`: its `{ALLOWED_CALLERS}` refuses these callers",
        tool.qualified()
    );
    let finding = Diagnostic::new(Code::DEAD_RULE, when.pointer.span, message)
        .label("nobody who may call it");
    let finding = match tool.metadata.iter().find(|(key, _)| key == ALLOWED_CALLERS) {
        Some((_, node)) => finding.also(node.span, "these may call"),
        None => finding,
    };
    let help = match tool.name_among_others(rule) {
        None => "remove the rule, or name somebody who may call the tool".to_owned(),
        Some(name) => format!("remove `{}` from the rule", name.value),
    };
    diagnostics.push(finding.help(help));
    false
}

/// The condition of a rule on who calls.
fn find_condition(rule: &Rule) -> Option<&When> {
    rule.when.iter().find(|when| when.is_on_caller())
}

/// Reports rules that are stricter with some callers than with calls of which nothing says who made them. Such a call
/// may be one of theirs.
pub(super) fn check_unknown_callers(
    diagnostics: &mut Diagnostics,
    list: &List<'_>,
    dead: &[*const Rule],
) {
    let may_be_unknown = |tool: &&Tool| tool.may_be_called_by(Caller::Unknown);
    if !list.tools.iter().any(may_be_unknown) {
        return;
    }
    for (index, rule) in list.rules.iter().enumerate() {
        let callers = rule.callers();
        let mut earlier = list.rules[..index].iter();
        if earlier.any(|earlier| implies(rule, earlier)) {
            continue;
        }
        let Some(when) = find_condition(rule) else {
            continue;
        };
        if callers.contains(&Caller::Unknown) || dead.contains(&Arc::as_ptr(rule)) {
            continue;
        }
        let nameless = rule.on_calls_of(Caller::Unknown);
        if let Some(said) = find_loosest(list, &nameless).filter(|said| *said < rule.approval.value)
        {
            diagnostics.push(looser_unknown(list, rule, when, &callers, said));
        }
    }
}

/// The loosest approval that a list requires for some call that a rule matches; `None` if that depends on more.
fn find_loosest(list: &List<'_>, rule: &Rule) -> Option<Approval> {
    let mut loosest: Option<Approval> = None;
    for other in list.rules {
        if !share_caller(rule, other) {
            continue;
        }
        let said = other.approval.value;
        loosest = Some(loosest.map_or(said, |known| known.min(said)));
        if implies(rule, other) {
            return loosest;
        }
    }
    let otherwise = list.otherwise?;
    Some(loosest.map_or(otherwise, |known| known.min(otherwise)))
}

fn looser_unknown(
    list: &List<'_>,
    rule: &Rule,
    when: &When,
    callers: &[Caller],
    said: Approval,
) -> Diagnostic {
    let names = callers.iter().map(|caller| caller.name());
    let message = format!(
        "a call of {} is `{}` if it is made by {}, and only `{}` if nothing says who made it",
        named(list),
        rule.approval.value.name(),
        quote_names(names.clone()),
        said.name()
    );
    let mut written: Vec<&str> = names.collect();
    written.push(Caller::Unknown.name());
    Diagnostic::new(Code::UNDECIDED_CALLER, when.pointer.span, message)
        .label("services may leave out who calls, and MCP always does")
        .help(format!("write `called_by: [{}]`", written.join(", ")))
}
