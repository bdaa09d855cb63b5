//! Policies that third parties state for their own tools.

use super::{draft_listed, draft_of, lines, listed};
use toolc_base::source::{Lists, Role};
use toolc_model::config::EntryKind;
use toolc_model::model::approval::Approval::{self, Ask, Blocked, PreApproved};

#[test]
fn a_description_by_others_only_tightens() {
    let text = r#"{"tools":[
{"name":"a","inputSchema":{},"approval":"preApproved","namespace":"v"},
{"name":"b","inputSchema":{},"approval":"blocked"}]}"#;
    let (draft, found) = draft_of(text, Role::Found);
    let own = |index: usize| draft.tools[index].approval.as_ref().map(|own| own.value);
    assert_eq!((own(0), own(1)), (None, Some(Approval::Blocked)));
    assert_eq!(lines(&draft), ["- a {}", "- b {}"]);
    assert_eq!(
        found,
        [
            "T0213 (2, 41) `a.yaml` is a snapshot of a server: its own `approval` is ignored",
            "T0213 (2, 55) `a.yaml` is a snapshot of a server: what it says about its own namespace does not count",
        ]
    );
    let text =
        r#"[{"type":"function","function":{"name":"a","parameters":{},"approval":"preApproved"}}]"#;
    let (draft, found) = draft_of(text, Role::Found);
    assert!(draft.tools[0].approval.is_none());
    assert!(found[0].contains("is a provider's tool list"), "{found:?}");
    let text = "openapi: 3.1.0\npaths:\n  /a: {get: {operationId: a, approval: preApproved, responses: {}}}\n  /b: {get: {operationId: b, approval: ask, responses: {}}}\n";
    let (draft, found) = draft_of(text, Role::Found);
    assert!(draft.tools[0].approval.is_none() && draft.tools[1].approval.is_some());
    assert!(
        found[0].starts_with("T0213 (3, 40) `a.yaml` is the description of an API"),
        "{found:?}"
    );
}

/// `inputSchema` identifies a tool as a server's, whatever surrounds it, except in a file that the
/// user lists as a tool file.
#[test]
fn the_shape_of_a_file_approves_nothing() {
    let definition = r#"{"name":"a","inputSchema":{},"approval":"preApproved"}"#;
    let shapes = [
        definition.to_owned(),
        format!("[{definition}]"),
        format!(r#"{{"tools":[{definition}]}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{definition}]}}}}"#),
        format!(r#"{{"a":{definition}}}"#),
        format!(r#"{{"w":[{definition}]}}"#),
        format!(r#"{{"namespace":"w","tools":[{definition}]}}"#),
        r#"[{"name":"a","parameters":{},"approval":"preApproved"},{"name":"o","inputSchema":{}}]"#
            .to_owned(),
        r#"{"w":[{"name":"a","parameters":{},"approval":"preApproved"}],"o":[{"name":"o","inputSchema":{}}]}"#
            .to_owned(),
        r#"[{"name":"a","parametersJsonSchema":{},"approval":"preApproved"}]"#.to_owned(),
    ];
    for text in shapes {
        for role in [Role::Found, Role::Beside(Lists::default())] {
            let (draft, found) = draft_of(&text, role);
            assert!(draft.tools[0].approval.is_none(), "{text}");
            assert!(found[0].starts_with("T0213 "), "{text}: {found:?}");
        }
    }
    let text = format!("[{definition}]");
    let (draft, found) = draft_listed(&text, listed(EntryKind::File));
    assert!(
        draft.tools[0].approval.is_some() && found.is_empty(),
        "{found:?}"
    );
    let text = "w: [{name: a, parameters: {}, approval: preApproved}]\n";
    let (draft, found) = draft_of(text, Role::Found);
    assert!(
        draft.tools[0].approval.is_some() && found.is_empty(),
        "{found:?}"
    );
}

/// The keys of a tool, the resulting approval if the tool is the user's own, and if it is a third
/// party's.
const POLICIES: &[(&str, Option<Approval>, Option<Approval>)] = &[
    ("needsApproval: true", Some(Ask), Some(Ask)),
    ("needsApproval: false", Some(PreApproved), None),
    ("needs_approval: true", Some(Ask), Some(Ask)),
    (
        "needsApproval: never, approval: blocked",
        Some(Blocked),
        Some(Blocked),
    ),
    (
        "needsApproval: true, approval: preApproved",
        Some(Ask),
        Some(Ask),
    ),
    (
        "needs_approval: true, needsApproval: false",
        Some(Ask),
        Some(Ask),
    ),
    (
        "needs_approval: false, needsApproval: true",
        Some(Ask),
        Some(Ask),
    ),
    ("approval: never", None, Some(Ask)),
    ("execution: manual", None, Some(Blocked)),
    ("execution: both", None, None),
    ("execution: { taskSupport: optional }", None, None),
    ("disabled: true", None, Some(Blocked)),
    (
        "disabled: true, approval: preApproved",
        Some(PreApproved),
        Some(Blocked),
    ),
    (
        "enabled: false, needsApproval: true",
        Some(Ask),
        Some(Blocked),
    ),
    ("requiresApproval: true", None, Some(Ask)),
    ("x-execution: manual", None, Some(Blocked)),
    ("timeout: 3", None, None),
];

#[test]
fn what_restricts_counts_or_is_refused() {
    for (keys, own, foreign) in POLICIES {
        let text = format!("[{{name: a, parameters: {{}}, {keys}}}]\n");
        let approval = |kind| {
            let (draft, found) = draft_listed(&text, listed(kind));
            assert_eq!(draft.tools.len(), 1, "{keys}");
            let approval = draft.tools[0].approval.as_ref();
            (approval.map(|approval| approval.value), found)
        };
        let (found, _) = approval(EntryKind::File);
        assert_eq!(found, *own, "{keys} in the user's own file");
        let (found, findings) = approval(EntryKind::Mcp);
        assert_eq!(found, *foreign, "{keys} in a stranger's");
        let is_told = findings.iter().any(|found| found.starts_with("T0213"));
        let is_silent = keys.contains("both") || keys.contains("taskSupport");
        let tightens = keys.starts_with("needs") && keys.contains(": true");
        assert_eq!(is_told, !is_silent && !tightens, "{keys}: {findings:?}");
        assert!(
            findings.iter().all(|found| !found.starts_with("T0208")),
            "{findings:?}"
        );
    }
}

#[test]
fn extensions_of_an_operation_that_look_like_policy_are_told() {
    let text = "openapi: 3.1.0\npaths:\n  /a: {get: {operationId: a, x-approval: blocked, x-team: a, needsApproval: true, responses: {}}}\n";
    let (draft, found) = draft_of(text, Role::Found);
    assert_eq!(
        found,
        [
            "note T0213 (3, 30) `a.yaml` is the description of an API: its `x-approval` is not enforced"
        ]
    );
    let approval = draft.tools[0].approval.as_ref();
    assert_eq!(approval.map(|approval| approval.value), Some(Ask));
}

#[test]
fn what_stands_around_a_function_is_said_of_it() {
    let text = r#"[{"type":"function","approval":"blocked","timeout":3,"function":{"name":"a","parameters":{}}}]"#;
    let (draft, found) = draft_of(text, Role::Found);
    let approval = draft.tools[0].approval.as_ref();
    assert_eq!(approval.map(|approval| approval.value), Some(Blocked));
    assert_eq!(
        found,
        ["T0213 (1, 42) `a.yaml` is a provider's tool list: its `timeout` is not enforced"]
    );
}
