//! What rules let run unasked, what they ask about, and what they refuse.

use super::settings::strict;
use super::{call, error, output};
use toolc_runtime::shell::{Matching, Rule, Verdict, decide, split};
use toolc_runtime::testing::ScriptedApprover;
use toolc_runtime::{Approval, Decision, ErrorKind};

/// Every command of the table, decided by the rule above it.
#[test]
fn what_a_rule_does_not_say_is_asked_or_refused() {
    let (mut rule, mut number, mut wrong) = (None, 0, Vec::new());
    for line in include_str!("commands.txt").lines() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        if !line.starts_with(' ') {
            let any_options = line.ends_with(" ...");
            rule = Some((split(line.trim_end_matches(" ...")).unwrap(), any_options));
            continue;
        }
        let (outcome, command) = line.trim().split_once(' ').unwrap();
        let (words, any_options) = rule.as_ref().expect("a rule before its commands");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let rule = Rule {
            words: &words,
            approval: Approval::PreApproved,
            reason: None,
            any_options: *any_options,
        };
        let command = split(command.trim()).unwrap();
        let found = match decide(&[rule], Matching::First, None, &command) {
            Verdict::Rule(0, Approval::PreApproved) => "runs",
            Verdict::Doubtful(Some(0), _) => "asks",
            Verdict::Escape(_) => "refused",
            other => panic!("{line}: {other:?}"),
        };
        if found != outcome {
            wrong.push(format!(
                "{} under `{}`: {found}",
                line.trim(),
                words.join(" ")
            ));
        }
        number += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(number >= 400, "{number}");
}

#[test]
fn who_is_asked_is_told_what_no_rule_names() {
    let approver = ScriptedApprover::new([Decision::approve(), Decision::deny("no")]);
    let worker = strict().approver(approver.clone());
    let result = call(&worker, "echo @a");
    assert_eq!(output(&result)["stdout"], "@a\n");
    let denied = error(call(&worker, "cat ../secret"));
    assert_eq!(denied.kind, ErrorKind::Denied);
    let reasons = approver
        .requests()
        .into_iter()
        .map(|request| request.reason.unwrap());
    let expected = [
        "no rule names `@a`, which leads out of the workspace",
        "no rule names `../secret`, which leads out of the workspace",
    ];
    assert!(reasons.eq(expected));
    // without anybody to ask, the model reads why
    let denied = error(call(&strict(), "ls --weird"));
    assert_eq!(denied.kind, ErrorKind::Denied);
    assert!(
        denied.message.ends_with(
            "(somebody has to approve it: no rule names `--weird`, which is not among the harmless \
             options of `ls`; see ls(1))"
        ),
        "{denied}"
    );
    // what runs unasked asks nobody
    let quiet = ScriptedApprover::new([]);
    let worker = strict().approver(quiet.clone());
    assert!(call(&worker, "ls -la folder").success);
    assert!(quiet.requests().is_empty());
}

#[test]
fn the_strictest_of_several_rules_lets_fewest_commands_run() {
    let rule = |words, any_options| Rule {
        words,
        approval: Approval::PreApproved,
        reason: None,
        any_options,
    };
    let rules = [
        rule(&["./check.sh"], true),
        rule(&["./check.sh", "a"], false),
    ];
    let decide = |matching, line| {
        let command = split(line).unwrap();
        decide(&rules, matching, None, &command).approval()
    };
    for (line, first, strictest) in [
        ("./check.sh b", Approval::PreApproved, Approval::PreApproved),
        ("./check.sh a", Approval::PreApproved, Approval::PreApproved),
        ("./check.sh a b", Approval::PreApproved, Approval::Ask),
    ] {
        assert_eq!(decide(Matching::First, line), first, "{line}");
        assert_eq!(decide(Matching::Strictest, line), strictest, "{line}");
    }
}
