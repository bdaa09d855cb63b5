//! Noun: the rules for a granted tool in the order they decide, in a form common to all workers.

mod data;

use super::approval::Approval;
use super::policy::Grant;
use super::rule::{Rule, SideRules, When};
pub use data::PlacedRuling;
use toolc_base::source::Span;

/// What decides the calls of one granted tool.
#[derive(Debug)]
pub struct Ruling<'g> {
    /// The lists of the worker, of those it extends, and of the tool itself. The last row of each
    /// is the result if none of its rules matches.
    pub lists: Vec<Vec<RulingRow<'g>>>,
    /// What applies if no list decides.
    pub otherwise: RulingRow<'g>,
}

/// One row of a list.
#[derive(Debug)]
pub struct RulingRow<'g> {
    /// The conditions, all of which must hold.
    pub when: &'g [When],
    /// The required approval.
    pub approval: Approval,
    /// What a model is told about a blocked call; empty if there is no reason.
    pub reason: &'g str,
    /// The place of the row.
    pub place: Option<Span>,
}

impl Grant {
    /// What decides its calls, if that depends on the arguments.
    pub fn ruling(&self) -> Option<Ruling<'_>> {
        let ruled = self.rules.as_deref()?;
        let reason = ruled.reason.as_ref().map(|reason| reason.value.as_str());
        let inherited = ruled.inherited.iter().map(|said| (said, reason));
        let lists = [(&ruled.worker, reason)].into_iter().chain(inherited);
        let lists = lists.chain([(&ruled.own, reason)]);
        let lists = lists.map(|(said, reason)| list_rules(said, reason));
        Some(Ruling {
            lists: lists.filter(|rows| !rows.is_empty()).collect(),
            otherwise: RulingRow {
                when: &[],
                approval: self.approval,
                reason: reason_of(self.approval, None, reason),
                place: self.span,
            },
        })
    }

    /// The loosest approval that a call may need: what its rules decide for the arguments that they are most
    /// generous to.
    pub fn loosest(&self) -> Approval {
        self.ruling()
            .map_or(self.approval, |ruling| ruling.loosest())
    }

    /// The strictest approval that a call may need, with the place of the rule or the entry that demands it.
    pub fn strictest(&self) -> (Approval, Option<Span>) {
        let Some(ruling) = self.ruling() else {
            return (self.approval, self.span);
        };
        let mut strictest = match self.rules_decide_all() {
            true => None,
            false => Some((self.approval, self.span)),
        };
        for row in ruling.lists.iter().flat_map(|rows| reachable(rows)) {
            if strictest.is_none_or(|(approval, _)| row.approval > approval) {
                strictest = Some((row.approval, row.place));
            }
        }
        strictest.unwrap_or((self.approval, self.span))
    }

    /// Whether its rules decide every call, so that its approval decides none.
    pub fn rules_decide_all(&self) -> bool {
        let lists = self.ruling().map(|ruling| ruling.lists).unwrap_or_default();
        let mut rows = lists.iter().flatten();
        rows.any(|row| row.when.is_empty())
    }

    /// The place of a rule without conditions that lets calls run without asking.
    pub fn always_unasked(&self) -> Option<Span> {
        let ruling = self.ruling()?;
        let mut rows = ruling.lists.iter().flat_map(|rows| reachable(rows));
        let row = rows.find(|row| row.when.is_empty() && row.approval == Approval::PreApproved)?;
        row.place
            .filter(|_| ruling.loosest() == Approval::PreApproved)
    }
}

impl Ruling<'_> {
    /// The strictest list that decides a call counts; any of them may be the only one that does, unless it
    /// decides every call.
    fn loosest(&self) -> Approval {
        let mut always = None;
        let mut sometimes = self.otherwise.approval;
        for rows in &self.lists {
            let least = reachable(rows).map(|row| row.approval).min();
            let least = least.unwrap_or(self.otherwise.approval);
            match rows.iter().any(|row| row.when.is_empty()) {
                true => always = always.max(Some(least)),
                false => sometimes = sometimes.min(least),
            }
        }
        always.unwrap_or(sometimes)
    }
}

/// The rows up to the first one that matches every call.
fn reachable<'r, 'g>(rows: &'r [RulingRow<'g>]) -> impl Iterator<Item = &'r RulingRow<'g>> {
    let last = rows.iter().position(|row| row.when.is_empty());
    rows.iter().take(last.map_or(rows.len(), |last| last + 1))
}

fn list_rules<'g>(said: &'g SideRules, reason: Option<&'g str>) -> Vec<RulingRow<'g>> {
    let row = |rule: &'g Rule| RulingRow {
        when: &rule.when,
        approval: rule.approval.value,
        reason: reason_of(
            rule.approval.value,
            rule.reason.as_ref().map(|reason| reason.value.as_str()),
            reason,
        ),
        place: Some(rule.span),
    };
    let rules = said.rules.iter().map(|rule| row(rule));
    let otherwise = said.otherwise.iter().map(|said| RulingRow {
        when: &[],
        approval: said.value,
        reason: reason_of(said.value, None, reason),
        place: Some(said.span),
    });
    rules.chain(otherwise).collect()
}

/// What a model is told about a blocked call; empty if the call is not blocked.
fn reason_of<'g>(approval: Approval, own: Option<&'g str>, general: Option<&'g str>) -> &'g str {
    match approval {
        Approval::Blocked => own.or(general).unwrap_or(""),
        Approval::PreApproved | Approval::Ask => "",
    }
}
