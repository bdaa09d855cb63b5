//! Determines which rule decides about a command.

use super::{Allowance, Beyond, Doubt, Escape, Matching, Rule, find_beyond};
use crate::approval::Approval;
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
    /// The command would run without approval, but has an argument that no rule names and that is not known
    /// to be harmless, so somebody is asked. The rule with this index, or else the default, would let it run.
    Doubtful(Option<usize>, Doubt<'c>),
}

/// Decides about a command.
pub fn decide<'c, W: AsRef<str>>(
    rules: &[Rule<'_>],
    matching: Matching,
    default: Option<Approval>,
    command: &'c [W],
) -> Verdict<'c> {
    let numbered = rules.iter().enumerate();
    let covering = numbered.filter(|(_, rule)| rule.covers(command));
    let mut judged = covering.map(|(number, rule)| {
        let beyond = match rule.approval {
            Approval::PreApproved => find_beyond(rule.allowance(), command),
            _ => None,
        };
        let verdict = match beyond {
            None => Verdict::Rule(number, rule.approval),
            Some(beyond) => Verdict::of(Some(number), beyond),
        };
        (rule.approval, verdict)
    });
    let found = match matching {
        Matching::First => judged.next(),
        // The strictest rule, and of several that let commands run, the one that lets fewest do so.
        // `min_by_key` returns the first of several equal ones.
        Matching::Strictest => {
            judged.min_by_key(|(approval, verdict)| Reverse((*approval, verdict.approval())))
        }
    };
    match (found, default) {
        (Some((_, verdict)), _) => verdict,
        (None, None) => Verdict::Unlisted,
        (None, Some(Approval::PreApproved)) => {
            // Only the program counts as named.
            let program = Allowance {
                named: 1,
                any_options: false,
            };
            match find_beyond(program, command) {
                None => Verdict::Default(Approval::PreApproved),
                Some(beyond) => Verdict::of(None, beyond),
            }
        }
        (None, Some(default)) => Verdict::Default(default),
    }
}

impl<'c> Verdict<'c> {
    fn of(rule: Option<usize>, beyond: Beyond<'c>) -> Self {
        match beyond {
            Beyond::Refused(escape) => Verdict::Escape(escape),
            Beyond::Asks(doubt) => Verdict::Doubtful(rule, doubt),
        }
    }

    /// What has to happen before the command runs.
    pub fn approval(&self) -> Approval {
        match self {
            Verdict::Rule(_, approval) | Verdict::Default(approval) => *approval,
            Verdict::Doubtful(..) => Approval::Ask,
            Verdict::Unlisted | Verdict::Escape(_) => Approval::Blocked,
        }
    }
}
