//! Final answers on the command line, and their drift.

use crate::command::{Folder, json, stderr, stdout};
use serde_json::json as value;

const TRIAGE: &str = "answers:
  triage:
    description: What to do.
    schema:
      type: object
      properties: { level: { enum: [low, high] }, owner: { type: string } }
      required: [level]
      additionalProperties: false
";

fn put_triage(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.put("triage.yaml", TRIAGE);
    folder
}

#[test]
fn answers_are_listed_and_shown() {
    let folder = put_triage("answers_listed");
    folder.put(
        "n.yaml",
        "n:\n  - { name: find, description: Finds., parameters: { type: object } }\n",
    );
    let list = stdout(&folder.toolc(&["list"]));
    assert!(
        list.contains("n::find") && list.contains("answers::triage  What to do."),
        "{list}"
    );
    let qualified = stdout(&folder.toolc(&["list", "--qualified"]));
    assert_eq!(qualified, "n::find\n");
    let listed = json(&folder.toolc(&["list", "--answers", "--format", "json"]));
    assert_eq!(listed[0]["name"], "triage");
    assert_eq!(listed[0]["rust"], "tools::answers::Triage");
    assert_eq!(
        listed,
        json(&folder.toolc(&["show", "triage", "--format", "json"]))
    );
    let shown = stdout(&folder.toolc(&["show", "answers::triage"]));
    assert!(
        shown.contains("type        tools::answers::Triage"),
        "{shown}"
    );
    let summary = stderr(&folder.toolc(&["check"]));
    assert!(summary.contains("1 tool, 1 answer, "), "{summary}");
}

#[test]
fn the_form_is_printed_for_each_provider() {
    let folder = put_triage("answers_exported");
    let export = |target| folder.toolc(&["export", "--answer", "triage", "--target", target]);
    let chat = json(&export("openai"));
    let form = &chat["response_format"]["json_schema"];
    assert_eq!(form["strict"], true);
    assert_eq!(form["schema"]["required"], value!(["level", "owner"]));
    let gemini = json(&export("gemini"));
    assert_eq!(
        gemini["generationConfig"]["responseJsonSchema"]["required"],
        value!(["level"])
    );
    let mcp = export("mcp");
    assert_eq!(json(&mcp), value!({}));
    assert!(
        stderr(&mcp).contains("no place for the form of an answer"),
        "{}",
        stderr(&mcp)
    );
    let unknown = folder.toolc(&["export", "--answer", "triag", "--target", "openai"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        stderr(&unknown).contains("did you mean `triage`?"),
        "{}",
        stderr(&unknown)
    );
}

/// The program reads an answer, so it is what may come now and could not before that breaks something.
#[test]
fn a_wider_answer_breaks_and_a_narrower_one_does_not() {
    let folder = put_triage("answers_drift");
    folder.toolc(&["lock"]);
    for (was, is, class, shown) in [
        (
            "[low, high]",
            "[low, high, huge]",
            "output-breaking",
            "read now: `{\"level\":\"huge\"}`",
        ),
        (
            "[low, high]",
            "[low]",
            "output-compatible",
            "refused now: `{\"level\":\"high\"}`",
        ),
        (
            "required: [level]",
            "required: [level, owner]",
            "output-compatible",
            "refused now: ",
        ),
    ] {
        folder.put("triage.yaml", &TRIAGE.replace(was, is));
        let found = stderr(&folder.toolc(&["check"]));
        assert!(found.contains("the form of `answers::triage`"), "{found}");
        assert!(
            found.contains(class) && found.contains(shown),
            "{class}: {found}"
        );
    }
    folder.put("triage.yaml", &TRIAGE.replace("triage:", "verdict:"));
    let renamed = stderr(&folder.toolc(&["check"]));
    assert!(
        renamed.contains("answer `answers::triage` was renamed to `answers::verdict`"),
        "{renamed}"
    );
    folder.toolc(&[
        "lock",
        "--accept",
        "answers::verdict",
        "--accept",
        "answers::triage",
    ]);
    assert!(folder.toolc(&["check"]).status.success());
}

#[test]
fn answers_stand_beside_tools_in_every_mapping() {
    let tools = "[{ name: find, description: Finds., parameters: { type: object } }]";
    for (name, text, tool) in [
        (
            "namespace",
            format!("namespace: n\ntools: {tools}\n{TRIAGE}"),
            "n::find",
        ),
        ("file", format!("tools: {tools}\n{TRIAGE}"), "file::find"),
        ("lists", format!("n: {tools}\n{TRIAGE}"), "n::find"),
        (
            "names",
            format!("find: {{ description: Finds., parameters: {{ type: object }} }}\n{TRIAGE}"),
            "file::find",
        ),
        ("alone", TRIAGE.to_owned(), ""),
    ] {
        let folder = Folder::new(&format!("answers_beside_{name}"));
        folder.put("file.yaml", &text);
        let list = stdout(&folder.toolc(&["list", "--qualified"]));
        assert_eq!(list.trim_end(), tool, "{name}");
        let answers = stdout(&folder.toolc(&["list", "--answers"]));
        assert_eq!(answers, "answers::triage  What to do.\n", "{name}");
    }
}
