//! The effect of changing rules on arguments, over all possible arguments.

use super::{lock, settings, tool, worker};
use crate::diagnostic::Diagnostics;
use crate::lock::Lock;
use crate::model::approval::Approval::{self, Ask, Blocked, PreApproved};

const INPUT: &str = r#"{"type":"object","properties":{"amount":{"type":"number","minimum":0},"to":{"type":"string"},"all":{"type":"array"}},"required":["amount"]}"#;

/// The approval if no rule matches, the rules of both sides, the class, and text that the label
/// contains.
type Row = (
    Approval,
    &'static [&'static str],
    &'static [&'static str],
    &'static str,
    &'static str,
);

const ROWS: &[Row] = &[
    (
        Ask,
        &[r#"preApproved when {"/amount":{"maximum":10}}"#],
        &[r#"preApproved when {"/amount":{"maximum":20}}"#],
        "approval-loosened",
        "now runs without asking: `{\"amount\":",
    ),
    (
        Ask,
        &[r#"preApproved when {"/amount":{"maximum":20}}"#],
        &[r#"preApproved when {"/amount":{"maximum":20},"/to":{"equals":"me"}}"#],
        "approval-tightened",
        "does not run without a question any more",
    ),
    (
        Ask,
        &[r#"blocked when {"/amount":{"exclusiveMinimum":5}}"#],
        &[],
        "approval-loosened",
        "is not blocked any more: `{\"amount\":",
    ),
    (
        PreApproved,
        &[],
        &[r#"ask when {"/to":{"exists":false}}"#],
        "approval-tightened",
        "does not run without a question any more: `{\"amount\":1}`",
    ),
    // the order of rules with the same approval, and a limit that the schema implies
    (
        Ask,
        &[
            r#"preApproved when {"/to":{"equals":"a"}}"#,
            r#"preApproved when {"/to":{"equals":"b"}}"#,
        ],
        &[r#"preApproved when {"/to":{"one_of":["b","a"]},"/amount":{"minimum":0}}"#],
        "approval-equivalent",
        "",
    ),
    // a condition that no schema expresses may be true or false
    (
        Ask,
        &[r#"preApproved when {"/to":{"under":"home"}}"#],
        &[r#"preApproved when {"/to":{"under":"home"},"/amount":{"maximum":9}}"#],
        "approval-tightened",
        "",
    ),
    (
        Ask,
        &[r#"preApproved when {"/to":{"under":"home"}}"#],
        &[r#"preApproved when {"/to":{"under":"home/b"}}"#],
        "approval-changed",
        "",
    ),
    (
        Ask,
        &[r#"blocked when {"/all/*":{"equals":1}}: no"#],
        &[r#"blocked when {"/all/*":{"equals":1}}: go away"#],
        "text",
        "",
    ),
    (
        Blocked,
        &[r#"ask when {"/amount":{"equals":1}}"#],
        &[r#"ask when {"/amount":{"equals":2}}"#],
        "approval-loosened",
        "`{\"amount\":2}`",
    ),
];

fn lock_of(otherwise: Approval, rules: &[&str], own: bool) -> Lock {
    let prefix = if own { "" } else { "a::t: " };
    let lines: Vec<String> = rules
        .iter()
        .map(|rule| {
            let mut quoted = String::new();
            toolc_runtime::json::write_string(&format!("{prefix}{rule}"), &mut quoted);
            quoted
        })
        .collect();
    let said = match lines.is_empty() {
        true => settings("{}"),
        false => settings(&format!(r#"{{"rules":[{}]}}"#, lines.join(","))),
    };
    let mut tool = tool("a::t", INPUT);
    let mut worker = worker("w", &[("a::t", otherwise)], &[]);
    if own {
        tool.approval = Some(crate::source::Spanned::new(
            otherwise,
            crate::model::sample::sample_span(1),
        ));
        tool.settings = said;
    } else {
        worker.settings = said;
    }
    Lock {
        workers: vec![worker],
        ..lock(vec![tool])
    }
}

#[test]
fn rules_are_compared_over_all_arguments() {
    for (otherwise, old, new, class, label) in ROWS {
        for own in [false, true] {
            let mut diagnostics = Diagnostics::default();
            let [old, new] = [old, new].map(|rules| lock_of(*otherwise, rules, own));
            super::compare_with_lock(&mut diagnostics, "toolc lock", &old, &new);
            let found: Vec<_> = diagnostics.iter().collect();
            assert_eq!(found.len(), 1, "{found:?}");
            let said = found[0].class.map(crate::diagnostic::Class::name);
            assert_eq!(said, Some(*class), "{found:?}");
            let shown = found[0].labels.first().map_or("", |label| &label.text);
            assert!(shown.contains(label), "{found:?}");
        }
    }
}

#[test]
fn a_flow_policy_is_loosened_or_tightened() {
    let with = |lines: &str| {
        let mut one = worker("w", &[("a::t", Ask)], &[]);
        one.settings = settings(&format!(r#"{{"flow":[{lines}]}}"#));
        Lock {
            workers: vec![one],
            ..lock(vec![tool("a::t", "{}")])
        }
    };
    let strict = r#""forbid private, outbound""#;
    let excepted = r#""allow private, outbound: ours","forbid private, outbound""#;
    let reworded = r#""allow private, outbound: it is our own","forbid private, outbound""#;
    for (old, new, code) in [
        (
            excepted,
            reworded,
            "T0616 the reasons in the flow policy of worker `w` were reworded",
        ),
        (
            strict,
            excepted,
            "T0606 the flow policy of worker `w` was loosened",
        ),
        (
            strict,
            "",
            "T0606 the flow policy of worker `w` was loosened",
        ),
        (
            excepted,
            strict,
            "T0607 the flow policy of worker `w` was tightened",
        ),
    ] {
        let found = super::drift(&with(old), &with(new));
        assert!(found[0].starts_with(code) && found.len() == 1, "{found:?}");
    }
}
