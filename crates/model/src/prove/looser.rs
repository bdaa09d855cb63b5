//! Whether one worker may need less approval for a tool than another.

use super::implies::{implies, share_caller};
use crate::model::approval::Approval;
use crate::model::policy::Grant;
use crate::model::rule::{Rule, Rules, SideRules};
use std::borrow::Cow;
use std::sync::Arc;
use toolc_base::source::Spanned;

/// Whether some call of the same tool may need less approval under one grant than under another.
/// `false` is proved; without a proof, the answer is `true`.
pub fn may_be_looser(grant: &Grant, than: &Grant) -> bool {
    let (own, other) = (rules_of(grant), rules_of(than));
    let (own, other) = (own.as_ref(), other.as_ref());
    let by_rule = own.iter().enumerate().any(|(index, rule)| {
        let before = &own[..index];
        !rule.callers().is_empty()
            && rule.approval.value < strictest(rule, before, other, than.approval)
    });
    // For calls that no rule here matches: the other side's rules that may match such calls.
    let left = other.iter().filter(|rule| !is_matched(rule, own));
    let left = left.map(|rule| rule.approval.value);
    let rest = left.fold(than.approval, Approval::max);
    by_rule || grant.approval < rest
}

/// The rules that come from a worker. The tool's own rules apply to all workers alike.
fn rules_of(grant: &Grant) -> Cow<'_, [Arc<Rule>]> {
    let Some(ruled) = grant.rules.as_deref() else {
        return Cow::Owned(Rules::new());
    };
    if ruled.inherited.is_empty() {
        return Cow::Borrowed(&ruled.worker.rules);
    }
    let inherited = ruled.inherited.iter().cloned();
    Cow::Owned(inherited.fold(ruled.worker.clone(), join_sides).rules)
}

/// Combines two sides into one: the stricter result of both.
fn join_sides(one: SideRules, other: SideRules) -> SideRules {
    let strictest = |said: &Spanned<Approval>, by: &Option<Spanned<Approval>>| {
        let by = by.clone().filter(|by| by.value > said.value);
        by.unwrap_or_else(|| said.clone())
    };
    let mut rules = Rules::new();
    for own in &one.rules {
        for rule in &other.rules {
            rules.push(Arc::new(Rule {
                when: own.when.iter().chain(&rule.when).cloned().collect(),
                approval: strictest(&own.approval, &Some(rule.approval.clone())),
                ..own.as_ref().clone()
            }));
        }
        rules.push(Arc::new(Rule {
            approval: strictest(&own.approval, &other.otherwise),
            ..own.as_ref().clone()
        }));
    }
    rules.extend(other.rules.iter().map(|rule| {
        Arc::new(Rule {
            approval: strictest(&rule.approval, &one.otherwise),
            ..rule.as_ref().clone()
        })
    }));
    let otherwise = match (one.otherwise, other.otherwise) {
        (Some(own), other) => Some(strictest(&own, &other)),
        (None, other) => other,
    };
    SideRules { rules, otherwise }
}

/// The strictest approval that other rules may require for the calls that a rule decides after
/// those before it.
fn strictest(
    rule: &Rule,
    before: &[Arc<Rule>],
    others: &[Arc<Rule>],
    otherwise: Approval,
) -> Approval {
    let mut most = Approval::PreApproved;
    for other in others {
        if is_matched(other, before) || !share_caller(rule, other) {
            continue;
        }
        most = most.max(other.approval.value);
        if implies(rule, other) {
            return most;
        }
    }
    most.max(otherwise)
}

/// Whether every call that a rule matches is matched by a single one of these.
fn is_matched(rule: &Rule, by: &[Arc<Rule>]) -> bool {
    by.iter().any(|other| implies(rule, other))
}
