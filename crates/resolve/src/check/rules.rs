//! Rules on arguments and callers: each must be able to decide a call, must make a difference, and must do what its examples say.

mod callers;
mod examples;
mod failed;
mod meant;
mod pointers;
mod untried;

use std::collections::BTreeMap;
use std::sync::Arc;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_model::model::ToolName;
use toolc_model::model::approval::Approval;
use toolc_model::model::policy::{Grant, Worker};
use toolc_model::model::rule::{Rule, Rules};
use toolc_model::model::{Catalog, Tool};
use toolc_model::prove::implies::implies;
use toolc_schema::schema::shape::Shapes;

/// A list of rules, and the tool whose calls it decides, with its overloads.
struct List<'c> {
    rules: &'c Rules,
    tools: Vec<&'c Tool>,
    /// The approval if no rule matches; `None` if that depends on more.
    otherwise: Option<Approval>,
}

/// Checks the rules of all workers and of all tools.
pub(super) fn check_rules(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let lists = lists(catalog);
    if lists.is_empty() {
        return;
    }
    // shapes for the conditions are added to a copy
    let mut shapes = Shapes {
        arena: catalog.shapes.arena.clone(),
    };
    let mut sound = Vec::new();
    for list in &lists {
        let mut dead = Vec::new();
        for rule in list.rules {
            let is_called = callers::check_callers(diagnostics, rule, &list.tools);
            let is_met = pointers::check_pointers(diagnostics, &mut shapes, rule, &list.tools);
            match is_called && is_met {
                true => sound.push(Arc::as_ptr(rule)),
                false => dead.push(Arc::as_ptr(rule)),
            }
        }
        check_shadows(diagnostics, list);
        check_effects(diagnostics, list, &dead);
        callers::check_unknown_callers(diagnostics, list, &dead);
    }
    untried::check_untried(diagnostics, &lists);
    let is_sound = |rule: &Arc<Rule>| sound.contains(&Arc::as_ptr(rule));
    examples::check_examples(diagnostics, catalog, &lists, is_sound);
}

fn lists(catalog: &Catalog) -> Vec<List<'_>> {
    let mut lists = Vec::new();
    for tool in catalog.tools.iter().filter(|tool| !tool.rules.is_empty()) {
        lists.push(List {
            rules: &tool.rules,
            tools: vec![tool],
            otherwise: tool.approval.as_ref().map(|own| own.value),
        });
    }
    for worker in &catalog.workers {
        lists.extend(lists_of(catalog, worker));
    }
    lists
}

/// The lists of a worker: one for all overloads of a name.
fn lists_of<'c>(catalog: &'c Catalog, worker: &'c Worker) -> impl Iterator<Item = List<'c>> {
    let mut lists: BTreeMap<(&str, &str), List<'_>> = BTreeMap::new();
    for grant in &worker.grants {
        let Some(ruled) = grant.rules.as_deref() else {
            continue;
        };
        // rules that a worker inherits as its own have been checked as those of its parent
        let first = ruled.worker.rules.first();
        let is_own = |rule: &Arc<Rule>| {
            worker
                .span
                .is_none_or(|span| rule.span.source == span.source)
        };
        if !first.is_some_and(is_own) {
            continue;
        }
        let tool = catalog.tool(grant.tool);
        let list = lists
            .entry((&tool.namespace, &tool.name))
            .or_insert_with(|| List {
                rules: &ruled.worker.rules,
                tools: Vec::new(),
                otherwise: otherwise(grant),
            });
        list.tools.push(tool);
        if list.otherwise != otherwise(grant) {
            list.otherwise = None;
        }
    }
    lists.into_values()
}

fn otherwise(grant: &Grant) -> Option<Approval> {
    let ruled = grant.rules.as_deref()?;
    let entry = ruled.worker.otherwise.as_ref().map(|entry| entry.value);
    let is_alone = ruled.own.rules.is_empty() && ruled.inherited.is_empty();
    entry.or(is_alone.then_some(grant.approval))
}

/// Reports rules that decide nothing because an earlier rule matches all of their calls.
fn check_shadows(diagnostics: &mut Diagnostics, list: &List<'_>) {
    for (index, rule) in list.rules.iter().enumerate() {
        let mut earlier = list.rules[..index].iter();
        let Some(first) = earlier.find(|earlier| implies(rule, earlier)) else {
            continue;
        };
        let message = format!(
            "this rule never applies to {}: an earlier rule matches every call that this one matches",
            named(list)
        );
        let help = match name_among_others(list, rule) {
            None => "put the narrower rule first, or remove one of them".to_owned(),
            Some(ToolName { value, .. }) => {
                format!("put the narrower rule first, or remove `{value}` from this one")
            }
        };
        let finding = Diagnostic::new(Code::DEAD_RULE, rule.span, message)
            .label("never reached")
            .also(first.span, "this one decides")
            .help(help);
        diagnostics.push(finding);
    }
}

/// Reports rules at the end of a list that say what holds without them, but for those that have been reported to match nothing.
fn check_effects(diagnostics: &mut Diagnostics, list: &List<'_>, dead: &[*const Rule]) {
    let Some(otherwise) = list.otherwise else {
        return;
    };
    let says_same = |rule: &&Arc<Rule>| rule.approval.value == otherwise && rule.reason.is_none();
    for (index, rule) in list.rules.iter().enumerate().rev() {
        if dead.contains(&Arc::as_ptr(rule)) {
            continue;
        }
        if !says_same(&rule) {
            return;
        }
        if list.rules[..index]
            .iter()
            .any(|earlier| implies(rule, earlier))
        {
            continue;
        }
        let message = format!(
            "this rule changes nothing: without it, the approval of these calls of {} is `{}` too",
            named(list),
            otherwise.name()
        );
        diagnostics.push(match name_among_others(list, rule) {
            None => Diagnostic::new(Code::IDLE_RULE, rule.span, message)
                .label("this has no effect")
                .help("remove it, or correct its `approval`"),
            Some(ToolName { value, span, .. }) => Diagnostic::new(Code::IDLE_RULE, *span, message)
                .label("the rule has no effect on this tool")
                .help(format!(
                    "remove `{value}` from the rule, or correct its `approval`"
                )),
        });
    }
}

/// The name of the list's tool in a rule that names others too.
fn name_among_others<'r>(list: &List<'_>, rule: &'r Rule) -> Option<&'r ToolName> {
    list.tools.first()?.name_among_others(rule)
}

/// The name of a list's tool, in backticks.
fn named(list: &List<'_>) -> String {
    let name = list
        .tools
        .first()
        .map_or(String::new(), |tool| tool.qualified());
    format!("`{name}`")
}
