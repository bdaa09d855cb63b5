//! Repairs of calls to an API that nobody here wrote: what is sent, by the command that explains calls and by a served
//! worker.

use super::client::Program;
use super::command::{call, toolc};
use super::requests::open_service;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn specs(name: &str, address: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("repaired-{name}"));
    fs::create_dir_all(&folder).expect("a folder");
    let api = json!({
        "openapi": "3.1.0",
        "info": { "title": "Pets", "version": "1" },
        "paths": { "/pets": { "get": {
            "operationId": "findPets",
            "description": "Finds pets.",
            "parameters": [
                { "name": "kind", "in": "query", "schema": { "enum": ["cat", "dog"] } },
                { "name": "limit", "in": "query", "schema": { "type": "integer" } },
                { "name": "ids", "in": "query", "schema": { "type": "array", "items": { "type": "integer" } } },
            ],
            "responses": { "200": { "description": "Pets.", "content": { "application/json": {} } } },
        } } },
    });
    let config = format!(
        "tools:\n  registry:\n    - {{ type: rest, spec: pets.openapi.json, namespace: pets, engine: pets }}\n  engines:\n    \
         pets: {{ type: http, base_url: \"http://{address}\", private: true }}\nworkers: [desk.yaml]\n"
    );
    let worker = "name: desk\nrepair: [text, numbers, lists, case]\ntoolsets:\n  pets: { tools: all, approval: { default: preApproved, \
                  rules: [{ tool: findPets, when: { /limit: { exclusiveMinimum: 10 } }, approval: blocked }] } }\n";
    for (file, text) in [
        ("pets.openapi.json", api.to_string()),
        ("toolc.yaml", config),
        ("desk.yaml", worker.to_owned()),
    ] {
        fs::write(folder.join(file), text).expect("written");
    }
    folder.to_string_lossy().into_owned()
}

const SLIPS: &str = r#"{"kind":"DOG","limit":"3","ids":"7"}"#;

#[test]
fn an_explanation_says_what_is_repaired() {
    let specs = specs("explained", "127.0.0.1:9");
    let explain = |arguments: &str, more: &[&str]| {
        let given = ["explain-call", "desk", "pets::findPets", arguments, &specs];
        let output = toolc(&[&given[..], more].concat())
            .output()
            .expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let said = explain(SLIPS, &["--format", "json"]);
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said["verdict"], "runs", "{said}");
    assert_eq!(
        said["repaired"],
        json!([
            { "pointer": "/kind", "kind": "case" },
            { "pointer": "/limit", "kind": "numbers" },
            { "pointer": "/ids", "kind": "lists" },
            { "pointer": "/ids/0", "kind": "numbers" },
        ])
    );
    assert_eq!(
        said["arguments"],
        json!({ "kind": "dog", "limit": 3, "ids": [7] })
    );
    assert_eq!(
        said["request"]["url"],
        "http://127.0.0.1:9/pets?kind=dog&limit=3&ids=7"
    );
    // a rule sees the number
    let refused = explain(r#"{"limit":"11"}"#, &["--format", "json"]);
    let refused: Value = serde_json::from_str(&refused).expect("JSON");
    assert_eq!(refused["verdict"], "refused");
    let text = explain(SLIPS, &[]);
    let line = "repaired    /limit, by `numbers`: the number in a string is read";
    assert!(text.contains(line), "{text}");
    let shown = toolc(&["show", "pets::findPets", &specs])
        .output()
        .expect("it runs");
    let shown = String::from_utf8_lossy(&shown.stdout);
    let line =
        "repairs     desk: all text, /kind case, /limit numbers, /ids text lists, /ids/* numbers";
    assert!(shown.contains(line), "{shown}");
}

#[test]
fn a_served_worker_sends_what_it_repairs() {
    let (address, heard) = open_service("[]");
    let specs = specs("served", &address.to_string());
    let mut command = toolc(&["serve", &specs, "--worker", "desk", "--stdio"]);
    let mut program = Program::start(&mut command);
    program.shake(&json!({}));
    let slips: Value = serde_json::from_str(SLIPS).expect("JSON");
    let found = program.ask(&call(1, "pets__findPets", slips));
    assert_eq!(found["result"]["isError"], json!(false), "{found}");
    let heard = heard.lock().expect("heard").join("\n");
    assert!(
        heard.contains("GET /pets?kind=dog&limit=3&ids=7"),
        "{heard}"
    );
}
