//! Noun: a worker's settings for the toolset `shell`.

pub(super) mod settings;

use crate::model::approval::Approval;
use toolc_base::source::{Span, Spanned};
use toolc_runtime::shell::{Matching, Rule};
use toolc_schema::data::Data;

/// The maximum time limit of a command, in milliseconds.
pub const LONGEST: u64 = 300_000;

/// A worker's settings for its shell. Unset options have the defaults of the runtime.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commands {
    /// The place of the toolset.
    pub span: Span,
    /// `rules`, in order.
    pub rules: Vec<ShellRule>,
    /// `matching`: which of several matching rules decides.
    pub matching: Option<Spanned<Matching>>,
    /// `default`: the approval for commands that no rule matches.
    pub default: Option<Spanned<Approval>>,
    /// `timeout`, in milliseconds.
    pub timeout: Option<Spanned<u64>>,
    /// `max_output`, in bytes.
    pub max_output: Option<Spanned<u64>>,
    /// `env`: the environment variables that commands see.
    pub env: Vec<Spanned<String>>,
    /// `root`: the folder that commands run in.
    pub root: Option<Spanned<String>>,
}

/// The approval for commands that begin with certain words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellRule {
    /// `pattern`, as written.
    pub pattern: Spanned<String>,
    /// Its words; at least one.
    pub words: Vec<String>,
    /// `approval`; `ask` by default.
    pub approval: Spanned<Approval>,
    /// `reason`: what models are told about blocked commands.
    pub reason: Option<Spanned<String>>,
    /// The place of `options: any`, which lets any options follow the words.
    pub any_options: Option<Span>,
    /// `match`: commands that it must decide.
    pub matches: Vec<Spanned<String>>,
    /// `no_match`: commands that it must not decide.
    pub no_match: Vec<Spanned<String>>,
}

impl Commands {
    /// Without any setting.
    pub fn new(span: Span) -> Self {
        Commands {
            span,
            rules: Vec::new(),
            matching: None,
            default: None,
            timeout: None,
            max_output: None,
            env: Vec::new(),
            root: None,
        }
    }

    /// The loosest approval that any command may need, with its place.
    pub fn loosest_approval(&self) -> Option<Spanned<Approval>> {
        let rules = self.rules.iter().map(|rule| &rule.approval);
        let all = rules.chain(&self.default);
        all.min_by_key(|approval| approval.value).cloned()
    }

    /// The strictest approval that any command may need, with its place: a command that nothing decides is blocked.
    pub fn strictest_approval(&self) -> Spanned<Approval> {
        let rules = self.rules.iter().map(|rule| &rule.approval);
        let blocked = Spanned::new(Approval::Blocked, self.span);
        let otherwise = self.default.as_ref().unwrap_or(&blocked);
        let strictest = rules
            .chain([otherwise])
            .max_by_key(|approval| approval.value);
        strictest.unwrap_or(otherwise).clone()
    }

    /// Whether a person may be asked about a command.
    pub fn may_ask(&self) -> bool {
        let rules = self.rules.iter().map(|rule| &rule.approval);
        let mut all = rules.chain(&self.default);
        all.any(|approval| approval.value == Approval::Ask)
    }

    /// Which of several matching rules decides.
    pub fn matching(&self) -> Matching {
        let said = self.matching.as_ref();
        said.map_or(Matching::First, |matching| matching.value)
    }

    /// The other rule, if any, that decides every command that this rule matches.
    pub fn find_overruling(&self, number: usize) -> Option<&ShellRule> {
        let rule = self.rules.get(number)?;
        let mut others = self.rules.iter().enumerate();
        let other = others.find(|(other, before)| match self.matching() {
            _ if *other == number || !before.covers(rule) => false,
            Matching::First => *other < number,
            Matching::Strictest => {
                let (was, is) = (before.approval.value, rule.approval.value);
                let is_first = *other < number || rule.allows_more_than(before);
                was > is
                    || was == is
                        && before.words == rule.words
                        && is_first
                        && !before.allows_more_than(rule)
            }
        });
        other.map(|(_, rule)| rule)
    }

    /// Calls `look` with the rules as the runtime sees them.
    pub fn with_rules<T>(&self, look: impl FnOnce(&[Rule<'_>]) -> T) -> T {
        let words: Vec<Vec<&str>> = self.rules.iter().map(ShellRule::words).collect();
        let rules = self.rules.iter().zip(&words).map(|(rule, words)| Rule {
            words,
            approval: rule.approval.value.build(),
            reason: rule.reason.as_ref().map(|reason| reason.value.as_str()),
            any_options: rule.any_options.is_some(),
        });
        look(&rules.collect::<Vec<_>>())
    }
}

impl ShellRule {
    fn words(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).collect()
    }

    /// Whether it lets more options follow than the other rule.
    fn allows_more_than(&self, other: &ShellRule) -> bool {
        self.any_options.is_some() && other.any_options.is_none()
    }

    /// Whether it matches every command that the other rule matches.
    pub fn covers(&self, other: &ShellRule) -> bool {
        other.words.starts_with(&self.words)
    }
}
