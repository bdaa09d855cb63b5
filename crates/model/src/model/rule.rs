//! Noun: rules on arguments and callers, as written in a worker or a tool. What can be proved about them is in `prove`.

mod data;

use super::approval::Approval;
use super::callers::Caller;
use super::tool_name::ToolName;
use std::collections::BTreeSet;
use std::sync::Arc;
use toolc_base::node::Node;
use toolc_base::source::{Span, Spanned};
use toolc_schema::schema::pattern::Pattern;
use toolc_schema::schema::shape::{Bound, Number};

/// One rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The tools it applies to, as named by the worker; empty for a tool's own rule.
    pub tools: Vec<ToolName>,
    /// The conditions, all of which must hold.
    pub when: Vec<When>,
    /// The conditions as written: a mapping by JSON pointer, and by [`CALLED_BY`].
    pub written: Node,
    /// The approval that a matching call requires.
    pub approval: Spanned<Approval>,
    /// What a model is told when the rule blocks its call.
    pub reason: Option<Spanned<String>>,
    /// Examples of arguments that it decides.
    pub matches: Vec<Node>,
    /// Examples of arguments that it does not decide.
    pub no_matches: Vec<Node>,
    /// The place of the rule.
    pub span: Span,
}

/// Rules in order: the first match decides.
pub type Rules = Vec<Arc<Rule>>;

/// Conditions on the value at one place in the arguments, or the one condition on who calls, which has no steps.
#[derive(Debug, Clone)]
pub struct When {
    /// The JSON pointer, or [`CALLED_BY`].
    pub pointer: Spanned<String>,
    /// The parsed pointer.
    pub steps: Vec<Step>,
    /// The tests, all of which must hold.
    pub tests: Vec<Test>,
}

/// One step into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The property with this name, or the item with this index.
    Key(String),
    /// Every item of a list, or every value of an object.
    Every,
    /// At least one item of a list, or value of an object.
    Some,
}

/// One condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// `exists`
    Exists(bool),
    /// `equals` and `one_of`
    OneOf(Vec<Literal>),
    /// `pattern`
    Pattern(Pattern),
    /// `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`
    Within(Number),
    /// `starts_with`
    StartsWith(String),
    /// `path_prefix`
    PathPrefix(String),
    /// `under`
    Under(String),
    /// `called_by`, which stands alone
    CalledBy(Vec<Caller>),
}

/// The key of the condition on who calls.
pub const CALLED_BY: &str = "called_by";

impl Rule {
    /// Who may make a call that it matches.
    pub fn callers(&self) -> Vec<Caller> {
        let mut callers: Vec<Caller> = Caller::ALL.iter().map(|(_, caller)| *caller).collect();
        for test in self.when.iter().flat_map(|when| &when.tests) {
            if let Test::CalledBy(named) = test {
                callers.retain(|caller| named.contains(caller));
            }
        }
        callers
    }

    /// The same rule on calls of somebody else.
    pub fn on_calls_of(&self, caller: Caller) -> Rule {
        let mut when = self.when.clone();
        when.retain(|when| !when.is_on_caller());
        when.push(When {
            pointer: Spanned::new(CALLED_BY.to_owned(), self.span),
            steps: Vec::new(),
            tests: vec![Test::CalledBy(vec![caller])],
        });
        Rule {
            when,
            ..self.clone()
        }
    }
}

impl When {
    /// Whether it is the condition on who calls.
    pub fn is_on_caller(&self) -> bool {
        matches!(self.tests[..], [Test::CalledBy(_)])
    }
}

/// A regular expression for the strings that begin with a text; if it is the prefix of a path, only where a
/// segment ends.
pub fn write_prefix_pattern(text: &str, is_path: bool) -> String {
    let end = match is_path && !text.ends_with('/') {
        true => "(?:/|$)",
        false => "",
    };
    format!("^{}{end}", escape_pattern(text))
}

/// A text as a regular expression that matches it.
pub fn escape_pattern(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for letter in text.chars() {
        if r"\^$.|?*+()[]{}/".contains(letter) {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern
}

/// A value to compare with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A string.
    Text(String),
    /// A number.
    Number(Bound),
}

impl Literal {
    /// The value as JSON.
    pub fn json(&self) -> String {
        match self {
            Literal::Null => "null".to_owned(),
            Literal::Boolean(flag) => flag.to_string(),
            Literal::Number(bound) => bound.text(),
            Literal::Text(text) => {
                let mut out = String::new();
                toolc_runtime::json::write_string(text, &mut out);
                out
            }
        }
    }
}

/// What decides the calls of a granted tool that has rules.
#[derive(Debug, Clone, Default)]
pub struct Ruled {
    /// The worker's rules.
    pub worker: SideRules,
    /// The rules of the workers that it extends.
    pub inherited: Vec<SideRules>,
    /// The tool's own rules.
    pub own: SideRules,
    /// What a model is told about a blocked call if no rule gives a reason.
    pub reason: Option<Spanned<String>>,
}

/// The rules of one side.
#[derive(Debug, Clone, Default)]
pub struct SideRules {
    /// Its rules.
    pub rules: Rules,
    /// The approval if none of them matches.
    pub otherwise: Option<Spanned<Approval>>,
}

impl SideRules {
    /// Every possible result of this side; `None` if it does not decide.
    fn outcomes(&self) -> impl Iterator<Item = Option<Approval>> {
        let rules = self.rules.iter().map(|rule| Some(rule.approval.value));
        rules.chain([self.otherwise.as_ref().map(|said| said.value)])
    }
}

impl Ruled {
    /// All sides. The strictest of their results for a call applies.
    fn sides(&self) -> impl Iterator<Item = &SideRules> {
        [&self.worker, &self.own].into_iter().chain(&self.inherited)
    }

    /// Whether anything depends on the arguments.
    pub fn has_rules(&self) -> bool {
        self.sides().any(|side| !side.rules.is_empty())
    }

    /// Whether a call may be blocked.
    pub fn may_block(&self) -> bool {
        self.may_say(Approval::Blocked)
    }

    /// Whether some side may demand this approval for some call.
    pub fn may_say(&self, approval: Approval) -> bool {
        let mut all = self.sides().flat_map(SideRules::outcomes).flatten();
        all.any(|said| said == approval)
    }

    /// The loosest possible result; `default` applies to calls that no side decides.
    pub fn loosest(&self, default: Approval) -> Approval {
        let mut all = BTreeSet::from([None]);
        for side in self.sides() {
            let said: Vec<Option<Approval>> = side.outcomes().collect();
            let joined = all
                .iter()
                .flat_map(|one| said.iter().map(|other| (*one).max(*other)));
            all = joined.collect();
        }
        let least = all.into_iter().map(|said| said.unwrap_or(default)).min();
        least.unwrap_or(default)
    }
}
