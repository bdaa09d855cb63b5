//! Whether every call that meets some conditions also meets others. A positive answer is proved;
//! without a proof, the answer is negative.

use super::table::Trial;
use crate::model::rule::{Literal, Rule, Test, When};
use toolc_schema::schema::rules::{self, lower_ends, upper_ends};
use toolc_schema::schema::shape::Number;

/// Whether the other rule matches every call that this one matches.
pub fn implies(rule: &Rule, other: &Rule) -> bool {
    let callers = other.callers();
    let is_met = |wanted: &When| rule.when.iter().any(|own| when_implies(own, wanted));
    let mut wanted = other.when.iter().filter(|when| !when.is_on_caller());
    rule.callers().iter().all(|own| callers.contains(own)) && wanted.all(is_met)
}

/// Whether somebody may make calls that both rules match, as far as that depends on who calls.
pub fn share_caller(rule: &Rule, other: &Rule) -> bool {
    let callers = other.callers();
    rule.callers().iter().any(|own| callers.contains(own))
}

fn when_implies(own: &When, other: &When) -> bool {
    let is_met = |wanted: &Test| own.tests.iter().any(|own| test_implies(own, wanted));
    own.steps == other.steps && other.tests.iter().all(is_met)
}

fn test_implies(own: &Test, wanted: &Test) -> bool {
    if own == wanted {
        return true;
    }
    let trial = || Trial::of(std::slice::from_ref(wanted));
    match (own, wanted) {
        (Test::Exists(false), _) | (_, Test::Exists(false)) => false,
        (_, Test::Exists(true)) => true,
        (Test::OneOf(literals), _) => {
            let trial = trial();
            literals.iter().all(|one| trial.is_met_by(&one.json()))
        }
        (Test::Within(own), Test::Within(wanted)) => lies_within(own, wanted),
        (Test::StartsWith(own), Test::StartsWith(_)) => {
            // what goes on behind the text goes on behind its beginning too
            trial().is_met_by(&Literal::Text(own.clone()).json())
        }
        (Test::PathPrefix(own), Test::StartsWith(_) | Test::PathPrefix(_))
        | (Test::Under(own), Test::Under(_)) => {
            trial().is_met_by(&Literal::Text(own.clone()).json())
        }
        _ => false,
    }
}

/// Whether the limits exclude everything that the wanted ones exclude.
fn lies_within(own: &Number, wanted: &Number) -> bool {
    let mut lower = lower_ends(rules::NUMBER, wanted);
    let mut upper = upper_ends(rules::NUMBER, wanted);
    lower.all(|(_, end)| lower_ends(rules::NUMBER, own).any(|(_, own)| own.is_above(end)))
        && upper.all(|(_, end)| upper_ends(rules::NUMBER, own).any(|(_, own)| own.is_below(end)))
}
