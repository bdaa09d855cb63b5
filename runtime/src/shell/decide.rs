//! Which rule decides about a command.

use super::{Escape, Matching, Rule, find_escape};
use crate::approve::Approval;
use std::cmp::Reverse;

/// What decides about a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<'c> {
    /// The rule with this number.
    Rule(usize, Approval),
    /// No rule, so what holds for the rest.
    Default(Approval),
    /// No rule, and nothing is said about the rest.
    Unlisted,
    /// It would run unseen, but goes on with what no rule names and what can run anything.
    Escape(Escape<'c>),
}

/// What decides about a command.
pub fn decide<'c, W: AsRef<str>>(
    rules: &[Rule<'_>],
    matching: Matching,
    default: Option<Approval>,
    command: &'c [W],
) -> Verdict<'c> {
    let numbered = rules.iter().enumerate();
    let mut covering = numbered.filter(|(_, rule)| rule.covers(command));
    let found = match matching {
        Matching::First => covering.next(),
        // of equals `min_by_key` takes the first
        Matching::Strictest => covering.min_by_key(|(_, rule)| Reverse(rule.approval)),
    };
    let (verdict, approval, named) = match (found, default) {
        (Some((number, rule)), _) => {
            let verdict = Verdict::Rule(number, rule.approval);
            (verdict, rule.approval, rule.words.len())
        }
        // nothing but the program counts as named
        (None, Some(default)) => (Verdict::Default(default), default, 1),
        (None, None) => return Verdict::Unlisted,
    };
    match find_escape(named, command) {
        Some(escape) if approval == Approval::PreApproved => Verdict::Escape(escape),
        _ => verdict,
    }
}
