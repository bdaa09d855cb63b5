//! Accepting one subject leaves the others unchanged.

use super::super::take::take_catalog;
use super::super::{Lock, LockedGrant, Subject, accept_changes, write_lock};
use super::{read_text, sample};
use toolc_base::diagnostic::Diagnostics;
use toolc_model::model::approval::Approval;
use toolc_model::model::sample::{sample_catalog, sample_tool};
use toolc_model::model::{Catalog, Definition, SchemaText};

#[test]
fn accepts_one_tool_and_keeps_the_others() {
    let taken = |limit: &str| {
        let definitions = vec![
            Definition {
                name: "Pet".into(),
                schema: SchemaText {
                    text: r##"{"items":{"$ref":"#/$defs/Age"}}"##.into(),
                    uses: vec![1],
                },
            },
            Definition {
                name: "Age".into(),
                schema: SchemaText {
                    text: format!(r#"{{"maximum":{limit}}}"#),
                    uses: Vec::new(),
                },
            },
        ];
        let tools = ["t", "u"].map(|name| {
            let mut tool = sample_tool("a", name, r##"{"$ref":"#/$defs/Pet"}"##);
            tool.structural_fingerprint = limit.to_owned();
            tool.input_text.uses = vec![0, 1];
            tool
        });
        take_catalog(&Catalog {
            definitions,
            ..sample_catalog(tools.into())
        })
    };
    let (old, now) = (taken("3"), taken("4"));
    let messages = |lock: &Lock| {
        let mut diagnostics = Diagnostics::default();
        crate::drift::compare_with_lock(&mut diagnostics, "toolc lock", lock, &now);
        diagnostics
            .iter()
            .map(|found| found.message.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(messages(&old).len(), 2);
    let accepted = accept_changes(&old, &now, &[Subject::Tool("a::t")]);
    assert_eq!(
        messages(&accepted),
        [
            "the input of `a::u` accepts the same, written differently: `maximum` of `/*` moved from 3 to 4"
        ]
    );
    assert_eq!(accepted.definitions.len(), 4);
    let all = accept_changes(
        &accepted,
        &now,
        &[Subject::Tool("a::t"), Subject::Tool("a::u")],
    );
    assert!(messages(&all).is_empty());
    assert_eq!(all.definitions.len(), 2);
    assert!(read_text(&write_lock(&accepted)).0.is_some());
}

pub(super) fn grant(approval: Approval) -> LockedGrant {
    LockedGrant {
        approval,
        span: None,
        listed: None,
    }
}

#[test]
fn accepts_what_a_worker_may_do_with_one_tool() {
    let mut now = take_catalog(&sample());
    let mut old = now.clone();
    for lock in [&mut old, &mut now] {
        lock.workers[1].grants = Default::default();
    }
    let grants = &mut now.workers[1].grants;
    grants.insert("x::a".into(), grant(Approval::Ask));
    grants.insert("x::a#12345678".into(), grant(Approval::Ask));
    grants.insert("x::b".into(), grant(Approval::PreApproved));
    now.workers[1].blocked = Default::default();
    assert_eq!(accept_changes(&old, &now, &[Subject::Tool("x::a")]), old);
    let worker = old.workers[1].name.clone();
    let subject = Subject::Grant {
        worker: &worker,
        tool: "x::a",
    };
    let accepted = accept_changes(&old, &now, &[subject]);
    let keys: Vec<&str> = accepted.workers[1]
        .grants
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(keys, ["x::a", "x::a#12345678"]);
    assert_eq!(accepted.workers[1].blocked.len(), 1);
    assert_eq!(accepted.workers[0], old.workers[0]);
}

#[test]
fn a_definition_and_its_own_approval_are_accepted_apart() {
    let old = take_catalog(&sample());
    let mut now = old.clone();
    let tool = now.tools.iter_mut().find(|tool| tool.approval.is_some());
    let tool = tool.expect("a tool with an approval of its own");
    let name = tool.name.clone();
    tool.description.push_str(" And more.");
    tool.approval = None;
    let find = |lock: &Lock| {
        let mut tools = lock.tools.iter();
        tools.find(|tool| tool.name == name).cloned().expect("it")
    };
    let (was, is) = (find(&old), find(&now));
    let definition = find(&accept_changes(&old, &now, &[Subject::Tool(&name)]));
    assert_eq!(definition.description, is.description);
    assert_eq!(definition.approval, was.approval);
    let approval = find(&accept_changes(&old, &now, &[Subject::Approval(&name)]));
    assert_eq!(approval.description, was.description);
    assert_eq!(approval.approval, is.approval);
    let both = [Subject::Tool(&name), Subject::Approval(&name)];
    assert_eq!(accept_changes(&old, &now, &both), now);
    // A tool that is not in the lock brings its own approval.
    let mut without = now.clone();
    without.tools.retain(|tool| tool.name != name);
    let came = accept_changes(&without, &old, &[Subject::Tool(&name)]);
    assert_eq!(find(&came).approval, was.approval);
}

#[test]
fn subjects_have_a_name_each() {
    let rows = [
        ("a::t", Subject::Tool("a::t")),
        ("approval:a::t", Subject::Approval("a::t")),
        (
            "worker:w/a::t",
            Subject::Grant {
                worker: "w",
                tool: "a::t",
            },
        ),
        ("worker:w", Subject::Worker("w")),
        ("engine:e e", Subject::Engine("e e")),
        ("worker::t", Subject::Tool("worker::t")),
    ];
    for (text, subject) in rows {
        assert_eq!(subject.to_string(), text);
    }
    assert_eq!(Subject::Tool("a::t").shell_word(), "a::t");
    assert_eq!(Subject::Tool("a::$(t)").shell_word(), "'a::$(t)'");
    assert_eq!(Subject::Worker("it's").shell_word(), "'worker:it'\\''s'");
}
