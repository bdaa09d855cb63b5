//! The text of a lock: what is compared, its line endings and its version.

use super::{desk, lock_of};
use crate::command::assert_exit;

#[test]
fn only_what_toolc_lock_writes_is_compared() {
    let folder = desk("rewritten");
    let lock = lock_of(&folder);
    folder.put("toolc.lock", &lock.replace('\n', "\r\n"));
    assert_exit(&folder.toolc(&["check", "specs"]), 0);
    let json = r#"{"version": 2, "tools": {}, "definitions": {}, "engines": {}, "workers": {}}"#;
    let engines = lock.find("engines:").expect("engines");
    let workers = lock.find("workers:").expect("workers");
    let rows = [
        (json.to_owned(), "this line is not what `toolc lock` writes"),
        (
            lock.replacen(
                "    description: \"Takes a note.\"",
                "    <<: { description: \"Takes a note.\" }",
                1,
            ),
            "this line is not what",
        ),
        (
            lock.replace("version: 2", "version: 1"),
            "an older toolc wrote it",
        ),
        (
            format!("{}{}", &lock[..engines], &lock[workers..]),
            "the key `engines` is missing",
        ),
        (
            format!("<<<<<<< HEAD\n{lock}=======\n>>>>>>> theirs\n"),
            "git could not merge",
        ),
        (
            format!("\u{feff}{lock}"),
            "it begins with a byte order mark",
        ),
        (
            lock.replacen("tools:\n", "tools:\r\n", 1),
            "its line ending differs from that of the first line",
        ),
        (
            lock.replace('\n', "\r\n")
                .replacen("tools:\r\n", "tools:\n", 1),
            "its line ending differs from that of the first line",
        ),
        (format!("{lock}# seen\n"), "this line is not what"),
    ];
    for (text, expected) in rows {
        folder.put("toolc.lock", &text);
        let said = assert_exit(&folder.toolc(&["check", "specs"]), 3);
        assert!(said.contains("T0610") && said.contains(expected), "{said}");
        assert!(said.contains("toolc lock"), "{said}");
    }
    assert_exit(&folder.toolc(&["lock", "specs", "--accept-all"]), 0);
    assert_eq!(lock_of(&folder), lock);
}

#[test]
fn a_lock_keeps_its_line_endings() {
    let folder = desk("line_endings");
    let lock = lock_of(&folder).replace('\n', "\r\n");
    folder.put("toolc.lock", &lock.replace("Takes a note", "Takes notes"));
    assert_exit(
        &folder.toolc(&["lock", "specs", "--accept", "desk::note"]),
        0,
    );
    assert_eq!(lock_of(&folder), lock);
}

#[test]
fn a_lock_of_a_later_version_is_not_overwritten() {
    let folder = desk("later");
    let later = lock_of(&folder).replace("version: 2", "version: 3");
    folder.put("toolc.lock", &later);
    for options in [&["lock", "specs"][..], &["lock", "specs", "--accept-all"]] {
        let said = assert_exit(&folder.toolc(options), 3);
        assert!(said.contains("a newer toolc wrote it"), "{said}");
    }
    assert_eq!(lock_of(&folder), later);
}
