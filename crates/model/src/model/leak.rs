//! Noun: conditions of rules in the form that the runtime evaluates. Their memory is never freed.

use super::rule::{Literal, Step, Test, When};
use toolc_runtime::rule as table;
use toolc_schema::schema::leak::{leak_bound, leak_slice, leak_value, leak_word};
use toolc_schema::schema::tables::number_table;

/// Conditions on the value at one place.
pub fn leak_when(when: &When) -> table::When {
    let When {
        pointer: _,
        steps,
        tests,
    } = when;
    table::When {
        steps: leak_slice(steps.iter().map(|step| match step {
            Step::Key(key) => table::Step::Key(leak_word(key)),
            Step::Every => table::Step::Every,
            Step::Some => table::Step::Some,
        })),
        tests: leak_slice(tests.iter().map(leak_test)),
    }
}

/// One condition.
pub fn leak_test(test: &Test) -> table::Test {
    match test {
        Test::Exists(exists) => table::Test::Exists(*exists),
        Test::OneOf(literals) => table::Test::OneOf(leak_slice(literals.iter().map(leak_literal))),
        Test::Pattern(pattern) => table::Test::Pattern(pattern.compiled.leak(&pattern.source)),
        Test::Within(limits) => table::Test::Within(leak_value(number_table(limits))),
        Test::StartsWith(text) => table::Test::StartsWith(leak_word(text)),
        Test::PathPrefix(text) => table::Test::PathPrefix(leak_word(text)),
        Test::Under(folder) => table::Test::Under(leak_word(folder)),
    }
}

fn leak_literal(literal: &Literal) -> table::Literal {
    match literal {
        Literal::Null => table::Literal::Null,
        Literal::Boolean(flag) => table::Literal::Boolean(*flag),
        Literal::Text(text) => table::Literal::Text(leak_word(text)),
        Literal::Number(bound) => table::Literal::Number(leak_bound(*bound)),
    }
}
