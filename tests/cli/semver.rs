//! `toolc semver`: the level of a change for each audience, and what decides it.

use crate::command::{Folder, assert_exit, json, stdout};
use serde_json::{Value, json};

const TOOLS: &str = r#"
order:
  description: Orders things.
  effect: write
  approval: ask
  parameters:
    type: object
    properties: { item: { type: string, maxLength: 20 }, count: { type: integer, maximum: 9 } }
    required: [item]
  output_parameters:
    type: object
    properties: { state: { enum: [open, sent] } }
    required: [state]
"#;

/// Each change as a replacement, with the levels for models, callers and approvers.
const CHANGES: &[(&str, &str, [&str; 3])] = &[
    ("order:", "order: ", ["none", "none", "none"]),
    (
        "Orders things.",
        "Orders one thing.",
        ["patch", "none", "patch"],
    ),
    ("maximum: 9", "maximum: 8", ["major", "major", "patch"]),
    ("maximum: 9", "maximum: 10", ["minor", "minor", "minor"]),
    ("[item]", "[]", ["minor", "minor", "minor"]),
    (
        "[open, sent]",
        "[open, sent, lost]",
        ["major", "major", "none"],
    ),
    ("[open, sent]", "[open]", ["patch", "minor", "none"]),
    (
        "approval: ask",
        "approval: preApproved",
        ["none", "minor", "major"],
    ),
    (
        "approval: ask",
        "approval: blocked",
        ["none", "major", "major"],
    ),
    (
        "effect: write",
        "effect: destructive",
        ["patch", "minor", "major"],
    ),
    ("order:", "buy:", ["major", "major", "patch"]),
];

#[test]
fn each_change_has_a_level_for_each_audience() {
    for (from, to, levels) in CHANGES {
        let folder = Folder::new("semver_levels");
        let config = "tools: { registry: [{ type: file, path: t.yaml, output: show }] }\n";
        folder
            .put("old/t.yaml", TOOLS)
            .put("old/toolc.yaml", config);
        folder
            .put("new/t.yaml", &TOOLS.replace(from, to))
            .put("new/toolc.yaml", config);
        let output = folder.toolc(&["semver", "old", "new", "--format", "json"]);
        assert_exit(&output, 0);
        let document = json(&output);
        let found: Vec<&Value> = document["semver"]["audiences"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|answer| &answer["level"])
            .collect();
        let expected: Vec<Value> = levels.iter().map(|level| json!(level)).collect();
        assert_eq!(
            found,
            expected.iter().collect::<Vec<_>>(),
            "{from} to {to}: {document:#}"
        );
    }
}

#[test]
fn what_decides_is_shown_with_its_witness() {
    let folder = Folder::new("semver_witness");
    folder.put("old.yaml", TOOLS);
    folder.put("new.yaml", &TOOLS.replace("maximum: 9", "maximum: 8"));
    let output = folder.toolc(&["semver", "old.yaml", "new.yaml"]);
    assert_exit(&output, 0);
    let said = stdout(&output);
    let first = said.lines().next().expect("a line");
    assert!(
        first.starts_with("models     major  T0604 the input of"),
        "{said}"
    );
    assert!(first.contains("no longer valid: `"), "{said}");
    assert!(said.ends_with("version    major\n"), "{said}");
}

#[test]
fn a_change_may_ask_for_no_more_than_is_required() {
    let folder = Folder::new("semver_require");
    folder.put("old.yaml", TOOLS);
    folder.put("new.yaml", &TOOLS.replace("maximum: 9", "maximum: 10"));
    folder.put("text.yaml", &TOOLS.replace("Orders", "Buys"));
    let semver = |new: &str, arguments: &[&str]| {
        folder.toolc(&[&["semver", "old.yaml", new], arguments].concat())
    };
    assert_exit(&semver("new.yaml", &["--require", "major"]), 0);
    assert_exit(&semver("new.yaml", &["--require", "minor"]), 0);
    let said = assert_exit(&semver("new.yaml", &["--require", "patch"]), 1);
    assert!(
        said.contains("error[T0752]: the change is minor, and may be patch at most"),
        "{said}"
    );
    assert_exit(&semver("text.yaml", &["--require", "patch"]), 0);
    // of one audience alone
    let approval = TOOLS.replace("approval: ask", "approval: preApproved");
    folder.put("loose.yaml", &approval);
    assert_exit(&semver("loose.yaml", &["--require", "minor"]), 1);
    assert_exit(
        &semver(
            "loose.yaml",
            &["--require", "minor", "--for", "models,callers"],
        ),
        0,
    );
    assert_exit(&semver("nowhere.yaml", &[]), 2);
    folder.put("broken.yaml", "tools: [\n");
    assert_exit(&semver("broken.yaml", &[]), 3);
}
