//! Options and keys of `toolc serve` in the environment.

use super::client::{Program, modern, post};
use super::command::{specs, toolc};
use super::requests::open_service;
use serde_json::{Value, json};
use std::process::{Command, Stdio};

const FIRST: &str = "8f14e45fceea167a5a36dedd4bea2543";
const SECOND: &str = "c9f0f895fb98ab9159f51fd0297e236d";

fn refuse(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("toolc runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    said
}

#[test]
fn options_come_from_the_environment_and_the_command_line_counts_first() {
    let specs = specs("environment", "127.0.0.1:9");
    let mut command = toolc(&["serve", &specs, "--server-version", "2.0.0"]);
    let command = command
        .env("SHOP_TOKEN", "t")
        .env("TOOLC_HTTP", "127.0.0.1:0")
        .env("TOOLC_WORKER", "desk")
        .env("TOOLC_ALLOW_HOST", "a.example,b.example")
        .env("TOOLC_LIMIT", "sessions=1/2,message=16KiB,list=1")
        .env("TOOLC_LIST_TTL", "90s")
        .env("TOOLC_SERVER_VERSION", "1.0.0")
        .env("TOOLC_INSECURE", "false")
        .env("TOOLC_WATCH", "0")
        .env("TOOLC_LOCKED", "0")
        .env("TOOLC_ACESS", "calls.jsonl")
        .env("TOOLC_TOKENS", "of a service");
    let mut program = Program::start(command);
    let address = program.find_said("listening at http://");
    let list = modern("tools/list", json!({}));
    for (host, status) in [("a.example", 200), ("b.example", 200), ("c.example", 403)] {
        assert_eq!(post(&address, &list, host).0, status, "{host}");
    }
    let (_, answer) = post(&address, &list, "a.example");
    assert_eq!(answer["result"]["ttlMs"], 90_000, "{answer}");
    let about = modern("server/discover", json!({}));
    let (_, answer) = post(&address, &about, "a.example");
    assert!(answer.to_string().contains("2.0.0"), "{answer}");
    let long = modern("tools/list", json!({ "cursor": "x".repeat(20_000) }));
    assert_eq!(post(&address, &long, "a.example").0, 413);
    let said = program.said();
    assert!(
        said.contains("the list of worker `desk` has 2 pages"),
        "{said}"
    );
    assert!(
        said.contains(
            "`TOOLC_ACESS` is not an option of `toolc serve`: did you mean `TOOLC_ACCESS`?"
        ),
        "{said}"
    );
    assert!(!said.contains("TOOLC_TOKENS"), "{said}");
    assert_eq!(program.stop().0, Some(0));
}

#[test]
fn variables_that_cannot_be_are_told() {
    let specs = specs("variables-told", "127.0.0.1:9");
    let cases = [
        ("TOOLC_DRAIN", "5", "write a number and a unit"),
        ("TOOLC_LIMIT", "sesions=3", "did you mean `sessions`?"),
        ("TOOLC_MCP", "npx server", "cannot be used with"),
        ("TOOLC_LOCKED", "maybe", "--locked"),
        ("TOOLC_TLS_KEY", "key.pem", "--tls-certificate"),
        (
            "TOOLC_HEADER",
            "X: y",
            "only for a server that `--mcp` names",
        ),
    ];
    for (name, value, words) in cases {
        let mut command = toolc(&["serve", &specs, "--http", "127.0.0.1:0"]);
        let said = refuse(command.env(name, value));
        assert!(said.contains(words), "{name}: {said}");
    }
    let access = format!("{specs}/access.yaml");
    let mut command = toolc(&[
        "serve",
        &specs,
        "--http",
        "127.0.0.1:0",
        "--access",
        &access,
    ]);
    let said = refuse(command.env("TOOLC_INSECURE", "yes"));
    assert!(said.contains("cannot be used with `--access`"), "{said}");
    // A key that nothing uses, too.
    let mut command = toolc(&["serve", &specs, "--stdio"]);
    let command = command.env("TOOLC_SEAL_KEY", FIRST).stdin(Stdio::null());
    let output = command.output().expect("toolc runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("`TOOLC_SEAL_KEY` has no effect without `--store`"),
        "{said}"
    );
    assert!(!said.contains(FIRST), "{said}");
}

#[test]
fn help_names_the_variable_of_each_option_and_shows_no_value() {
    let mut command = toolc(&["serve", "--help"]);
    let output = command.env("TOOLC_HEADER", "X: secret").output();
    let output = output.expect("toolc runs");
    let help = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut count = 0;
    for line in help.lines() {
        let Some(option) = line.trim_start().strip_prefix("--") else {
            continue;
        };
        let name = option.split([' ', '[', '=']).next().unwrap_or_default();
        if name == "stdio" || name == "seal-key" {
            continue;
        }
        let variable = format!("[env: TOOLC_{}]", name.replace('-', "_").to_uppercase());
        assert!(help.contains(&variable), "{name}: {help}");
        count += 1;
    }
    assert!(count >= 25, "{count}: {help}");
    assert!(!help.contains("X: secret"), "{help}");
}

/// Servers with these keys, and one store.
struct Keys {
    specs: String,
    store: String,
}

impl Keys {
    fn start(&self, keys: &[(&str, &str)]) -> (Program, String) {
        let mut arguments = vec![
            "serve",
            &self.specs,
            "--http",
            "127.0.0.1:0",
            "--store",
            &self.store,
        ];
        for (name, _) in keys.iter().filter(|(name, _)| *name != "TOOLC_SEAL_KEY") {
            arguments.extend(["--seal-key", name]);
        }
        let mut command = toolc(&arguments);
        command.envs(keys.iter().copied()).env("SHOP_TOKEN", "t");
        let mut program = Program::start(&mut command);
        let address = program.find_said("listening at http://");
        (program, address)
    }
}

fn ask(address: &str, id: &str) -> Value {
    let asked = modern(
        "tools/call",
        json!({ "name": "shop__dropOrder", "arguments": { "id": id } }),
    );
    let question = post(address, &asked, "localhost").1;
    let mut again = asked;
    again["params"]["requestState"] = question["result"]["requestState"].clone();
    assert!(again["params"]["requestState"].is_string(), "{question}");
    again["params"]["inputResponses"] =
        json!({ "approval": { "action": "accept", "content": { "decision": "approve" } } });
    again
}

#[test]
fn questions_outlive_a_key_that_is_replaced_until_it_is_removed() {
    let (service, heard) = open_service(r#"{"lines":[]}"#);
    let specs = specs("rotated", &service.to_string());
    let store = format!("{specs}/questions.db");
    for beside in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{store}{beside}"));
    }
    let keys = Keys { specs, store };
    let ran = || heard.lock().expect("heard").len();

    // Without `--seal-key`, the key is where it usually is.
    let (mut old, address) = keys.start(&[("TOOLC_SEAL_KEY", FIRST)]);
    let (kept, lost) = (ask(&address, "7"), ask(&address, "8"));
    drop(old.stop());

    // The new key seals, and the old one still opens what it sealed.
    let (mut both, address) = keys.start(&[("DESK_NEW", SECOND), ("DESK_OLD", FIRST)]);
    let done = post(&address, &kept, "localhost").1;
    assert_eq!(done["result"]["isError"], false, "{done}");
    assert_eq!(ran(), 1);
    let later = ask(&address, "9");
    drop(both.stop());

    // Without the old key, what it sealed is refused.
    let (mut new, address) = keys.start(&[("DESK_NEW", SECOND)]);
    let refused = post(&address, &lost, "localhost").1;
    assert!(refused["error"].is_object(), "{refused}");
    assert_eq!(ran(), 1);
    let done = post(&address, &later, "localhost").1;
    assert_eq!(done["result"]["isError"], false, "{done}");
    assert_eq!(ran(), 2);
    drop(new.stop());

    let flags = ["--seal-key", "DESK_A", "--seal-key", "DESK_B"];
    let arguments = [
        &["serve", &keys.specs, "--stdio", "--store", &keys.store],
        &flags[..],
    ]
    .concat();
    let mut command = toolc(&arguments);
    let said = refuse(command.env("DESK_A", FIRST).env("DESK_B", FIRST));
    assert!(
        said.contains("`DESK_B` has the same key as one before it"),
        "{said}"
    );
    let mut command = toolc(&arguments);
    let said = refuse(command.env("DESK_A", FIRST));
    assert!(
        said.contains("`DESK_B` has no key of at least 32 characters"),
        "{said}"
    );
}
