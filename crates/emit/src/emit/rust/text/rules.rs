//! The rules of a worker's tools, as static data.

use super::tables::{bound_table, number_table};
use toolc_base::source::Sources;
use toolc_model::model::rule::{Literal, Step, Test, When};
use toolc_model::model::ruling::{Ruling, RulingRow};
use toolc_schema::pattern::SharedSets;
use toolc_schema::rust::{Rust, Text, Variant, put, rust, write_snippet};

/// What decides the calls of one granted tool.
pub fn rules_table(sources: &Sources, ruling: &Ruling<'_>) -> impl Rust {
    rust!(rt::rule::Rules {
        lists: &[#(for rows in &ruling.lists => &[#(for row in rows => #(row_code(sources, row)),)],)],
        otherwise: #(row_code(sources, &ruling.otherwise)),
    })
}

fn row_code(sources: &Sources, row: &RulingRow<'_>) -> impl Rust {
    let place = row.place.map(|span| sources.show_line(span));
    let place = place.unwrap_or_default();
    rust!(rt::rule::Rule {
        when: &[#(for when in row.when => #(when_table(when)),)],
        approval: rt::Approval::#(Variant(row.approval)),
        reason: #(Text(row.reason)),
        place: #(Text(&place)),
    })
}

fn when_table(when: &When) -> impl Rust {
    rust!(rt::rule::When {
        steps: &[#(for step in &when.steps => #(step_code(step)),)],
        tests: &[#(for test in &when.tests => #(test_code(test)),)],
    })
}

fn step_code(step: &Step) -> impl Rust {
    write_snippet(move |out| match step {
        Step::Key(key) => put!(out, rt::rule::Step::Key(#(Text(key)))),
        Step::Every => put!(out, rt::rule::Step::Every),
        Step::Some => put!(out, rt::rule::Step::Some),
    })
}

fn test_code(test: &Test) -> impl Rust {
    write_snippet(move |out| match test {
        Test::Exists(exists) => put!(out, rt::rule::Test::Exists(#exists)),
        Test::OneOf(literals) => put!(out, rt::rule::Test::OneOf(
            &[#(for literal in literals => #(literal_code(literal)),)]
        )),
        Test::Pattern(pattern) => {
            let sets = SharedSets::default();
            let code = pattern.compiled.code(&pattern.source, &sets);
            put!(out, rt::rule::Test::Pattern(&#code));
        }
        Test::Within(limits) => put!(out, rt::rule::Test::Within(&#(number_table(limits)))),
        Test::StartsWith(text) => put!(out, rt::rule::Test::StartsWith(#(Text(text)))),
        Test::PathPrefix(text) => put!(out, rt::rule::Test::PathPrefix(#(Text(text)))),
        Test::Under(folder) => put!(out, rt::rule::Test::Under(#(Text(folder)))),
    })
}

fn literal_code(literal: &Literal) -> impl Rust {
    write_snippet(move |out| match literal {
        Literal::Null => put!(out, rt::rule::Literal::Null),
        Literal::Boolean(flag) => put!(out, rt::rule::Literal::Boolean(#flag)),
        Literal::Text(text) => put!(out, rt::rule::Literal::Text(#(Text(text)))),
        Literal::Number(bound) => put!(out, rt::rule::Literal::Number(#(bound_table(*bound)))),
    })
}
