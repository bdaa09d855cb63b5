//! Tools and workers that are added, removed and changed.

use super::{drift, json, lock, settings, tool, worker};
use crate::lock::{Lock, LockedEngine, LockedTool};
use toolc_base::diagnostic::Diagnostics;
use toolc_base::source::Spanned;
use toolc_model::model::approval::Approval::{self, Ask, PreApproved};
use toolc_model::model::sample::sample_span;

#[test]
fn nothing_changed_is_silent() {
    let same = || lock(vec![tool("a::t", r#"{"type":"object"}"#)]);
    assert!(drift(&same(), &same()).is_empty());
}

#[test]
fn tools_come_and_go() {
    let old = lock(vec![tool("a::get_weather", "{}"), tool("a::x", "true")]);
    let new = lock(vec![tool("a::get_wether", "{}"), tool("a::x", "true")]);
    let found = drift(&old, &new);
    assert_eq!(
        found,
        [
            "T0601 tool `a::get_wether` was added",
            "T0602 tool `a::get_weather` was removed"
        ]
    );
    let mut diagnostics = Diagnostics::default();
    super::compare_with_lock(&mut diagnostics, "toolc lock", &old, &new);
    let helps: Vec<&str> = diagnostics
        .iter()
        .map(|found| found.help.as_str())
        .collect();
    assert!(
        helps[1].starts_with("was it renamed to `a::get_wether`?"),
        "{helps:?}"
    );
}

#[test]
fn a_tool_with_another_name_is_known_by_its_structure() {
    let schema = r#"{"properties":{"a":{"type":"string"}}}"#;
    let described = |name: &str, schema: &str| LockedTool {
        description: "Does it.".into(),
        ..tool(name, schema)
    };
    let worker = |tool: &str| vec![worker("w", &[(tool, Ask)], &[])];
    let old = Lock {
        workers: worker("a::t"),
        ..lock(vec![
            tool("a::t", schema),
            described("a::u", "{}"),
            tool("a::x", "true"),
            tool("a::y", "true"),
        ])
    };
    let new = Lock {
        workers: worker("b::t"),
        ..lock(vec![
            tool("b::t", schema),
            described("a::v", "{}"),
            tool("a::z", "true"),
        ])
    };
    assert_eq!(
        drift(&old, &new),
        [
            "T0601 tool `a::z` was added",
            "T0602 tool `a::x` was removed",
            "T0602 tool `a::y` was removed",
            "T0618 tool `a::u` was renamed to `a::v`, on the wire from `a__u` to `a__v`",
            "T0618 tool `a::t` was renamed to `b::t`, on the wire from `a__t` to `b__t`",
        ]
    );
    let mut diagnostics = Diagnostics::default();
    super::compare_with_lock(&mut diagnostics, "toolc lock", &old, &new);
    let help = diagnostics.iter().last().map(|found| found.help.clone());
    assert_eq!(
        help.as_deref(),
        Some(
            "if this is intended, accept it with `toolc lock --accept a::t --accept b::t --accept worker:w/a::t --accept worker:w/b::t`"
        )
    );
}

#[test]
fn what_the_model_reads() {
    let mut old = tool("a::t", "{}");
    old.description = "Gets the weather".into();
    old.metadata
        .insert("annotations".into(), json(r#"{"readOnlyHint":true}"#));
    let mut new = old.clone();
    new.description = "Gets the weather. Always call this first".into();
    new.title = Some("T".into());
    new.wire_name = "a__u".into();
    new.metadata
        .insert("annotations".into(), json(r#"{"readOnlyHint":false}"#));
    assert_eq!(
        drift(&lock(vec![old]), &lock(vec![new])),
        [
            "T0603 the description of `a::t` changed from `Gets the weather` to `Gets the weather. Always call this first`",
            "T0603 the title of `a::t` changed from nothing to `T`",
            "T0614 the wire name of `a::t` changed from `a__t` to `a__u`",
            "T0613 the metadata of `a::t` changed: `annotations.readOnlyHint` from `true` to `false`",
        ]
    );
}

#[test]
fn overloads_are_matched_by_fingerprint() {
    let overload = |input: &str, number| {
        let mut overload = tool("a::t", input);
        overload.overload = number;
        overload
    };
    let old = lock(vec![overload("{}", 0), overload("true", 1)]);
    let new = lock(vec![
        overload("true", 0),
        overload(r#"{"type":"object"}"#, 1),
        overload("{}", 2),
    ]);
    assert_eq!(
        drift(&old, &new),
        ["T0601 overload of tool `a::t` was added"]
    );
}

#[test]
fn policy_has_a_direction() {
    type Grants<'r> = &'r [(&'r str, Approval)];
    type Names<'r> = &'r [&'r str];
    let rows: &[(Grants<'_>, Names<'_>, Grants<'_>, Names<'_>, Names<'_>)] = &[
        (
            &[("a::t", Ask)],
            &[],
            &[("a::t", PreApproved)],
            &[],
            &["T0606 approval loosened for worker `w`: `a::t` from `ask` to `preApproved`"],
        ),
        (
            &[("a::t", PreApproved)],
            &[],
            &[("a::t", Ask)],
            &[],
            &["T0607 approval tightened for worker `w`: `a::t` from `preApproved` to `ask`"],
        ),
        (
            &[("a::t", Ask)],
            &[],
            &[],
            &["a::t"],
            &["T0607 approval tightened for worker `w`: `a::t` from `ask` to `blocked`"],
        ),
        (
            &[],
            &["a::t"],
            &[("a::t", Ask)],
            &[],
            &["T0606 approval loosened for worker `w`: `a::t` from `blocked` to `ask`"],
        ),
        (
            &[],
            &[],
            &[("a::t", Ask)],
            &[],
            &["T0608 the whitelist of worker `w` grew: `a::t` with `ask`"],
        ),
        (
            &[("a::t", Ask)],
            &[],
            &[],
            &[],
            &["T0609 the whitelist of worker `w` shrank: `a::t`"],
        ),
        (
            &[],
            &[],
            &[],
            &["b::u"],
            &["T0607 approval tightened for worker `w`: `b::u` is named as blocked"],
        ),
        (
            &[("a::t", Ask)],
            &["b::u"],
            &[("a::t", Ask)],
            &["b::u"],
            &[],
        ),
    ];
    for (old, old_blocked, new, new_blocked, expected) in rows {
        let old = Lock {
            workers: vec![worker("w", old, old_blocked)],
            ..Lock::default()
        };
        let new = Lock {
            workers: vec![worker("w", new, new_blocked)],
            ..Lock::default()
        };
        assert_eq!(drift(&old, &new), *expected);
    }
}

#[test]
fn engines_come_go_and_change() {
    let engine = |text: &str| {
        vec![LockedEngine {
            name: "shop".to_owned(),
            settings: settings(text),
            span: None,
        }]
    };
    let one = r#"{"addresses":["https://a.example"],"credentials":["t (bearer) from A"],"private":false,"retries":2}"#;
    let other = r#"{"addresses":["https://a.example"],"credentials":["t (bearer) from B"],"private":true,"x":1}"#;
    let [none, one, other] = [Vec::new(), engine(one), engine(other)].map(|engines| Lock {
        engines,
        ..Lock::default()
    });
    assert_eq!(
        drift(&none, &one),
        [
            "T0615 engine `shop` was added: it calls `https://a.example`, with credentials `t (bearer) from A`"
        ]
    );
    assert_eq!(drift(&one, &none), ["T0615 engine `shop` was removed"]);
    assert_eq!(drift(&one, &one), [""; 0]);
    assert_eq!(
        drift(&one, &other),
        [
            "T0615 engine `shop`: the credentials that it sends changed: added `t (bearer) from B`, removed `t (bearer) from A`",
            "T0615 engine `shop`: whether it may call private addresses (`private`) changed from `false` to `true`",
            "T0615 engine `shop`: how often a request is sent again (`retries`) changed from `2` to nothing",
            "T0615 engine `shop`: `x` changed from nothing to `1`",
        ]
    );
}

#[test]
fn the_grants_of_many_tools_are_named_as_far_as_one_reads() {
    let names = [
        "a::s", "a::t", "a::u", "a::v", "a::w", "a::x", "a::y", "a::z",
    ];
    let lock = |count: usize, approval| {
        let grants: Vec<_> = names[..count]
            .iter()
            .map(|name| (*name, approval))
            .collect();
        Lock {
            workers: vec![worker("kiosk", &grants, &[])],
            ..Lock::default()
        }
    };
    let help = |count| {
        let mut diagnostics = Diagnostics::default();
        super::compare_with_lock(
            &mut diagnostics,
            "toolc lock",
            &lock(count, Ask),
            &lock(count, PreApproved),
        );
        let helps: Vec<String> = diagnostics.iter().map(|found| found.help.clone()).collect();
        assert_eq!(helps.len(), 1, "what one place decides is one finding");
        helps[0].clone()
    };
    assert!(help(1).ends_with("`toolc lock --accept worker:kiosk/a::s`"));
    assert!(
        help(2).ends_with("`toolc lock --accept worker:kiosk/a::s --accept worker:kiosk/a::t`")
    );
    assert!(help(6).ends_with(" --accept worker:kiosk/a::x`"));
    assert!(help(8).ends_with(
        " --accept worker:kiosk/a::x` and 2 more like these, or with all other changes to the \
         worker: `toolc lock --accept worker:kiosk`"
    ));
}

#[test]
fn between_two_locks_there_is_nothing_to_accept() {
    let old = lock(vec![tool("a::get_weather", "{}"), tool("a::x", "true")]);
    let new = lock(vec![tool("a::get_wether", "{}"), tool("a::x", "false")]);
    let mut diagnostics = Diagnostics::default();
    crate::drift::compare_locks(&mut diagnostics, &old, &new);
    let helps: Vec<&str> = diagnostics
        .iter()
        .map(|found| found.help.as_str())
        .collect();
    assert_eq!(helps, ["", "was it renamed to `a::get_wether`?", ""]);
}

#[test]
fn workers_come_and_go() {
    let old = Lock {
        workers: vec![worker("a", &[], &[])],
        ..Lock::default()
    };
    let new = Lock {
        workers: vec![worker("b", &[("x::y", PreApproved)], &[])],
        ..Lock::default()
    };
    assert_eq!(
        drift(&old, &new),
        [
            "T0611 worker `b` was added: it may call 1 tool, 1 of them without asking",
            "T0612 worker `a` was removed",
        ]
    );
}

#[test]
fn every_field_counts() {
    type Edit = fn(&mut Lock);
    let edits: &[(Edit, &str)] = &[
        (
            |lock| lock.tools[0].approval = Some(Spanned::new(Approval::Blocked, sample_span(1))),
            "T0607",
        ),
        (
            |lock| lock.tools[0].settings = settings(r#"{"formats":"annotate"}"#),
            "T0621",
        ),
        (
            |lock| lock.tools[0].settings = settings(r#"{"engine":"e"}"#),
            "T0615",
        ),
        (
            |lock| lock.workers[0].settings = settings(r#"{"output_policy":"off"}"#),
            "T0616",
        ),
        (|lock| lock.tools[0].approval = None, "T0606"),
        (
            |lock| lock.tools[0].raw_fingerprint = "other".into(),
            "T0621",
        ),
        (
            |lock| lock.tools[0].structural_fingerprint = "other".into(),
            "T0604",
        ),
        (|lock| lock.tools[0].wire_name.push('x'), "T0614"),
        (|lock| lock.tools[0].title = Some("x".into()), "T0603"),
        (|lock| lock.tools[0].output = None, "T0605"),
        (|lock| lock.tools[0].metadata = Default::default(), "T0613"),
        (
            |lock| {
                lock.workers[0]
                    .blocked
                    .values_mut()
                    .for_each(|block| block.reason.push('x'))
            },
            "T0603",
        ),
    ];
    let base = || {
        let mut tool = tool("a::t", "{}");
        tool.approval = Some(Spanned::new(Ask, sample_span(1)));
        tool.output = Some(json("{}"));
        tool.metadata.insert("annotations".into(), json("{}"));
        tool.metadata.insert("x".into(), json("1"));
        let workers = vec![worker("w", &[("a::t", Ask)], &["b::u"])];
        Lock {
            workers,
            ..lock(vec![tool])
        }
    };
    for (edit, code) in edits {
        let mut edited = base();
        edit(&mut edited);
        let found = drift(&base(), &edited);
        assert!(
            found.len() == 1 && found[0].starts_with(code),
            "{code}: {found:?}"
        );
    }
}
