//! Different spellings of the same meaning.

use super::{Folder, assert_exit, desk};
use std::fs;

/// Different spellings of the same meaning: the file, the text in it, its replacement, and the note.
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
        "other keywords with the same meaning",
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
        let said = assert_exit(&folder.toolc(&["check", "specs", "-v"]), 0);
        let is_told = said.contains("note[T0621]") && said.contains(note);
        assert!(is_told != note.is_empty(), "{new}\n{said}");
        assert!(!said.contains("[T06") || is_told, "{said}");
        folder.put(path, &before);
    }
}

/// A server with one tool, whose definition `place` is an object with this key.
fn server(tool: &str, key: &str) -> String {
    let place = format!(
        r##"{{ "type": "object", "properties": {{ "{key}": {{ "type": "string" }}, "in": {{ "$ref": "#/$defs/place" }} }} }}"##
    );
    format!(
        r##"{{ "tools": [{{ "name": "{tool}", "description": "Go there.", "inputSchema": {{ "type": "object", "properties": {{ "to": {{ "oneOf": [{{ "$ref": "#/$defs/place" }}, {{ "type": "null" }}, {{ "type": "integer" }}] }} }}, "$defs": {{ "place": {place} }} }} }}] }}"##
    )
}

#[test]
fn definitions_of_one_name_come_and_go_without_a_change_of_others() {
    let folder = Folder::new("definitions_of_one_name");
    folder.put("specs/a.mcp.json", &server("walk", "street"));
    assert_exit(&folder.toolc(&["lock", "specs"]), 0);
    folder.put("specs/b.mcp.json", &server("drive", "road"));
    let said = assert_exit(&folder.toolc(&["check", "specs", "-v"]), 1);
    assert!(
        said.contains("`b::drive`") && !said.contains("`a::walk`"),
        "{said}"
    );
    assert_exit(&folder.toolc(&["lock", "specs", "--accept-all"]), 0);
    let text = super::lock_of(&folder);
    assert!(text.contains("place@"), "{text}");
    fs::remove_file(folder.0.join("specs/b.mcp.json")).expect("the file");
    let said = assert_exit(&folder.toolc(&["check", "specs", "-v"]), 1);
    assert!(
        said.contains("`b::drive`") && !said.contains("`a::walk`"),
        "{said}"
    );
}
