//! Whether every call that meets some conditions meets others. Where it says so, it is so; where the
//! texts do not show it, it says no.

use super::{Literal, Rule, Test, When};
use crate::schema::leak;
use crate::schema::shape::{Bound, Number};
use toolc_runtime::rule as table;

impl Rule {
    /// Whether another rule matches every call that this one matches.
    pub fn implies(&self, other: &Rule) -> bool {
        let is_met = |wanted: &When| self.when.iter().any(|own| own.implies(wanted));
        other.when.iter().all(is_met)
    }

    /// Whether the two have the same conditions, however they are written.
    pub fn is_alike(&self, other: &Rule) -> bool {
        self.implies(other) && other.implies(self)
    }
}

impl When {
    fn implies(&self, other: &When) -> bool {
        let is_met = |wanted: &Test| self.tests.iter().any(|own| own.implies(wanted));
        self.steps == other.steps && other.tests.iter().all(is_met)
    }
}

impl Test {
    fn implies(&self, other: &Test) -> bool {
        if self == other {
            return true;
        }
        match (self, other) {
            (Test::Exists(false), _) | (_, Test::Exists(false)) => false,
            (_, Test::Exists(true)) => true,
            (Test::OneOf(literals), wanted) => {
                let wanted = table::When {
                    steps: &[],
                    tests: std::slice::from_ref(leak::leak_value(wanted.leak())),
                };
                literals.iter().all(|literal| meets(literal, wanted))
            }
            (Test::Within(own), Test::Within(wanted)) => lies_within(own, wanted),
            (Test::Prefix(own), Test::Prefix(wanted)) => meets(
                &Literal::Text(own.clone()),
                one(table::Test::Prefix(leak::leak_word(wanted))),
            ),
            (Test::Under(own), Test::Under(wanted)) => meets(
                &Literal::Text(own.clone()),
                one(table::Test::Under(leak::leak_word(wanted))),
            ),
            _ => false,
        }
    }
}

fn one(test: table::Test) -> table::When {
    table::When {
        steps: &[],
        tests: std::slice::from_ref(leak::leak_value(test)),
    }
}

fn meets(literal: &Literal, wanted: table::When) -> bool {
    let rule = table::Rule {
        when: std::slice::from_ref(leak::leak_value(wanted)),
        approval: toolc_runtime::Approval::Ask,
        reason: "",
        place: "",
    };
    rule.matches(&literal.json()) == Ok(true)
}

/// A limit, and whether the number at it is left out.
type Limit = (Bound, bool);

fn lies_within(own: &Number, wanted: &Number) -> bool {
    let low = |rules: &Number| tightest(rules.minimum, rules.exclusive_minimum, Bound::exceeds);
    let high = |rules: &Number| {
        let is_lower = |one: Bound, other: Bound| other.exceeds(one);
        tightest(rules.maximum, rules.exclusive_maximum, is_lower)
    };
    let is_lower = |one: Bound, other: Bound| other.exceeds(one);
    is_as_tight(low(own), low(wanted), Bound::exceeds)
        && is_as_tight(high(own), high(wanted), is_lower)
}

fn tightest(
    with: Option<Bound>,
    without: Option<Bound>,
    is_tighter: impl Fn(Bound, Bound) -> bool,
) -> Option<Limit> {
    match (with, without) {
        (Some(with), Some(without)) if is_tighter(with, without) => Some((with, false)),
        (_, Some(without)) => Some((without, true)),
        (with, None) => with.map(|with| (with, false)),
    }
}

fn is_as_tight(
    own: Option<Limit>,
    wanted: Option<Limit>,
    is_tighter: impl Fn(Bound, Bound) -> bool,
) -> bool {
    match (own, wanted) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some((own, own_out)), Some((wanted, out))) => {
            is_tighter(own, wanted) || own == wanted && (own_out || !out)
        }
    }
}
