//! `toolc diff`: any two of locks, folders, files and revisions.

use super::command::{Folder, WEATHER, assert_exit, json};

/// Two folders that differ in what a model is shown.
fn two_folders(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder
        .put("old/weather.yaml", WEATHER)
        .put("new/weather.yaml", &WEATHER.replace("Get the", "Tell the"));
    folder
}

#[test]
fn folders_files_and_locks_are_compared_alike() {
    let folder = two_folders("diff_sides");
    assert_exit(&folder.toolc(&["lock", "old", "--lock", "old.lock"]), 0);
    assert_exit(&folder.toolc(&["lock", "new", "--lock", "new.txt"]), 0);
    for old in ["old", "old/weather.yaml", "old.lock"] {
        for new in ["new", "new/weather.yaml", "new.txt"] {
            let said = assert_exit(&folder.toolc(&["diff", old, new]), 1);
            assert!(
                said.contains("T0603") && said.contains("Tell the current weather."),
                "{said}"
            );
            assert!(!said.contains("--accept"), "{said}");
            assert_eq!(said.matches("error[").count(), 1, "{said}");
        }
        assert_exit(&folder.toolc(&["diff", old, "old"]), 0);
    }
}

#[test]
fn another_spelling_is_not_a_difference() {
    let folder = two_folders("diff_spelling");
    folder.put(
        "spelling/weather.json",
        r#"{ "weather_api": [ { "description": "Get the current weather.", "name": "get_weather",
             "parameters": { "type": "object", "properties": { "location": { "type": "string" } },
                             "required": ["location"] } } ] }"#,
    );
    assert_exit(&folder.toolc(&["diff", "old", "spelling"]), 0);
}

#[test]
fn classes_say_what_fails() {
    let folder = Folder::new("diff_classes");
    let with = |limit: u32, text: &str| {
        let limit = format!("{{ type: string, maxLength: {limit} }}");
        let spec = WEATHER.replace("{ type: string }", &limit);
        assert_ne!(spec, WEATHER);
        spec.replace("Get the", text)
    };
    folder
        .put("old/weather.yaml", &with(4, "Get the"))
        .put("new/weather.yaml", &with(3, "Tell the"))
        .put("wide/weather.yaml", &with(5, "Get the"));
    let diff = |new: &str, failing: &[&str]| {
        let arguments = [&["diff", "old", new, "--format", "json"], failing].concat();
        let output = folder.toolc(&arguments);
        let said = json(&output);
        let found = said["diagnostics"].as_array().expect("a list");
        let mut classes: Vec<_> = found
            .iter()
            .map(|found| found["class"].as_str().expect("a class").to_owned())
            .collect();
        classes.sort();
        (output.status.code(), classes)
    };
    let both = || vec!["input-breaking".to_owned(), "text".to_owned()];
    assert_eq!(diff("new", &[]), (Some(1), both()));
    assert_eq!(diff("new", &["--fail-on", "text"]), (Some(1), both()));
    assert_eq!(
        diff("new", &["--fail-on", "credentials"]),
        (Some(0), both())
    );
    let several = ["--fail-on", "credentials,input-breaking"];
    assert_eq!(diff("new", &several), (Some(1), both()));
    let wide = || vec!["input-compatible".to_owned()];
    assert_eq!(diff("wide", &[]), (Some(1), wide()));
    assert_eq!(diff("wide", &["--fail-on", "error"]), (Some(0), wide()));
    assert_eq!(diff("wide", &["--fail-on", "warn"]), (Some(1), wide()));
    let wrong = folder.toolc(&["diff", "old", "new", "--fail-on", "breaking"]);
    let said = assert_exit(&wrong, 2);
    assert!(said.contains("input-breaking"), "{said}");
    for format in ["sarif", "github"] {
        let output = folder.toolc(&["diff", "old", "new", "--format", format]);
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(said.contains("input-breaking"), "{said}");
    }
}

#[test]
fn the_names_of_two_files_need_not_be_the_same() {
    let folder = Folder::new("diff_names");
    let bare = WEATHER.replace("weather_api:\n", "");
    let bare: Vec<&str> = bare
        .lines()
        .map(|line| line.strip_prefix("  ").unwrap_or(line))
        .collect();
    let (bare, files) = (bare.join("\n"), ["may.yaml", "june.tools.yaml"]);
    folder
        .put(files[0], &bare)
        .put(files[1], &bare.replace("Get the", "Tell the"));
    let said = assert_exit(&folder.toolc(&["diff", files[0], files[1]]), 1);
    assert!(
        said.contains("T0603") && said.matches("error[").count() == 1,
        "{said}"
    );
    folder.put(files[0], &bare.replace("type: object", "type: objekt"));
    let said = assert_exit(&folder.toolc(&["diff", files[0], files[1]]), 3);
    assert!(said.contains("may.yaml:"), "{said}");
}

#[test]
fn files_that_refer_to_themselves_are_compared_under_other_names() {
    let folder = Folder::new("diff_themselves");
    let api = |kinds: &str, file: &str| {
        format!(
            r##"{{ "openapi": "3.1.0", "info": {{ "title": "Pets", "version": "1" }},
  "servers": [{{ "url": "https://pets.example" }}],
  "paths": {{ "/pets": {{ "get": {{ "operationId": "listPets", "summary": "Lists pets.",
    "parameters": [{{ "name": "kind", "in": "query",
      "schema": {{ "$ref": "{file}#/components/schemas/Kind" }} }}],
    "responses": {{ "200": {{ "description": "ok" }} }} }} }} }},
  "components": {{ "schemas": {{ "Kind": {{ "type": "string", "enum": [{kinds}] }} }} }} }}"##
        )
    };
    folder
        .put(
            "v1.openapi.json",
            &api(r#""cat", "dog""#, "v1.openapi.json"),
        )
        .put("v2.openapi.json", &api(r#""cat""#, "v2.openapi.json"));
    let said = assert_exit(
        &folder.toolc(&["diff", "v1.openapi.json", "v2.openapi.json"]),
        1,
    );
    assert!(said.contains("T0604") || said.contains("T0619"), "{said}");
    assert!(!said.contains("was added"), "{said}");
}

#[test]
fn the_rules_of_a_removed_tool_go_with_it() {
    let folder = Folder::new("diff_removed_rules");
    let rules = "approval: { default: ask, rules: [{ tool: get_weather, when: { /location: { equals: Oslo } }, \
                 approval: preApproved }] }";
    let worker = |tools: &str, approval: &str| {
        format!("name: desk\ntoolsets:\n  weather_api:\n    tools: [{tools}]\n    {approval}\n")
    };
    let other = "\n  - name: get_tide\n    description: Get the tide.\n    parameters: { type: object, properties: {} }\n";
    let removed = format!("weather_api:{other}");
    folder
        .put(
            "old/weather.yaml",
            &format!("{}{other}", WEATHER.trim_end()),
        )
        .put(
            "old/desk.worker.yaml",
            &worker("get_weather, get_tide", rules),
        )
        .put("new/weather.yaml", &removed)
        .put(
            "new/desk.worker.yaml",
            &worker("get_tide", "approval: { default: ask }"),
        );
    let said = assert_exit(&folder.toolc(&["diff", "old", "new"]), 1);
    assert!(
        said.contains("are fewer, because tools were removed"),
        "{said}"
    );
    assert!(!said.contains("decide the same"), "{said}");
}

#[test]
fn what_cannot_be_compiled_cannot_be_compared() {
    let folder = two_folders("diff_errors");
    folder.put(
        "bad/weather.yaml",
        &WEATHER.replace("type: object", "type: objekt"),
    );
    for sides in [["old", "bad"], ["bad", "old"]] {
        let said = assert_exit(&folder.toolc(&["diff", sides[0], sides[1]]), 3);
        assert!(said.contains("objekt"), "{said}");
    }
    for missing in ["elsewhere", "elsewhere.lock"] {
        let said = assert_exit(&folder.toolc(&["diff", "old", missing]), 2);
        assert!(said.contains(missing), "{said}");
    }
}
