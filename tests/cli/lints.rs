//! `lints` in `toolc.yaml` applies to every command, and its exceptions expire on their date.

use super::command::{Folder, json, stderr};
use serde_json::Value;

const SPECS: &str = "\
weather:
  - name: now
    parameters: { type: object, properties: { hour: { type: integer, minLength: 1 } }, additionalProperties: false }
  - name: tomorrow
    parameters: { type: object, properties: {} }
";

const WORKER: &str = "\
name: support
toolsets: { weather: { tools: [now, tomorrow], approval: { default: ask } } }
";

const EXCEPT: &str = "\
tools: [{ type: file, path: weather.yaml }]
workers: [support.yaml]
lints:
  idle_keyword: allow
  missing_description:
    level: deny
    except: [{ tool: 'weather::*', reason: the vendor writes them in May, until: 2027-06-30 }]
";

fn specs(name: &str, config: &str) -> Folder {
    let folder = Folder::new(&format!("lints_{name}"));
    folder
        .put("specs/toolc.yaml", config)
        .put("specs/weather.yaml", SPECS)
        .put("specs/support.yaml", WORKER);
    folder
}

/// Returns code, tool and severity of every finding.
fn found(value: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let found = value["diagnostics"].as_array().expect("findings").iter();
    found
        .map(|it| (text(&it["code"]), text(&it["tool"]), text(&it["severity"])))
        .collect()
}

#[test]
fn exceptions_end_on_their_last_day_where_ci_asks_and_builds_do_not() {
    let folder = specs("expiry", EXCEPT);
    let on = |day: &str| folder.toolc(&["check", "specs", "--today", day, "--format", "json"]);
    let before = on("2027-06-30");
    assert_eq!(before.status.code(), Some(0), "{}", stderr(&before));
    assert_eq!(found(&json(&before)), []);
    let after = on("2027-07-01");
    assert_eq!(after.status.code(), Some(1));
    let codes: Vec<String> = found(&json(&after))
        .into_iter()
        .map(|(code, tool, severity)| format!("{code} {tool} {severity}"))
        .collect();
    let expected = [
        "T0631  warning",
        "T0326 weather::now error",
        "T0326 weather::tomorrow error",
    ];
    assert_eq!(codes, expected);
    assert_eq!(on("30.6.2027").status.code(), Some(2));
    // whatever the date
    for command in [&["build", "specs"][..], &["lock", "specs"]] {
        let output = folder.toolc(command);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
}

#[test]
fn an_exception_that_has_expired_is_told() {
    let config = EXCEPT.replace("level: deny", "level: warn");
    let folder = specs("expired", &config);
    let check = [
        "check",
        "specs",
        "--today",
        "2030-01-01",
        "--format",
        "json",
    ];
    let codes: Vec<String> = found(&json(&folder.toolc(&check)))
        .into_iter()
        .map(|(code, tool, _)| format!("{code} {tool}"))
        .collect();
    let expected = ["T0631 ", "T0326 weather::now", "T0326 weather::tomorrow"];
    assert_eq!(codes, expected);
}

#[test]
fn diff_and_lock_weigh_changes_as_check_does() {
    let folder = specs("drift", "");
    let wider = SPECS
        .replace(", minLength: 1", "")
        .replace("type: integer", "type: number");
    let config =
        "lints: { input_widened: deny, missing_description: allow, idle_keyword: allow }\n";
    folder
        .put("old/weather.yaml", &SPECS.replace(", minLength: 1", ""))
        .put("new/weather.yaml", &wider);
    let severity = |arguments: &[&str]| {
        let output = folder.toolc(arguments);
        let widened = found(&json(&output)).into_iter();
        let severities: Vec<_> = widened
            .filter(|(code, ..)| code == "T0619")
            .map(|(_, tool, severity)| format!("{tool} {severity}"))
            .collect();
        (severities.join(", "), output.status.code())
    };
    let diff = [
        "diff",
        "old",
        "new",
        "--fail-on",
        "error",
        "--format",
        "json",
    ];
    assert_eq!(
        severity(&diff),
        ("weather::now warning".to_owned(), Some(0))
    );
    folder.put("new/toolc.yaml", config);
    assert_eq!(severity(&diff), ("weather::now error".to_owned(), Some(1)));
    let except = "lints:\n  missing_description: allow\n  input_widened:\n    except:\n    \
                  - { tool: weather::now, reason: seen, until: never }\n";
    folder.put("new/toolc.yaml", except);
    assert_eq!(severity(&diff), (String::new(), Some(0)));
    let _ = folder.toolc(&["lock", "old"]);
    for command in ["check", "lock"] {
        folder.put("new/toolc.yaml", config);
        let options = ["new", "--lock", "toolc.lock", "--format", "json"];
        let arguments = [&[command], &options[..]].concat();
        let denied = ("weather::now error".to_owned(), Some(1));
        assert_eq!(severity(&arguments), denied, "{command}");
        folder.put("new/toolc.yaml", except);
        assert_eq!(severity(&arguments), (String::new(), Some(0)), "{command}");
    }
    // nothing changed: the exception covers nothing, which only a comparison can show
    let _ = folder.toolc(&["lock", "new", "--accept-all"]);
    let stale = |lock: &[&str]| {
        let arguments = [&["check", "new", "--format", "json"], lock].concat();
        let found = found(&json(&folder.toolc(&arguments)));
        found.iter().filter(|(code, ..)| code == "T0630").count()
    };
    assert_eq!(stale(&[]), 1);
    folder.put("elsewhere/toolc.lock", "");
    let _ = std::fs::remove_file(folder.0.join("toolc.lock"));
    assert_eq!(stale(&[]), 0);
}

/// How tools of a third party are treated before any decision about them.
#[test]
fn tools_of_a_stranger_are_looked_at_first() {
    let folder = Folder::new("first_look");
    let snapshot = r#"{ "tools": [
        { "name": "find", "description": "Finds.", "inputSchema": { "type": "object" }, "annotations": { "readOnlyHint": true } },
        { "name": "do.it", "description": "Does it.", "inputSchema": { "type": "object", "anyOf": [{ "required": ["a"] }, { "required": ["b"] }], "properties": { "a": {}, "b": {} } } }
    ] }"#;
    folder.put("server.mcp.json", snapshot);
    let said = stderr(&folder.toolc(&["check", "server.mcp.json"]));
    let effects =
        "effects: of 2 tools 1 only reads, 1 does not say what it does (which counts as the worst)";
    assert!(said.contains(effects), "{said}");
    assert!(
        said.contains("openai refuses 1 of them (`toolc check --target openai`)"),
        "{said}"
    );
    assert!(said.contains("mcp would take all of them"), "{said}");
    assert!(said.contains("their definitions are about "), "{said}");
    let refused = folder.toolc(&["check", "server.mcp.json", "--target", "openai"]);
    assert_eq!(refused.status.code(), Some(1));
    let refused = stderr(&refused);
    assert!(refused.contains("T0411"), "{refused}");
    assert!(!refused.contains("effects: "), "{refused}");
    folder.put(
        "desk.yaml",
        "name: desk\ntoolsets: { server: { tools: [find] } }\n",
    );
    folder.put(
        "toolc.yaml",
        "tools: { registry: [{ type: mcp, snapshot: server.mcp.json, namespace: server }] }\nworkers: [desk.yaml]\n",
    );
    let said = stderr(&folder.toolc(&["check", "."]));
    assert!(!said.contains("effects: "), "{said}");
}

#[test]
fn alternatives_of_others_that_overlap_are_noted_once_for_each_document() {
    let year =
        r#"{ "description": "When.", "oneOf": [{ "type": "integer" }, { "type": "number" }] }"#;
    let isbn = r#"{ "description": "Its number.", "oneOf": [{ "type": "string" }, { "type": "string", "format": "uri" }] }"#;
    let schema =
        format!(r#"{{ "type": "object", "properties": {{ "year": {year}, "isbn": {isbn} }} }}"#);
    let tool =
        format!(r#"{{ "name": "add", "description": "Adds a book.", "inputSchema": {schema} }}"#);
    let folder = Folder::new("lints_overlaps");
    folder.put(
        "specs/library.mcp.json",
        &format!(r#"{{ "tools": [{tool}] }}"#),
    );
    let check = || folder.toolc(&["check", "specs", "--format", "json"]);
    let overlaps = |value: &Value| {
        let mut found = found(value);
        found.retain(|(code, ..)| code == "T0443");
        found
            .into_iter()
            .map(|(_, _, severity)| severity)
            .collect::<Vec<String>>()
    };
    assert_eq!(overlaps(&json(&check())), ["note"]);
    folder.put(
        "specs/toolc.yaml",
        "tools: [{ type: mcp, path: library.mcp.json }]\nlints: { overlapping_alternatives: allow }\n",
    );
    assert_eq!(overlaps(&json(&check())), Vec::<String>::new());
}
