//! `toolc serve` of what comes alone: the description of an API, or an MCP server.

use super::client::Program;
use super::command::{call, toolc};
use super::requests::open_service;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder with nothing but the description of an API.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-bare-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::copy(
        "tests/serve/specs/shop.openapi.yaml",
        folder.join("shop.openapi.yaml"),
    )
    .expect("copied");
    folder
}

fn start(folder: &Path, arguments: &[&str]) -> Program {
    let mut command = toolc(&[&["serve", "--stdio"], arguments].concat());
    let mut program = Program::start(command.current_dir(folder).env("SHOP_TOKEN", "t0p-secret"));
    program.shake(&json!({ "elicitation": {} }));
    program
}

/// What a command says that serves nothing.
fn refuse(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = toolc(&[&["serve", "--stdio"], arguments].concat());
    let ended = command.current_dir(folder).output().expect("toolc runs");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    (ended.status.code(), said)
}

fn list_names(program: &mut Program) -> Vec<String> {
    let list = program.ask(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }));
    let tools = list["result"]["tools"].as_array().expect("tools").iter();
    tools
        .map(|tool| tool["name"].as_str().unwrap_or_default().to_owned())
        .collect()
}

/// Answers the question whether a call may be made.
fn decide(program: &mut Program, question: &Value, decision: &str) -> Value {
    assert_eq!(question["method"], "elicitation/create", "{question}");
    let answer = json!({ "action": "accept", "content": { "decision": decision } });
    program.ask(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": answer }))
}

#[test]
fn each_call_of_a_description_is_asked_about() {
    let (address, heard) = open_service(r#"{"lines":[]}"#);
    let folder = folder("asked");
    let url = format!("http://{address}");
    let mut program = start(&folder, &["shop.openapi.yaml", "--base-url", &url]);
    assert_eq!(list_names(&mut program).len(), 7);
    let question = program.ask(&call(2, "shop__findOrder", json!({ "id": "7" })));
    let denied = decide(&mut program, &question, "deny");
    assert_eq!(denied["result"]["isError"], true, "{denied}");
    assert!(heard.lock().expect("heard").is_empty());
    let question = program.ask(&call(3, "shop__findOrder", json!({ "id": "7" })));
    let found = decide(&mut program, &question, "approve");
    assert_eq!(found["result"]["isError"], false, "{found}");
    let (code, said) = program.finish();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("`--allow reads` lets through"), "{said}");
    assert!(said.contains("need a credential"), "{said}");
    assert!(!folder.join("toolc.yaml").exists());
}

#[test]
fn reads_of_a_description_may_be_let_through() {
    let (address, heard) = open_service(r#"{"lines":[]}"#);
    let folder = folder("reads");
    let url = format!("http://{address}");
    let arguments = [
        "shop.openapi.yaml",
        "--base-url",
        &url,
        "--allow",
        "reads",
        "--auth",
        "token.bearer_env=SHOP_TOKEN",
    ];
    let mut program = start(&folder, &arguments);
    assert_eq!(list_names(&mut program).len(), 7);
    let found = program.ask(&call(2, "shop__findOrder", json!({ "id": "7" })));
    assert_eq!(found["result"]["isError"], false, "{found}");
    let question = program.ask(&call(3, "shop__dropOrder", json!({ "id": "7" })));
    decide(&mut program, &question, "approve");
    let (code, said) = program.finish();
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("without a question") && !said.contains("need a credential"),
        "{said}"
    );
    assert!(!said.contains("t0p-secret"), "{said}");
    let heard = heard.lock().expect("heard");
    let starts: Vec<_> = heard
        .iter()
        .filter_map(|text| text.lines().next())
        .collect();
    assert_eq!(
        starts,
        ["GET /orders/7 HTTP/1.1", "DELETE /orders/7 HTTP/1.1"]
    );
    let secured = heard[1].to_lowercase();
    assert!(
        secured.contains("authorization: bearer t0p-secret"),
        "{secured}"
    );
}

/// The server behind the server is `toolc serve`, too.
#[cfg(feature = "snapshot")]
#[test]
fn each_call_of_a_server_is_asked_about() {
    let (address, heard) = open_service(r#"{"lines":[]}"#);
    let folder = folder("server");
    let inner = format!(
        "'{}' serve shop.openapi.yaml --stdio --base-url http://{address} --allow reads",
        env!("CARGO_BIN_EXE_toolc")
    );
    let mut program = start(&folder, &["--mcp", &inner]);
    assert_eq!(list_names(&mut program).len(), 7);
    for (id, decision) in [(2, "deny"), (3, "approve")] {
        let question = program.ask(&call(id, "server__shop__findOrder", json!({ "id": "7" })));
        let ended = decide(&mut program, &question, decision);
        assert_eq!(ended["result"]["isError"], decision == "deny", "{ended}");
    }
    let (code, said) = program.finish();
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(heard.lock().expect("heard").len(), 1);
}

#[test]
fn what_would_have_no_effect_is_refused() {
    let folder = folder("refused");
    let rows: &[(&[&str], &str)] = &[
        (&["shop.openapi.yaml", "--locked"], "is in none"),
        (
            &[".", "--allow", "reads"],
            "`--allow` is only for the description",
        ),
        (
            &[".", "--base-url", "http://a.test"],
            "`--base-url` is only for the description",
        ),
        (&["shop.openapi.yaml", "--auth", "SHOP_TOKEN"], "has no `=`"),
        (
            &[
                "shop.openapi.yaml",
                "--auth",
                "token=A",
                "--auth",
                "token.bearer_env=A",
            ],
            "contradicts",
        ),
        (
            &[
                "shop.openapi.yaml",
                "--auth",
                "a.bearer_env=A",
                "--auth",
                "a.bearer_env=B",
            ],
            "contradicts",
        ),
        (
            &["shop.openapi.yaml", "--env", "A"],
            "`--env` is only for a server",
        ),
    ];
    for (arguments, expected) in rows {
        let (code, said) = refuse(&folder, arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    let (code, said) = refuse(
        &folder,
        &[
            "shop.openapi.yaml",
            "--auth",
            "bearer_env=ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ],
    );
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("T0231") && !said.contains("ghp_"), "{said}");
    fs::write(folder.join("toolc.yaml"), "tools: {}\n").expect("written");
    let (code, said) = refuse(&folder, &["shop.openapi.yaml"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("a `toolc.yaml` is beside the description"),
        "{said}"
    );
}

#[cfg(feature = "snapshot")]
#[test]
fn what_a_server_says_of_itself_lets_nothing_through() {
    let folder = folder("hints");
    let (code, said) = refuse(&folder, &["--mcp", "server", "--allow", "reads"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("cannot let a call through"), "{said}");
}

/// Runs `toolc init` in a folder, and returns what it says.
fn init(folder: &Path, arguments: &[&str]) -> String {
    let mut command = toolc(&[&["init"], arguments].concat());
    let ended = command.current_dir(folder).output().expect("toolc runs");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(ended.status.success(), "{said}");
    said
}

#[test]
fn what_init_makes_of_a_description_is_served_to_a_first_call() {
    let (address, heard) = open_service(r#"{"lines":[]}"#);
    let folder = folder("init");
    init(&folder, &["--openapi", "shop.openapi.yaml"]);
    let path = folder.join("specs/toolc.yaml");
    let config = fs::read_to_string(&path).expect("written");
    let here = format!("{{ type: http, base_url: \"http://{address}\", private: true }}");
    fs::write(&path, config.replace("{ type: http }", &here)).expect("written");
    let mut program = start(&folder, &[]);
    assert_eq!(
        list_names(&mut program),
        ["shop__listOrders", "shop__findOrder"]
    );
    let question = program.ask(&call(2, "shop__findOrder", json!({ "id": "7" })));
    let found = decide(&mut program, &question, "approve");
    assert_eq!(found["result"]["isError"], false, "{found}");
    assert_eq!(program.finish().0, Some(0));
    assert_eq!(heard.lock().expect("heard").len(), 1);
}

#[cfg(feature = "snapshot")]
#[test]
fn what_init_makes_of_a_server_is_served_to_a_first_call() {
    let (address, heard) = open_service(r#"{"lines":[]}"#);
    let folder = folder("init-server");
    let api = folder.join("shop.openapi.yaml");
    let inner = format!(
        "'{}' serve '{}' --stdio --base-url http://{address} --allow reads",
        env!("CARGO_BIN_EXE_toolc"),
        api.display()
    );
    let said = init(&folder, &["--mcp", &inner]);
    assert!(
        said.contains("7 tools granted, and each call is asked about."),
        "{said}"
    );
    let mut program = start(&folder, &[]);
    let names = list_names(&mut program);
    let name = names
        .iter()
        .find(|name| name.ends_with("findOrder"))
        .expect("a tool");
    let question = program.ask(&call(2, name, json!({ "id": "7" })));
    let found = decide(&mut program, &question, "approve");
    assert_eq!(found["result"]["isError"], false, "{found}");
    assert_eq!(program.finish().0, Some(0));
    assert_eq!(heard.lock().expect("heard").len(), 1);
}
