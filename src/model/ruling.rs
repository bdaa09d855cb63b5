//! Noun: the rules of a granted tool in the order in which they decide, as every worker has them.

use super::approval::Approval;
use super::policy::Grant;
use super::rule::{Rule, Said, When};
use crate::source::Span;

/// What decides about the calls of one granted tool.
#[derive(Debug)]
pub struct Ruling<'g> {
    /// The lists of the worker, of those that it extends and of the tool itself, each with what it says
    /// where none of its rules matches as its last row.
    pub lists: Vec<Vec<Ruled<'g>>>,
    /// What holds where none of them says anything.
    pub otherwise: Ruled<'g>,
}

/// One row of them.
#[derive(Debug)]
pub struct Ruled<'g> {
    /// All must hold.
    pub when: &'g [When],
    /// What then has to happen.
    pub approval: Approval,
    /// What a model is told of a call that is blocked; empty where nothing is said.
    pub reason: &'g str,
    /// Where it stands.
    pub place: Option<Span>,
}

impl Grant {
    /// What decides about its calls, where that depends on the arguments.
    pub fn ruling(&self) -> Option<Ruling<'_>> {
        let ruled = self.rules.as_deref()?;
        let reason = ruled.reason.as_ref().map(|reason| reason.value.as_str());
        let inherited = ruled.inherited.iter().map(|said| (said, reason));
        let lists = [(&ruled.worker, reason)].into_iter().chain(inherited);
        let lists = lists.chain([(&ruled.own, None)]);
        let lists = lists.map(|(said, reason)| list_rules(said, reason));
        Some(Ruling {
            lists: lists.filter(|rows| !rows.is_empty()).collect(),
            otherwise: Ruled {
                when: &[],
                approval: self.approval,
                reason: reason_of(self.approval, None, reason),
                place: self.span,
            },
        })
    }
}

fn list_rules<'g>(said: &'g Said, reason: Option<&'g str>) -> Vec<Ruled<'g>> {
    let row = |rule: &'g Rule| Ruled {
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
    let otherwise = said.otherwise.iter().map(|said| Ruled {
        when: &[],
        approval: said.value,
        reason: reason_of(said.value, None, reason),
        place: Some(said.span),
    });
    rules.chain(otherwise).collect()
}

/// What a model is told of a call that is blocked; nothing where none is.
fn reason_of<'g>(approval: Approval, own: Option<&'g str>, general: Option<&'g str>) -> &'g str {
    match approval {
        Approval::Blocked => own.or(general).unwrap_or(""),
        Approval::PreApproved | Approval::Ask => "",
    }
}
