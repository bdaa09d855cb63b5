//! `edit_file`: one unique text is replaced, and nothing else happens.

use crate::support::{Folder, answer};
use files::tools;
use std::fs;
use toolc_runtime::fs::Access;
use toolc_runtime::testing::block_on;
use toolc_runtime::{Context, NoObserver, ToolCall};

/// A workspace with one file.
struct Edited {
    folder: Folder,
    file: &'static str,
}

impl Edited {
    fn new(file: &'static str, contents: impl AsRef<[u8]>) -> Self {
        let folder = Folder::new();
        fs::write(folder.0.join(file), contents).expect("a file");
        Edited { folder, file }
    }

    /// The answer to an edit.
    fn edit(&self, old: &str, new: &str) -> String {
        let path = format!("/{}", self.file);
        let arguments = serde_json::json!({ "path": path, "old_text": old, "new_text": new });
        let worker = tools::owner::worker(()).observer(NoObserver);
        let worker = worker.workspace(self.folder.open());
        let call = ToolCall::new("1", "filesystem::edit_file", arguments.to_string());
        answer(&block_on(worker.call(&Context::default(), call)))
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.folder.0.join(self.file)).expect("the file")
    }

    fn text(&self) -> String {
        String::from_utf8(self.bytes()).expect("text")
    }
}

#[test]
fn one_place_is_replaced_and_everything_else_stays() {
    let file = Edited::new("todo.txt", "eggs\r\nmilk\n\nbréad 🥖\n");
    assert_eq!(
        file.edit("milk", "oat milk"),
        r#"{"path":"/todo.txt","size":28}"#
    );
    assert_eq!(file.text(), "eggs\r\noat milk\n\nbréad 🥖\n");
    file.edit("eggs\r\n", "");
    file.edit("éad 🥖\n", "ew");
    assert_eq!(file.text(), "oat milk\n\nbrew");
    // The whole, and texts that mean something elsewhere.
    file.edit("oat milk\n\nbrew", "$1 \\0 ${x}");
    file.edit("\\0", "$&");
    assert_eq!(file.text(), "$1 $& ${x}");
    let names = fs::read_dir(&file.folder.0).expect("the folder").count();
    assert_eq!(names, 1, "no temporary file is left");
}

#[test]
fn what_is_not_there_once_is_refused_and_nothing_is_written() {
    let file = Edited::new("a.txt", "one\r\ntwo\r\naaa é\r\n");
    let before = file.bytes();
    for (old, new, expected) in [
        (
            "three",
            "3",
            "TEXT_NOT_FOUND: The text does not occur in /a.txt. It must be the same",
        ),
        ("ONE", "1", "TEXT_NOT_FOUND: "),
        (
            "one\ntwo",
            "1",
            "TEXT_NOT_FOUND: The text does not occur in /a.txt with these line ends: lines of the file end in \\r\\n",
        ),
        (
            "o",
            "0",
            "TEXT_NOT_UNIQUE: The text occurs more than once in /a.txt.",
        ),
        // Occurrences that overlap are two.
        ("aa", "b", "TEXT_NOT_UNIQUE: "),
        ("two", "two", "NO_CHANGE: Nothing would change in /a.txt"),
        ("", "x", "INVALID_ARGUMENTS: invalid arguments: /old_text: "),
    ] {
        let said = file.edit(old, new);
        assert!(said.starts_with(expected), "{old:?}: {said}");
    }
    assert_eq!(file.bytes(), before);
    let file = Edited::new("b.txt", "one\ntwo\n");
    let said = file.edit("one\r\ntwo", "x");
    assert!(said.ends_with("lines of the file end in \\n"), "{said}");
}

#[test]
fn what_is_no_text_is_not_edited() {
    for (name, contents) in [
        ("latin.txt", &b"caf\xe9 here"[..]),
        ("zero.txt", b"a\0here"),
        ("picture.png", b"here"),
    ] {
        let file = Edited::new(name, contents);
        let said = file.edit("here", "there");
        assert!(
            said.starts_with("unsupported_file_type: "),
            "{name}: {said}"
        );
        assert_eq!(file.bytes(), contents);
    }
}

#[test]
fn sizes_suffixes_and_access_hold() {
    let folder = Folder::new();
    fs::write(folder.0.join("a.txt"), "x".repeat(999) + "y").expect("a file");
    fs::write(folder.0.join("large.txt"), "z".repeat(1001) + "y").expect("a file");
    fs::write(folder.0.join("a.log"), "y").expect("a file");
    let context = Context::default();
    let call = |path: &str, new: &str, part: &toolc_runtime::fs::Workspace| {
        let arguments = serde_json::json!({ "path": path, "old_text": "y", "new_text": new });
        let worker = tools::scribe::worker(()).observer(NoObserver);
        let call = ToolCall::new("1", "filesystem::edit_file", arguments.to_string());
        let context = context.clone().with_files(part.clone());
        answer(&block_on(worker.call(&context, call)))
    };
    let whole = folder.open();
    let too_large = " is larger than the 1000 bytes that are allowed";
    assert_eq!(
        call("/a.txt", "yy", &whole),
        format!("file_too_large: /a.txt{too_large}")
    );
    assert_eq!(
        call("/large.txt", "", &whole),
        format!("file_too_large: /large.txt{too_large}")
    );
    assert!(
        call("/a.log", "", &whole)
            .starts_with("unsupported_file_type: Files of this type may not be used")
    );
    assert_eq!(
        call("/b.txt", "", &whole),
        "NOT_FOUND: File not found: /b.txt"
    );
    assert_eq!(
        call("/c/b.txt", "", &whole),
        "NOT_FOUND: File not found: /c/b.txt"
    );
    let part = whole.restrict("/", Access::Read).expect("a part");
    assert_eq!(
        call("/a.txt", "", &part),
        "READ_ONLY: Cannot write to read-only path: /a.txt"
    );
    assert_eq!(
        fs::read_to_string(folder.0.join("a.txt"))
            .expect("the file")
            .len(),
        1000
    );
    assert!(!folder.0.join("c").exists(), "no folder is made");
    assert_eq!(
        call("/a.txt", "", &whole),
        r#"{"path":"/a.txt","size":999}"#
    );
}

#[test]
fn only_a_worker_that_lists_it_can_edit() {
    let names = |tools: Vec<&str>| tools.contains(&"filesystem::edit_file");
    let clerk = tools::clerk::worker(());
    assert!(!names(clerk.tools().map(|tool| tool.name).collect()));
    let owner = tools::owner::worker(());
    assert!(names(owner.tools().map(|tool| tool.name).collect()));
}
