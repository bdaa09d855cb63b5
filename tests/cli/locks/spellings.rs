//! What is written differently and means the same.

use super::{desk, exits};
use std::fs;

/// What is written differently and means the same: the file, what is in it, what is to be, and the note.
const SPELLINGS: &[(&str, &str, &str, &str)] = &[
    (
        "specs/desk.yaml",
        "{ text: { type: string, x-hint: short }, day: { type: string, format: date } }",
        "{ day: { type: string, format: date }, text: { type: string, x-hint: short } }",
        "the order of the properties of the top level",
    ),
    (
        "specs/desk.yaml",
        "{ id: { type: string, x-note: an id }, at: { type: string } }",
        "{ at: { type: string }, id: { type: string, x-note: an id } }",
        "the output of `desk::note` accepts the same",
    ),
    (
        "specs/desk.yaml",
        "{ type: string, format: date }",
        "{ type: [string], format: date }",
        "other words for the same",
    ),
    (
        "specs/desk.yaml",
        "{ type: string, format: date }",
        "{ format: date, type: string }",
        "",
    ),
];

#[test]
fn what_is_written_differently_is_a_note() {
    let folder = desk("spellings");
    for (path, old, new, note) in SPELLINGS {
        let before = fs::read_to_string(folder.0.join(path)).expect("a spec");
        let after = before.replacen(old, new, 1);
        assert_ne!(before, after, "{old}");
        folder.put(path, &after);
        let said = exits(&folder.toolc(&["check", "specs", "-v"]), 0);
        let is_told = said.contains("note[T0621]") && said.contains(note);
        assert!(is_told != note.is_empty(), "{new}\n{said}");
        assert!(!said.contains("[T06") || is_told, "{said}");
        folder.put(path, &before);
    }
}
