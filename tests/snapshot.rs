//! `toolc snapshot` and `toolc check --live` against well-behaved and misbehaving servers.

#[path = "support/command.rs"]
#[allow(dead_code, reason = "its tests use a part of it")]
mod command;
#[path = "support/mcp_server.rs"]
mod mcp_server;
#[path = "snapshot/of_commands.rs"]
mod of_commands;

use command::{Folder, stderr, stdout};
use mcp_server::{MODE, NOTES, serve_http};
use serde_json::Value;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use std::{fs, path::Path, thread};

/// Not a test: runs this program as a server.
#[test]
fn serve() {
    mcp_server::serve();
}

/// Returns the command of the server as one line.
fn server() -> String {
    let words = mcp_server::command("serve");
    let quoted = words
        .iter()
        .map(|word| format!("'{}'", word.replace('\'', r"'\''")));
    quoted.collect::<Vec<_>>().join(" ")
}

/// Runs toolc with a server in the given mode.
fn toolc(folder: &Folder, mode: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_toolc"))
        .current_dir(&folder.0)
        .args(arguments)
        .env(MODE, mode)
        .env(NOTES, folder.0.join("notes"))
        .env("TOKEN", "t0p-secret-token")
        .output()
        .expect("toolc runs")
}

fn snapshot(folder: &Folder, mode: &str, more: &[&str]) -> Output {
    let server = server();
    let arguments = [
        "snapshot", "mcp", "--stdio", &server, "--env", MODE, "--env", NOTES,
    ];
    toolc(folder, mode, &[&arguments, more].concat())
}

fn read(folder: &Folder, path: &str) -> String {
    fs::read_to_string(folder.0.join(path)).unwrap_or_default()
}

/// Asserts that no process that a server noted is still running.
fn assert_gone(folder: &Folder) {
    let notes = read(folder, "notes");
    let processes: Vec<&str> = notes
        .lines()
        .filter_map(|line| line.strip_prefix("process "))
        .collect();
    assert!(!processes.is_empty(), "a server ran");
    let until = Instant::now() + Duration::from_secs(5);
    let is_there = |process: &&str| {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        !status.is_empty() && !status.contains("State:\tZ")
    };
    while processes.iter().any(is_there) {
        assert!(Instant::now() < until, "a process is left over: {notes}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn both_eras_give_what_the_server_lists_as_it_writes_it() {
    let folder = Folder::new("snapshot_eras");
    let wanted = [
        ("modern", "2026-07-28", "2.1.0"),
        ("legacy", "2025-11-25", "1.0.0"),
        ("old", "2024-11-05", "1.0.0"),
    ];
    for (mode, protocol, version) in wanted {
        let output = snapshot(&folder, mode, &["-o", "hr.mcp.json"]);
        assert_eq!(output.status.code(), Some(0), "{mode}: {}", stderr(&output));
        let text = read(&folder, "hr.mcp.json");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["protocolVersion"], protocol);
        assert_eq!(value["serverInfo"]["version"], version);
        assert_eq!(value["instructions"], "Ask for people by name.");
        let names: Vec<&Value> = value["tools"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|tool| &tool["name"])
            .collect();
        assert_eq!(
            names,
            ["send_letter", "find_employee"],
            "the order of the server, of all pages"
        );
        let at = |part: &str| {
            text.find(part)
                .unwrap_or_else(|| panic!("{part} in {text}"))
        };
        assert!(at("\"to\"") < at("\"copies\"") && at("\"copies\"") < at("\"about\""));
        assert!(
            text.contains("\"maximum\": 1.50") && text.contains("Finds an employee — by name.")
        );
        let again = snapshot(&folder, mode, &["-o", "hr.mcp.json"]);
        assert!(
            stderr(&again).contains("hr.mcp.json unchanged"),
            "{}",
            stderr(&again)
        );
    }
    assert!(
        !read(&folder, "notes").contains("call"),
        "no tool is called"
    );
    assert_gone(&folder);
    folder.put(
        "toolc.yaml",
        "tools:\n  - { type: mcp, snapshot: hr.mcp.json, namespace: hr }\n",
    );
    let checked = folder.toolc(&["list", "."]);
    assert!(
        stdout(&checked).contains("hr::find_employee"),
        "{}",
        stderr(&checked)
    );
}

#[test]
fn without_a_file_the_snapshot_is_data() {
    let folder = Folder::new("snapshot_data");
    let output = snapshot(&folder, "modern", &[]);
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["tools"].as_array().map(Vec::len), Some(2));
}

#[test]
fn bad_servers_have_one_error_each_and_leave_a_good_snapshot_alone() {
    let cases: [(&str, &str, &str, &[&str]); 13] = [
        ("killed", "T0702", "signal 6", &[]),
        ("half", "T0702", "in the middle of a message", &[]),
        ("noise", "T0703", "Server is ready!", &[]),
        ("wrong", "T0703", "1999-01-01", &[]),
        ("future", "T0703", "2031-01-01", &[]),
        ("untyped", "T0703", "no list of tools", &[]),
        ("repeated", "T0704", "a second time", &[]),
        ("endless", "T0704", "1000 pages", &[]),
        ("huge", "T0704", "1048576 bytes", &["--max-response", "1"]),
        ("silent", "T0705", "1000ms", &["--timeout", "1"]),
        ("refuses", "T0701", "no list for …", &["--env", "TOKEN"]),
        ("stubborn", "", "", &[]),
        ("legacy", "T0706", "`UNSET` is not set", &["--env", "UNSET"]),
    ];
    for (mode, code, said, more) in cases {
        let folder = Folder::new(&format!("snapshot_bad_{mode}"));
        folder
            .put("hr.mcp.json", "{\"tools\":[]}\n")
            .put("notes", "process 0\n");
        let began = Instant::now();
        let output = snapshot(&folder, mode, &[&["-o", "hr.mcp.json"], more].concat());
        let text = stderr(&output);
        assert!(began.elapsed() < Duration::from_secs(20), "{mode} hangs");
        assert_gone(&folder);
        if code.is_empty() {
            assert_eq!(output.status.code(), Some(0), "{mode}: {text}");
            continue;
        }
        assert_eq!(output.status.code(), Some(1), "{mode}: {text}");
        assert!(
            text.contains(&format!("error[{code}]")) && text.contains(said),
            "{mode}: {text}"
        );
        assert_eq!(text.matches("error[").count(), 1, "{mode}: {text}");
        assert!(!text.contains("t0p-secret-token"), "{text}");
        assert_eq!(read(&folder, "hr.mcp.json"), "{\"tools\":[]}\n", "{mode}");
        let left = fs::read_dir(&folder.0).expect("a folder").count();
        assert!(left <= 2, "{mode} leaves files");
    }
}

#[test]
fn what_cannot_be_asked_is_told() {
    let folder = Folder::new("snapshot_wrong");
    let page = serve_http("modern").replace("/mcp", "/page");
    let cases: [(&[&str], &str, &str); 10] = [
        (
            &["mcp", "--url", "127.0.0.1:4010"],
            "T0706",
            "an address begins with `http://` or `https://`: `http://127.0.0.1:4010`",
        ),
        (
            &["openapi", "localhost:4010/api?key=s3cret"],
            "T0706",
            "`http://localhost:4010/api`",
        ),
        (&["mcp", "--url", "http://"], "T0706", "is not a URL"),
        (
            &["mcp", "--url", &page],
            "T0703",
            "give the address of the server's endpoint, not of a page",
        ),
        (
            &["mcp", "--stdio", "no-such-program"],
            "T0700",
            "`no-such-program`",
        ),
        (
            &["mcp", "--url", "http://127.0.0.1:1/mcp"],
            "T0700",
            "127.0.0.1:1",
        ),
        (
            &["mcp", "--url", "ftp://example.com/"],
            "T0700",
            "neither http nor https",
        ),
        (&["mcp", "--stdio", "sh 'a"], "T0706", "quotation mark"),
        (
            &["mcp", "--url", "http://127.0.0.1:1/mcp", "--header", "none"],
            "T0706",
            "a colon",
        ),
        (&["."], "T0707", "says where"),
    ];
    for (arguments, code, said) in cases {
        let output = toolc(&folder, "", &[&["snapshot"], arguments].concat());
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(code) && text.contains(said), "{text}");
        assert!(!text.contains("s3cret"), "{text}");
    }
    let neither = toolc(&folder, "", &["snapshot", "mcp"]);
    assert_eq!(neither.status.code(), Some(2), "{}", stderr(&neither));
}

#[test]
fn streamable_http_with_and_without_events_and_with_a_token() {
    let folder = Folder::new("snapshot_http");
    for (mode, path) in [
        ("modern", "/mcp"),
        ("legacy", "/mcp"),
        ("events", "/mcp"),
        ("sse", "/mcp"),
        ("sse-below", ""),
        ("sse-below", "/sse"),
    ] {
        let url = serve_http(mode).replace("/mcp", path);
        let output = toolc(&folder, mode, &["snapshot", "mcp", "--url", &url]);
        assert_eq!(output.status.code(), Some(0), "{mode}: {}", stderr(&output));
        let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(value["tools"].as_array().map(Vec::len), Some(2), "{mode}");
        assert!(stdout(&output).contains("1.50"), "{mode}");
    }
    let url = serve_http("guarded");
    let output = toolc(&folder, "", &["snapshot", "mcp", "--url", &url]);
    assert!(stderr(&output).contains("T0701"), "{}", stderr(&output));
    let header = "Authorization: Bearer ${TOKEN}";
    let output = toolc(
        &folder,
        "",
        &["snapshot", "mcp", "--url", &url, "--header", header],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for mode in ["huge", "repeated"] {
        let url = serve_http(mode);
        let arguments = ["snapshot", "mcp", "--url", &url, "--max-response", "1"];
        let output = toolc(&folder, "", &arguments);
        assert!(
            stderr(&output).contains("T0704"),
            "{mode}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn entries_with_a_url_alone_work_once_they_are_refreshed() {
    let folder = Folder::new("snapshot_refresh");
    let url = serve_http("modern");
    let api = url.replace("/mcp", "/openapi.json");
    folder.put(
        "toolc.yaml",
        &format!(
            "tools:\n  registry:\n    - type: mcp\n      url: {url}\n      namespace: hr_api\n    - type: rest\n      spec: {api}\n      namespace: petstore\n"
        ),
    );
    let before = folder.toolc(&["check", "."]);
    assert!(
        stderr(&before).contains("run `toolc snapshot`"),
        "{}",
        stderr(&before)
    );
    let output = toolc(&folder, "", &["snapshot"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("2 snapshots of 2 stored"),
        "{}",
        stderr(&output)
    );
    let listed = stdout(&folder.toolc(&["list", "."]));
    assert!(
        listed.contains("hr_api::find_employee") && listed.contains("petstore::listPets"),
        "{listed}"
    );
    let live = toolc(&folder, "", &["check", "--live", "."]);
    assert_eq!(live.status.code(), Some(0), "{}", stderr(&live));
    assert!(stderr(&live).contains("2 asked live"), "{}", stderr(&live));
}

#[test]
fn one_that_cannot_be_had_keeps_no_other_from_being_stored() {
    let folder = Folder::new("snapshot_some");
    let url = serve_http("legacy");
    folder.put(
        "specs/toolc.yaml",
        &format!(
            "tools:\n  - {{ type: mcp, url: 'http://127.0.0.1:1/mcp', namespace: gone }}\n  - {{ type: mcp, url: '{url}', snapshot: servers/hr.json, namespace: hr }}\n"
        ),
    );
    fs::create_dir_all(folder.0.join("specs/servers")).expect("a folder");
    let output = toolc(&folder, "", &["snapshot"]);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("T0700") && text.contains("specs/toolc.yaml:2:23"),
        "{text}"
    );
    assert!(
        Path::new(&folder.0).join("specs/servers/hr.json").exists(),
        "{text}"
    );
}

#[test]
fn a_document_that_describes_no_api_is_refused() {
    let folder = Folder::new("snapshot_openapi");
    let url = serve_http("modern");
    let api = url.replace("/mcp", "/openapi.json");
    let output = toolc(
        &folder,
        "",
        &["snapshot", "openapi", &api, "-o", "api.json"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let stored = read(&folder, "api.json");
    assert!(stored.contains("listPets"), "{stored}");
    for (path, code, said) in [
        ("/other", "T0701", "HTTP 405"),
        ("/page.html", "T0708", "neither"),
        ("/list.json", "T0708", "neither"),
        (
            "/none.json",
            "T0700",
            "give the address of the document itself",
        ),
        (
            "/moved.json",
            "T0700",
            "it is redirected to `/openapi.json`",
        ),
    ] {
        let other = url.replace("/mcp", path);
        let arguments = ["snapshot", "openapi", &other, "-o", "api.json"];
        let output = toolc(&folder, "", &arguments);
        let text = stderr(&output);
        assert!(text.contains(code) && text.contains(said), "{path}: {text}");
        assert!(!text.contains("s3cret"), "{path}: {text}");
        assert_eq!(read(&folder, "api.json"), stored);
    }
}

#[test]
fn a_live_server_that_differs_is_told_in_the_classes_of_the_lock() {
    let folder = Folder::new("snapshot_live");
    let good = serve_http("legacy");
    folder.put(
        "toolc.yaml",
        &format!("tools:\n  - {{ type: mcp, url: '{good}', namespace: hr }}\n"),
    );
    assert_eq!(toolc(&folder, "", &["snapshot"]).status.code(), Some(0));
    let stored = read(&folder, "hr.mcp.json");
    for (mode, code) in [("swapped", "T0603"), ("smaller", "T0602")] {
        let bad = serve_http(mode);
        folder.put(
            "toolc.yaml",
            &format!("tools:\n  - {{ type: mcp, url: '{bad}', namespace: hr }}\n"),
        );
        let live = toolc(&folder, "", &["check", "--live"]);
        assert_eq!(live.status.code(), Some(1), "{}", stderr(&live));
        assert!(stderr(&live).contains(code), "{}", stderr(&live));
    }
    folder.put(
        "toolc.yaml",
        "tools:\n  - { type: mcp, url: 'http://127.0.0.1:1/', namespace: hr }\n",
    );
    let live = toolc(&folder, "", &["check", "--live"]);
    assert_eq!(live.status.code(), Some(3), "{}", stderr(&live));
    assert_eq!(read(&folder, "hr.mcp.json"), stored, "nothing is written");
}
