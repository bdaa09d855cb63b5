//! Examples of rules, `match` and `no_match`, decided by the code that decides at run time.

use super::List;
use super::failed::{Failed, find_failed};
use std::sync::Arc;
use toolc_base::diagnostic::{Code, Diagnostic, Diagnostics};
use toolc_base::node::Node;
use toolc_model::model::callers::Caller;
use toolc_model::model::rule::Rule;
use toolc_model::model::{Catalog, Tool};
use toolc_model::prove::decide::{Decided, decide_example};
use toolc_runtime::{Violations, fill_text};
use toolc_schema::data::Data;
use toolc_schema::schema::tables::{Tables, nesting_depth};

/// Checks the examples of every rule that is itself sound.
pub(super) fn check_examples(
    diagnostics: &mut Diagnostics,
    catalog: &Catalog,
    lists: &[List<'_>],
    is_sound: impl Fn(&Arc<Rule>) -> bool,
) {
    let mut tables = Tables::new(&catalog.shapes);
    let mut seen: Vec<*const Rule> = Vec::new();
    for rule in lists.iter().flat_map(|list| list.rules) {
        if seen.contains(&Arc::as_ptr(rule)) || !is_sound(rule) {
            continue;
        }
        seen.push(Arc::as_ptr(rule));
        let has_rule = |list: &&List<'_>| list.rules.iter().any(|other| Arc::ptr_eq(other, rule));
        let lists: Vec<&List<'_>> = lists.iter().filter(has_rule).collect();
        let examples = rule.matches.iter().map(|example| (example, true));
        let counters = rule.no_matches.iter().map(|example| (example, false));
        for (example, matches) in examples.chain(counters) {
            if let Some(found) = check_example(&mut tables, rule, &lists, example, matches) {
                diagnostics.push(found);
            }
        }
    }
}

/// What is wrong with an example. It must be a valid call of at least one of the tools, and the
/// rule must treat it as stated for each of these, if the first caller that it names makes the call.
fn check_example(
    tables: &mut Tables<'_>,
    rule: &Arc<Rule>,
    lists: &[&List<'_>],
    example: &Node,
    matches: bool,
) -> Option<Diagnostic> {
    let text = example.to_json();
    let caller = rule.callers().first().copied();
    let caller = caller.unwrap_or(Caller::Direct);
    let mut refused: Option<(&Tool, Violations)> = None;
    let mut is_call = false;
    for list in lists {
        let mut filled = None;
        for tool in &list.tools {
            let table = tables.table(tool.input, nesting_depth(&text));
            match toolc_runtime::validate(table, &text) {
                Ok(()) => {
                    filled.get_or_insert_with(|| fill_example(tool, &text));
                }
                Err(violations) => {
                    refused.get_or_insert((tool, violations));
                }
            }
        }
        let Some(filled) = filled else {
            continue;
        };
        is_call = true;
        let decided = decide_example(list.rules, &filled, caller);
        let is_it = matches!(&decided, Decided::By(by) if Arc::ptr_eq(by, rule));
        if is_it != matches || matches!(decided, Decided::Undecided) {
            return Some(failed(rule, list, example, matches, &decided));
        }
    }
    let (tool, violations) = refused.filter(|_| !is_call)?;
    let message = format!(
        "the example is not a call of `{}`: {violations}",
        tool.qualified()
    );
    let finding = Diagnostic::new(Code::FAILED_EXAMPLE, example.span, message);
    Some(finding.help("write arguments that the schema of the tool accepts"))
}

/// An example as rules see it: with the defaults that a call of the tool is filled with.
fn fill_example(tool: &Tool, text: &str) -> String {
    let filled = tool.filling.as_ref();
    let filled = filled.and_then(|filling| fill_text(filling.row().build(), text));
    filled.map_or_else(|| text.to_owned(), |(text, _)| text)
}

fn failed(
    rule: &Rule,
    list: &List<'_>,
    example: &Node,
    matches: bool,
    decided: &Decided,
) -> Diagnostic {
    let name = super::named(list);
    let wanted = if matches {
        "this rule does not decide the example"
    } else {
        "this rule decides about the example"
    };
    let message = format!("{wanted}, as a call of {name}");
    let finding = Diagnostic::new(Code::FAILED_EXAMPLE, example.span, message);
    match decided {
        Decided::By(by) if by.span != rule.span => {
            let word = by.approval.value.name();
            finding
                .also(by.span, format!("this rule decides: `{word}`"))
                .help("correct the example, or the order or the conditions of the rules")
        }
        Decided::By(_) => finding
            .also(rule.span, "all its conditions hold")
            .help("correct the example, or make the conditions narrower"),
        Decided::ByNone => {
            let otherwise = list.otherwise.map(|otherwise| otherwise.name());
            let finding = match find_failed(rule, example) {
                Some(Failed { place, what, why }) => finding
                    .label(why)
                    .also(place, format!("{what} does not hold")),
                None => finding.also(rule.span, "one of its conditions does not hold"),
            };
            finding.help(match otherwise {
                Some(word) => format!(
                    "correct the example or the conditions: no rule decides about it, so it is `{word}`"
                ),
                None => "correct the example or the conditions: no rule decides about it".to_owned(),
            })
        }
        Decided::Undecided => finding.help("use a simpler pattern: matching takes too long"),
    }
}
