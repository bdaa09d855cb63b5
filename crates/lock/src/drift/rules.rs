//! Changes of rules: whether more or fewer calls run without asking, over all possible arguments and
//! callers. The calls that a rule matches are expressed as a schema, so that the schema prover
//! decides; a condition that no schema can express is assumed to be either true or false.

mod calls;

use super::comparison::Comparison;
use super::effects::{Effects, Known};
use super::report::{Kind, LOOSENED, TEXT, TIGHTENED};
use super::witness::{Side, formats_of};
use crate::lock::{INHERITED_RULES, LockedGrant, LockedTool, LockedWorker, RULES};
use calls::{CALL, FREE, any_caller, matched_by, nowhere};
use std::collections::{BTreeMap, HashMap};
use toolc_base::diagnostic::{Class, Code};
use toolc_base::node::Node;
use toolc_base::parse::parse_text;
use toolc_model::model::approval::Approval;
use toolc_model::model::callers::Caller;
use toolc_model::model::rule::CALLED_BY;
use toolc_runtime::reader::Reader;
use toolc_schema::schema::prove::inclusion::Inclusion;

/// A rule as written in a lock.
#[derive(Debug, PartialEq)]
struct Rule<'t> {
    approval: Approval,
    when: &'t str,
    reason: &'t str,
}

impl Rule<'_> {
    /// Whether it has a condition on who calls.
    fn names_caller(&self) -> bool {
        let node = parse_text(self.when, nowhere());
        node.as_map().is_some_and(|map| map.contains(CALLED_BY))
    }
}

/// The rules of each tool, in order. A tool's own rules are under the empty name.
type Rules<'t> = BTreeMap<&'t str, Vec<Rule<'t>>>;

/// The result of comparing rules.
#[derive(Debug)]
pub(super) struct Judgement {
    /// `lost`: calls that used to run with less approval; `gained`: calls that now do.
    pub effects: Effects,
    /// The most that changed.
    pub scope: Scope,
    /// A call that demonstrates the change.
    pub shown: Option<String>,
}

/// What a change of rules is about, from the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scope {
    /// The reasons that models read.
    Reasons,
    /// The rules of tools that no longer exist.
    RemovedTools,
    /// What is decided.
    Decisions,
}

/// The other things that determine a tool's approval: its definition, and the approval on each side
/// if no rule matches.
pub(super) type Rest<'r> = (&'r LockedTool, [Approval; 2]);

/// Compares rules in order; `rest` supplies what else applies to a tool. `None` if some rules
/// cannot be read.
pub(super) fn judge_rules<'t>(
    comparison: &mut Comparison<'_, '_>,
    [old, new]: [Option<&'t Node>; 2],
    rest: impl Fn(&str) -> Option<Rest<'t>>,
) -> Option<Judgement> {
    let (old, new) = (read_rules(old)?, read_rules(new)?);
    let mut judgement = Judgement {
        effects: Effects::NONE,
        scope: Scope::Reasons,
        shown: None,
    };
    let mut names: Vec<&str> = old.keys().chain(new.keys()).copied().collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let rules = [&old, &new].map(|side| side.get(name).map(Vec::as_slice).unwrap_or_default());
        if rules[0] == rules[1] {
            continue;
        }
        let decisions = rules.map(|rules| rules.iter().map(|rule| (rule.approval, rule.when)));
        let [was, is] = decisions;
        if was.eq(is) {
            continue;
        }
        let Some((tool, otherwise)) = rest(name) else {
            judgement.scope = judgement.scope.max(Scope::RemovedTools);
            continue;
        };
        judgement.scope = Scope::Decisions;
        // what now runs without asking is shown rather than what is not blocked any more
        for level in [Approval::Ask, Approval::PreApproved] {
            judge_level(comparison, &mut judgement, tool, rules, otherwise, level);
        }
    }
    Some(judgement)
}

/// The kind of change, if decided; the wording about the rules; and the call that demonstrates it.
pub(super) type RulesChange = (Option<Kind>, &'static str, Option<String>);

pub(super) fn describe_rules_change(judgement: &Judgement) -> RulesChange {
    let Effects { lost, gained } = judgement.effects;
    let (kind, words) = match (gained, lost) {
        _ if judgement.scope == Scope::Reasons => (Some(TEXT), "say something else"),
        _ if judgement.scope == Scope::RemovedTools => {
            (Some(SAME), "are fewer, because tools were removed")
        }
        (Known::Yes, Known::No) => (Some(LOOSENED), "were loosened"),
        (Known::Yes, _) => (Some(LOOSENED), "were loosened, and perhaps tightened"),
        (Known::No, Known::Yes) => (Some(TIGHTENED), "were tightened"),
        (Known::No, Known::No) => (Some(SAME), "decide the same, written differently"),
        (Known::No, Known::Unknown) => {
            (Some(TIGHTENED), "were perhaps tightened, and not loosened")
        }
        (Known::Unknown, _) => (None, "changed"),
    };
    (kind, words, judgement.shown.clone())
}

/// For rules that decide the same.
const SAME: Kind = (Code::WORKER_CHANGED, Class::ApprovalEquivalent);

/// Compares the sets of calls that need at most this approval.
fn judge_level(
    comparison: &mut Comparison<'_, '_>,
    judgement: &mut Judgement,
    tool: &LockedTool,
    rules: [&[Rule<'_>]; 2],
    otherwise: [Approval; 2],
    level: Approval,
) {
    let Some(span) = tool.span else {
        judgement.effects = Effects::UNKNOWN;
        return;
    };
    let names_caller = rules.iter().copied().flatten().any(Rule::names_caller);
    let [was, is] = [0, 1].map(|side| {
        let free = allowed(rules[side], otherwise[side], level);
        let input = tool.input.to_json();
        let caller = match names_caller {
            true => any_caller(),
            false => "true".to_owned(),
        };
        let text = format!(
            r#"{{"type":"object","required":["{CALL}"],"properties":{{"{CALL}":{input}}},"allOf":[{free},{caller}]}}"#
        );
        let schema = comparison.definitions.draft_new(&parse_text(&text, span));
        Side {
            schema,
            formats: formats_of(tool),
            confines_paths: false,
        }
    });
    let Some(found) = comparison.search.find_witness(&was, &is, true) else {
        judgement.effects = Effects::UNKNOWN;
        return;
    };
    let [lost, gained] = [&found.lost, &found.gained].map(known_of);
    judgement.effects.lost = judgement.effects.lost.or(lost);
    judgement.effects.gained = judgement.effects.gained.or(gained);
    let (words, shown) = match (gained, lost, level) {
        (Known::Yes, _, Approval::PreApproved) => ("now runs without asking", &found.gained),
        (Known::Yes, _, _) => ("is not blocked any more", &found.gained),
        (_, Known::Yes, Approval::PreApproved) => {
            ("does not run without a question any more", &found.lost)
        }
        (_, Known::Yes, _) => ("is now blocked", &found.lost),
        _ => return,
    };
    let is_better = gained == Known::Yes || judgement.shown.is_none();
    if let (Inclusion::Refuted(value), true) = (shown, is_better) {
        judgement.shown = Some(format!("{words}: {}", describe_call(value)));
    }
}

/// A value that relies on a condition of unknown truth proves nothing.
fn known_of(inclusion: &Inclusion) -> Known {
    match inclusion {
        Inclusion::Refuted(value) if has_condition(value) => Known::Unknown,
        inclusion => Known::from(inclusion),
    }
}

/// Whether there is a condition beside the call. The arguments of the call may look like one.
fn has_condition(value: &str) -> bool {
    let node = parse_text(value, nowhere());
    let mut entries = node.as_map().into_iter().flat_map(|map| map.iter());
    entries.any(|entry| entry.key.starts_with(FREE))
}

/// The arguments, and who calls if that matters.
fn describe_call(value: &str) -> String {
    let node = parse_text(value, nowhere());
    let part = |key: &str| node.as_map().and_then(|map| map.get(key));
    let arguments = part(CALL).map_or_else(|| value.to_owned(), Node::to_json);
    let caller = part(CALLED_BY).and_then(Node::as_str);
    match caller.and_then(Caller::from_name) {
        None => format!("`{arguments}`"),
        Some(Caller::Direct) => format!("`{arguments}`, called by the model itself"),
        Some(Caller::Programmatic) => format!("`{arguments}`, called by a program"),
        Some(Caller::Unknown) => format!("`{arguments}`, if nothing says who calls"),
    }
}

/// The calls that need at most this approval, as a schema. Neighbouring rules that decide alike are one
/// step, so that many rules do not nest deeply.
fn allowed(rules: &[Rule<'_>], otherwise: Approval, level: Approval) -> String {
    let is_within = |approval: Approval| approval <= level;
    let mut rest = is_within(otherwise).to_string();
    let alike = rules.chunk_by(|one, other| is_within(one.approval) == is_within(other.approval));
    for rules in alike.rev() {
        let matched: Vec<String> = rules.iter().map(|rule| matched_by(rule.when)).collect();
        let matched = matched.join(",");
        rest = match rules.iter().any(|rule| is_within(rule.approval)) {
            true => format!(r#"{{"anyOf":[{matched},{rest}]}}"#),
            false => format!(r#"{{"allOf":[{{"not":{{"anyOf":[{matched}]}}}},{rest}]}}"#),
        };
    }
    rest
}

/// How many tools of a worker have calls that run without asking. As in a call, the strictest of what the
/// rules of the worker, of those it extends and of the tool say applies.
pub(super) fn count_unasked(worker: &LockedWorker, tools: &HashMap<String, &LockedTool>) -> usize {
    let sides = [RULES, INHERITED_RULES].map(|key| group_rules(worker.settings.get(key)));
    let is_unasked = |(key, grant): &(&String, &LockedGrant)| {
        let tool = tools.get(key.as_str());
        let own = tool.map(|tool| group_rules(tool.settings.get(RULES)));
        let own = own.as_ref().and_then(|own| own.get(""));
        let said = sides.iter().map(|side| side.get(key.as_str()));
        let lists = said.chain([own]).flatten().map(Vec::as_slice);
        find_loosest(lists, grant.approval) == Approval::PreApproved
    };
    worker.grants.iter().filter(is_unasked).count()
}

/// The loosest approval that a call may need; `otherwise` applies if no rule matches it. A list whose last
/// rule matches every call decides them all.
fn find_loosest<'r>(lists: impl Iterator<Item = &'r [Rule<'r>]>, otherwise: Approval) -> Approval {
    let (mut always, mut sometimes) = (None, otherwise);
    for rules in lists {
        let last = rules.iter().position(|rule| rule.when == EVERY_CALL);
        let reached = rules.iter().take(last.map_or(rules.len(), |last| last + 1));
        let least = reached.map(|rule| rule.approval).min().unwrap_or(otherwise);
        match last {
            Some(_) => always = always.max(Some(least)),
            None => sometimes = sometimes.min(least),
        }
    }
    always.unwrap_or(sometimes)
}

/// A rule without conditions, as a lock shows it.
const EVERY_CALL: &str = "{}";

/// The rules of each tool, without those that cannot be read.
fn group_rules(lines: Option<&Node>) -> Rules<'_> {
    let lines = lines.and_then(Node::as_list).unwrap_or_default();
    let mut rules = Rules::new();
    for (tool, rule) in lines.iter().filter_map(|line| read_rule(line.as_str()?)) {
        rules.entry(tool).or_default().push(rule);
    }
    rules
}

fn read_rules(lines: Option<&Node>) -> Option<Rules<'_>> {
    let mut rules = Rules::new();
    for line in lines.and_then(Node::as_list).unwrap_or_default() {
        let (tool, rule) = read_rule(line.as_str()?)?;
        rules.entry(tool).or_default().push(rule);
    }
    Some(rules)
}

/// Parses `shop::pay: ask when {…}: reason`.
fn read_rule(line: &str) -> Option<(&str, Rule<'_>)> {
    let (head, rest) = line.split_once(" when ")?;
    let (tool, approval) = head.rsplit_once(": ").unwrap_or(("", head));
    let when = Reader::new(rest).capture().ok()?;
    let rule = Rule {
        approval: Approval::from_name(approval)?,
        when,
        reason: rest.get(when.len()..)?,
    };
    Some((tool, rule))
}
