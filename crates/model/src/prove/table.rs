//! Rules in the form that the runtime evaluates. Their memory is never freed.

use crate::model::rule::{Rule, Test, When};
use toolc_runtime::{CalledBy, rule as table};
use toolc_schema::data::{Data, leak_slice, leak_value};

/// A rule.
pub(super) fn leak_rule(rule: &Rule) -> table::Rule {
    table::Rule {
        when: leak_slice(rule.when.iter().map(Data::build)),
        approval: rule.approval.value.build(),
        reason: "",
        place: "",
    }
}

/// A rule with conditions on one place only.
pub(super) fn leak_when_alone(when: &When) -> table::Rule {
    table::Rule {
        when: std::slice::from_ref(leak_value(when.build())),
        approval: toolc_runtime::Approval::Ask,
        reason: "",
        place: "",
    }
}

/// Conditions to be tested on values.
pub(super) struct Trial(table::Rule);

impl Trial {
    /// The conjunction of some conditions.
    pub(super) fn of(tests: &[Test]) -> Self {
        let when = table::When {
            steps: &[],
            tests: leak_slice(tests.iter().map(Data::build)),
        };
        Trial(table::Rule {
            when: std::slice::from_ref(leak_value(when)),
            approval: toolc_runtime::Approval::Ask,
            reason: "",
            place: "",
        })
    }

    /// Whether a value, given as JSON, definitely meets them.
    pub(super) fn is_met_by(&self, value: &str) -> bool {
        self.0.matches(value, CalledBy::Unknown) == Ok(true)
    }

    /// Whether a value definitely does not meet them.
    pub(super) fn is_failed_by(&self, value: &str) -> bool {
        self.0.matches(value, CalledBy::Unknown) == Ok(false)
    }
}
