//! Results of a served API that a client of MCP reads page by page.

use super::client::Program;
use super::command::{call, toolc};
use super::requests::open_service;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn specs(address: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("paged");
    fs::create_dir_all(&folder).expect("a folder");
    let api = json!({
        "openapi": "3.1.0",
        "info": { "title": "Pets", "version": "1" },
        "paths": { "/pets": { "get": {
            "operationId": "findPets",
            "description": "Finds pets.",
            "responses": { "200": { "description": "Pets.", "content": { "application/json": { "schema": {
                "type": "array",
                "items": { "type": "object", "properties": { "id": { "type": "integer" }, "chip": { "type": "string" } } },
            } } } } },
        } } },
    });
    let config = format!(
        "tools:\n  registry:\n    - {{ type: rest, spec: pets.openapi.json, namespace: pets, engine: pets }}\n  engines:\n    \
         pets: {{ type: http, base_url: \"http://{address}\", private: true }}\nworkers: [desk.yaml]\n"
    );
    let worker = "name: desk\ntoolsets:\n  pets: { tools: all, approval: { default: preApproved } }\n\
                  results: { pets::findPets: { drop: [/*/chip], items: 2, rest: page } }\n";
    for (file, text) in [
        ("pets.openapi.json", api.to_string()),
        ("toolc.yaml", config),
        ("desk.yaml", worker.to_owned()),
    ] {
        fs::write(folder.join(file), text).expect("written");
    }
    folder.to_string_lossy().into_owned()
}

#[test]
fn a_client_reads_on_in_a_result_that_was_cut() {
    let pets = r#"[{"id":1,"chip":"a"},{"id":2,"chip":"b"},{"id":3,"chip":"c"},{"id":4,"chip":"d"},{"id":5,"chip":"e"}]"#;
    let (address, heard) = open_service(pets);
    let specs = specs(&address.to_string());
    let mut program = Program::start(&mut toolc(&[
        "serve", &specs, "--worker", "desk", "--stdio",
    ]));
    program.shake(&json!({}));
    let list = program.ask(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }));
    let names: Vec<&str> = list["result"]["tools"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(names, ["pets__findPets", "results__read_more"], "{list}");
    let first = program.ask(&call(2, "pets__findPets", json!({})));
    let text = first["result"]["content"][0]["text"].as_str();
    let text = text.unwrap_or_default();
    let (_, rest) = text
        .split_once("`results__read_more` with ")
        .expect("advice");
    let mut arguments = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    // the result comes from outside, so the advice names no part of it
    let handle = arguments.next().expect("arguments").expect("JSON")["handle"].clone();
    let mut next = json!({ "handle": handle, "at": "", "from": 2 });
    let mut ids = vec![json!(1), json!(2)];
    for id in 3.. {
        let page = program.ask(&call(id, "results__read_more", next));
        assert_eq!(page["result"]["isError"], json!(false), "{page}");
        assert!(!page.to_string().contains("chip"), "{page}");
        let page = &page["result"]["structuredContent"];
        for pet in page["value"].as_array().expect("a list") {
            ids.push(pet["id"].clone());
        }
        let Some(left) = page["left"].as_array().and_then(|left| left.first()) else {
            break;
        };
        next = json!({ "handle": handle, "at": left["at"], "from": left["from"] });
    }
    assert_eq!(ids, [1, 2, 3, 4, 5]);
    // reading on asks the service for nothing
    assert_eq!(heard.lock().expect("heard").len(), 1);
    let foreign = json!({ "handle": "0".repeat(64) });
    let foreign = program.ask(&call(99, "results__read_more", foreign));
    assert_eq!(foreign["result"]["isError"], json!(true), "{foreign}");
}
