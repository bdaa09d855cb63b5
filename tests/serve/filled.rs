//! Defaults that are filled in and old names of arguments, for an API that nobody here wrote: what is sent, by the
//! command that explains calls and by a served worker.

use super::client::Program;
use super::command::{call, toolc};
use super::requests::open_service;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn specs(name: &str, address: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("filled-{name}"));
    fs::create_dir_all(&folder).expect("a folder");
    let api = json!({
        "openapi": "3.1.0",
        "info": { "title": "Pets", "version": "1" },
        "paths": { "/pets": { "get": {
            "operationId": "findPets",
            "description": "Finds pets.",
            "parameters": [
                { "name": "kind", "in": "query", "required": true, "schema": { "type": "string" } },
                { "name": "limit", "in": "query", "schema": { "type": "integer", "default": 20 } },
                { "name": "order", "in": "query", "schema": { "type": "string" } },
            ],
            "responses": { "200": { "description": "Pets.", "content": { "application/json": {} } } },
        } } },
    });
    let config = format!(
        "tools:\n  registry:\n    - type: rest\n      spec: pets.openapi.json\n      namespace: pets\n      engine: pets\n      \
         defaults: fill\n      overrides:\n        findPets:\n          defaults: {{ order: by_name }}\n          arguments: {{ kind: {{ renamed_from: type }} }}\n  \
         engines:\n    pets: {{ type: http, base_url: \"http://{address}\", private: true }}\nworkers: [desk.yaml]\n"
    );
    let worker = "name: desk\ntoolsets:\n  pets: { tools: all, approval: { default: preApproved, \
                  rules: [{ tool: findPets, when: { /limit: { exclusiveMinimum: 10 }, /kind: { equals: cat } }, approval: blocked, match: [{ kind: cat }] }] } }\n";
    for (file, text) in [
        ("pets.openapi.json", api.to_string()),
        ("toolc.yaml", config),
        ("desk.yaml", worker.to_owned()),
    ] {
        fs::write(folder.join(file), text).expect("written");
    }
    folder.to_string_lossy().into_owned()
}

fn explain(specs: &str, arguments: &str) -> Value {
    let given = [
        "explain-call",
        "desk",
        "pets::findPets",
        arguments,
        specs,
        "--format",
        "json",
    ];
    let output = toolc(&given).output().expect("it runs");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn an_explanation_says_what_is_filled_in() {
    let specs = specs("explained", "127.0.0.1:9");
    let said = explain(&specs, r#"{"type":"dog"}"#);
    assert_eq!(said["verdict"], "runs", "{said}");
    assert_eq!(said["filled"], json!(["/limit", "/order"]));
    assert_eq!(
        said["arguments"],
        json!({ "kind": "dog", "limit": 20, "order": "by_name" })
    );
    assert_eq!(
        said["request"]["url"],
        "http://127.0.0.1:9/pets?kind=dog&limit=20&order=by_name"
    );
    // a rule sees the default
    assert_eq!(explain(&specs, r#"{"type":"cat"}"#)["verdict"], "refused");
    assert_eq!(
        explain(&specs, r#"{"type":"cat","limit":10}"#)["verdict"],
        "runs"
    );
    let given = [
        "explain-call",
        "desk",
        "pets::findPets",
        r#"{"kind":"dog","limit":3}"#,
        &specs,
    ];
    let output = toolc(&given).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("filled in   /order: the call leaves it out, so it has its default"),
        "{text}"
    );
    let shown = toolc(&["show", "pets::findPets", &specs])
        .output()
        .expect("it runs");
    let shown = String::from_utf8_lossy(&shown.stdout);
    assert!(
        shown.contains("filled      /limit = 20\n              /order = \"by_name\""),
        "{shown}"
    );
}

#[test]
fn a_served_worker_sends_what_it_fills_in() {
    let (address, heard) = open_service("[]");
    let specs = specs("served", &address.to_string());
    let mut command = toolc(&["serve", &specs, "--worker", "desk", "--stdio"]);
    let mut program = Program::start(&mut command);
    program.shake(&json!({}));
    let found = program.ask(&call(1, "pets__findPets", json!({ "type": "dog" })));
    assert_eq!(found["result"]["isError"], json!(false), "{found}");
    let heard = heard.lock().expect("heard").join("\n");
    assert!(
        heard.contains("GET /pets?kind=dog&limit=20&order=by_name"),
        "{heard}"
    );
}
