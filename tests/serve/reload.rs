//! `toolc serve --watch`: a client sees the specs as they are, and a fault leaves what was served before.

use super::client::{Program, modern, post};
use super::command::{call, specs, toolc};
use super::requests::open_service;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How long anything may take on a machine with other things to do.
const LONG: Duration = Duration::from_secs(60);

const LIST: &str = r#"{"jsonrpc":"2.0","id":90,"method":"tools/list"}"#;

/// A worker with these tools, which asks before it drops an order.
fn write_worker(specs: &str, tools: &str) {
    let text = format!(
        "name: desk\ntoolsets:\n  shop:\n    tools: [{tools}]\n    approval: {{ default: ask, tools: {{ findOrder: preApproved }} }}\n"
    );
    fs::write(format!("{specs}/desk.yaml"), text).expect("written");
}

fn names(list: &Value) -> Vec<&str> {
    let tools = list["result"]["tools"].as_array().expect("tools");
    tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect()
}

fn start(specs: &str, transport: &[&str]) -> Program {
    let mut command = toolc(&[&["serve", specs, "--watch"], transport].concat());
    Program::start(command.env("SHOP_TOKEN", "t"))
}

/// The question that a call leads to.
fn ask_to_drop(program: &mut Program, id: u64) -> Value {
    let question = program.ask(&call(id, "shop__dropOrder", json!({ "id": "7" })));
    assert_eq!(question["method"], "elicitation/create", "{question}");
    question
}

fn approve(question: &Value) -> Value {
    let answer = json!({ "action": "accept", "content": { "decision": "approve" } });
    json!({ "jsonrpc": "2.0", "id": question["id"], "result": answer })
}

#[test]
fn a_client_on_pipes_is_told_and_a_fault_changes_nothing() {
    let (service, heard) = open_service(r#"{"lines":[]}"#);
    let specs = specs("reload", &service.to_string());
    let mut program = start(&specs, &["--stdio"]);
    let hello = program.shake(&json!({ "elicitation": {} }));
    assert_eq!(
        hello["result"]["capabilities"]["tools"]["listChanged"],
        true
    );
    let list: Value = serde_json::from_str(LIST).expect("JSON");
    assert_eq!(
        names(&program.ask(&list)),
        ["shop__findOrder", "shop__dropOrder"]
    );

    let question = ask_to_drop(&mut program, 1);
    write_worker(&specs, "findOrder, listOrders, dropOrder");
    let told = program.read_message();
    assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
    program.find_said("changed: worker `desk` serves 3 tools");
    assert_eq!(names(&program.ask(&list)).len(), 3);
    // the question is about a tool that is as it was
    let done = program.ask(&approve(&question));
    assert_eq!(done["result"]["isError"], false, "{done}");

    write_worker(&specs, "findOrder, nothing");
    program.find_said("changed: not reloaded, and worker `desk` is served as before");
    assert!(program.said().contains("error[T0"), "{}", program.said());
    assert_eq!(names(&program.ask(&list)).len(), 3);
    let found = program.ask(&call(2, "shop__findOrder", json!({ "id": "7" })));
    assert_eq!(found["result"]["isError"], false, "{found}");

    let question = ask_to_drop(&mut program, 3);
    write_worker(&specs, "findOrder");
    let told = program.read_message();
    assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
    // nobody can approve what is not served any more
    let refused = program.ask(&approve(&question));
    assert!(refused["error"].is_object(), "{refused}");
    let (code, said) = program.finish();
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(heard.lock().expect("heard").len(), 2);
}

#[test]
fn a_question_about_a_tool_that_changed_is_not_answered() {
    let (service, heard) = open_service(r#"{"lines":[]}"#);
    let specs = specs("reload-changed", &service.to_string());
    let mut program = start(&specs, &["--stdio"]);
    program.shake(&json!({ "elicitation": {} }));
    let question = ask_to_drop(&mut program, 1);
    let api = format!("{specs}/shop.openapi.yaml");
    let text = fs::read_to_string(&api).expect("the API");
    fs::write(&api, text.replace("Drop an order.", "Drop all orders.")).expect("written");
    let told = program.read_message();
    assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
    let refused = program.ask(&approve(&question));
    assert!(refused["error"].is_object(), "{refused}");
    assert!(heard.lock().expect("heard").is_empty());
}

/// What a server sends in answer to a request, line by line.
struct Stream(BufReader<TcpStream>);

impl Stream {
    fn open(address: &str, head: &str, body: &str) -> Self {
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(LONG)).expect("a limit");
        let request = format!(
            "{head}host: localhost\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("written");
        Stream(BufReader::new(stream))
    }

    /// Reads until a line contains a text, and returns that line.
    fn wait_for(&mut self, text: &str) -> String {
        let mut said = String::new();
        loop {
            let mut line = String::new();
            let count = self.0.read_line(&mut line);
            assert!(count.is_ok_and(|count| count > 0), "{text}: {said}");
            if line.contains(text) {
                return line.trim().to_owned();
            }
            said.push_str(&line);
        }
    }
}

#[test]
fn clients_at_an_address_are_told_by_subscription_or_in_their_session() {
    let (service, heard) = open_service(r#"{"lines":[]}"#);
    let specs = specs("reload-http", &service.to_string());
    let mut program = start(&specs, &["--http", "127.0.0.1:0"]);
    let address = program.find_said("listening at http://");
    let list = post(&address, &modern("tools/list", json!({})), "localhost").1;
    assert_eq!(list["result"]["ttlMs"], 0, "{list}");

    let accepts =
        "content-type: application/json\r\naccept: application/json, text/event-stream\r\n";
    let wanted = modern(
        "subscriptions/listen",
        json!({ "notifications": { "toolsListChanged": true } }),
    );
    let head = format!(
        "POST /mcp HTTP/1.1\r\n{accepts}mcp-protocol-version: 2026-07-28\r\nmcp-method: subscriptions/listen\r\n"
    );
    let mut subscribed = Stream::open(&address, &head, &wanted.to_string());
    subscribed.wait_for("notifications/subscriptions/acknowledged");

    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;
    let head = format!("POST /mcp HTTP/1.1\r\n{accepts}");
    let mut first = Stream::open(&address, &head, hello);
    let session = first.wait_for("mcp-session-id: ");
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    Stream::open(&address, &format!("{head}{session}\r\n"), initialized).wait_for("202");
    let head = format!("GET /mcp HTTP/1.1\r\naccept: text/event-stream\r\n{session}\r\n");
    let mut in_session = Stream::open(&address, &head, "");
    in_session.wait_for("200");

    let arguments = json!({ "name": "shop__dropOrder", "arguments": { "id": "7" } });
    let mut asked = modern("tools/call", arguments);
    let question = post(&address, &asked, "localhost").1;
    write_worker(&specs, "findOrder, dropOrder, listOrders");
    for stream in [&mut subscribed, &mut in_session] {
        stream.wait_for("notifications/tools/list_changed");
    }
    let list = post(&address, &modern("tools/list", json!({})), "localhost").1;
    assert_eq!(names(&list).len(), 3);
    asked["params"]["requestState"] = question["result"]["requestState"].clone();
    asked["params"]["inputResponses"] =
        json!({ "approval": { "action": "accept", "content": { "decision": "approve" } } });
    let done = post(&address, &asked, "localhost").1;
    assert_eq!(done["result"]["isError"], false, "{done}");
    let again = post(&address, &asked, "localhost").1;
    assert!(again["error"].is_object(), "{again}");
    assert_eq!(heard.lock().expect("heard").len(), 1);
    assert_eq!(program.stop().0, Some(0));
}

#[test]
fn what_is_held_to_a_lock_is_reloaded_when_the_lock_accepts_it() {
    let specs = specs("reload-locked", "127.0.0.1:9");
    let _ = fs::remove_file(format!("{specs}/toolc.lock"));
    let here = |arguments: &[&str]| {
        let mut command = toolc(arguments);
        command.current_dir(&specs).env("SHOP_TOKEN", "t");
        command
    };
    let lock = |arguments: &[&str]| {
        let status = here(&[&["lock"], arguments].concat()).status();
        assert!(status.expect("toolc runs").success());
    };
    lock(&[]);
    let mut program = Program::start(&mut here(&["serve", "--watch", "--stdio", "--locked"]));
    program.shake(&json!({}));
    write_worker(&specs, "findOrder, dropOrder, listOrders");
    program.find_said("changed: not reloaded, and worker `desk` is served as before");
    lock(&["--accept", "worker:desk"]);
    let told = program.read_message();
    assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
    assert_eq!(program.finish().0, Some(0));
}

#[test]
fn what_comes_alone_is_not_watched() {
    let api = "tests/serve/specs/shop.openapi.yaml";
    let calls: [(&[&str], &str); 3] = [
        (
            &["serve", api, "--stdio", "--watch"],
            "`toolc init --openapi FILE`",
        ),
        (
            &["serve", "--stdio", "--watch", "--mcp", "x"],
            "cannot be used with",
        ),
        (&["serve", "--stdio", "--poll"], "--watch"),
    ];
    for (arguments, words) in calls {
        let output = toolc(arguments).output().expect("toolc runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    }
}
