//! The rules of a worker's tools, as static data.

use super::tables::{bound_table, number_table};
use crate::model::approval::Approval;
use crate::model::policy::Grant;
use crate::model::rule::{Literal, Rule, Ruled, Said, Step, Test, When};
use crate::pattern::SharedSets;
use crate::rust::{Rust, Text, Variant, put, rust, write_snippet};
use crate::source::{Sources, Span};

/// What decides about the calls of one granted tool: the lists of the worker and of the tool itself, each
/// with what it says where none of its rules matches as its last rule.
pub fn rules_table(sources: &Sources, ruled: &Ruled, grant: &Grant) -> impl Rust {
    let reason = ruled.reason.as_ref().map(|reason| reason.value.as_str());
    let inherited = ruled.inherited.iter().map(|said| (said, reason));
    let lists = [(&ruled.worker, reason)].into_iter().chain(inherited);
    let lists = lists.chain([(&ruled.own, None)]);
    let lists = lists.map(|(said, reason)| list(sources, said, reason));
    let lists = lists.filter(|rows| !rows.is_empty());
    let lists: Vec<Vec<Row>> = lists.collect();
    let otherwise = Row {
        when: Vec::new(),
        approval: grant.approval,
        reason: reason_of(grant.approval, None, reason),
        place: grant
            .span
            .map_or(String::new(), |span| place(sources, span)),
    };
    rust!(rt::rule::Rules {
        lists: &[#(for rows in &lists => &[#(for row in rows => #row,)],)],
        otherwise: #otherwise,
    })
}

/// One rule, as it is written out.
struct Row {
    when: Vec<When>,
    approval: Approval,
    reason: String,
    place: String,
}

fn list(sources: &Sources, said: &Said, reason: Option<&str>) -> Vec<Row> {
    let rule = |rule: &Rule| Row {
        when: rule.when.clone(),
        approval: rule.approval.value,
        reason: reason_of(
            rule.approval.value,
            rule.reason.as_ref().map(|reason| reason.value.as_str()),
            reason,
        ),
        place: place(sources, rule.span),
    };
    let rules = said.rules.iter().map(|each| rule(each.as_ref()));
    let otherwise = said.otherwise.iter().map(|said| Row {
        when: Vec::new(),
        approval: said.value,
        reason: reason_of(said.value, None, reason),
        place: place(sources, said.span),
    });
    rules.chain(otherwise).collect()
}

/// What a model is told of a call that is blocked; nothing where none is.
fn reason_of(approval: Approval, own: Option<&str>, general: Option<&str>) -> String {
    match approval {
        Approval::Blocked => own.or(general).unwrap_or("").to_owned(),
        _ => String::new(),
    }
}

fn place(sources: &Sources, span: Span) -> String {
    let (line, _) = sources.line_column(span);
    format!("{}:{line}", sources.get(span.source).path)
}

impl Rust for Row {
    fn put(&self, out: &mut crate::rust::Tokens) {
        put!(out, rt::rule::Rule {
            when: &[#(for when in &self.when => #(when_table(when)),)],
            approval: rt::Approval::#(Variant(self.approval)),
            reason: #(Text(&self.reason)),
            place: #(Text(&self.place)),
        });
    }
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
        Test::Prefix(text) => put!(out, rt::rule::Test::Prefix(#(Text(text)))),
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
