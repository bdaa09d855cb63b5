//! What definitions would break at the targets of a catalog, and what of them is not shown there.

mod facts;
mod judge;
mod loss;

use crate::collections::{BTreeMap, BTreeSet, HashMap};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::policy::Worker;
use crate::model::target::{Check, Effect, Rule, Status};
use crate::model::{Catalog, Form, Target, Tool, ToolId};
use facts::Facts;
use judge::{Fault, Totals, judge_list, judge_tool};
use loss::{ALL_WORK, find_loss};
use toolc_runtime::definition::Structured;
use toolc_runtime::strict::tree::Tree;
use toolc_runtime::strict::{Dialect, LeftOut, Listed};

/// Reports granted tools whose input schema is refused by a target of the catalog.
pub(super) fn check_input_roots(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    for tool in exported(catalog) {
        let schema = Tree::parse(&tool.input_text.text);
        let keywords = schema.iter().flat_map(Tree::as_map).flatten();
        let keywords: Vec<&str> = keywords.map(|(key, _)| key.as_str()).collect();
        let is_object = catalog.shapes.takes(tool.input).objects;
        let refusal = |target: &&'static Target| {
            let reason = match find_refused(target, &keywords) {
                _ if !is_object => "accepts no object".to_owned(),
                Some(keyword) => format!("has `{keyword}` at its root"),
                None => return None,
            };
            Some((*target, reason))
        };
        let refusals: Vec<_> = catalog.targets.iter().filter_map(refusal).collect();
        if let Some((_, reason)) = refusals.first() {
            let targets: Vec<&str> = refusals.iter().map(|(target, _)| target.name).collect();
            diagnostics.push(illegal_root(tool, reason, is_object, &targets));
        }
    }
}

/// The first of some keywords that a target refuses at the root of an input schema. One that takes only
/// a part of JSON Schema is shown none of them.
fn find_refused<'k>(target: &Target, keywords: &[&'k str]) -> Option<&'k str> {
    if target.dialect.is_some() {
        return None;
    }
    let is_refused = |keyword: &str| {
        target.rules().any(|rule| match &rule.check {
            Check::RootWithout(refused) => {
                rule.effect == Effect::Refused && refused.contains(&keyword)
            }
            _ => false,
        })
    };
    keywords.iter().copied().find(|keyword| is_refused(keyword))
}

/// Reports granted tools whose output schema MCP is shown in another form, or not at all.
pub(super) fn check_output_roots(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut targets = catalog.targets.iter();
    if !targets.any(|target| target.form == Form::Mcp) {
        return;
    }
    for tool in exported(catalog).filter(|tool| tool.shown_output().is_some()) {
        if let Some(reshaped) = reshaped_output(tool) {
            diagnostics.push(reshaped);
        }
    }
}

/// What was found of a tool or a worker, and for which targets.
type Found = BTreeMap<(Option<ToolId>, Fault, bool), Vec<&'static str>>;

/// Reports what breaks further rules of the targets: those of single definitions, and those of the
/// whole list of a worker.
pub(super) fn check_rules_of_targets(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut found = Found::new();
    let mut facts: HashMap<ToolId, Facts> = HashMap::new();
    for worker in &catalog.workers {
        let ids = catalog.order_overloads(worker.grants.iter().map(|grant| grant.tool));
        let ids: Vec<ToolId> = ids
            .into_iter()
            .filter(|id| catalog.tool(*id).is_shown())
            .collect();
        for target in &catalog.targets {
            let list = catalog.list(&ids, target);
            let mut totals = Totals {
                tools: ids.len(),
                ..Totals::default()
            };
            for (index, id) in ids.iter().enumerate() {
                let tool = catalog.tool(*id);
                let listed = list.as_ref().and_then(|list| list.tools().get(index));
                let rewritten = listed.and_then(Listed::rewritten);
                let own;
                let facts = match rewritten {
                    Some(rewritten) => {
                        own = Facts::of(rewritten.schema());
                        totals.strict += 1;
                        totals.optional += own.optional;
                        totals.unions += own.unions;
                        &own
                    }
                    None => facts.entry(*id).or_insert_with(|| facts_of(catalog, tool)),
                };
                let is_whole = target.dialect.is_none() || rewritten.is_some();
                for rule in target.rules().filter(|_| is_whole) {
                    for fault in judge_tool(tool, facts, rule) {
                        note(&mut found, Some(*id), fault, rule, target);
                    }
                }
                if let Some(reason) = listed.and_then(Listed::left_out) {
                    let fault = left_out(tool, reason);
                    found
                        .entry((Some(*id), fault, false))
                        .or_default()
                        .push(target.name);
                }
            }
            for rule in target.rules() {
                if let Some((what, count, most)) = judge_list(&totals, &rule.check) {
                    diagnostics.push(crowded(
                        worker,
                        &ids,
                        catalog,
                        target,
                        &format!("{count} {what}, more than {most}"),
                    ));
                }
            }
        }
    }
    note_losses(&mut found, catalog);
    for ((id, fault, is_disputed), targets) in found {
        if let Some(id) = id {
            diagnostics.push(broken(catalog.tool(id), &fault, is_disputed, &targets));
        }
    }
}

/// Notes which calls are lost, or let through, where a schema is rewritten.
fn note_losses(found: &mut Found, catalog: &Catalog) {
    let mut work = ALL_WORK;
    for (dialect, targets) in by_dialect(catalog) {
        for id in exported_ids(catalog) {
            let tool = catalog.tool(id);
            let loss = find_loss(catalog, tool, dialect, &mut work);
            if let Some(said) = loss.and_then(|loss| loss.describe()) {
                let fault = Fault {
                    code: Code::LOSSY_REWRITE,
                    is_so: format!("of `{}` {said}", tool.qualified()),
                    help: "the worker holds every call to the whole schema, whatever a provider lets through"
                        .to_owned(),
                };
                found
                    .entry((Some(id), fault, false))
                    .or_default()
                    .extend(&targets);
            }
        }
    }
}

fn facts_of(catalog: &Catalog, tool: &Tool) -> Facts {
    let schema = Tree::parse(&catalog.shown_input(tool));
    schema.as_ref().map(Facts::of).unwrap_or_default()
}

fn note(found: &mut Found, id: Option<ToolId>, fault: Fault, rule: &Rule, target: &Target) {
    let is_disputed = rule.status == Status::Disputed;
    let targets = found.entry((id, fault, is_disputed)).or_default();
    if !targets.contains(&target.name) {
        targets.push(target.name);
    }
}

fn broken(tool: &Tool, fault: &Fault, is_disputed: bool, targets: &[&'static str]) -> Diagnostic {
    let verb = match (fault.code, targets.len()) {
        (Code::NOT_STRICT | Code::LOSSY_REWRITE, _) => "",
        (Code::IGNORED_KEYWORD, 1) => "ignores",
        (Code::IGNORED_KEYWORD, _) => "ignore",
        (_, 1) => "refuses",
        _ => "refuse",
    };
    let targets = targets.join(" and ");
    let message = match fault.code {
        Code::NOT_STRICT => format!("{} for {targets}", fault.is_so),
        Code::LOSSY_REWRITE => format!("for {targets}, what is shown {}", fault.is_so),
        _ => format!("{}, which {targets} {verb}", fault.is_so),
    };
    let found = Diagnostic::new(fault.code, tool.span, message).help(fault.help.clone());
    match is_disputed {
        true => found.label("sources contradict each other about this rule"),
        false => found.label("granted to a worker and exported"),
    }
}

fn left_out(tool: &Tool, reason: LeftOut) -> Fault {
    let (why, help) = match reason {
        LeftOut::Schema(refusal) => (
            format!("its input schema {}", refusal.reason()),
            "say `additionalProperties: false` at its root, or let it be without `strict`",
        ),
        LeftOut::Budget(what, most) => (
            format!("the list would have more than {most} {what}"),
            "choose which tools are strict, or make more of their properties required",
        ),
    };
    Fault {
        code: Code::NOT_STRICT,
        is_so: format!("`{}` is not strict, because {why},", tool.qualified()),
        help: help.to_owned(),
    }
}

fn crowded(
    worker: &Worker,
    ids: &[ToolId],
    catalog: &Catalog,
    target: &Target,
    has: &str,
) -> Diagnostic {
    let message = format!(
        "the worker `{}` has {has}, which {} refuses",
        worker.name, target.name
    );
    let first = ids.first().map(|id| catalog.tool(*id).span);
    let found = match worker.span.or(first) {
        Some(span) => Diagnostic::new(Code::CROWDED_WORKER, span, message),
        None => Diagnostic::placeless(Code::CROWDED_WORKER, message),
    };
    found.help("grant fewer tools to the worker, or divide it into several")
}

/// The parts of JSON Schema that targets take, and whose they are.
fn by_dialect(catalog: &Catalog) -> BTreeMap<Dialect, Vec<&'static str>> {
    let mut dialects: BTreeMap<Dialect, Vec<&'static str>> = BTreeMap::new();
    for target in &catalog.targets {
        if let Some(dialect) = target.dialect {
            dialects.entry(dialect).or_default().push(target.name);
        }
    }
    dialects
}

/// What some worker may call, where somebody is shown it.
fn exported(catalog: &Catalog) -> impl Iterator<Item = &Tool> {
    let granted = exported_ids(catalog).into_iter();
    granted.map(|id| catalog.tool(id))
}

fn exported_ids(catalog: &Catalog) -> BTreeSet<ToolId> {
    let workers = catalog
        .workers
        .iter()
        .filter(|_| !catalog.targets.is_empty());
    let grants = workers.flat_map(|worker| &worker.grants);
    let granted = grants.map(|grant| grant.tool);
    granted.filter(|id| catalog.tool(*id).is_shown()).collect()
}

fn illegal_root(tool: &Tool, reason: &str, is_object: bool, targets: &[&str]) -> Diagnostic {
    let refuse = match targets {
        [_] => "refuses",
        _ => "refuse",
    };
    let message = format!(
        "the input schema of `{}` {reason}, which {} {refuse}",
        tool.qualified(),
        targets.join(" and "),
    );
    let help = if is_object {
        "put the alternatives under a property of an object, or take the target out of `targets`"
    } else {
        "arguments are always an object: write `type: object` at the root"
    };
    Diagnostic::new(Code::ILLEGAL_ROOT, tool.span, message)
        .label("granted to a worker and exported")
        .help(help)
}

fn reshaped_output(tool: &Tool) -> Option<Diagnostic> {
    let name = tool.qualified();
    let (message, help) = match tool.structured {
        Structured::Object => return None,
        Structured::Wrapped => (
            format!("mcp is shown the result of `{name}` as an object that has it under `result`"),
            "before its revision of 2026-07-28, MCP takes only objects as structured \
             content; describe an object to choose another key",
        ),
        Structured::Unknown => (
            format!(
                "mcp is not shown the output schema of `{name}`, which accepts more than objects"
            ),
            "write `type: object` at its root where every result is one",
        ),
    };
    Some(Diagnostic::new(Code::RESHAPED_OUTPUT, tool.span, message).help(help))
}
