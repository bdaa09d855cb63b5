//! Determines which rule decides about a command.

use super::{Escape, Matching, Rule, find_escape};
use crate::approve::Approval;
use std::cmp::Reverse;

/// The outcome for a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<'c> {
    /// The rule with this index decides.
    Rule(usize, Approval),
    /// No rule matches, so the default decides.
    Default(Approval),
    /// No rule matches, and there is no default.
    Unlisted,
    /// The command would run without approval, but has an argument that no rule names and that can run
    /// anything.
    Escape(Escape<'c>),
}

/// Decides about a command.
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
        // `min_by_key` returns the first of several equal ones.
        Matching::Strictest => covering.min_by_key(|(_, rule)| Reverse(rule.approval)),
    };
    let (verdict, approval, named) = match (found, default) {
        (Some((number, rule)), _) => {
            let verdict = Verdict::Rule(number, rule.approval);
            (verdict, rule.approval, rule.words.len())
        }
        // Only the program counts as named.
        (None, Some(default)) => (Verdict::Default(default), default, 1),
        (None, None) => return Verdict::Unlisted,
    };
    match find_escape(named, command) {
        Some(escape) if approval == Approval::PreApproved => Verdict::Escape(escape),
        _ => verdict,
    }
}
