//! `toolc serve`, and what the commands say of such an engine.

use super::command::stderr;
use super::{Folder, KEY, put_specs, speak};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A server on pipes, which is killed when the test ends.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_client_of_toolc_serve_reads_what_a_model_says() {
    let folder = Folder::new("lm_served");
    let endpoint = speak(&[r#"{"id":7}"#]);
    let settings = format!(
        "base_url: \"{}\", auth: {{ bearer_env: LM_TEST_KEY }}, record: answers.jsonl",
        endpoint.url
    );
    put_specs(&folder, &settings);
    let child = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .current_dir(&folder.0)
        .args(["serve", "specs", "--worker", "clerk", "--stdio"])
        .env("LM_TEST_KEY", KEY)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut server = Server(child.expect("it starts"));
    let mut to = server.0.stdin.take().expect("a pipe");
    let (lines, heard) = mpsc::channel();
    let from = BufReader::new(server.0.stdout.take().expect("a pipe"));
    thread::spawn(move || {
        for line in from.lines().map_while(Result::ok) {
            let _ = lines.send(line);
        }
    });
    let mut ask = |message: Value| -> Value {
        writeln!(to, "{message}").expect("written");
        let line = heard
            .recv_timeout(Duration::from_secs(30))
            .expect("an answer");
        serde_json::from_str(&line).expect("JSON")
    };
    ask(
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } } }),
    );
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "shop__find", "arguments": { "query": "lamp" } } });
    let found = ask(call);
    assert_eq!(
        found["result"]["structuredContent"],
        json!({ "id": 7 }),
        "{found}"
    );
    assert_eq!(
        endpoint.take_requests()[0].authorization,
        format!("Bearer {KEY}")
    );
    drop(to);
    let mut said = String::new();
    let mut from = BufReader::new(server.0.stderr.take().expect("a pipe"));
    std::io::Read::read_to_string(&mut from, &mut said).expect("text");
    let sentence = "toolc: the engine `shop` makes up the results of 1 tool (`lm`, recorded in `answers.jsonl`)";
    assert!(said.contains(sentence), "{said}");
    assert!(!said.contains(KEY), "{said}");
    let recorded = std::fs::read_to_string(folder.0.join("answers.jsonl")).expect("written");
    assert!(
        recorded.contains(r#""result":{"id":7}"#) && !recorded.contains(KEY),
        "{recorded}"
    );
}

#[test]
fn a_missing_key_is_told_before_it_is_served_and_a_replay_needs_none() {
    let folder = Folder::new("lm_unset");
    for (settings, is_needed) in [
        (
            "base_url: \"https://model.example/v1\", auth: { bearer_env: LM_UNSET_KEY }",
            true,
        ),
        (
            "base_url: \"https://model.example/v1\", auth: { bearer_env: LM_UNSET_KEY }, replay: a.jsonl",
            false,
        ),
    ] {
        put_specs(&folder, settings);
        let served = Command::new(env!("CARGO_BIN_EXE_toolc"))
            .current_dir(&folder.0)
            .args(["serve", "specs", "--worker", "clerk", "--stdio"])
            .stdin(Stdio::null())
            .output()
            .expect("toolc runs");
        let said = stderr(&served);
        assert_eq!(
            said.contains("`LM_UNSET_KEY` is not set"),
            is_needed,
            "{said}"
        );
    }
}

#[test]
fn a_look_at_a_call_asks_nobody_and_has_no_key() {
    let folder = Folder::new("lm_explained");
    let endpoint = speak(&[]);
    let settings = format!(
        "base_url: \"{}\", auth: {{ bearer_env: LM_TEST_KEY }}",
        endpoint.url
    );
    put_specs(&folder, &settings);
    let explained = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .current_dir(&folder.0)
        .args([
            "explain-call",
            "clerk",
            "shop::find",
            r#"{"query":"lamp"}"#,
            "specs",
        ])
        .env("LM_TEST_KEY", KEY)
        .output()
        .expect("toolc runs");
    let said = String::from_utf8_lossy(&explained.stdout).into_owned();
    assert!(
        said.contains("asks the model `tiny`") && said.contains("$LM_TEST_KEY"),
        "{said}"
    );
    assert!(!said.contains(KEY), "{said}");
    assert!(endpoint.take_requests().is_empty());
}

/// An explanation of a call, as JSON.
fn explain(folder: &Folder) -> Value {
    let explained = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .current_dir(&folder.0)
        .args([
            "explain-call",
            "clerk",
            "shop::find",
            r#"{"query":"lamp"}"#,
            "specs",
        ])
        .args(["--format", "json"])
        .output()
        .expect("toolc runs");
    serde_json::from_slice(&explained.stdout).unwrap_or_else(|_| panic!("{}", stderr(&explained)))
}

#[test]
fn explanations_of_what_is_made_up_are_what_their_schema_says() {
    let schema = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(["schema", "explanation"])
        .output()
        .expect("toolc runs");
    let schema = serde_json::from_slice(&schema.stdout).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let folder = Folder::new("lm_explanations");
    put_specs(&folder, "base_url: \"https://model.example/v1\"");
    let asked = explain(&folder);
    assert!(validator.validate(&asked).is_ok(), "{asked}");
    assert_eq!(asked["runs_by"], "simulated");
    assert_eq!(
        asked["request"],
        json!({ "engine": "shop", "model": "tiny", "base_url": "https://model.example/v1" })
    );
    let lm = std::fs::read_to_string(folder.0.join("specs/toolc.yaml")).expect("written");
    let (before, after) = lm.split_once("{ type: lm").expect("an engine");
    let (_, after) = after.split_once('}').expect("its end");
    folder.put(
        "specs/toolc.yaml",
        &format!("{before}{{ type: mock }}{after}"),
    );
    let mocked = explain(&folder);
    assert!(validator.validate(&mocked).is_ok(), "{mocked}");
    assert_eq!(mocked["request"], json!({ "engine": "shop" }));
}

#[test]
fn one_call_says_that_its_result_is_made_up() {
    let folder = Folder::new("lm_called");
    let endpoint = speak(&[r#"{"id":7}"#]);
    put_specs(&folder, &format!("base_url: \"{}\"", endpoint.url));
    let called = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .current_dir(&folder.0)
        .args([
            "call",
            "clerk",
            "shop::find",
            r#"{"query":"lamp"}"#,
            "specs",
            "--really",
        ])
        .stdin(Stdio::null())
        .output()
        .expect("toolc runs");
    assert_eq!(String::from_utf8_lossy(&called.stdout), "{\"id\":7}\n");
    let said = stderr(&called);
    assert!(
        said.contains("makes up the results of 1 tool (`lm`)"),
        "{said}"
    );
}
