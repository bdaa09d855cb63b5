//! A tool gets another name everywhere.

use super::asking::{FILES, at, started};
use super::client::Client;
use super::command::Folder;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn rename(client: &mut Client, place: &Value, new: &str) -> Result<Value, (i64, String)> {
    let mut params = place.clone();
    params["newName"] = json!(new);
    client.request("textDocument/rename", params)
}

/// Applies edits to the files, whose lines are ASCII.
fn apply(client: &Client, edit: &Value) -> BTreeMap<String, String> {
    let mut texts: BTreeMap<String, String> = FILES
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect();
    let root = format!("{}/", client.uri(""));
    for change in edit["documentChanges"].as_array().expect("changes") {
        assert_eq!(change["textDocument"]["version"], 1);
        let uri = change["textDocument"]["uri"].as_str().expect("an address");
        let text = uri.strip_prefix(&root).and_then(|path| texts.get_mut(path));
        let text = text.expect("a file");
        let mut edits = change["edits"].as_array().expect("edits").clone();
        edits.reverse();
        for edit in edits {
            let byte = |end: &str| {
                let place = &edit["range"][end];
                let line = place["line"].as_u64().expect("a line") as usize;
                let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
                before + place["character"].as_u64().expect("a column") as usize
            };
            let range = byte("start")..byte("end");
            text.replace_range(range, edit["newText"].as_str().expect("a text"));
        }
    }
    texts
}

#[test]
fn a_tool_is_renamed_where_it_is_defined_and_named() {
    let (_folder, mut client) = started("rename");
    for (path, around, word) in [
        ("mail.yaml", "name: list", "list"),
        ("desk.yaml", "{ list: pre", "list"),
        ("toolc.yaml", "mail::list", "list"),
    ] {
        let place = at(&client, path, around, word);
        let prepared = client.request("textDocument/prepareRename", place.clone());
        assert_eq!(prepared.expect("a range")["placeholder"], "list");
        let edit = rename(&mut client, &place, "index").expect("edits");
        let texts = apply(&client, &edit);
        for (name, text) in FILES {
            let expected = text
                .replace("name: list", "name: index")
                .replace("[list,", "[index,")
                .replace("{ list:", "{ index:")
                .replace("mail::list", "mail::index");
            assert_eq!(texts[*name], expected, "{name}");
        }
    }
    // in quotes, and with the namespace
    let place = at(&client, "desk.yaml", "tool: send", "send");
    let edit = rename(&mut client, &place, "post").expect("edits");
    let texts = apply(&client, &edit);
    assert!(
        texts["desk.yaml"].contains("'mail::post'") && texts["desk.yaml"].contains("tool: post")
    );
    client.end();
}

#[test]
fn what_cannot_be_renamed_says_why() {
    let (_folder, mut client) = started("refused_rename");
    let list = at(&client, "mail.yaml", "name: list", "list");
    let pet = at(&client, "desk.yaml", "getPet", "getPet");
    let rows = [
        (&list, "send", "there is already a tool `mail::send`"),
        (&list, "a b", "`a b` cannot be the name of a tool"),
        (&list, "", "`` cannot be the name of a tool"),
        (
            &pet,
            "pet",
            "`shop::getPet` cannot be renamed: its name comes from an API description",
        ),
    ];
    for (place, new, expected) in rows {
        let (code, message) = rename(&mut client, place, new).expect_err("a refusal");
        assert_eq!(code, -32803);
        assert!(message.starts_with(expected), "{message}");
    }
    let nothing = at(&client, "mail.yaml", "effect: write", "write");
    let prepared = client.request("textDocument/prepareRename", nothing);
    assert_eq!(prepared, Ok(Value::Null));
    client.end();
}

/// A file that is not open is edited too.
#[test]
fn files_that_are_not_open_are_renamed_in() {
    let folder = Folder::new("lsp_rename_closed");
    for (path, text) in FILES {
        folder.put(path, text);
    }
    let mut client = Client::open_folder(&folder.0, "utf-8");
    let (_, text) = FILES[1];
    client.open("mail.yaml", text);
    let place = at(&client, "mail.yaml", "name: list", "list");
    let edit = rename(&mut client, &place, "index").expect("edits");
    let changes = edit["documentChanges"].as_array().expect("changes");
    let versions: Vec<&Value> = changes
        .iter()
        .map(|change| &change["textDocument"]["version"])
        .collect();
    assert_eq!(changes.len(), 3);
    assert_eq!(
        versions.iter().filter(|version| version.is_null()).count(),
        2
    );
    client.end();
}
