//! The rules of targets, for each definition and for the whole list of a worker.

use super::facts::Facts;
use super::judge::{Fault, Totals, judge_list, judge_tool};
use super::loss::{ALL_WORK, find_loss};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use toolc_base::diagnostic::quote::join_names;
use toolc_base::diagnostic::{About, Code, Diagnostic, Diagnostics};
use toolc_model::model::policy::Worker;
use toolc_model::model::provider::{Check, Obstacle, Rule, Status};
use toolc_model::model::{Catalog, Target, Tool, ToolId};
use toolc_runtime::strict::tree::Tree;
use toolc_runtime::strict::{Dialect, LeftOut, Listed, Refusal};
use toolc_schema::schema::prove::inhabited::Inhabited;

/// A tool, a fault of it, and whether sources disagree about the rule.
type Key = (ToolId, Fault, bool);

/// Reports broken rules of the targets: those on single definitions, and those on the whole list of
/// a worker.
pub fn check_lists(diagnostics: &mut Diagnostics, catalog: &Catalog) {
    let mut rules = catalog.targets.iter().flat_map(|target| target.rules());
    let asks = rules.any(|rule| rule.check == Check::Grammar(Obstacle::NoCall));
    let mut judged = Judged {
        catalog,
        inhabited: asks.then(|| Inhabited::of(&catalog.shapes)),
        found: BTreeMap::new(),
        facts: HashMap::new(),
        rewritten: BTreeMap::new(),
    };
    for worker in &catalog.workers {
        let ids = catalog.order_overloads(worker.grants.iter().map(|grant| grant.tool));
        let is_shown = |id: &ToolId| catalog.tool(*id).is_shown();
        let ids: Vec<ToolId> = ids.into_iter().filter(is_shown).collect();
        for target in &catalog.targets {
            judged.judge(diagnostics, worker, &ids, target);
        }
    }
    judged.note_losses();
    for ((id, fault, is_disputed), targets) in judged.found {
        diagnostics.push(broken(catalog.tool(id), &fault, is_disputed, &targets));
    }
}

/// The results so far.
struct Judged<'c> {
    catalog: &'c Catalog,
    /// Which shapes some value satisfies, computed if a target asks for it.
    inhabited: Option<Inhabited>,
    /// The faults, and the targets that have them.
    found: BTreeMap<Key, Vec<&'static str>>,
    /// The facts about schemas that are shown unchanged.
    facts: HashMap<ToolId, Facts>,
    /// The tools that are rewritten for each dialect, and for which targets.
    rewritten: BTreeMap<(Dialect, ToolId), BTreeSet<&'static str>>,
}

impl Judged<'_> {
    fn judge(
        &mut self,
        diagnostics: &mut Diagnostics,
        worker: &Worker,
        ids: &[ToolId],
        target: &'static Target,
    ) {
        let list = self.catalog.list(ids, target);
        let mut totals = Totals {
            tools: ids.len(),
            ..Totals::default()
        };
        let mut over_budget: BTreeMap<(&str, usize), usize> = BTreeMap::new();
        for (index, id) in ids.iter().enumerate() {
            let listed = list.as_ref().and_then(|list| list.tools().get(index));
            self.judge_definition(*id, target, listed, &mut totals);
            match listed.and_then(Listed::left_out) {
                Some(LeftOut::Budget(what, maximum)) => {
                    *over_budget.entry((*what, *maximum)).or_default() += 1;
                }
                Some(LeftOut::Schema(refusal)) => {
                    let fault = not_strict(self.catalog.tool(*id), refusal);
                    self.note((*id, fault, false), target);
                }
                None => {}
            }
        }
        for ((what, maximum), count) in over_budget {
            diagnostics.push(self.over_budget(worker, ids, target, (what, maximum, count)));
        }
        for rule in target.rules() {
            if let Some((what, count, maximum)) = judge_list(&totals, &rule.check) {
                let has = format!("{count} {what}, more than {maximum}");
                diagnostics.push(self.crowded(worker, ids, target, &has));
            }
        }
    }

    fn judge_definition(
        &mut self,
        id: ToolId,
        target: &'static Target,
        listed: Option<&Listed>,
        totals: &mut Totals,
    ) {
        let tool = self.catalog.tool(id);
        let rewritten = listed.and_then(Listed::rewritten);
        let faults: Vec<(Fault, &Rule)> = match (rewritten, target.dialect) {
            (Some(rewritten), Some(dialect)) => {
                let facts = Facts::of(rewritten.schema());
                totals.strict += 1;
                totals.optional += facts.optional;
                totals.unions += facts.unions;
                let targets = self.rewritten.entry((dialect, id)).or_default();
                targets.insert(target.name);
                faults(tool, &facts, target)
            }
            // it is not strict, and the rules apply only to strict tools
            (None, Some(_)) => Vec::new(),
            (_, None) => {
                let (catalog, inhabited) = (self.catalog, &self.inhabited);
                let facts = self.facts.entry(id);
                let facts = facts.or_insert_with(|| {
                    let schema = Tree::parse(&catalog.shown_input(tool));
                    let mut facts = schema.as_ref().map(Facts::of).unwrap_or_default();
                    let is_known = inhabited.as_ref();
                    if is_known.is_some_and(|known| !known.has(tool.input)) {
                        facts.obstacles.insert(Obstacle::NoCall, String::new());
                    }
                    facts
                });
                faults(tool, facts, target)
            }
        };
        for (fault, rule) in faults {
            self.note((id, fault, rule.status == Status::Disputed), target);
        }
    }

    fn note(&mut self, key: Key, target: &Target) {
        let targets = self.found.entry(key).or_default();
        if !targets.contains(&target.name) {
            targets.push(target.name);
        }
    }

    /// Adds notes on the calls that rewriting a schema loses or lets through.
    fn note_losses(&mut self) {
        let mut work = ALL_WORK;
        for ((dialect, id), targets) in std::mem::take(&mut self.rewritten) {
            let tool = self.catalog.tool(id);
            let loss = find_loss(self.catalog, tool, dialect, &mut work);
            let help = match &loss {
                Some(loss) if loss.is_narrower() => {
                    "a model cannot make such calls through this target: describe what matters under `properties`"
                }
                _ => {
                    "the worker checks every call against the whole schema, whatever a provider lets through"
                }
            };
            let said = match loss {
                Some(loss) => loss.describe(),
                None => Some("could not be compared".to_owned()),
            };
            let Some(said) = said else { continue };
            let fault = Fault {
                code: Code::LOSSY_REWRITE,
                is_so: format!("of `{}` {said}", tool.qualified()),
                help: help.to_owned(),
                at: None,
            };
            self.found
                .entry((id, fault, false))
                .or_default()
                .extend(targets);
        }
    }

    fn over_budget(
        &self,
        worker: &Worker,
        ids: &[ToolId],
        target: &Target,
        (what, maximum, count): (&str, usize, usize),
    ) -> Diagnostic {
        let (tools, are) = match count {
            1 => ("tool", "is"),
            _ => ("tools", "are"),
        };
        let message = format!(
            "{count} {tools} of the worker `{}` {are} not strict for {}: the list would have more than {maximum} {what}",
            worker.name, target.name
        );
        let help =
            "choose which are strict under `exports`, or make more of their properties required";
        self.at_worker(Code::NOT_STRICT, worker, ids, message)
            .help(help)
    }

    fn crowded(&self, worker: &Worker, ids: &[ToolId], target: &Target, has: &str) -> Diagnostic {
        let message = format!(
            "the worker `{}` has {has}, which {} refuses",
            worker.name, target.name
        );
        let found = self.at_worker(Code::CROWDED_WORKER, worker, ids, message);
        found.help("grant fewer tools to the worker, or divide it into several")
    }

    /// A finding at the worker or, if that has no file, at its first tool.
    fn at_worker(
        &self,
        code: Code,
        worker: &Worker,
        ids: &[ToolId],
        message: String,
    ) -> Diagnostic {
        let first = ids.first().map(|id| self.catalog.tool(*id).span);
        match worker.span.or(first) {
            Some(span) => Diagnostic::new(code, span, message),
            None => Diagnostic::placeless(code, message),
        }
    }
}

fn faults(tool: &Tool, facts: &Facts, target: &Target) -> Vec<(Fault, &'static Rule)> {
    let mut faults = Vec::new();
    for rule in target.rules() {
        let found = judge_tool(tool, facts, rule);
        faults.extend(found.into_iter().map(|fault| (fault, rule)));
    }
    faults
}

fn not_strict(tool: &Tool, refusal: &Refusal) -> Fault {
    let remedy = match refusal {
        Refusal::OpenRoot => "write `additionalProperties: false` at its root",
        Refusal::Nothing => "correct the schema",
        Refusal::Unclear(_) => {
            "write `default: null` there if null means the same as leaving it out, or require it, or take null away"
        }
    };
    Fault {
        code: Code::NOT_STRICT,
        is_so: format!(
            "`{}` is not strict, because its input schema {},",
            tool.qualified(),
            refusal.reason()
        ),
        help: format!("{remedy}, or do not choose it under `strict`"),
        at: None,
    }
}

fn broken(tool: &Tool, fault: &Fault, is_disputed: bool, targets: &[&'static str]) -> Diagnostic {
    let verb = match (fault.code, targets.len()) {
        (Code::IGNORED_KEYWORD, 1) => "ignores",
        (Code::IGNORED_KEYWORD, _) => "ignore",
        (_, 1) => "refuses",
        _ => "refuse",
    };
    let about = About::tool(tool.qualified()).at_targets(targets);
    let targets = join_names(targets);
    let message = match fault.code {
        Code::NOT_STRICT => format!("{} for {targets}", fault.is_so),
        Code::LOSSY_REWRITE => format!("for {targets}, the exported definition {}", fault.is_so),
        _ => format!("{}, which {targets} {verb}", fault.is_so),
    };
    let place = fault.at.as_deref().and_then(|at| tool.place_of(at));
    let found = Diagnostic::new(fault.code, place.unwrap_or(tool.span), message);
    let found = found.help(fault.help.clone()).about(about);
    match is_disputed {
        true => found.label("sources contradict each other about this rule"),
        false => found.label("granted to a worker and exported"),
    }
}
