//! Old names and last days, on the command line.

use super::command::{Folder, json, stderr, stdout};

#[test]
fn what_is_past_its_last_day_fails_a_check_and_no_build() {
    let folder = Folder::new("last_day");
    folder.put(
        "specs/shop.yaml",
        "shop:
  - { name: find, description: d, effect: read, aliases: [{ name: search, last_day: 2027-06-30 }], parameters: { type: object } }
  - name: list
    description: d
    effect: read
    deprecated: { use: find, last_day: 2027-05-31 }
    parameters: { type: object, maxProperties: 1 }
",
    );
    let check = |day| folder.toolc(&["check", "specs", "--today", day]);
    assert_eq!(check("2027-05-31").status.code(), Some(0));
    let over = check("2027-06-30");
    assert_eq!(over.status.code(), Some(1));
    let said = stderr(&over);
    assert!(
        said.contains("T0641") && said.contains("the last day of the tool `shop::list` is over"),
        "{said}"
    );
    assert!(!said.contains("shop::search"), "{said}");
    let said = stderr(&check("2027-07-01"));
    assert!(
        said.contains("the last day of the old name `shop::search` of `shop::find` is over"),
        "{said}"
    );
    assert_eq!(folder.toolc(&["build", "specs"]).status.code(), Some(0));
}

#[test]
fn a_rename_that_keeps_its_old_name_breaks_nothing() {
    let folder = Folder::new("kept_name");
    let tool = |name: &str, more: &str, properties: &str| {
        format!(
            "shop:
  - name: {name}
    description: Find {name}.
    effect: read
{more}    parameters: {{ type: object, properties: {{ {properties} }} }}
"
        )
    };
    let a = "a: { type: string, description: a }";
    let worker = |name: &str| {
        format!(
            "name: clerk\ntoolsets: {{ shop: {{ tools: [{name}], approval: {{ default: ask }} }} }}\n"
        )
    };
    folder.put(
        "specs/toolc.yaml",
        "tools: [{ type: file, path: shop.yaml }]\nworkers: [clerk.yaml]\n",
    );
    folder.put("specs/shop.yaml", &tool("search", "", a));
    folder.put("specs/clerk.yaml", &worker("search"));
    assert_eq!(folder.toolc(&["lock", "specs"]).status.code(), Some(0));

    // another description and another schema: only the old name says that it is the same tool
    let b = format!("{a}, b: {{ type: string, description: b }}");
    folder.put(
        "specs/shop.yaml",
        &tool("find", "    renamed_from: search\n", &b),
    );
    folder.put("specs/clerk.yaml", &worker("find"));
    let checked = json(&folder.toolc(&["check", "specs", "--format", "json"]));
    let found = checked["diagnostics"].as_array().expect("a list").iter();
    let mut codes: Vec<&str> = found.filter_map(|found| found["code"].as_str()).collect();
    codes.retain(|code| code.starts_with("T06"));
    assert!(codes.contains(&"T0643"), "{codes:?}");
    assert!(
        !codes.contains(&"T0618") && !codes.contains(&"T0602"),
        "{codes:?}"
    );

    assert_eq!(
        folder
            .toolc(&["lock", "specs", "--accept-all"])
            .status
            .code(),
        Some(0)
    );
    let lock = std::fs::read_to_string(folder.0.join("toolc.lock")).expect("a lock");
    assert!(
        lock.contains("aliases:") && lock.contains("shop::search"),
        "{lock}"
    );
    folder.put("specs/shop.yaml", &tool("find", "", &b));
    let dropped = folder.toolc(&["check", "specs"]);
    assert_eq!(dropped.status.code(), Some(1));
    assert!(stderr(&dropped).contains("T0642"), "{}", stderr(&dropped));
}

#[test]
fn what_others_say_about_old_names_has_no_effect_and_is_told() {
    let folder = Folder::new("foreign_names");
    folder.put(
        "specs/hr.mcp.json",
        r#"{"tools":[{"name":"find","description":"d","aliases":["search"],"renamed_from":"look","wire_name":"x","deprecated":true,"inputSchema":{"type":"object"}}]}"#,
    );
    let checked = folder.toolc(&["check", "specs", "-vv"]);
    let said = stderr(&checked);
    for key in ["aliases", "renamed_from", "wire_name", "deprecated"] {
        assert!(
            said.contains(&format!("`{key}` of a tool has no effect")),
            "{key}: {said}"
        );
    }
    let shown = stdout(&folder.toolc(&["show", "hr::find", "specs"]));
    assert!(
        shown.contains("hr__find") && !shown.contains("old names"),
        "{shown}"
    );
}

#[test]
fn old_names_are_shown_to_people() {
    let folder = Folder::new("shown_names");
    folder.put(
        "specs/shop.yaml",
        "shop:
  - { name: find, description: d, renamed_from: search, deprecated: { since: 2026-01-01 }, wire_name: f, parameters: { type: object } }
",
    );
    let shown = stdout(&folder.toolc(&["show", "shop::find", "specs"]));
    assert!(shown.contains("  old names   shop::search\n"), "{shown}");
    assert!(
        shown.contains("  deprecated  since 2026-01-01\n"),
        "{shown}"
    );
    let shown = json(&folder.toolc(&["show", "shop::find", "specs", "--format", "json"]));
    assert_eq!(shown[0]["wire_name"], "f");
    assert_eq!(shown[0]["old_names"], serde_json::json!(["shop::search"]));
    let prompt = stdout(&folder.toolc(&["list", "specs", "--prompt", "all"]));
    assert!(
        prompt.starts_with("- f: d.") && !prompt.contains("search"),
        "{prompt}"
    );
}
