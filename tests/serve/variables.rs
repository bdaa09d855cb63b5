//! What `toolc serve` says at its start: about credentials, and which version clients are told.

use super::client::Program;
use super::command::{call, specs, toolc};
use super::requests::open_service;
use serde_json::json;
use std::path::Path;
use std::process::Stdio;

#[test]
fn clients_are_told_the_version_that_is_asked_for() {
    let specs = specs("version", "127.0.0.1:9");
    let told = |more: &[&str]| {
        let arguments = [&["serve", &specs, "--stdio"], more].concat();
        let mut program = Program::start(toolc(&arguments).env("SHOP_TOKEN", "t0p-secret"));
        program.shake(&json!({}))["result"]["serverInfo"]["version"].clone()
    };
    assert_eq!(told(&["--server-version", "2.1.0"]), "2.1.0");
    assert_eq!(told(&[]), env!("CARGO_PKG_VERSION"));
    let mut empty = toolc(&["serve", &specs, "--stdio", "--server-version", ""]);
    let output = empty.stdin(Stdio::null()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn credentials_that_are_not_set_are_named_at_the_start() {
    let folder = specs("unset", "127.0.0.1:9");
    let folder = std::path::Path::new(&folder);
    let config = "tools:
  registry:
    - { type: rest, spec: shop.openapi.yaml, namespace: shop, engine: shop }
    - { type: mcp, snapshot: notes.mcp.json, namespace: notes, engine: notes }
  engines:
    shop: { type: http, base_url: \"http://127.0.0.1:9\", auth: { bearer_env: SHOP_TOKEN }, private: true }
    notes: { type: mcp, stdio: [notes-server], env: { A: \"x ${SHOP_TOKEN} ${NOTES_KEY}\", B: \"${PATH}\" } }
workers: [desk.yaml]
";
    let notes = r#"{"tools": [{"name": "find", "description": "Finds.", "inputSchema": {"type": "object"}}]}"#;
    let worker = "name: desk
toolsets:
  shop: { tools: [listOrders], approval: { default: ask } }
  notes: { tools: [find], approval: { default: ask } }
";
    for (file, text) in [
        ("toolc.yaml", config),
        ("notes.mcp.json", notes),
        ("desk.yaml", worker),
    ] {
        std::fs::write(folder.join(file), text).expect("written");
    }
    let folder = folder.to_string_lossy().into_owned();
    let start = |token: &str| {
        let mut command = toolc(&["serve", &folder, "--stdio"]);
        let command = command.env("SHOP_TOKEN", token).env_remove("NOTES_KEY");
        let output = command.stdin(Stdio::null()).output().expect("it runs");
        String::from_utf8(output.stderr).expect("text")
    };
    let said = start(" ");
    let warnings: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("warning: the environment variable"))
        .collect();
    let expected = [
        "warning: the environment variable `NOTES_KEY` is not set, and tools of `notes` need it",
        "warning: the environment variable `SHOP_TOKEN` is not set, and tools of `notes`, `shop` need it",
    ];
    assert_eq!(warnings, expected, "{said}");
    let said = start("t0p-secret");
    assert!(
        said.contains("`NOTES_KEY`") && !said.contains("`SHOP_TOKEN`"),
        "{said}"
    );
}

#[test]
fn an_address_of_the_environment_must_be_on_a_listed_host() {
    let (address, heard) = open_service(r#"{"lines":[]}"#);
    let folder = specs("chosen", "127.0.0.1:9");
    let config = format!(
        "tools:\n  registry: [{{ type: rest, spec: shop.openapi.yaml, namespace: shop, engine: shop }}]\n  engines:\n    \
         shop: {{ type: http, base_url: \"${{SHOP_URL}}\", hosts: [\"{address}\"], auth: {{ bearer_env: SHOP_TOKEN }}, private: true }}\n\
         workers: [desk.yaml]\n"
    );
    std::fs::write(Path::new(&folder).join("toolc.yaml"), config).expect("written");
    let start = |url: Option<&str>| {
        let mut command = toolc(&["serve", &folder, "--stdio"]);
        command
            .env("SHOP_TOKEN", "t0p-secret")
            .env_remove("SHOP_URL");
        command.envs(url.map(|url| ("SHOP_URL", url)));
        command
    };
    for (url, expected) in [
        (None, "the environment variable `SHOP_URL` is not set"),
        (
            Some("http://127.0.0.1:9"),
            "the environment makes `127.0.0.1:9` the host of `${SHOP_URL}`, and `hosts` does not list it",
        ),
        (Some("shop"), "does not make an address of http or https"),
    ] {
        let output = start(url).stdin(Stdio::null()).output().expect("it runs");
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.contains("error: the engine `shop`: ") && said.contains(expected),
            "{said}"
        );
    }
    let mut program = Program::start(&mut start(Some(&format!("http://{address}/v2"))));
    program.shake(&json!({}));
    let found = program.ask(&call(2, "shop__findOrder", json!({ "id": "7" })));
    assert_eq!(
        found["result"]["structuredContent"],
        json!({ "lines": [] }),
        "{found}"
    );
    let heard = heard.lock().expect("heard");
    assert!(
        heard.iter().all(|request| request.starts_with("GET /v2/")),
        "{heard:?}"
    );
    assert_eq!(heard.len(), 1);
}

#[test]
fn the_server_of_an_engine_must_be_on_a_listed_host() {
    let folder = specs("chosen_server", "127.0.0.1:9");
    let config = "tools:\n  registry: [{ type: mcp, snapshot: notes.mcp.json, namespace: notes, engine: notes }]\n  engines:\n    \
                  notes: { type: mcp, url: \"https://${NOTES_HOST}/mcp\", hosts: [notes.example], headers: { X-Key: \"${NOTES_KEY}\" } }\n\
                  workers: [desk.yaml]\n";
    let notes = r#"{"tools": [{"name": "find", "description": "Finds.", "inputSchema": {"type": "object"}}]}"#;
    let worker = "name: desk\ntoolsets:\n  notes: { tools: [find], approval: { default: ask } }\n";
    for (file, text) in [
        ("toolc.yaml", config),
        ("notes.mcp.json", notes),
        ("desk.yaml", worker),
    ] {
        std::fs::write(Path::new(&folder).join(file), text).expect("written");
    }
    for (host, expected) in [
        (
            "other.example",
            Some("the environment makes `other.example` the host of"),
        ),
        ("notes.example@other.example", Some("without a user")),
        (
            "notes.example:8443",
            Some("the environment makes `notes.example:8443` the host of"),
        ),
        ("notes.example", None),
    ] {
        let mut command = toolc(&["serve", &folder, "--stdio"]);
        command
            .env("NOTES_HOST", host)
            .env("NOTES_KEY", "t0p-secret");
        let output = command.stdin(Stdio::null()).output().expect("it runs");
        let said = String::from_utf8(output.stderr).expect("text");
        match expected {
            Some(expected) => {
                assert_eq!(output.status.code(), Some(2), "{host}: {said}");
                assert!(said.contains(expected), "{host}: {said}");
            }
            None => assert!(!said.contains("the host of"), "{said}"),
        }
    }
}
