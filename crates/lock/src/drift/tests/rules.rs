//! The effect of changing rules on arguments, over all possible arguments.

use super::{lock, settings, tool, worker};
use crate::lock::Lock;
use toolc_base::diagnostic::Diagnostics;
use toolc_model::model::approval::Approval::{self, Ask, Blocked, PreApproved};

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
        tool.approval = Some(toolc_base::source::Spanned::new(
            otherwise,
            toolc_model::model::sample::sample_span(1),
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
            let said = found[0].class.map(toolc_base::diagnostic::Class::name);
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
    let all = r#""forbid private, untrusted, outbound""#;
    let labelled = r#""a::t: private","forbid private, outbound""#;
    let relabelled = r#""a::t: private, untrusted","forbid private, outbound""#;
    let unlabelled = r#""a::t: no label","forbid private, outbound""#;
    let loosened = "T0606 the flow policy of worker `w` was loosened";
    let tightened = "T0607 the flow policy of worker `w` was tightened";
    let reworded = r#""allow private, outbound: it is our own","forbid private, outbound""#;
    for (old, new, code) in [
        (
            excepted,
            reworded,
            "T0616 the reasons in the flow policy of worker `w` were reworded",
        ),
        (strict, excepted, loosened),
        (strict, "", loosened),
        (excepted, strict, tightened),
        // fewer labels that may not come together are more that is forbidden
        (all, strict, tightened),
        (strict, all, loosened),
        (labelled, relabelled, tightened),
        (relabelled, labelled, loosened),
        (labelled, unlabelled, loosened),
        (strict, unlabelled, loosened),
        (unlabelled, strict, tightened),
    ] {
        let found = super::drift(&with(old), &with(new));
        assert!(found[0].starts_with(code) && found.len() == 1, "{found:?}");
    }
}

/// The right to call the tool on one side: a grant, or its name among the blocked ones; and the rules.
type RightsWithRules = (Option<Approval>, bool, &'static [&'static str]);

#[test]
fn rules_decide_what_a_grant_is() {
    const FREE: &[&str] = &[r#"preApproved when {"/amount":{"maximum":10}}"#];
    const STRICT: &[&str] = &[r#"blocked when {"/amount":{"maximum":10}}"#];
    let loosened = "T0606 the rules of worker `w` were loosened";
    let tightened = "T0607 the rules of worker `w` were tightened";
    let grown = |how: &str| format!("T0608 the whitelist of worker `w` grew: `a::t` {how}");
    let shrunk = || "T0609 the whitelist of worker `w` shrank: `a::t`".to_owned();
    let rows: Vec<(RightsWithRules, RightsWithRules, Vec<String>)> = vec![
        // what was blocked runs now
        (
            (None, true, &[]),
            (Some(Blocked), false, FREE),
            vec![loosened.to_owned()],
        ),
        (
            (Some(Blocked), false, FREE),
            (None, true, &[]),
            vec![tightened.to_owned()],
        ),
        // a new grant
        (
            (None, false, &[]),
            (Some(Blocked), false, FREE),
            vec![loosened.to_owned(), grown("where its rules allow it")],
        ),
        (
            (None, false, &[]),
            (Some(Ask), false, FREE),
            vec![loosened.to_owned(), grown("with `ask`")],
        ),
        (
            (None, false, &[]),
            (Some(Ask), false, STRICT),
            vec![tightened.to_owned(), grown("with `ask`")],
        ),
        // a grant that is gone
        (
            (Some(PreApproved), false, STRICT),
            (None, false, &[]),
            vec![tightened.to_owned(), shrunk()],
        ),
        (
            (None, true, &[]),
            (None, false, &[]),
            vec![
                "T0606 approval loosened for worker `w`: `a::t` is no longer named as blocked"
                    .to_owned(),
            ],
        ),
    ];
    for (old, new, expected) in &rows {
        let [old, new] = [old, new].map(|(approval, is_blocked, rules)| {
            let mut lock = lock_of(Ask, rules, false);
            let said = std::mem::take(&mut lock.workers[0].settings);
            let grants: Vec<_> = approval
                .iter()
                .map(|approval| ("a::t", *approval))
                .collect();
            let blocked: &[&str] = if *is_blocked { &["a::t"] } else { &[] };
            lock.workers = vec![worker("w", &grants, blocked)];
            lock.workers[0].settings = said;
            lock
        });
        let found = super::drift(&old, &new);
        let is_so = found.len() == expected.len()
            && found
                .iter()
                .zip(expected)
                .all(|(found, said)| found.starts_with(said.as_str()));
        assert!(is_so, "{found:#?} {expected:#?}");
    }
}
