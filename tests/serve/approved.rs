//! `toolc approvals`: questions of a served worker and of a program, decided by commands of their own.

use super::client::{Program, modern, post};
use super::command::{specs, toolc};
use super::requests::open_service;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;
use toolc_runtime::dynamic::{Closures, DynamicTool, Registry};
use toolc_runtime::testing::block_on;
use toolc_runtime::{
    ApprovalStore, Begun, Context, PendingCall, Ruling, SealKey, SqliteStore, ToolCall, Worker,
};

const SECRET: &str = "8f14e45fceea167a5a36dedd4bea2543";

/// A new file for a store.
fn store(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("approvals-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join("calls.sqlite").to_string_lossy().into_owned()
}

fn keyed(mut command: Command) -> Command {
    command.env("KEY", SECRET);
    command
}

fn approvals(store: &str, arguments: &[&str]) -> Command {
    let place = ["--store", store, "--seal-key", "KEY"];
    keyed(toolc(&[&["approvals"], arguments, &place].concat()))
}

/// Runs a command about a store; returns its exit code, and all that it says.
fn run(store: &str, arguments: &[&str]) -> (i32, String) {
    said(&approvals(store, arguments).output().expect("it runs"))
}

fn said(output: &Output) -> (i32, String) {
    let text = [&*output.stdout, &*output.stderr].concat();
    let text = String::from_utf8(text).expect("text");
    (output.status.code().expect("it ended by itself"), text)
}

fn list(store: &str, arguments: &[&str]) -> Vec<Value> {
    let arguments = [&["list", "--format", "json"], arguments].concat();
    let output = approvals(store, &arguments).output().expect("it runs");
    let listed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(listed["version"], 1);
    listed["calls"].as_array().expect("calls").clone()
}

fn serve(specs: &str, store: &str, more: &[&str]) -> (Program, String) {
    let arguments = [
        &[
            "serve",
            specs,
            "--http",
            "127.0.0.1:0",
            "--store",
            store,
            "--seal-key",
            "KEY",
        ],
        more,
    ];
    let mut command = keyed(toolc(&arguments.concat()));
    let mut program = Program::start(command.env("SHOP_TOKEN", "t0p-secret"));
    let address = program.find_said("listening at http://");
    (program, address)
}

fn drop_order(id: &str) -> Value {
    modern(
        "tools/call",
        json!({ "name": "shop__dropOrder", "arguments": { "id": id } }),
    )
}

/// The same call, with the state that its question came with.
fn again(mut call: Value, question: &Value) -> Value {
    assert_eq!(
        question["result"]["resultType"], "input_required",
        "{question}"
    );
    call["params"]["requestState"] = question["result"]["requestState"].clone();
    call
}

#[test]
fn a_call_of_a_served_worker_is_approved_by_the_command_and_runs_once() {
    let (service, heard) = open_service(r#"{"lines":[]}"#);
    let specs = specs("approved", &service.to_string());
    let store = store("served");
    let (mut program, address) = serve(&specs, &store, &["--answer-within", "240m"]);
    let call = drop_order("7\u{202e}x");
    let question = post(&address, &call, "localhost").1;
    let calls = list(&store, &["--worker", "desk", "--tool", "shop::dropOrder"]);
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0]["state"], "waiting");
    assert!(list(&store, &["--tool", "shop::findOrder"]).is_empty());
    assert!(list(&store, &["--principal", "ann"]).is_empty());
    let id = calls[0]["id"].as_str().expect("an id");
    let (code, table) = run(&store, &["list"]);
    assert_eq!(code, 0, "{table}");
    assert!(
        table.contains(id) && table.contains("waiting") && table.contains("in 3 h"),
        "{table}"
    );
    let (code, page) = run(&store, &["show", id]);
    assert_eq!(code, 0, "{page}");
    assert!(
        page.contains(r#"{"id":"7\u202ex"}"#),
        "what is hidden is shown: {page}"
    );
    assert!(page.contains("tool          shop::dropOrder"), "{page}");

    let retry = again(call, &question);
    let waits = post(&address, &retry, "localhost").1;
    assert_eq!(waits["result"]["resultType"], "input_required");
    assert!(heard.lock().expect("heard").is_empty());
    let (code, told) = run(&store, &["approve", id, "--by", "ann"]);
    assert_eq!(code, 0, "{told}");
    assert!(
        told.contains("when the client of the server sends the call again"),
        "{told}"
    );
    assert!(
        heard.lock().expect("heard").is_empty(),
        "a decision runs nothing"
    );
    for other in [["approve", "ann"], ["deny", "bob"]] {
        let (code, told) = run(&store, &[other[0], id, "--by", other[1]]);
        assert_eq!(code, 1, "{told}");
        assert!(
            told.contains("already decided: approved by `ann`"),
            "{told}"
        );
    }
    let done = post(&address, &retry, "localhost").1;
    assert_eq!(done["result"]["isError"], false, "{done}");
    let twice = post(&address, &retry, "localhost").1;
    assert!(twice["error"].is_object(), "{twice}");
    assert_eq!(heard.lock().expect("heard").len(), 1);

    assert!(list(&store, &[]).is_empty());
    let finished = list(&store, &["--state", "finished"]);
    assert_eq!(finished[0]["outcome"], "ok");
    let (code, lines) = run(&store, &["export"]);
    assert_eq!(code, 0);
    let line: Value = serde_json::from_str(&lines).expect("one line");
    assert_eq!(line["decided_by"], "ann");
    assert_eq!(line["decision"], "approved");
    assert_eq!(line["id"], id);
    assert!(
        line["decided_at"]
            .as_str()
            .is_some_and(|at| at.ends_with('Z')),
        "{line}"
    );
    for command in ["run-again", "give-up"] {
        let (code, told) = run(&store, &[command, id]);
        assert_eq!(code, 1, "{told}");
    }
    assert_eq!(program.stop().0, Some(0));
}

#[test]
fn a_denial_by_the_command_is_told_to_the_model() {
    let (service, heard) = open_service("{}");
    let specs = specs("denied", &service.to_string());
    let store = store("denied");
    let (_program, address) = serve(&specs, &store, &[]);
    let call = drop_order("7");
    let question = post(&address, &call, "localhost").1;
    let calls = list(&store, &[]);
    let id = calls[0]["id"].as_str().expect("an id");
    let reason = ["--by", "ann", "--reason", "not before noon"];
    let (code, told) = run(&store, &[&["deny", id][..], &reason].concat());
    assert_eq!(code, 0, "{told}");
    let told = post(&address, &again(call, &question), "localhost").1;
    assert_eq!(told["result"]["isError"], true, "{told}");
    assert!(told.to_string().contains("not before noon"), "{told}");
    assert!(heard.lock().expect("heard").is_empty());
}

#[test]
fn of_all_who_decide_at_once_one_does() {
    let (service, _) = open_service("{}");
    let specs = specs("raced", &service.to_string());
    let store = store("raced");
    let (_program, address) = serve(&specs, &store, &[]);
    post(&address, &drop_order("7"), "localhost");
    let calls = list(&store, &[]);
    let id = calls[0]["id"].as_str().expect("an id");
    let names = ["a", "b", "c", "c", "d", "e"];
    let start = |(index, name): (usize, &&str)| {
        let word = if index % 2 == 0 { "approve" } else { "deny" };
        let mut command = approvals(&store, &[word, id, "--by", name]);
        command
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("it starts")
    };
    let started: Vec<_> = names.iter().enumerate().map(start).collect();
    let mut done = 0;
    for child in started {
        let output = child.wait_with_output().expect("it ends");
        let (code, told) = said(&output);
        done += i32::from(code == 0);
        assert!(code == 0 || told.contains("already decided"), "{told}");
    }
    assert_eq!(done, 1);
}

#[test]
fn what_expired_is_not_decided_any_more() {
    let (service, _) = open_service("{}");
    let specs = specs("late", &service.to_string());
    let store = store("late");
    let (_program, address) = serve(&specs, &store, &["--answer-within", "300ms"]);
    post(&address, &drop_order("7"), "localhost");
    std::thread::sleep(Duration::from_millis(400));
    let calls = list(&store, &["--state", "expired"]);
    let id = calls[0]["id"].as_str().expect("an id");
    let (code, told) = run(&store, &["approve", id, "--by", "ann"]);
    assert_eq!(code, 1);
    assert!(told.contains("expired: it has to be asked again"), "{told}");
    let mut other = approvals(&store, &["show", id]);
    other.env("KEY", "c9f0f895fb98ab9159f51fd0297e236d");
    let (code, told) = said(&other.output().expect("it runs"));
    assert_eq!(code, 1);
    assert!(
        told.contains("no key has the id") && !told.contains("dropOrder"),
        "{told}"
    );
    let (code, told) = run(&store, &["show", "none"]);
    assert_eq!(code, 1);
    assert!(told.contains("the store has no call `none`"), "{told}");
    let (code, told) = run("no/such.sqlite", &["list"]);
    assert_eq!(code, 2);
    assert!(told.contains("there is no file `no/such.sqlite`"), "{told}");
}

/// A worker of a program, which asks before it waters plants.
fn gardener() -> Worker<Closures> {
    let water = DynamicTool::new("plants::water", json!({ "type": "object" })).unchecked();
    let mut registry = Registry::new("gardener");
    let watered = registry.register_fn(water, |_, _| async { Ok("watered".to_owned()) });
    watered.expect("registered");
    registry.into_worker()
}

/// A program asks, with a worker of its own, and dies after it claimed the call.
#[test]
fn an_interrupted_call_of_a_program_is_settled_by_a_person() {
    let path = store("interrupted");
    let key = SealKey::of_secret(SECRET.as_bytes()).expect("a key");
    let store = SqliteStore::open_file(&path).expect("a store");
    let context = Context::new("s").with_principal("ada");
    let worker = gardener();
    let ask = || {
        let call = ToolCall::new("1", "plants::water", r#"{"litres":3}"#);
        let Begun::Pending(pending) = block_on(worker.begin(&context, call)) else {
            panic!("somebody is asked");
        };
        block_on(store.put(&pending, &key)).expect("stored");
        pending
    };
    let claim = |pending: &PendingCall| {
        let call = block_on(store.get(pending.id()))
            .expect("a call")
            .expect("stored");
        let ruling = Ruling::open(&call.ruling.expect("a ruling"), &key).expect("its key");
        block_on(store.take(pending, &ruling, Duration::ZERO)).expect("claimed");
    };
    let pending = ask();
    let id = pending.id();
    let (code, told) = run(&path, &["run-again", id]);
    assert_eq!(code, 1);
    assert!(
        told.contains("only an interrupted call can run again, and this one is waiting"),
        "{told}"
    );
    assert_eq!(run(&path, &["approve", id, "--by", "grace"]).0, 0);
    assert!(run(&path, &["run-again", id]).1.contains("was not started"));
    claim(&pending);
    let interrupted = list(&path, &["--principal", "ada", "--state", "interrupted"]);
    assert_eq!(interrupted.len(), 1);
    let (code, told) = run(&path, &["run-again", id]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("may run once more"), "{told}");
    claim(&pending);
    assert_eq!(run(&path, &["give-up", id]).0, 0);
    let (code, told) = run(&path, &["give-up", id]);
    assert_eq!(code, 1);
    assert!(told.contains("given up before"), "{told}");
    let refused = block_on(worker.resume_stored(&context, id, &key, &store));
    assert_eq!(refused.expect_err("it is over").code(), "already_resumed");
    let waiting = ask();
    assert_eq!(run(&path, &["give-up", waiting.id()]).0, 0);
    let (_, told) = run(&path, &["approve", waiting.id(), "--by", "grace"]);
    assert!(told.contains("it was given up"), "{told}");
    let (code, lines) = run(&path, &["export"]);
    assert_eq!(
        (code, lines.lines().count()),
        (0, 1),
        "what nobody decided is no decision: {lines}"
    );
}
