//! Somebody types: after each edit, the server's findings are those of `toolc check` for the same text.

use super::client::Client;
use super::command::Folder;
use super::compared::assert_same;
use super::random::Random;
use super::skip::find_corpus;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// An edit of a text: what is between two bytes is replaced.
pub struct Edit {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

/// What people type and paste: names, brackets, indentation, values of another type, and what does not fit.
const TYPED: &[&str] = &[
    "x",
    " ",
    "\n",
    "  ",
    ":",
    "- ",
    "[",
    "}",
    "\"",
    "ä😀",
    "# ",
    "null",
    "12",
    "name: again\n",
    "enum: [a, a]\n",
    "\n- name: new_tool\n  description: It is new.\n  parameters: {}\n",
    "$ref: '#/nowhere'\n",
    "\t",
];

/// The next edit: a letter or a snippet somewhere, or something is taken away. It is undone by the one that follows, most times.
pub fn make_edit(random: &mut Random, text: &str) -> Edit {
    let start = text.floor_char_boundary(random.below(text.len() + 1));
    let length = random.below(12);
    let typed = random.pick(TYPED);
    let end = text
        .floor_char_boundary((start + length).min(text.len()))
        .max(start);
    match length % 3 {
        0 => Edit {
            start,
            end: start,
            text: typed.to_owned(),
        },
        1 => Edit {
            start,
            end,
            text: String::new(),
        },
        _ => Edit {
            start,
            end,
            text: typed.to_owned(),
        },
    }
}

/// A place as a client writes it that counts characters.
fn write_place(text: &str, byte: usize) -> Value {
    let before = &text[..byte];
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or("").chars().count();
    json!({ "line": line, "character": column })
}

/// Makes edits of one file, each compared with a check of the same text on the disk.
fn type_into(client: &mut Client, folder: &Folder, path: &str, random: &mut Random, count: i64) {
    let original = fs::read_to_string(folder.0.join(path)).expect("a text");
    let mut text = original.clone();
    client.open(path, &text);
    client.await_version(path, 1);
    for version in 2..2 + count {
        let edit = match version % 3 {
            // the undo of an editor
            0 => Edit {
                start: 0,
                end: text.len(),
                text: original.clone(),
            },
            _ => make_edit(random, &text),
        };
        let range =
            json!({ "start": write_place(&text, edit.start), "end": write_place(&text, edit.end) });
        text.replace_range(edit.start..edit.end, &edit.text);
        client.change(
            path,
            version,
            json!([{ "range": range, "text": edit.text }]),
        );
        client.await_version(path, version);
        folder.put(path, &text);
        assert_same(client, folder, &format!("{path}, edit {version}"));
    }
    folder.put(path, &original);
    client.change(path, 2 + count, json!([{ "text": original }]));
    client.await_version(path, 2 + count);
}

/// Copies a folder of specs.
fn copy(from: &Path, folder: &Folder, to: &str) {
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let name = entry.file_name();
        let to = format!("{to}/{}", name.to_str().expect("a plain name"));
        match entry.path().is_dir() {
            true => copy(&entry.path(), folder, &to),
            false => {
                let text = fs::read_to_string(entry.path()).expect("a text");
                folder.put(&to, &text);
            }
        }
    }
}

#[test]
fn edits_of_specs_are_found_as_the_command_finds_them() {
    let folder = Folder::new("lsp_typed");
    copy(Path::new("specs"), &folder, "specs");
    let mut random = Random::new(35);
    let mut client = Client::open_folder(&folder.0, "utf-32");
    for path in [
        "specs/weather.yaml",
        "specs/workers/support.yaml",
        "specs/toolc.yaml",
        "specs/notes.yaml",
        "specs/tickets.mcp.json",
    ] {
        type_into(&mut client, &folder, path, &mut random, 6);
    }
    // a lock, in the order in which people meet it
    assert!(folder.toolc(&["lock"]).status.success());
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": client.uri("toolc.lock"), "type": 1 }] }),
    );
    for path in [
        "specs/payments.yaml",
        "specs/workers/clerk.yaml",
        "toolc.lock",
    ] {
        type_into(&mut client, &folder, path, &mut random, 6);
    }
    client.end();
}

/// A hundred edits of files that others wrote.
#[test]
fn edits_of_real_files_are_found_as_the_command_finds_them() {
    let Some(corpus) = find_corpus() else {
        return;
    };
    let mut paths: Vec<(PathBuf, &str)> = Vec::new();
    for (below, kind) in [
        ("openapi/2.0", "rest"),
        ("openapi/3.0", "rest"),
        ("openapi/3.1", "rest"),
        ("bfcl-tools", "file"),
    ] {
        let mut files: Vec<PathBuf> = fs::read_dir(corpus.join(below))
            .expect("a part of the corpus")
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| fs::metadata(path).is_ok_and(|it| it.len() < 100_000))
            .collect();
        files.sort();
        let step = (files.len() / 5).max(1);
        paths.extend(
            files
                .into_iter()
                .step_by(step)
                .take(5)
                .map(|path| (path, kind)),
        );
    }
    let mut random = Random::new(100);
    let mut edits = 0;
    for (at, (path, kind)) in paths.iter().enumerate() {
        let folder = Folder::new(&format!("lsp_corpus_{at}"));
        let extension = path.extension().and_then(|it| it.to_str()).expect("one");
        let name = format!("specs/given.{extension}");
        let key = if *kind == "rest" { "spec" } else { "path" };
        folder
            .put(
                "specs/toolc.yaml",
                &format!(
                    "tools: [{{ type: {kind}, {key}: given.{extension}, namespace: given }}]\n"
                ),
            )
            .put(&name, &fs::read_to_string(path).expect("a text"));
        let mut client = Client::open_folder(&folder.0, "utf-32");
        type_into(&mut client, &folder, &name, &mut random, 5);
        edits += 5;
        client.end();
    }
    assert!(edits >= 100, "{edits} edits");
}
