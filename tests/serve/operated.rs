//! `toolc serve` for many: who may call, what is where, and what is counted and logged.

use super::client::{Program, modern, post_with};
use super::command::{specs, toolc};
use super::requests::open_service;
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;

/// The SHA-256 of `billing-key`, and of `support-key`.
const BILLING: &str = "1360cf85a9cad115d1274ab6188bd172ec443505e7be006c723e74bcacd284a0";
const SUPPORT: &str = "de1f42d15cf84e4d393062ea022c4597b925098a52e2fc3f46ae2319c789c856";

pub fn write_access(specs: &str, text: &str) -> String {
    let path = format!("{specs}/access.yaml");
    let text = text.replace("BILLING", BILLING).replace("SUPPORT", SUPPORT);
    fs::write(&path, text).expect("written");
    path
}

fn refuse(arguments: &[&str]) -> String {
    let arguments = [&["serve"], arguments].concat();
    let output = toolc(&arguments).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

pub fn get(address: &str, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    (status.expect("a status"), answer)
}

#[test]
fn an_address_that_others_reach_is_not_open_by_accident() {
    let specs = specs("open", "127.0.0.1:9");
    for address in ["0.0.0.0:0", "[::]:0"] {
        let said = refuse(&[&specs, "--http", address]);
        assert!(said.contains("nothing says who may call"), "{said}");
        assert!(said.contains("--access FILE"), "{said}");
    }
    let mut open = toolc(&["serve", &specs, "--http", "0.0.0.0:0", "--insecure"]);
    let mut program = Program::start(open.env("SHOP_TOKEN", "t"));
    program.find_said("listening at http://");
    assert_eq!(program.stop().0, Some(0));
}

#[test]
fn access_files_that_are_not_right_end_the_start() {
    let specs = specs("unfit", "127.0.0.1:9");
    let start = |text: &str| {
        let file = write_access(&specs, text);
        refuse(&[&specs, "--http", "127.0.0.1:0", "--access", &file])
    };
    let said = start("kees: []\n");
    assert!(
        said.contains("T0724") && said.contains("did you mean `keys`?"),
        "{said}"
    );
    assert!(said.contains("access.yaml:1:1"), "{said}");
    let key = "keys: [{ principal: billing, sha256: BILLING }]\n";
    let said = start(&format!("{key}scopes: {{ write: [shop::dropOder] }}\n"));
    assert!(
        said.contains("the access file names what is not served: `shop::dropOder`"),
        "{said}"
    );
    let said = start(&format!("{key}workers: {{ dsk: [x] }}\n"));
    assert!(said.contains("`dsk`"), "{said}");
    let said = start("keys: [{ principal: billing, sha256: the-key-itself }]\n");
    assert!(said.contains("must be the SHA-256 of the key"), "{said}");
    assert!(!said.contains("the-key-itself"), "{said}");
    let said = refuse(&[&specs, "--http", "127.0.0.1:0", "--access", "no/such.yaml"]);
    assert!(said.contains("cannot read `no/such.yaml`"), "{said}");
    let said = refuse(&[&specs, "--stdio", "--access", "access.yaml"]);
    assert!(said.contains("cannot be used with"), "{said}");
    let said = refuse(&[&specs, "--http", "127.0.0.1:0", "--drain", "5"]);
    assert!(said.contains("write a number and a unit"), "{said}");
    let said = refuse(&[&specs, "--stdio", "--worker", "desk", "--worker", "desk"]);
    assert!(
        said.contains("several workers are served over HTTP"),
        "{said}"
    );
}

#[test]
fn keys_and_scopes_decide_and_what_happened_is_counted_and_logged() {
    let (service, _) = open_service(r#"{"lines":[]}"#);
    let specs = specs("operated", &service.to_string());
    let access = write_access(
        &specs,
        "keys:\n  - { principal: billing, sha256: BILLING, scopes: [desk, find] }\n  \
         - { principal: support, sha256: SUPPORT, scopes: [desk] }\n\
         workers: { desk: [desk] }\nscopes: { find: [\"shop::find*\"] }\n",
    );
    let log = format!("{specs}/calls.jsonl");
    let _ = fs::remove_file(&log);
    let arguments = [
        "serve",
        &specs,
        "--http",
        "127.0.0.1:0",
        "--access",
        &access,
        "--log",
        &log,
    ];
    let mut program = Program::start(toolc(&arguments).env("SHOP_TOKEN", "t0p-secret"));
    let address = program.find_said("listening at http://");
    let found = json!({ "name": "shop__findOrder", "arguments": { "id": "order-of-ann" } });
    let call = modern("tools/call", found);
    let sent = |key: &str| {
        let header = format!("authorization: Bearer {key}\r\n");
        post_with(&address, &call, "localhost", &header).0
    };
    assert_eq!(post_with(&address, &call, "localhost", "").0, 401);
    assert_eq!(sent("another-key"), 401);
    assert_eq!(sent("support-key"), 403);
    assert_eq!(sent("billing-key"), 200);

    for (path, status) in [
        ("/livez", 200),
        ("/readyz", 200),
        ("/health", 404),
        ("/mcp/other", 404),
    ] {
        assert_eq!(get(&address, path).0, status, "{path}");
    }
    let (status, counted) = get(&address, "/metrics");
    assert_eq!(status, 200);
    let ok = "toolc_calls_total{worker=\"desk\",tool=\"shop::findOrder\",outcome=\"ok\"} 1";
    assert!(counted.contains(ok), "{counted}");
    let refused = "toolc_requests_refused_total{worker=\"desk\",reason=\"unknown_key\"} 1";
    assert!(counted.contains(refused), "{counted}");

    let limits = [
        "toolc_limit_used{limit=\"connections\"} ",
        "toolc_limit_total{limit=\"sessions\"} 1024",
        "toolc_limit_refusals_total{limit=\"questions\"} 0",
    ];
    for limit in limits {
        assert!(counted.contains(limit), "{limit}: {counted}");
    }

    let (code, said) = program.stop();
    assert_eq!(code, Some(0), "{said}");
    let mode = fs::metadata(&log).expect("a log").permissions().mode();
    assert_eq!(mode & 0o077, 0, "who called what is for the owner");
    let text = fs::read_to_string(&log).expect("a log");
    assert!(
        !text.contains("order-of-ann") && !text.contains("-key"),
        "{text}"
    );
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let lines: Vec<Value> = lines.collect();
    let events = |event: &str| lines.iter().filter(|line| line["event"] == event).count();
    assert_eq!((events("call"), events("refused")), (1, 2), "{text}");
    let call = lines
        .iter()
        .find(|line| line["event"] == "call")
        .expect("a call");
    assert_eq!(call["principal"], "billing");
    assert_eq!(call["tool"], "shop::findOrder");
    assert_eq!(call["outcome"], "ok");
}

#[test]
fn several_workers_share_a_port() {
    let specs = specs("several", "127.0.0.1:9");
    let desk = fs::read_to_string(format!("{specs}/desk.yaml")).expect("a worker");
    let clerk = desk
        .replace("name: desk", "name: clerk")
        .replace("findOrder, dropOrder", "findOrder");
    fs::write(format!("{specs}/clerk.yaml"), clerk).expect("written");
    let config = format!("{specs}/toolc.yaml");
    let text = fs::read_to_string(&config).expect("a configuration");
    let text = text.replace("workers: [desk.yaml]", "workers: [desk.yaml, clerk.yaml]");
    fs::write(&config, text).expect("written");
    let arguments = [
        "serve",
        &specs,
        "--http",
        "127.0.0.1:0",
        "--worker",
        "desk",
        "--worker",
        "clerk",
    ];
    let mut program = Program::start(toolc(&arguments).env("SHOP_TOKEN", "t"));
    let address = program.find_said("listening at http://");
    let list = modern("tools/list", json!({})).to_string();
    for (path, status, tools) in [
        ("/mcp/desk", 200, 2),
        ("/mcp/clerk", 200, 1),
        ("/mcp", 404, 0),
    ] {
        let mut stream = TcpStream::connect(&address).expect("a connection");
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\n\
             mcp-method: tools/list\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{list}",
            list.len()
        );
        stream.write_all(request.as_bytes()).expect("written");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{path}: {answer}"
        );
        assert_eq!(
            answer.matches("\"inputSchema\"").count(),
            tools,
            "{path}: {answer}"
        );
    }
    assert_eq!(program.stop().0, Some(0));
}
