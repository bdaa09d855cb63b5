//! A custom tool with path arguments: they are validated with its arguments, and opened by its handler.

use crate::support::{Folder, answer};
use files::Editor;
use files::tools::{self, reports::ShortenArgs};
use std::fs;
use toolc_runtime::fs::Access;
use toolc_runtime::testing::block_on;
use toolc_runtime::{Args, Context, NoObserver, ToolCall};

#[test]
fn texts_of_paths_are_checked_with_the_arguments() {
    let refused = |source: &str| {
        let text = format!(r#"{{"source":{source},"target":"a.txt","lines":1}}"#);
        let Err(violations) = ShortenArgs::from_json(&text) else {
            return String::new();
        };
        let shown = violations
            .iter()
            .map(|found| format!("{} {} {}", found.pointer, found.keyword, found.message));
        shown.collect::<Vec<_>>().join("; ")
    };
    let rows = [
        (r#""a.txt""#, ""),
        (r#""/n\u006ftes/a.md""#, ""),
        (r#""a.exe""#, "/source x-path must end in one of .txt, .md"),
        (
            r#""../a.txt""#,
            "/source x-path must be a path within the workspace, without `..` out of it",
        ),
        (
            r#""C:\\a.txt""#,
            "/source x-path must be a path with `/` between its names",
        ),
        (
            r#""a\u0000.txt""#,
            "/source x-path must be a path without control and invisible characters",
        ),
        ("7", "/source type must be a string"),
    ];
    for (source, expected) in rows {
        assert_eq!(refused(source), expected, "{source}");
    }
    let value = serde_json::json!({"source": "../a.txt", "target": "a.txt", "lines": 1});
    assert!(ShortenArgs::from_value(&value).is_err());
    let entry = &tools::find("reports::shorten")[0];
    assert!(entry.validate_value(&value).is_err());
    assert!(entry.validate(&value.to_string()).is_err());
}

#[test]
fn handlers_open_what_is_in_the_workspace() {
    let folder = Folder::new();
    fs::write(folder.0.join("a.txt"), "one\ntwo\nthree").expect("a file");
    fs::write(folder.0.join("large.txt"), vec![b'x'; 64_001]).expect("a file");
    fs::create_dir(folder.0.join("folder.txt")).expect("a folder");
    let editor = tools::editor::worker(Editor).observer(NoObserver);
    let editor = editor.workspace(folder.open());
    let context = Context::default();
    let shorten = |context: &Context, source: &str, target: &str, also: &str| {
        let arguments =
            format!(r#"{{"source":"{source}","target":"{target}","lines":2,"also":[{also}]}}"#);
        let call = ToolCall::new("1", "reports::shorten", arguments);
        answer(&block_on(editor.call(context, call)))
    };
    assert_eq!(shorten(&context, "/a.txt", "new/b.txt", ""), "true");
    assert_eq!(
        shorten(&context, "a.txt", "/new/b.txt", r#""/new/b.txt""#),
        "false"
    );
    let written = fs::read_to_string(folder.0.join("new/b.txt")).expect("a file");
    assert_eq!(written, "one\ntwo");
    let rows = [
        (
            "/none.txt",
            "b.txt",
            "",
            "NOT_FOUND: File not found: /none.txt",
        ),
        (
            "/large.txt",
            "b.txt",
            "",
            "file_too_large: /large.txt is larger than the 64000 bytes that are allowed",
        ),
        (
            "/folder.txt",
            "b.txt",
            "",
            "INVALID_PATH: /folder.txt is not a file",
        ),
        (
            "/a.txt",
            "/folder.txt",
            "",
            "INVALID_PATH: /folder.txt is not a file",
        ),
        (
            "/a.txt",
            "c.txt",
            r#""/missing""#,
            "NOT_FOUND: File not found: /missing",
        ),
    ];
    for (source, target, also, expected) in rows {
        assert_eq!(shorten(&context, source, target, also), expected);
    }
    let part = folder
        .open()
        .restrict("/new", Access::Read)
        .expect("a part");
    let narrow = Context::default().with_files(part);
    assert_eq!(
        shorten(&narrow, "b.txt", "c.txt", ""),
        "READ_ONLY: Cannot write to read-only path: /c.txt"
    );
    assert_eq!(
        shorten(&narrow, "/a.txt", "c.txt", ""),
        "NOT_FOUND: File not found: /a.txt"
    );
}
