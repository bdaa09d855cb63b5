//! What others say about the policy of their own tools.

use super::{draft_of, lines};
use crate::model::policy::Approval;
use crate::source::Role;

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
            "T0213 (2, 41) `a.yaml` is a snapshot of a server: what it says about its own approval does not count",
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
    let text = "w: [{name: a, inputSchema: {}, approval: preApproved}]\n";
    let (draft, found) = draft_of(text, Role::Found);
    assert_eq!(found, Vec::<String>::new());
    assert!(draft.tools[0].approval.is_some());
}
