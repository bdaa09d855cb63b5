//! `toolc explain-call` says what `toolc call` does: for engines of every kind, with rules, secrets and values.

use super::command::{specs, toolc};
use super::requests::open_service;
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::process::{Output, Stdio};

const SPECS: &str = "tests/serve/specs";

/// Calls that are explained, each with the values of the program. What is said is in `explained.txt`.
const CALLS: &[&[&str]] = &[
    // a rule lets it run, another one blocks it, none decides
    &[
        "desk",
        "shop::replaceOrder",
        r#"{"id":"s-1","body":{"total":5,"lines":[]}}"#,
    ],
    &[
        "desk",
        "shop::replaceOrder",
        r#"{"id":"x","body":{"total":9000,"lines":[]}}"#,
    ],
    &[
        "desk",
        "shop__replaceOrder",
        r#"{"id":"a/b ü","body":{"total":900,"lines":[]}}"#,
    ],
    // not valid, not JSON, a constant of the entry, blocked by name, not the worker's
    &[
        "desk",
        "shop::replaceOrder",
        r#"{"id":"","body":{"total":-1}}"#,
    ],
    &["desk", "shop::findOrder", "{"],
    &["desk", "shop::listOrders", "{}"],
    &["desk", "shop::dropOrder", r#"{"id":"7"}"#],
    &["desk", "shop::placeOrder", "{}"],
    // a server, files, commands, a handler
    &["desk", "hr::send_letter", r#"{"to":"ann"}"#],
    &["desk", "filesystem::read_file", r#"{"path":"toolc.yaml"}"#],
    &["desk", "filesystem::read_file", r#"{"path":"../serve.rs"}"#],
    &["desk", "shell::run", r#"{"command":"echo hi"}"#],
    &["desk", "shell::run", r#"{"command":"git push"}"#],
    &["mixed", "clock::now", "{}"],
    // who calls
    &["mixed", "clock::now", "{}", "--called-by", "direct"],
    &["mixed", "clock::now", "{}", "--called-by", "programmatic"],
    // a value that only a program has
    &["mixed", "shop::placeOrder", r#"{"lines":[],"total":3}"#],
    &[
        "mixed",
        "shop::placeOrder",
        r#"{"lines":[],"total":3}"#,
        "--value",
        "account=a-1",
    ],
];

#[test]
fn calls_of_every_kind_are_explained() {
    let mut said = String::new();
    for call in CALLS {
        let (given, values) = call.split_at(3);
        let mut arguments = vec!["explain-call"];
        arguments.extend(given);
        arguments.push(SPECS);
        arguments.extend(values);
        let output = run(&arguments);
        let _ = write!(
            said,
            "$ toolc {}\n{}{}exit {}\n\n",
            arguments.join(" "),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
            output.status.code().expect("it ended by itself"),
        );
    }
    let path = "tests/serve/explained.txt";
    if std::env::var_os("TOOLC_BLESS").is_some() {
        fs::write(path, &said).expect("written");
    }
    assert_eq!(
        said,
        fs::read_to_string(path).expect("what was said before")
    );
}

#[test]
fn the_page_shows_what_is_said() {
    let said = fs::read_to_string("tests/serve/explained.txt").expect("what is said");
    let (_, first) = said.split_once('\n').expect("the command");
    let (shown, _) = first
        .split_once("exit 0")
        .expect("the end of the first call");
    let shown = shown.replace("tests/serve/specs/", "specs/");
    let page = fs::read_to_string("docs/calls.md").expect("the page");
    assert!(
        page.contains(&shown),
        "docs/calls.md has another text than\n{shown}"
    );
}

#[test]
fn every_explanation_is_what_its_schema_says() {
    let schema: Value =
        serde_json::from_slice(&run(&["schema", "explanation"]).stdout).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for call in CALLS {
        let (given, values) = call.split_at(3);
        let arguments = [
            &["explain-call"],
            given,
            &[SPECS],
            values,
            &["--format", "json"],
        ]
        .concat();
        let output = run(&arguments);
        if output.stdout.is_empty() {
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            continue;
        }
        let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let faults: Vec<String> = validator
            .iter_errors(&said)
            .map(|error| error.to_string())
            .collect();
        assert!(faults.is_empty(), "{arguments:?}: {faults:?}");
        let fields = said.as_object().expect("an object").keys();
        let described = schema["properties"].as_object().expect("an object");
        for field in fields {
            assert!(described.contains_key(field), "`{field}` is not described");
        }
    }
}

#[test]
fn an_explanation_is_a_document_too() {
    let call = CALLS[0];
    let output = run(&[
        "explain-call",
        call[0],
        call[1],
        call[2],
        SPECS,
        "--format",
        "json",
    ]);
    let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(said["verdict"], "runs");
    assert_eq!(said["rule"], "specs/workers/desk.yaml:13");
    assert_eq!(said["effect"], "destructive");
    assert_eq!(said["policy"]["approval"], "ask");
    assert_eq!(said["policy"]["approval_from"], "default");
    assert_eq!(said["runs_by"], "http");
    assert_eq!(said["request"]["method"], "PUT");
    assert_eq!(said["request"]["body"], r#"{"lines":[],"total":5}"#);
    assert_eq!(said["credentials"][0]["variables"], json!(["SHOP_TOKEN"]));
    let refused = run(&[
        "explain-call",
        "desk",
        "shop::findOrder",
        "{}",
        SPECS,
        "--format",
        "json",
    ]);
    let said: Value = serde_json::from_slice(&refused.stdout).expect("JSON");
    assert_eq!(
        (said["verdict"].as_str(), refused.status.code()),
        (Some("refused"), Some(1))
    );
    assert_eq!(said["error"]["violations"][0]["keyword"], "required");
}

#[test]
fn the_request_that_is_explained_is_the_one_that_is_sent() {
    let (address, heard) = open_service(r#"{"lines":[]}"#);
    let specs = specs("explained", &address.to_string());
    let arguments = ["desk", "shop::findOrder", r#"{"id":"a/b"}"#, &specs];
    let explain = [&["explain-call"], &arguments[..], &["--format", "json"]].concat();
    let explained: Value = serde_json::from_slice(&run(&explain).stdout).expect("JSON");
    // in its own folder, so that no other lock is compared
    let called = toolc(&[&["call"], &arguments[..3], &["--really"]].concat())
        .current_dir(&specs)
        .env("SHOP_TOKEN", "t0p-secret")
        .stdin(Stdio::null())
        .output()
        .expect("toolc runs");
    let output = String::from_utf8_lossy(&called.stdout);
    assert_eq!(
        (output.trim(), called.status.code()),
        (r#"{"lines":[]}"#, Some(0))
    );
    let sent = heard.lock().expect("heard").pop().expect("a request");
    let url = explained["request"]["url"].as_str().expect("a URL");
    let path = url
        .strip_prefix(&format!("http://{address}"))
        .expect("this service");
    assert!(sent.starts_with(&format!("GET {path} HTTP/1.1")), "{sent}");
    assert!(!explained.to_string().contains("t0p-secret"));
}

#[test]
fn nothing_is_called_without_a_yes() {
    let (address, heard) = open_service("{}");
    let specs = specs("unasked", &address.to_string());
    let call = ["call", "desk", "shop::dropOrder", r#"{"id":"7"}"#];
    let unasked = run(&[&call[..], &[&specs]].concat());
    assert_eq!(unasked.status.code(), Some(2));
    // the question is asked, and nobody answers
    let asked = toolc(&[&call[..], &["--really"]].concat())
        .current_dir(&specs)
        .env("SHOP_TOKEN", "t0p-secret")
        .stdin(Stdio::null())
        .output()
        .expect("toolc runs");
    let said = String::from_utf8_lossy(&asked.stderr);
    assert_eq!(asked.status.code(), Some(1), "{said}");
    assert!(
        said.contains("shop::dropOrder") && said.contains("denied"),
        "{said}"
    );
    assert!(heard.lock().expect("heard").is_empty(), "nothing was sent");
    // a handler is not here
    let absent = run(&["call", "mixed", "clock::now", "{}", SPECS, "--really"]);
    assert_eq!(absent.status.code(), Some(2));
    let said = String::from_utf8_lossy(&absent.stderr);
    assert!(
        said.contains("`clock::now` cannot be called: it needs a handler"),
        "{said}"
    );
}

/// Runs a command, without a terminal and without credentials.
fn run(arguments: &[&str]) -> Output {
    let mut command = toolc(arguments);
    let command = command.env_remove("SHOP_KEY").stdin(Stdio::null());
    command.output().expect("toolc runs")
}
