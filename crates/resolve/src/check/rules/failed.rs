//! Which condition of a rule an example does not meet, and why.

use toolc_base::node::{Node, Value};
use toolc_base::source::Span;
use toolc_model::model::rule::{CALLED_BY, Literal, Rule, Step, Test, When};
use toolc_model::prove::decide::holds_alone;
use toolc_runtime::rule::is_under;

/// A condition that does not hold.
pub(super) struct Failed {
    /// The place of its pointer.
    pub place: Span,
    /// The condition.
    pub what: String,
    /// What the example has there instead.
    pub why: String,
}

/// The first condition that an example does not meet.
pub(super) fn find_failed(rule: &Rule, example: &Node) -> Option<Failed> {
    let text = example.to_json();
    // an example is a call of somebody whom the rule names
    let mut conditions = rule.when.iter().filter(|when| !when.is_on_caller());
    conditions.find_map(|when| {
        let test = when.tests.iter().find(|test| {
            let alone = When {
                tests: vec![(*test).clone()],
                ..when.clone()
            };
            !holds_alone(&alone, &text)
        })?;
        let pointer = &when.pointer.value;
        Some(Failed {
            place: when.pointer.span,
            what: format!("`{}`", name_of(test)),
            why: format!("`{pointer}`: {}", explain(test, &when.steps, example)),
        })
    })
}

fn name_of(test: &Test) -> &'static str {
    match test {
        Test::Exists(_) => "exists",
        Test::OneOf(literals) if literals.len() == 1 => "equals",
        Test::OneOf(_) => "one_of",
        Test::Pattern(_) => "pattern",
        Test::Within(_) => "minimum, maximum",
        Test::StartsWith(_) => "starts_with",
        Test::PathPrefix(_) => "path_prefix",
        Test::Under(_) => "under",
        Test::CalledBy(_) => CALLED_BY,
    }
}

/// Why a condition does not hold for the value at a place.
fn explain(test: &Test, steps: &[Step], example: &Node) -> String {
    let value = match find_value(steps, example) {
        Found::Value(node) => node,
        Found::Nothing => return "nothing is there".to_owned(),
        Found::Every => return "it does not hold for every part".to_owned(),
        Found::Some => return "it holds for no part".to_owned(),
    };
    let json = value.to_json();
    let text = match &value.value {
        Value::String(text) => Some(text.as_str()),
        _ => None,
    };
    match (test, text) {
        (Test::Exists(_) | Test::CalledBy(_), _) => format!("{json} is there"),
        (Test::OneOf(literals), _) => {
            let literals: Vec<String> = literals.iter().map(Literal::json).collect();
            format!("{json} is not {}", literals.join(" or "))
        }
        (Test::Within(_), _) if matches!(value.value, Value::Number(_)) => {
            format!("{json} is not within the limits")
        }
        (Test::Within(_), _) => format!("{json} is not a number"),
        (_, None) => format!("{json} is not a string"),
        (Test::Pattern(pattern), _) => format!("{json} does not match `{}`", pattern.source),
        (Test::PathPrefix(prefix), Some(text)) if text.starts_with(prefix.as_str()) => {
            format!("{json} goes on behind `{prefix}` without a `/`; `starts_with` holds for it")
        }
        (Test::StartsWith(start) | Test::PathPrefix(start), _) => {
            format!("{json} does not begin with `{start}`")
        }
        (Test::Under(folder), Some(text)) => match is_under(text, text) {
            true => format!("{json} is not below `{folder}`"),
            false => format!("{json} can be read as another path, so it is below nothing"),
        },
    }
}

enum Found<'n> {
    Value(&'n Node),
    Nothing,
    /// The pointer leads to all parts of something.
    Every,
    /// The pointer leads to any part of something.
    Some,
}

fn find_value<'n>(steps: &[Step], node: &'n Node) -> Found<'n> {
    let mut at = node;
    for step in steps {
        let next = match (step, &at.value) {
            (Step::Every, _) => return Found::Every,
            (Step::Some, _) => return Found::Some,
            (Step::Key(key), Value::Map(map)) => map.get(key),
            (Step::Key(key), Value::List(items)) => {
                key.parse().ok().and_then(|index: usize| items.get(index))
            }
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => return Found::Nothing,
        }
    }
    Found::Value(at)
}
