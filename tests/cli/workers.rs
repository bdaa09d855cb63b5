//! Worker files as the commands show them.

use super::command::{Folder, WEATHER, json, stderr};
use std::fs;

#[test]
fn a_folder_without_a_worker_says_who_may_call() {
    let folder = Folder::new("open");
    folder.put("specs/weather.yaml", WEATHER);
    let said = stderr(&folder.toolc(&["build", "specs"]));
    assert!(
        said.contains("no worker file: the worker `all` has every tool and asks before each call"),
        "{said}"
    );
    let document = json(&folder.toolc(&["check", "specs", "--format", "json"]));
    assert_eq!(document["summary"]["open"], true);
    folder.put("specs/toolc.yaml", "workers: []\n");
    let said = stderr(&folder.toolc(&["build", "specs"]));
    assert!(!said.contains("no worker file"), "{said}");
    folder.put("specs/toolc.yaml", "targets: [mcp]\n");
    folder.put(
        "specs/w.yaml",
        "name: w\ntoolsets:\n  weather_api: { tools: [get_weather] }\n",
    );
    let said = stderr(&folder.toolc(&["build", "specs"]));
    assert!(!said.contains("no worker file"), "{said}");
}

#[test]
fn instructions_may_follow_the_head_of_a_worker() {
    let folder = Folder::new("head");
    folder.put("specs/weather.yaml", WEATHER).put(
        "specs/w.yaml",
        "---\nname: w\ntoolsets:\n  weather_api: { tools: [get_weather] }\n---\nYou: [are {helpful.\n",
    );
    let output = folder.toolc(&["build", "specs"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(folder.0.join("generated/tools/w.rs").exists());
}

#[test]
fn a_worker_file_has_instructions_for_the_program() {
    let head = "name: w\nmodel: large\ntoolsets:\n  weather_api: { tools: [get_weather] }\n";
    let says = "You are \"helpful\".\n\n---\nBe short.";
    for (name, listed, text) in [
        ("w.worker", "", format!("---\n{head}---\n\n{says}\n")),
        (
            "w.worker",
            "workers: [\"*.worker\"]\n",
            format!("---\n{head}---\n{says}"),
        ),
        ("w.yaml", "", format!("---\n{head}---\n{says}")),
        ("w.worker", "", format!("\n \n---\n{head}---\n{says}\n")),
        ("w.yaml", "", format!("{head}instructions: {says:?}\n")),
    ] {
        let folder = Folder::new("instructions");
        folder.put("specs/weather.yaml", WEATHER);
        folder.put(&format!("specs/{name}"), &text);
        if !listed.is_empty() {
            folder.put("specs/toolc.yaml", listed);
        }
        let output = folder.toolc(&["build", "specs"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let worker = fs::read_to_string(folder.0.join("generated/tools/w.rs")).expect("a worker");
        let told = format!("pub const INSTRUCTIONS: &str = {says:?};");
        assert!(worker.contains(&told), "{worker}");
        assert!(worker.contains("pub const MODEL: &str = \"large\";"));
    }
    // Without instructions, the program gets none.
    let folder = Folder::new("instructions");
    folder.put("specs/weather.yaml", WEATHER);
    folder.put("specs/w.worker", &format!("---\n{head}---\n"));
    let output = folder.toolc(&["build", "specs"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let worker = fs::read_to_string(folder.0.join("generated/tools/w.rs")).expect("a worker");
    assert!(!worker.contains("INSTRUCTIONS"));
}

#[test]
fn a_worker_that_is_lost_is_not_told_as_missing() {
    let folder = Folder::new("lost_worker");
    folder.put("weather.yaml", WEATHER).put(
        "workers/kiosk.yaml",
        "name: kiosk\ntoolsets:\n\tweather_api: {}\n",
    );
    let said = stderr(&folder.toolc(&["check", "."]));
    assert!(
        said.contains("T0105") && !said.contains("no worker file"),
        "{said}"
    );
}

/// If two worker files shared one module, the first file would decide what a program runs.
#[test]
fn a_second_worker_takes_no_module_from_the_first() {
    let folder = Folder::new("modules");
    folder
        .put("specs/weather.yaml", WEATHER)
        .put(
            "specs/my.yaml",
            "name: my_w\ntoolsets:\n  weather_api: { tools: [get_weather] }\n",
        )
        .put(
            "specs/a.json",
            r#"{"name":"my-w","toolsets":{"weather_api":{"tools":["get_weather"]}}}"#,
        );
    let output = folder.toolc(&["build", "specs"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("T0406"), "{}", stderr(&output));
    // the module of a namespace with that name is renamed
    folder.put(
        "specs/a.json",
        "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"}",
    );
    folder.put(
        "specs/my.yaml",
        "name: weather_api\ntoolsets:\n  weather_api: { tools: [get_weather] }\n",
    );
    let output = folder.toolc(&["build", "specs"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let module = |name: &str| {
        let path = folder.0.join(format!("generated/tools/{name}.rs"));
        fs::read_to_string(path).unwrap_or_default()
    };
    assert!(module("weather_api").contains("pub fn worker"));
    assert!(module("weather_api_2").contains("pub struct GetWeather"));
}

#[test]
fn a_blocked_overload_stands_once_in_the_lock() {
    let folder = Folder::new("blocked_overload");
    let tool = |field: &str| {
        format!(
            "  - name: get\n    approval: blocked\n    parameters: {{ properties: {{ {field}: {{}} }} }}\n"
        )
    };
    folder.put("a.yaml", &format!("w:\n{}{}", tool("a"), tool("b")));
    let output = folder.toolc(&["lock", "a.yaml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let lock = fs::read_to_string(folder.0.join("toolc.lock")).expect("a lock");
    let blocked = lock.split("blocked:\n").last().expect("the names");
    assert_eq!(blocked.matches("w::get").count(), 1, "{lock}");
}

#[test]
fn a_nameless_tool_of_a_server_hides_no_unknown_name() {
    let folder = Folder::new("nameless");
    folder
        .put(
            "specs/site.mcp.json",
            r#"{"tools": [{"name": "go", "description": "Go.", "inputSchema": {"type": "object"}},
                {"name": "", "description": "Hide.", "inputSchema": {"type": "object"}}]}"#,
        )
        .put(
            "specs/w.yaml",
            "name: w\ntoolsets:\n  site:\n    tools: [go, serach]\n    approval: { tools: { fetch: ask } }\n    \
             deny: [remove]\n    limits: { find: { timeout: 5s } }\n",
        );
    let said = stderr(&folder.toolc(&["check", "specs"]));
    for finding in [
        "warning[T0203]: a tool has no name",
        "error[T0402]: unknown tool `serach`",
        "error[T0404]: approval for `fetch`",
        "error[T0402]: `deny` names `site::remove`",
        "error[T0460]: limits for `find`",
    ] {
        assert!(said.contains(finding), "{finding}\n{said}");
    }
}

#[test]
fn a_worker_may_only_restrict_what_it_extends() {
    for restriction in [
        "deny: [weather_api::get_weather]",
        "timeout: 5s",
        "dney: []",
    ] {
        let folder = Folder::new("restricting");
        folder
            .put("specs/weather.yaml", WEATHER)
            .put(
                "specs/base.yaml",
                "name: base\ntoolsets:\n  weather_api: { tools: [get_weather] }\n",
            )
            .put(
                "specs/w.yaml",
                &format!("name: w\nextends: base\n{restriction}\n"),
            );
        let output = folder.toolc(&["build", "specs"]);
        let said = stderr(&output);
        assert!(!said.contains("T0201"), "{said}");
        let is_known = !restriction.starts_with("dney");
        assert_eq!(output.status.success(), is_known, "{said}");
        assert_eq!(said.contains("T0207"), !is_known, "{said}");
        let made = folder.0.join("generated/tools/w.rs");
        assert_eq!(made.exists(), is_known, "{said}");
    }
}

#[test]
fn a_toolset_whose_only_tool_has_no_name_says_so() {
    let folder = Folder::new("only_nameless");
    folder
        .put(
            "specs/site.mcp.json",
            r#"{"tools": [{"name": "", "description": "Hide.", "inputSchema": {"type": "object"}}]}"#,
        )
        .put("specs/w.yaml", "name: w\ntoolsets: { site: { tools: all } }\n");
    let said = stderr(&folder.toolc(&["check", "specs"]));
    for words in [
        "error[T0444]: a tool without a name was left out because of T0203",
        "help: correct what T0203 reports, or take the toolset out of the worker",
    ] {
        assert!(said.contains(words), "{said}");
    }
}
