//! `toolc store`: files of this version, of the first and of a later one.

use super::client::{Program, modern, post};
use super::command::{specs, toolc};
use super::operated::get;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file with the tables of toolc 0.2.0, and two questions in it: one was answered.
const FIRST: &str = "tests/serve/first.sqlite";

fn copy(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("stored-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("calls.sqlite");
    fs::copy(FIRST, &path).expect("copied");
    path
}

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = toolc(arguments)
        .env("KEY", "8f14e45fceea167a5a36dedd4bea2543")
        .output();
    let output = output.expect("it runs");
    let text = [&*output.stdout, &*output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("text"))
}

#[test]
fn a_store_of_the_first_version_is_refused_checked_upgraded_and_served() {
    let path = copy("first");
    let store = path.to_str().expect("text");
    let specs = specs("stored", "127.0.0.1:9");
    let serve = [
        "serve",
        &specs,
        "--stdio",
        "--store",
        store,
        "--seal-key",
        "KEY",
    ];
    let (code, said) = run(&serve);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("the store has version 1") && said.contains("`toolc store migrate`"),
        "{said}"
    );
    let (code, said) = run(&["store", "check", "--store", store]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("version       1, and version 2 is written here"),
        "{said}"
    );
    assert!(said.contains("overdue       2"), "{said}");
    let (code, said) = run(&["store", "migrate", "--store", store]);
    assert_eq!(
        (code, said.as_str()),
        (Some(0), "upgraded the store from version 1 to 2\n")
    );
    let (code, said) = run(&["store", "migrate", "--store", store]);
    assert_eq!(
        (code, said.as_str()),
        (Some(0), "the store has version 2 already\n")
    );
    let (code, said) = run(&["store", "check", "--store", store, "--format", "json"]);
    assert_eq!(code, Some(0), "{said}");
    let report: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(report["calls"]["expired"], 2);
    assert_eq!(report["store_version"], 2);
    let (code, said) = run(&serve);
    assert_eq!(code, Some(0), "its input is empty: {said}");
    let export = ["approvals", "export", "--store", store, "--seal-key", "KEY"];
    let (code, lines) = run(&export);
    assert_eq!(code, Some(0), "{lines}");
    assert!(lines.contains(r#""decided_by":"ann""#), "{lines}");
}

#[test]
fn what_is_damaged_or_no_store_is_told() {
    let path = copy("damaged");
    let store = path.to_str().expect("text");
    let mut bytes = fs::read(&path).expect("bytes");
    let page = 4096;
    bytes[page + 8..page + 40].fill(0xff);
    fs::write(&path, bytes).expect("written");
    let (code, said) = run(&["store", "check", "--store", store]);
    assert!(matches!(code, Some(1 | 2)), "{said}");
    assert!(!said.contains("integrity     ok"), "{said}");
    fs::write(&path, "these are notes\n".repeat(999)).expect("written");
    for command in ["check", "migrate"] {
        let (code, said) = run(&["store", command, "--store", store]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("file is not a database"), "{said}");
        let (code, said) = run(&["store", command, "--store", "no/such.sqlite"]);
        assert_eq!(code, Some(2), "{said}");
    }
}

#[test]
fn a_store_that_fails_is_logged_and_counted_and_is_no_denial() {
    let path = copy("failing");
    let store = path.to_str().expect("text");
    fs::remove_file(&path).expect("removed");
    let specs = specs("store-fails", "127.0.0.1:9");
    let log = path.with_extension("jsonl");
    let log = log.to_str().expect("text");
    let place = ["--store", store, "--seal-key", "KEY", "--log", log];
    let mut command = toolc(&[&["serve", &specs, "--http", "127.0.0.1:0"][..], &place].concat());
    command
        .env("KEY", "8f14e45fceea167a5a36dedd4bea2543")
        .env("SHOP_TOKEN", "t");
    let mut program = Program::start(&mut command);
    let address = program.find_said("listening at http://");
    let drop_order = json!({ "name": "shop__dropOrder", "arguments": { "id": "7" } });
    let call = modern("tools/call", drop_order);
    let asked = post(&address, &call, "localhost").1;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    // What another process wrote is read from the file, and not from memory.
    let place = ["--store", store, "--seal-key", "KEY"];
    let (_, listed) = run(&[&["approvals", "list", "--format", "json"][..], &place].concat());
    let listed: Value = serde_json::from_str(&listed).expect("JSON");
    let id = listed["calls"][0]["id"].as_str().expect("an id");
    let (code, said) = run(&[&["approvals", "give-up", id][..], &place].concat());
    assert_eq!(code, Some(0), "{said}");
    for path in [store.to_owned(), format!("{store}-wal")] {
        let length = fs::metadata(&path).expect("a file").len();
        let mut file = fs::OpenOptions::new()
            .write(true)
            .open(&path)
            .expect("open");
        file.write_all(&vec![0xff; length as usize])
            .expect("written");
    }
    let told = post(&address, &call, "localhost").1;
    assert_eq!(told["error"]["code"], -32603, "{told}");
    let words = "could not be stored, so nobody was asked and the call did not run";
    assert!(told.to_string().contains(words), "{told}");
    let counted = get(&address, "/metrics").1;
    let line = "toolc_store_errors_total{worker=\"desk\",step=\"question\"} 1";
    assert!(counted.contains(line), "{counted}");
    let (_, said) = program.stop();
    assert!(
        said.contains("the store failed at the question of a call of `shop__dropOrder`"),
        "{said}"
    );
    let logged = fs::read_to_string(log).expect("a log");
    let line = logged
        .lines()
        .find(|line| line.contains("store_error"))
        .expect("a line");
    let line: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(line["step"], "question");
    assert_eq!(line["worker"], "desk");
    assert!(
        line["detail"]
            .as_str()
            .is_some_and(|detail| detail.contains("of SQLite")),
        "{line}"
    );
}

/// The password in the URL is not repeated.
#[cfg(not(feature = "postgres"))]
#[test]
fn a_database_is_refused_by_a_program_that_was_built_without_it() {
    let specs = specs("no-database", "127.0.0.1:9");
    let store = "postgres://toolc:hunter22@db.example.com/toolc";
    let commands: [&[&str]; 4] = [
        &[
            "serve",
            &specs,
            "--stdio",
            "--store",
            store,
            "--seal-key",
            "KEY",
        ],
        &["approvals", "list", "--store", store, "--seal-key", "KEY"],
        &["store", "check", "--store", store],
        &["store", "migrate", "--store", store],
    ];
    for command in commands {
        let (code, said) = run(command);
        assert_eq!(code, Some(2), "{command:?}: {said}");
        let words = "this toolc was built without the feature `postgres`";
        assert!(said.contains(words), "{command:?}: {said}");
        assert!(
            said.contains("--features full,postgres"),
            "{command:?}: {said}"
        );
        assert!(!said.contains("hunter22"), "{command:?}: {said}");
    }
}

/// A file that was named by mistake may be the database of another program.
#[test]
fn a_file_without_a_store_is_refused_and_stays_as_it_is() {
    let path = copy("none");
    fs::write(&path, "").expect("written");
    let store = path.to_str().expect("text");
    let commands: [&[&str]; 3] = [
        &["approvals", "list", "--store", store, "--seal-key", "KEY"],
        &["store", "check", "--store", store],
        &["store", "migrate", "--store", store],
    ];
    for command in commands {
        let (code, said) = run(command);
        assert_eq!(code, Some(2), "{command:?}: {said}");
        let words = "no store of toolc is in this file";
        assert!(said.contains(words), "{command:?}: {said}");
    }
    assert_eq!(fs::metadata(&path).expect("a file").len(), 0);
}
