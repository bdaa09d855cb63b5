//! Worker files and inline tools.

use super::{draft_of, draft_of_config, lines};
use toolc_base::source::Role;
use toolc_model::draft::Whitelist;
use toolc_model::model::approval::Approval;

const SUPPORT: &str = "name: support\nx-team: a\ntoolsets:\n  weather:\n    tools: [get]\n    approval: {default: ask, tools: {get: preApproved}}\n  filesystem: {root: ., blockReason: no}\n  search:\n";

#[test]
fn a_worker_is_read() {
    let (draft, found) = draft_of(SUPPORT, Role::Found);
    assert_eq!(found, Vec::<String>::new());
    let worker = &draft.workers[0];
    assert_eq!(worker.name.value, "support");
    let names: Vec<_> = worker
        .toolsets
        .iter()
        .map(|toolset| toolset.name.value.as_str())
        .collect();
    assert_eq!(names, ["weather", "filesystem", "search"]);
    let weather = &worker.toolsets[0];
    assert!(matches!(&weather.tools, Whitelist::Names(names) if names.value[0].value == "get"));
    assert_eq!(
        weather.default.as_ref().map(|approval| approval.value),
        Some(Approval::Ask)
    );
    assert_eq!(weather.approvals[0].1.value, Approval::PreApproved);
    assert_eq!(worker.toolsets[1].options[0].value, "root");
    let reason = worker.toolsets[1].block_reason.as_ref();
    assert_eq!(reason.map(|reason| reason.value.as_str()), Some("no"));
    assert!(matches!(worker.toolsets[2].tools, Whitelist::Null));
}

/// The text of a worker file, and the finding about it.
const FAULTS: &[(&str, &str)] = &[
    (
        "name: a\ntoolset: {}\ntoolsets: {}\n",
        "T0207 (2, 1) a worker has no key `toolset`",
    ),
    (
        "name: a\ntoolsets: {w: {tool: [x]}}\n",
        "T0207 (2, 16) a toolset has no key `tool`",
    ),
    (
        "name: a\ntoolsets: {w: {approval: {defualt: ask}}}\n",
        "T0207 (2, 27) `approval` has no key `defualt`",
    ),
    (
        "name: a\ntoolsets: {w: {approval: {default: asks}}}\n",
        "T0208 (2, 36) `asks` is not a valid approval",
    ),
    (
        "name: a\ntoolsets: {w: {approval: ask}}\n",
        "T0208 (2, 26) `approval` must be a mapping, such as `{default: ask, tools: {name: preApproved}}`, found a string",
    ),
    (
        "name: a\ntoolsets: [w]\n",
        "T0208 (2, 11) `toolsets` must be a mapping of namespaces, found a list",
    ),
    ("toolsets: {}\n", "T0203 (1, 1) a worker has no name"),
    (
        "name: 3\ntoolsets: {}\n",
        "T0208 (1, 7) `name` must be a string, found a number",
    ),
];

#[test]
fn a_misspelt_worker_is_refused() {
    for (text, finding) in FAULTS {
        assert_eq!(draft_of(text, Role::Worker).1, [*finding], "{text}");
    }
}

/// The text of an unlisted file, and the finding about it.
const FOUND: &[(&str, &str)] = &[
    (
        "name: a\ntoolset: {w: {}}\n",
        "T0207 (2, 1) a worker has no key `toolset`",
    ),
    (
        "name: a\nTool-Sets: {w: {}}\n",
        "T0207 (2, 1) a worker has no key `Tool-Sets`",
    ),
    (
        "name: a\ntoolsets: [w]\n",
        "T0208 (2, 11) `toolsets` must be a mapping of namespaces, found a list",
    ),
    (
        "name: a\n",
        "T0208 (1, 7) the worker `a` has no `toolsets`, so it may call nothing",
    ),
    (
        "name: a\noutput_policy: warn\ntoolsets:\n",
        "T0208 (1, 7) the worker `a` has no `toolsets`, so it may call nothing",
    ),
];

#[test]
fn a_misspelt_worker_is_not_an_unknown_file() {
    for (text, finding) in FOUND {
        let (draft, found) = draft_of(text, Role::Found);
        assert_eq!(found, [*finding], "{text}");
        assert_eq!(draft.workers.len(), 1, "{text}");
    }
    let (draft, _) = draft_of("toolsets: [{name: a, parameters: {}}]\n", Role::Found);
    assert_eq!((draft.tools.len(), draft.workers.len()), (1, 0));
}

#[test]
fn a_whitelist_that_cannot_be_read_grants_nothing() {
    for tools in ["'*'", "'**'", "get", "{get: ask}", "3", "true", "All"] {
        let text = format!("name: a\ntoolsets: {{w: {{tools: {tools}}}}}\n");
        let (draft, found) = draft_of(&text, Role::Worker);
        assert_eq!(found.len(), 1, "{tools}: {found:?}");
        let tools = &draft.workers[0].toolsets[0].tools;
        assert!(matches!(tools, Whitelist::Unreadable), "{tools:?}");
    }
}

#[test]
fn inline_tools_stand_in_the_configuration() {
    let text = "tools:\n  registry:\n  - {type: inline, namespace: w, tools: [{name: a, parameters: {}}]}\n  - {type: file, path: x.yaml}\n";
    let (draft, found) = draft_of_config(text);
    assert_eq!((lines(&draft), found), (vec!["w a {}".to_owned()], vec![]));
    let (_, found) = draft_of_config("tools: [{type: inline, tools: {a: {}}}]\n");
    assert_eq!(
        found,
        ["T0208 (1, 31) `tools` of an inline entry must be a list of tools, found a mapping"]
    );
}
