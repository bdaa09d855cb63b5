//! Noun: what a worker says of the toolset `shell`.

use super::approval::Approval;
use crate::source::{Span, Spanned};
use toolc_runtime::shell::{Matching, Rule};

/// The longest time that a command may have, in milliseconds.
pub const LONGEST: u64 = 300_000;

/// What a worker says of its shell. What is not said is as the runtime has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commands {
    /// The place of the toolset.
    pub span: Span,
    /// `rules`, in their order.
    pub rules: Vec<ShellRule>,
    /// `matching`: which of the rules that cover a command decides.
    pub matching: Option<Spanned<Matching>>,
    /// `default`: what holds for commands that no rule covers.
    pub default: Option<Spanned<Approval>>,
    /// `timeout`, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// `max_output`, in bytes.
    pub max_output: Option<Spanned<u64>>,
    /// `env`: the variables that commands see.
    pub env: Vec<Spanned<String>>,
    /// `root`: the folder that commands run in.
    pub root: Option<Spanned<String>>,
}

/// What is decided about the commands that begin with some words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellRule {
    /// `pattern`, as it is written.
    pub pattern: Spanned<String>,
    /// Its words; at least one.
    pub words: Vec<String>,
    /// `approval`; `ask` where nothing is said.
    pub approval: Spanned<Approval>,
    /// `reason`: what a model is told of blocked commands.
    pub reason: Option<Spanned<String>>,
    /// `match`: commands that it must decide.
    pub matches: Vec<Spanned<String>>,
    /// `no_match`: commands that it must not decide.
    pub no_match: Vec<Spanned<String>>,
}

impl Commands {
    /// What the freest of the commands needs, and what says so.
    pub fn loosest_approval(&self) -> Option<Spanned<Approval>> {
        let rules = self.rules.iter().map(|rule| &rule.approval);
        let all = rules.chain(&self.default);
        all.min_by_key(|approval| approval.value).cloned()
    }

    /// Whether somebody is asked about one of them.
    pub fn may_ask(&self) -> bool {
        let rules = self.rules.iter().map(|rule| &rule.approval);
        let mut all = rules.chain(&self.default);
        all.any(|approval| approval.value == Approval::Ask)
    }

    /// Which of the rules that cover a command decides.
    pub fn matching(&self) -> Matching {
        let said = self.matching.as_ref();
        said.map_or(Matching::First, |matching| matching.value)
    }

    /// The rule that decides about every command that this one is about, if there is another.
    pub fn find_overruling(&self, number: usize) -> Option<&ShellRule> {
        let rule = self.rules.get(number)?;
        let mut others = self.rules.iter().enumerate();
        let other = others.find(|(other, before)| match self.matching() {
            _ if *other == number || !before.covers(rule) => false,
            Matching::First => *other < number,
            Matching::Strictest => {
                let (was, is) = (before.approval.value, rule.approval.value);
                was > is || was == is && *other < number && before.words == rule.words
            }
        });
        other.map(|(_, rule)| rule)
    }

    /// Calls `look` with the rules as the runtime has them.
    pub fn with_rules<T>(&self, look: impl FnOnce(&[Rule<'_>]) -> T) -> T {
        let words: Vec<Vec<&str>> = self.rules.iter().map(ShellRule::words).collect();
        let rules = self.rules.iter().zip(&words).map(|(rule, words)| Rule {
            words,
            approval: rule.approval.value.runtime(),
            reason: rule.reason.as_ref().map(|reason| reason.value.as_str()),
        });
        look(&rules.collect::<Vec<_>>())
    }
}

impl ShellRule {
    fn words(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).collect()
    }

    /// Whether it decides about every command that the other one is about.
    pub fn covers(&self, other: &ShellRule) -> bool {
        other.words.starts_with(&self.words)
    }
}
