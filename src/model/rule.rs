//! Noun: rules on arguments, as a worker or a tool has them. What is certain of them is in `prove`.

use super::approval::Approval;
use crate::node::Node;
use crate::schema::pattern::Pattern;
use crate::schema::shape::{Bound, Number};
use crate::source::{Span, Spanned};
use std::collections::BTreeSet;
use std::sync::Arc;

/// One rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The tools that it is for, as the worker names them; none where it is a tool's own.
    pub tools: Vec<Spanned<String>>,
    /// All must hold.
    pub when: Vec<When>,
    /// The conditions as they are written: a mapping of JSON pointers.
    pub written: Node,
    /// What then has to happen before the call runs.
    pub approval: Spanned<Approval>,
    /// What a model is told of a call that the rule blocks.
    pub reason: Option<Spanned<String>>,
    /// Arguments that it decides about.
    pub matches: Vec<Node>,
    /// Arguments that it does not decide about.
    pub no_matches: Vec<Node>,
    /// The rule.
    pub span: Span,
}

/// Rules in order: the first that matches decides.
pub type Rules = Vec<Arc<Rule>>;

/// Conditions on what is at one place of the arguments.
#[derive(Debug, Clone)]
pub struct When {
    /// The JSON pointer.
    pub pointer: Spanned<String>,
    /// The way that it says.
    pub steps: Vec<Step>,
    /// All must hold.
    pub tests: Vec<Test>,
}

/// One step into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The property of this name, or the item of this number.
    Key(String),
    /// Every item, or every value of an object.
    Every,
    /// One of the items, or of the values of an object.
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
    /// `prefix`
    Prefix(String),
    /// `under`
    Under(String),
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

/// What decides about the calls of a granted tool, where there are rules.
#[derive(Debug, Clone, Default)]
pub struct Ruled {
    /// What the worker says.
    pub worker: Said,
    /// What those say that the worker extends.
    pub inherited: Vec<Said>,
    /// What the tool says of itself.
    pub own: Said,
    /// What a model is told of a blocked call about which no rule says anything.
    pub reason: Option<Spanned<String>>,
}

/// What one side says.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// Its rules.
    pub rules: Rules,
    /// What it says where none of them matches.
    pub otherwise: Option<Spanned<Approval>>,
}

impl Said {
    /// Everything that this side may come to say, `None` for nothing.
    fn outcomes(&self) -> impl Iterator<Item = Option<Approval>> {
        let rules = self.rules.iter().map(|rule| Some(rule.approval.value));
        rules.chain([self.otherwise.as_ref().map(|said| said.value)])
    }
}

impl Ruled {
    /// All sides. The strictest of what they say of a call holds.
    fn sides(&self) -> impl Iterator<Item = &Said> {
        [&self.worker, &self.own].into_iter().chain(&self.inherited)
    }

    /// Whether anything depends on the arguments.
    pub fn has_rules(&self) -> bool {
        self.sides().any(|side| !side.rules.is_empty())
    }

    /// Whether a call may come to be blocked.
    pub fn may_block(&self) -> bool {
        self.may_say(Approval::Blocked)
    }

    /// Whether some side says this of some call.
    pub fn may_say(&self, approval: Approval) -> bool {
        let mut all = self.sides().flat_map(Said::outcomes).flatten();
        all.any(|said| said == approval)
    }

    /// The loosest that can come of it, where `default` serves what nobody speaks about.
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
