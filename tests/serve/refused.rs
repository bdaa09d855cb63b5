//! What `toolc serve` refuses before it does anything: weak keys, too much of anything, and calls that cannot run.

use super::client::{Program, modern, post};
use super::command::{call, specs, toolc};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

#[test]
fn a_key_that_can_be_guessed_is_refused() {
    let specs = specs("weak", "127.0.0.1:9");
    let store = format!("{specs}/questions.db");
    for key in ["a".repeat(32), "changeme ".repeat(4)] {
        let flags = ["--seal-key", "DESK_KEY", "--store", &store];
        let arguments = [&["serve", &specs, "--stdio"], &flags[..]].concat();
        let mut command = toolc(&arguments);
        let output = command.env("DESK_KEY", &key).stdin(Stdio::null()).output();
        let output = output.expect("toolc runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(
            told.contains("`DESK_KEY`: the secret of a key is easy to guess"),
            "{told}"
        );
        assert!(
            told.contains("openssl rand") && !told.contains(&key),
            "{told}"
        );
    }
    assert!(!std::path::Path::new(&store).exists());
}

#[test]
fn limits_are_set_on_the_command_line_and_told_when_they_are_reached() {
    let specs = specs("limited", "127.0.0.1:9");
    let limits = ["--limit", "sessions=1/2", "--limit", "message=16KiB"];
    let arguments = [&["serve", &specs, "--http", "127.0.0.1:0"], &limits[..]].concat();
    // or the call below is refused before anybody is asked
    let mut program = Program::start(toolc(&arguments).env("SHOP_TOKEN", "t0p-secret"));
    let address = program.find_said("listening at http://");
    let long = modern("tools/list", json!({ "cursor": "x".repeat(20_000) }));
    assert_eq!(post(&address, &long, "localhost").0, 413);
    let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": { "elicitation": {} },
        "clientInfo": { "name": "test", "version": "1" },
    }});
    let begin = || {
        let mut stream = TcpStream::connect(&address).expect("a connection");
        let body = hello.to_string();
        let head = format!(
            "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             accept: application/json, text/event-stream\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        stream
            .write_all((head + &body).as_bytes())
            .expect("written");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let mut lines = answer.lines();
        let session = lines.find_map(|line| line.strip_prefix("mcp-session-id: "));
        (answer.clone(), session.unwrap_or_default().to_owned())
    };
    let (_, first) = begin();
    let (_, second) = begin();
    assert!(first != second && !second.is_empty());
    // One that asks stays, and then there is no room.
    let mut asking = TcpStream::connect(&address).expect("a connection");
    let body = call(1, "shop__dropOrder", json!({ "id": "7" })).to_string();
    let head = format!(
        "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nmcp-session-id: {second}\r\n\
         mcp-protocol-version: 2025-11-25\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    asking
        .write_all((head + &body).as_bytes())
        .expect("written");
    let mut start = [0; 12];
    asking.read_exact(&mut start).expect("an answer");
    assert_eq!(&start, b"HTTP/1.1 200");
    let (refused, _) = begin();
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    assert!(refused.contains("retry-after: 60"), "{refused}");
    for told in ["1 idle closed for new ones", "1 refused"] {
        let limit = "toolc: the caller 127.0.0.1 has reached its limit on sessions";
        program.find_said(&format!("{limit}: {told}"));
    }
}

#[test]
fn nobody_is_asked_about_what_cannot_run() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve-futile");
    for part in ["", "ws", "manuals"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let folder = folder.to_string_lossy().into_owned();
    let worker = format!(
        "name: w\ntoolsets:\n  filesystem:\n    root: '{folder}/ws'\n    max_file_size: 1KB\n    \
         mounts: [{{ target: /manuals, path: '{folder}/manuals', read_only: true }}]\n    \
         allowed_suffixes: [.txt]\n    approval: {{ default: ask }}\n  \
         shop: {{ tools: [close], approval: {{ default: ask }} }}\n  \
         hr: {{ tools: [send], approval: {{ default: ask }} }}\n"
    );
    let config = "tools:\n  registry:\n    - { type: rest, spec: shop.openapi.yaml, namespace: shop, engine: shop }\n    \
                  - { type: mcp, snapshot: hr.mcp.json, namespace: hr, engine: hr }\n  \
                  engines:\n    shop: { type: http, auth: { bearer_env: NO_SHOP_TOKEN } }\n    \
                  hr: { type: mcp, stdio: [no-such-program], env: [NO_HR_TOKEN] }\nworkers: [w.yaml]\n";
    let api = "openapi: 3.1.0\ninfo: { title: shop, version: '1' }\nservers: [{ url: 'https://shop.example' }]\n\
               components: { securitySchemes: { token: { type: http, scheme: bearer } } }\n\
               paths: { /close: { post: { operationId: close, description: Closes., security: [{ token: [] }], \
               responses: { '204': { description: Done. } } } } }\n";
    let list =
        r#"{"tools":[{"name":"send","description":"Sends.","inputSchema":{"type":"object"}}]}"#;
    let files = [
        ("w.yaml", &*worker),
        ("toolc.yaml", config),
        ("shop.openapi.yaml", api),
        ("hr.mcp.json", list),
    ];
    for (file, text) in files {
        std::fs::write(format!("{folder}/{file}"), text).expect("written");
    }
    let mut program = Program::start(&mut toolc(&["serve", &folder, "--stdio"]));
    program.shake(&json!({ "elicitation": {} }));
    let write = |path: &str, content: &str| json!({ "path": path, "content": content });
    let futile = [
        (
            "filesystem__write_file",
            write("manuals/a.txt", "x"),
            "READ_ONLY",
        ),
        (
            "filesystem__delete_file",
            json!({ "path": "/manuals/a.txt" }),
            "READ_ONLY",
        ),
        (
            "filesystem__write_file",
            write("a.exe", "x"),
            "unsupported_file_type",
        ),
        (
            "filesystem__write_file",
            write("a.txt", &"x".repeat(2000)),
            "file_too_large",
        ),
        (
            "filesystem__write_file",
            write("../a.txt", "x"),
            "INVALID_ARGUMENTS",
        ),
        ("shop__close", json!({}), "HTTP_CREDENTIALS"),
        ("hr__send", json!({}), "MCP_CONFIGURATION"),
    ];
    for (id, (name, arguments, code)) in (1..).zip(futile) {
        let answer = program.ask(&call(id, name, arguments));
        assert_eq!(answer["result"]["isError"], true, "{code}: {answer}");
        let said = answer["result"]["content"][0]["text"]
            .as_str()
            .unwrap_or_default();
        assert!(said.contains(code), "{code}: {said}");
    }
    let question = program.ask(&call(20, "filesystem__write_file", write("a.txt", "x")));
    assert_eq!(question["method"], "elicitation/create", "{question}");
    let (_, said) = program.finish();
    assert!(said.contains("`NO_SHOP_TOKEN` is not set"), "{said}");
}
