//! Noun: rules on arguments, as a worker or a tool has them. What they decide is decided by the same
//! code as in the program: `toolc_runtime::rule`.

mod example;
mod implies;
mod looser;
pub mod reach;

use super::policy::Approval;
use crate::node::Node;
use crate::schema::leak;
use crate::schema::pattern::Pattern;
use crate::schema::shape::{Bound, Number};
use crate::schema::tables;
use crate::source::{Span, Spanned};
pub use example::{Decided, decide_example};
use std::sync::Arc;
use toolc_runtime::rule as table;

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

impl Rule {
    /// The rule in the form that the runtime decides by. Its memory is never freed.
    pub fn leak(&self) -> table::Rule {
        table::Rule {
            when: leak::leak_slice(self.when.iter().map(When::leak)),
            approval: match self.approval.value {
                Approval::PreApproved => toolc_runtime::Approval::PreApproved,
                Approval::Ask => toolc_runtime::Approval::Ask,
                Approval::Blocked => toolc_runtime::Approval::Blocked,
            },
            reason: "",
            place: "",
        }
    }
}

impl When {
    fn leak(&self) -> table::When {
        table::When {
            steps: leak::leak_slice(self.steps.iter().map(|step| match step {
                Step::Key(key) => table::Step::Key(leak::leak_word(key)),
                Step::Every => table::Step::Every,
                Step::Some => table::Step::Some,
            })),
            tests: leak::leak_slice(self.tests.iter().map(Test::leak)),
        }
    }
}

impl Test {
    fn leak(&self) -> table::Test {
        match self {
            Test::Exists(exists) => table::Test::Exists(*exists),
            Test::OneOf(literals) => table::Test::OneOf(leak::leak_slice(literals.iter().map(
                |literal| match literal {
                    Literal::Null => table::Literal::Null,
                    Literal::Boolean(flag) => table::Literal::Boolean(*flag),
                    Literal::Text(text) => table::Literal::Text(leak::leak_word(text)),
                    Literal::Number(bound) => table::Literal::Number(leak::leak_bound(*bound)),
                },
            ))),
            Test::Pattern(pattern) => table::Test::Pattern(pattern.compiled.leak(&pattern.source)),
            Test::Within(limits) => {
                table::Test::Within(leak::leak_value(tables::number_table(limits)))
            }
            Test::Prefix(text) => table::Test::Prefix(leak::leak_word(text)),
            Test::Under(folder) => table::Test::Under(leak::leak_word(folder)),
        }
    }
}

/// What decides about the calls of a granted tool, where there are rules.
#[derive(Debug, Clone, Default)]
pub struct Ruled {
    /// What the worker says.
    pub worker: Said,
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
    /// Whether anything depends on the arguments.
    pub fn has_rules(&self) -> bool {
        !self.worker.rules.is_empty() || !self.own.rules.is_empty()
    }

    /// Whether a call may come to be blocked.
    pub fn may_block(&self) -> bool {
        let all = self.worker.outcomes().chain(self.own.outcomes());
        all.flatten().any(|said| said == Approval::Blocked)
    }

    /// The loosest that can come of it, where `default` serves what nobody speaks about.
    pub fn loosest(&self, default: Approval) -> Approval {
        let pairs = self.worker.outcomes().flat_map(|worker| {
            let own = self.own.outcomes();
            own.map(move |own| worker.max(own).unwrap_or(default))
        });
        pairs.min().unwrap_or(default)
    }
}
