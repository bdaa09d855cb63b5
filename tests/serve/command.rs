//! `toolc serve` as it is installed: a process with pipes, or at an address.

use super::answers::show_outputs;
use super::client::{Program, modern, post, post_with};
use super::requests::{answer_one, open_service};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::process::{Command, Stdio};

pub fn toolc(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolc"));
    command.args(arguments).env_remove("SHOP_TOKEN");
    command
}

/// Specs of an API on this machine, with a worker that requires approval before it writes.
pub fn specs(name: &str, address: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let api = std::fs::read_to_string("tests/serve/specs/shop.openapi.yaml").expect("the API");
    let config = format!(
        "tools:\n  registry: [{{ type: rest, spec: shop.openapi.yaml, namespace: shop, engine: shop }}]\n  \
         engines:\n    shop: {{ type: http, base_url: \"http://{address}\", auth: {{ bearer_env: SHOP_TOKEN }}, private: true }}\n\
         workers: [desk.yaml]\n"
    );
    let worker = "name: desk\ninstructions: You work at the desk.\ntoolsets:\n  shop:\n    tools: [findOrder, dropOrder]\n    \
                  approval: { tools: { findOrder: preApproved } }\n";
    for (file, text) in [
        ("shop.openapi.yaml", &*api),
        ("toolc.yaml", &config),
        ("desk.yaml", worker),
    ] {
        std::fs::write(folder.join(file), text).expect("written");
    }
    folder.to_string_lossy().into_owned()
}

pub fn call(id: u64, name: &str, arguments: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": name, "arguments": arguments } })
}

#[test]
fn a_client_that_starts_the_command_lists_calls_and_approves() {
    let (address, heard) = open_service(r#"{"lines":[]}"#);
    let specs = specs("stdio", &address.to_string());
    let mut command = toolc(&["serve", &specs, "--worker", "desk", "--stdio"]);
    let mut program = Program::start(command.env("SHOP_TOKEN", "t0p-secret"));
    let hello = program.shake(&json!({ "elicitation": {} }));
    assert_eq!(hello["result"]["serverInfo"]["name"], "desk", "{hello}");
    assert_eq!(hello["result"]["instructions"], "You work at the desk.");
    let list = program.ask(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }));
    let tools = list["result"]["tools"].as_array().expect("tools");
    let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["shop__findOrder", "shop__dropOrder"]);
    let found = program.ask(&call(2, "shop__findOrder", json!({ "id": "7" })));
    assert_eq!(
        found["result"]["structuredContent"],
        json!({ "lines": [] }),
        "{found}"
    );
    let wrong = program.ask(&call(3, "shop__findOrder", json!({ "id": 7 })));
    assert_eq!(wrong["result"]["isError"], true, "{wrong}");
    for (id, decision) in [(4, "deny"), (5, "approve")] {
        let question = program.ask(&call(id, "shop__dropOrder", json!({ "id": "7" })));
        assert_eq!(question["method"], "elicitation/create", "{question}");
        let answer = json!({ "action": "accept", "content": { "decision": decision } });
        let ended =
            program.ask(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": answer }));
        assert_eq!(ended["result"]["isError"], decision == "deny", "{ended}");
    }
    let (code, said) = program.finish();
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("worker `desk` serves 2 tools on standard input and output"),
        "{said}"
    );
    assert!(!said.contains("t0p-secret"), "{said}");
    let heard = heard.lock().expect("heard");
    let lines: Vec<&str> = heard
        .iter()
        .filter_map(|text| text.lines().next())
        .collect();
    assert_eq!(
        lines,
        ["GET /orders/7 HTTP/1.1", "DELETE /orders/7 HTTP/1.1"]
    );
}

#[test]
fn a_call_under_way_is_answered_after_a_signal() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let specs = specs("signal", &address);
    let mut command = toolc(&["serve", &specs, "--worker", "desk", "--stdio"]);
    let mut program = Program::start(command.env("SHOP_TOKEN", "t"));
    program.shake(&json!({}));
    program.send(&call(1, "shop__findOrder", json!({ "id": "7" })));
    let (stream, _) = listener.accept().expect("a request");
    program.send_signal("-TERM");
    std::thread::sleep(std::time::Duration::from_millis(100));
    answer_one(stream, r#"{"lines":[]}"#, drop);
    let found = program.read_message();
    assert_eq!(found["result"]["isError"], false, "{found}");
    let (code, said) = program.finish();
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn at_an_address_nothing_is_kept_and_a_signal_ends_it() {
    let (service, heard) = open_service(r#"{"lines":[]}"#);
    let specs = specs("http", &service.to_string());
    let mut command = toolc(&["serve", &specs, "--http", "127.0.0.1:0"]);
    let mut program = Program::start(command.env("SHOP_TOKEN", "t0p-secret"));
    let address = program.find_said("listening at http://");
    let list = post(&address, &modern("tools/list", json!({})), "localhost").1;
    assert_eq!(
        list["result"]["tools"].as_array().map(Vec::len),
        Some(2),
        "{list}"
    );
    let (status, _) = post(&address, &modern("tools/list", json!({})), "evil.example");
    assert_eq!(status, 403);
    let arguments = json!({ "name": "shop__dropOrder", "arguments": { "id": "7" } });
    let asked = modern("tools/call", arguments);
    let question = post(&address, &asked, "localhost").1;
    assert_eq!(
        question["result"]["resultType"], "input_required",
        "{question}"
    );
    assert!(heard.lock().expect("heard").is_empty());
    let mut again = asked;
    again["params"]["requestState"] = question["result"]["requestState"].clone();
    again["params"]["inputResponses"] =
        json!({ "approval": { "action": "accept", "content": { "decision": "approve" } } });
    let done = post(&address, &again, "localhost").1;
    assert_eq!(done["result"]["isError"], false, "{done}");
    let replayed = post(&address, &again, "localhost").1;
    assert!(replayed["error"].is_object(), "{replayed}");
    assert_eq!(heard.lock().expect("heard").len(), 1);
    let (code, said) = program.stop();
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn an_interrupt_ends_it_and_only_pages_of_a_named_origin_may_call() {
    let (service, _) = open_service("{}");
    let specs = specs("origins", &service.to_string());
    let origin = "https://app.example";
    let mut command = toolc(&[
        "serve",
        &specs,
        "--http",
        "127.0.0.1:0",
        "--allow-origin",
        origin,
    ]);
    let mut program = Program::start(command.env("SHOP_TOKEN", "t"));
    let address = program.find_said("listening at http://");
    let list = modern("tools/list", json!({}));
    for (origin, status) in [(origin, 200), ("https://evil.example", 403)] {
        let header = format!("origin: {origin}\r\n");
        assert_eq!(
            post_with(&address, &list, "localhost", &header).0,
            status,
            "{origin}"
        );
    }
    let (code, said) = program.signal("-INT");
    assert_eq!(code, Some(0), "{said}");
    let mut program = Program::start(&mut toolc(&["serve", &specs, "--stdio"]));
    program.shake(&json!({}));
    let (code, said) = program.signal("-INT");
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn what_differs_from_the_lock_is_told_or_refused() {
    let specs = specs("locked", "127.0.0.1:9");
    let _ = std::fs::remove_file(format!("{specs}/toolc.lock"));
    let ended = |arguments: &[&str]| {
        let mut command = toolc(arguments);
        let output = command.current_dir(&specs).stdin(Stdio::null()).output();
        let output = output.expect("toolc runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), said)
    };
    let (serve, locked) = (["serve", "--stdio"], ["serve", "--stdio", "--locked"]);
    let (code, said) = ended(&locked);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("T0623"), "{said}");
    assert_eq!(ended(&["lock"]).0, Some(0));
    let (code, said) = ended(&locked);
    assert_eq!(code, Some(0), "{said}");
    let worker = format!("{specs}/desk.yaml");
    let text = std::fs::read_to_string(&worker).expect("the worker");
    let looser = text.replace("preApproved }", "preApproved, dropOrder: preApproved }");
    std::fs::write(&worker, looser).expect("written");
    for (arguments, code, told) in [
        (&serve[..], 0, "warning[T0606]"),
        (&locked, 1, "error[T0606]"),
    ] {
        let (ended, said) = ended(arguments);
        assert_eq!(ended, Some(code), "{said}");
        assert!(said.contains(told), "{said}");
    }
}

#[test]
fn each_revision_is_shown_results_that_it_allows() {
    let (service, _) = open_service("[]");
    let specs = specs("revisions", &service.to_string());
    show_outputs(&specs);
    let worker = "name: desk\ntoolsets: { shop: { tools: [listOrders], approval: { default: preApproved } } }\n";
    std::fs::write(format!("{specs}/desk.yaml"), worker).expect("written");
    let start = |transport: &[&str]| {
        let mut command = toolc(&[&["serve", &*specs], transport].concat());
        Program::start(command.env("SHOP_TOKEN", "t"))
    };
    let mut old = start(&["--stdio"]);
    old.shake(&json!({}));
    let list = old.ask(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }));
    let schema = &list["result"]["tools"][0]["outputSchema"];
    assert_eq!(schema["type"], "object", "{list}");
    assert_eq!(schema["required"], json!(["result"]), "{list}");
    assert_eq!(schema["properties"]["result"]["type"], "array", "{list}");
    let found = old.ask(&call(2, "shop__listOrders", json!({})));
    assert_eq!(
        found["result"]["structuredContent"],
        json!({ "result": [] }),
        "{found}"
    );

    let mut new = start(&["--http", "127.0.0.1:0"]);
    let address = new.find_said("listening at http://");
    let list = post(&address, &modern("tools/list", json!({})), "localhost").1;
    let schema = &list["result"]["tools"][0]["outputSchema"];
    assert_eq!(schema["type"], "array", "{list}");
    let asked = modern(
        "tools/call",
        json!({ "name": "shop__listOrders", "arguments": {} }),
    );
    let found = post(&address, &asked, "localhost").1;
    assert_eq!(found["result"]["structuredContent"], json!([]), "{found}");
}

#[test]
fn processes_with_one_key_and_one_store_take_each_others_answers_once() {
    let (service, heard) = open_service(r#"{"lines":[]}"#);
    let specs = specs("shared", &service.to_string());
    let store = format!("{specs}/questions.db");
    for beside in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{store}{beside}"));
    }
    let start = |key: &str| {
        let mut command = toolc(&[
            "serve",
            &specs,
            "--http",
            "127.0.0.1:0",
            "--allow-host",
            "desk.example",
            "--seal-key",
            "DESK_KEY",
            "--store",
            &store,
        ]);
        Program::start(command.env("DESK_KEY", key).env("SHOP_TOKEN", "t"))
    };
    let key = "8f14e45fceea167a5a36dedd4bea2543";
    let (mut one, mut other, mut foreign) = (
        start(key),
        start(key),
        start("another key, which is long enough too"),
    );
    let [first, second, third] = [&mut one, &mut other, &mut foreign]
        .map(|program| program.find_said("listening at http://"));
    let asked = modern(
        "tools/call",
        json!({ "name": "shop__dropOrder", "arguments": { "id": "7" } }),
    );
    let question = post(&first, &asked, "desk.example").1;
    let mut again = asked;
    again["params"]["requestState"] = question["result"]["requestState"].clone();
    again["params"]["inputResponses"] =
        json!({ "approval": { "action": "accept", "content": { "decision": "approve" } } });
    let refused = post(&third, &again, "desk.example").1;
    assert!(refused["error"].is_object(), "{refused}");
    drop(one.stop());
    let done = post(&second, &again, "desk.example").1;
    assert_eq!(done["result"]["isError"], false, "{done}");
    let replayed = post(&second, &again, "desk.example").1;
    assert!(replayed["error"].is_object(), "{replayed}");
    assert_eq!(heard.lock().expect("heard").len(), 1);
}

fn ended(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = toolc(arguments);
    let output = command.stdin(Stdio::null()).output().expect("toolc runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.stdout.is_empty(),
        "standard output is for messages alone"
    );
    (output.status.code(), said)
}

#[test]
fn wrong_calls_are_told() {
    let specs = "tests/serve/specs";
    let cases: &[(&[&str], i32, &str)] = &[
        (&[specs], 2, "--stdio"),
        (
            &[specs, "--stdio", "--http", "127.0.0.1:0"],
            2,
            "cannot be used with",
        ),
        (&[specs, "--stdio"], 2, "there are several workers"),
        (&[specs, "--stdio", "--worker", "dsk"], 2, "no worker `dsk`"),
        (&[specs, "--stdio", "--worker", "own"], 1, "T0722"),
        (&[specs, "--stdio", "--worker", "mixed"], 0, "T0723"),
        (
            &[specs, "--stdio", "--worker", "desk", "--allow-host", "a"],
            2,
            "cannot be used with",
        ),
        (
            &[
                specs,
                "--stdio",
                "--worker",
                "desk",
                "--seal-key",
                "NO_KEY_HERE",
            ],
            2,
            "--store",
        ),
        (
            &[
                specs,
                "--stdio",
                "--worker",
                "desk",
                "--seal-key",
                "NO_KEY_HERE",
                "--store",
                "x.db",
            ],
            2,
            "has no key of at least 32 characters",
        ),
        (
            &[specs, "--worker", "desk", "--http", "no address"],
            1,
            "error: ",
        ),
        (&["tests/serve/nothing", "--stdio"], 2, "T0110"),
        (
            &[specs, "--stdio", "--worker", "desk", "--limit", "sesions=3"],
            2,
            "did you mean `sessions`?",
        ),
        (
            &[specs, "--stdio", "--worker", "desk", "--limit", "head=1/2"],
            2,
            "`1/2` is not a limit for `head`",
        ),
    ];
    for (arguments, code, said) in cases {
        let arguments: Vec<&str> = ["serve"].iter().chain(*arguments).copied().collect();
        let (ended, told) = ended(&arguments);
        assert_eq!(ended, Some(*code), "{arguments:?}: {told}");
        assert!(told.contains(said), "{arguments:?}: {told}");
    }
}

/// A client is asked only if it supports that; otherwise the request would never be answered.
#[test]
fn a_client_that_cannot_ask_is_denied() {
    let specs = specs("mute", "127.0.0.1:9");
    let mut program = Program::start(&mut toolc(&["serve", &specs, "--stdio"]));
    program.shake(&json!({}));
    let denied = program.ask(&call(1, "shop__dropOrder", json!({ "id": "7" })));
    assert_eq!(denied["result"]["isError"], true, "{denied}");
    assert_eq!(program.finish().0, Some(0));
}
