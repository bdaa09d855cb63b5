//! Rules in the form that the runtime decides by. Its memory is never freed.

use crate::model::approval::Approval;
use crate::model::rule::{Literal, Rule, Step, Test, When};
use crate::schema::leak;
use crate::schema::tables;
use toolc_runtime::rule as table;

/// A rule.
pub(super) fn leak_rule(rule: &Rule) -> table::Rule {
    table::Rule {
        when: leak::leak_slice(rule.when.iter().map(leak_when)),
        approval: match rule.approval.value {
            Approval::PreApproved => toolc_runtime::Approval::PreApproved,
            Approval::Ask => toolc_runtime::Approval::Ask,
            Approval::Blocked => toolc_runtime::Approval::Blocked,
        },
        reason: "",
        place: "",
    }
}

/// Conditions on one value, to be tried on some.
pub(super) struct Trial(table::Rule);

impl Trial {
    /// Conditions that all must hold.
    pub(super) fn of(tests: &[Test]) -> Self {
        let when = table::When {
            steps: &[],
            tests: leak::leak_slice(tests.iter().map(leak_test)),
        };
        Trial(table::Rule {
            when: std::slice::from_ref(leak::leak_value(when)),
            approval: toolc_runtime::Approval::Ask,
            reason: "",
            place: "",
        })
    }

    /// Whether it is certain that a value, as JSON, meets them.
    pub(super) fn is_met_by(&self, value: &str) -> bool {
        self.0.matches(value) == Ok(true)
    }

    /// Whether it is certain that it does not.
    pub(super) fn is_failed_by(&self, value: &str) -> bool {
        self.0.matches(value) == Ok(false)
    }
}

fn leak_when(when: &When) -> table::When {
    table::When {
        steps: leak::leak_slice(when.steps.iter().map(|step| match step {
            Step::Key(key) => table::Step::Key(leak::leak_word(key)),
            Step::Every => table::Step::Every,
            Step::Some => table::Step::Some,
        })),
        tests: leak::leak_slice(when.tests.iter().map(leak_test)),
    }
}

fn leak_test(test: &Test) -> table::Test {
    match test {
        Test::Exists(exists) => table::Test::Exists(*exists),
        Test::OneOf(literals) => {
            table::Test::OneOf(leak::leak_slice(literals.iter().map(leak_literal)))
        }
        Test::Pattern(pattern) => table::Test::Pattern(pattern.compiled.leak(&pattern.source)),
        Test::Within(limits) => table::Test::Within(leak::leak_value(tables::number_table(limits))),
        Test::Prefix(text) => table::Test::Prefix(leak::leak_word(text)),
        Test::Under(folder) => table::Test::Under(leak::leak_word(folder)),
    }
}

fn leak_literal(literal: &Literal) -> table::Literal {
    match literal {
        Literal::Null => table::Literal::Null,
        Literal::Boolean(flag) => table::Literal::Boolean(*flag),
        Literal::Text(text) => table::Literal::Text(leak::leak_word(text)),
        Literal::Number(bound) => table::Literal::Number(leak::leak_bound(*bound)),
    }
}
