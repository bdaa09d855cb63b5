//! The toolset `filesystem`: what its tools return and what they refuse.

use crate::support::{Folder, answer};
use files::tools;
use std::fs;
use toolc_runtime::fs::Access;
use toolc_runtime::testing::{ScriptedApprover, block_on};
use toolc_runtime::{Context, Decision, ErrorKind, NoObserver, ToolCall, ToolResult, Worker};

fn call<H: 'static>(worker: &Worker<H>, tool: &str, arguments: &str) -> ToolResult {
    let call = ToolCall::new("1", format!("filesystem::{tool}"), arguments);
    block_on(worker.call(&Context::default(), call))
}

#[test]
fn files_are_read_within_the_root_and_its_mounts() {
    let clerk = tools::clerk::worker(()).observer(NoObserver);
    let rows = [
        (
            "read_file",
            r#"{"path":"/welcome.txt"}"#,
            r#"{"content":"Welcome.\n","path":"/welcome.txt","size":9}"#,
        ),
        (
            "read_file",
            r#"{"path":"notes/../manuals/./start.md"}"#,
            r#"{"content":"Read me first.\n","path":"notes/../manuals/./start.md","size":15}"#,
        ),
        (
            "read_file",
            r#"{"path":"/logo.PNG"}"#,
            "unsupported_file_type: Cannot read binary file: /logo.PNG. It cannot be read as text, \
             because files that end in '.png' are binary. Use file_info to get its size.",
        ),
        (
            "read_file",
            r#"{"path":"/picture.dat"}"#,
            "unsupported_file_type: File appears to be binary: /picture.dat. It cannot be read as \
             text, because it has no text in it. Use file_info to get its size.",
        ),
        (
            "read_file",
            r#"{"path":"/nothing.txt"}"#,
            "NOT_FOUND: File not found: /nothing.txt",
        ),
        (
            "read_file",
            r#"{"path":"/notes"}"#,
            "INVALID_PATH: /notes is not a file",
        ),
        (
            "read_file",
            r#"{"path":"/welcome.txt/x"}"#,
            "INVALID_PATH: /welcome.txt/x is not in a folder",
        ),
        (
            "file_exists",
            r#"{"path":"/manuals"}"#,
            r#"{"exists":true,"path":"/manuals"}"#,
        ),
        (
            "file_exists",
            r#"{"path":"/etc/passwd"}"#,
            r#"{"exists":false,"path":"/etc/passwd"}"#,
        ),
        (
            "list_files",
            r#"{"path":"/notes"}"#,
            r#"{"count":1,"files":[{"name":"todo.txt","size":10,"type":"file"}],"path":"/notes","truncated":false}"#,
        ),
        (
            "list_files",
            r#"{"path":"/"}"#,
            r#"{"count":4,"files":[{"name":"manuals","type":"folder"},{"name":"notes","type":"folder"},{"name":"picture.dat","size":10,"type":"file"}],"path":"/","truncated":true}"#,
        ),
    ];
    for (tool, arguments, expected) in rows {
        assert_eq!(
            answer(&call(&clerk, tool, arguments)),
            expected,
            "{tool} {arguments}"
        );
    }
    let info = answer(&call(
        &clerk,
        "file_info",
        r#"{"path":"/manuals/start.md"}"#,
    ));
    assert!(
        info.contains(r#""size":15,"type":"file","writable":false"#),
        "{info}"
    );
}

#[test]
fn writing_asks_and_deleting_is_blocked() {
    let folder = Folder::new();
    let approver = ScriptedApprover::new([Decision::approve()]);
    let clerk = tools::clerk::worker(()).approver(approver.clone());
    let clerk = clerk.workspace(folder.open()).observer(NoObserver);
    let written = call(
        &clerk,
        "write_file",
        r#"{"path":"a/b.txt","content":"one"}"#,
    );
    assert_eq!(
        answer(&written),
        r#"{"bytes_written":3,"created":true,"path":"a/b.txt"}"#
    );
    assert_eq!(
        fs::read_to_string(folder.0.join("a/b.txt")).expect("a file"),
        "one"
    );
    assert_eq!(approver.requests().len(), 1);
    let denied = call(
        &clerk,
        "write_file",
        r#"{"path":"a/b.txt","content":"two"}"#,
    );
    assert_eq!(
        denied.error.map(|error| error.kind),
        Some(ErrorKind::Denied)
    );
    let blocked = call(&clerk, "delete_file", r#"{"path":"a/b.txt"}"#);
    assert_eq!(
        blocked.error.map(|error| error.kind),
        Some(ErrorKind::Blocked)
    );
    assert_eq!(
        fs::read_to_string(folder.0.join("a/b.txt")).expect("a file"),
        "one"
    );
}

#[test]
fn nothing_is_changed_where_it_may_only_be_read() {
    let visitor = tools::visitor::worker(()).observer(NoObserver);
    let names: Vec<&str> = visitor.tools().map(|tool| tool.name).collect();
    assert_eq!(
        names,
        [
            "filesystem::read_file",
            "filesystem::list_files",
            "filesystem::file_exists",
            "filesystem::file_info"
        ]
    );
    let refused = call(&visitor, "read_file", r#"{"path":"/picture.dat"}"#);
    assert_eq!(
        answer(&refused),
        "unsupported_file_type: Files of this type may not be used: /picture.dat. Allowed are .txt, .md"
    );
    // the program's own folder is read-only too
    let folder = Folder::new();
    let visitor = visitor.workspace(folder.open());
    let info = answer(&call(&visitor, "file_info", r#"{"path":"/"}"#));
    assert!(info.contains(r#""writable":false"#), "{info}");
}

#[test]
fn the_program_gives_the_folder_or_a_part_of_it() {
    let owner = tools::owner::worker(()).observer(NoObserver);
    let lost = call(&owner, "list_files", r#"{"path":"/"}"#);
    assert_eq!(
        answer(&lost),
        "EXECUTION: Tool 'filesystem__list_files' failed — see server logs"
    );
    let folder = Folder::new();
    let owner = owner.workspace(folder.open());
    for path in ["/inner/a.txt", "/b.txt"] {
        let arguments = format!(r#"{{"path":"{path}","content":"x"}}"#);
        assert!(call(&owner, "write_file", &arguments).success, "{path}");
    }
    let part = folder
        .open()
        .restrict("/inner", Access::Read)
        .expect("a part");
    let context = Context::default().with_files(part);
    let with_part = |tool: &str, arguments: &str| {
        let call = ToolCall::new("1", format!("filesystem::{tool}"), arguments);
        answer(&block_on(owner.call(&context, call)))
    };
    assert_eq!(
        with_part("read_file", r#"{"path":"/a.txt"}"#),
        r#"{"content":"x","path":"/a.txt","size":1}"#
    );
    assert_eq!(
        with_part("read_file", r#"{"path":"/../b.txt"}"#),
        "INVALID_ARGUMENTS: invalid arguments: /path: must be a path within the workspace, without \
         `..` out of it"
    );
    assert_eq!(
        with_part("write_file", r#"{"path":"/a.txt","content":"y"}"#),
        "READ_ONLY: Cannot write to read-only path: /a.txt"
    );
    assert_eq!(
        with_part("delete_file", r#"{"path":"/a.txt"}"#),
        "READ_ONLY: Cannot write to read-only path: /a.txt"
    );
    let deleted = call(&owner, "delete_file", r#"{"path":"/b.txt"}"#);
    assert_eq!(answer(&deleted), r#"{"deleted":true,"path":"/b.txt"}"#);
    for (tool, path, expected) in [
        ("delete_file", "/b.txt", "NOT_FOUND: File not found: /b.txt"),
        (
            "delete_file",
            "/inner",
            "INVALID_PATH: /inner is not a file",
        ),
        ("delete_file", "/", "INVALID_PATH: / is not a file"),
    ] {
        let arguments = format!(r#"{{"path":"{path}"}}"#);
        assert_eq!(answer(&call(&owner, tool, &arguments)), expected);
    }
}

#[test]
fn sizes_are_limited_both_ways() {
    let folder = Folder::new();
    fs::write(folder.0.join("large.txt"), vec![b'x'; 1001]).expect("a file");
    let clerk = tools::clerk::worker(()).observer(NoObserver);
    let clerk = clerk.approver(ScriptedApprover::new([Decision::approve()]));
    let clerk = clerk.workspace(folder.open());
    let expected = "file_too_large: /large.txt is larger than the 1000 bytes that are allowed";
    let read = call(&clerk, "read_file", r#"{"path":"/large.txt"}"#);
    assert_eq!(answer(&read), expected);
    let arguments = format!(
        r#"{{"path":"/large.txt","content":"{}"}}"#,
        "y".repeat(1001)
    );
    assert_eq!(answer(&call(&clerk, "write_file", &arguments)), expected);
    let kept = fs::read(folder.0.join("large.txt")).expect("the file");
    assert!(kept.iter().all(|byte| *byte == b'x'));
}
