//! Settings that the compiler of Rust takes for used: a field that the lock leaves to a row is read by one, and a
//! field that an engine is handed is read by it.

use super::{File, files, report};
use std::fs;

/// What takes the parts of a subject, the comment above those that are left to rows, how rows write the subject, and
/// where the rows are.
const LEFT_TO_ROWS: &[(&str, &str, &str, &str)] = &[
    (
        "crates/lock/src/lock/take.rs",
        "// rows of `TOOL_SETTINGS`",
        "tool.",
        "crates/lock/src/lock",
    ),
    (
        "crates/lock/src/lock/take.rs",
        "// rows of `WORKER_SETTINGS`",
        "worker.",
        "crates/lock/src/lock",
    ),
];

/// The settings that the runtime has of an engine, how its code writes them, and what obeys them.
const OBEYED: &[(&str, &str, &str, &str)] = &[
    (
        "runtime/src/operation.rs",
        "pub struct Api {",
        "api.",
        "runtime/src/http",
    ),
    (
        "runtime/src/remote.rs",
        "pub struct Server {",
        ".",
        "runtime/src/mcp",
    ),
    (
        "runtime/src/simulated.rs",
        "pub struct Model {",
        "model.",
        "runtime/src/lm",
    ),
];

#[test]
fn what_the_lock_leaves_to_rows_is_recorded() {
    let mut faults = Vec::new();
    for (file, comment, subject, rows) in LEFT_TO_ROWS {
        let text = fs::read_to_string(file).expect("a source");
        let (_, left) = text.split_once(comment).expect(comment);
        let left = left.lines().skip(1).map(str::trim);
        let fields = left.map_while(|line| line.strip_suffix(": _,"));
        faults.extend(find_unread(fields, subject, rows));
    }
    report(&faults);
}

#[test]
fn what_an_engine_is_handed_is_obeyed() {
    let mut faults = Vec::new();
    for (file, head, subject, readers) in OBEYED {
        let text = fs::read_to_string(file).expect("a source");
        let (_, body) = text.split_once(head).expect(head);
        let body = body.lines().take_while(|line| *line != "}");
        let fields = body.filter_map(|line| line.trim().strip_prefix("pub ")?.split_once(": "));
        faults.extend(find_unread(
            fields.map(|(field, _)| field),
            subject,
            readers,
        ));
    }
    report(&faults);
}

/// The fields that no code in a folder reads.
fn find_unread<'t>(
    fields: impl Iterator<Item = &'t str>,
    subject: &str,
    folder: &str,
) -> Vec<String> {
    let readers = files(folder, "rs");
    let fields: Vec<&str> = fields.collect();
    assert!(fields.len() > 3, "{folder}: the fields are elsewhere");
    let unread = fields.into_iter().filter(|field| {
        let read = format!("{subject}{field}");
        !readers.iter().any(|file| reads(file, &read))
    });
    unread
        .map(|field| format!("`{field}` is read nowhere in {folder}"))
        .collect()
}

/// Whether the code of a file has a word, and not only as the beginning of another.
fn reads(file: &File, word: &str) -> bool {
    let goes_on = |letter: char| letter.is_alphanumeric() || letter == '_';
    file.code().any(|line| {
        let mut after = line.split(word).skip(1);
        after.any(|rest| !rest.starts_with(goes_on))
    })
}
