//! How the server begins and ends, and which documents it follows.

use super::client::Client;
use super::command::{Folder, WEATHER};
use super::compared::assert_same;
use serde_json::{Value, json};
use std::fs;

/// A folder with a tool, and a worker that misspells it.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("lsp_{name}"));
    folder
        .put("specs/toolc.yaml", "targets: [mcp]\n")
        .put("specs/weather.yaml", WEATHER)
        .put("specs/desk.yaml", DESK);
    folder
}

const DESK: &str = "name: desk\ntoolsets:\n  weather_api: { tools: [get_wether] }\n";

#[test]
fn findings_are_there_before_anything_is_opened() {
    let folder = folder("begin");
    let mut client = Client::open_folder(&folder.0, "utf-32");
    let uri = client.uri("specs/desk.yaml");
    while !client.told.contains_key(&uri) {
        client.hear().expect("findings");
    }
    assert_same(&mut client, &folder, "the folder as it is");
    let found = &client.told[&uri];
    assert_eq!(found.version, None);
    assert_eq!(found.findings[0]["code"], "T0402");
    assert_eq!(found.findings[0]["source"], "toolc");
    client.end();
}

#[test]
fn what_is_not_saved_counts_until_it_is_closed() {
    let folder = folder("unsaved");
    let mut client = Client::open_folder(&folder.0, "utf-16");
    client.open("specs/desk.yaml", &DESK.replace("wether", "weather"));
    assert_eq!(
        client.await_version("specs/desk.yaml", 1),
        Vec::<Value>::new()
    );
    // a file that is nowhere but in the editor
    client.open(
        "specs/more.yaml",
        "more: [{ name: a, parameters: { type: objekt } }]\n",
    );
    assert_ne!(
        client.await_version("specs/more.yaml", 1),
        Vec::<Value>::new()
    );
    let uri = client.uri("specs/desk.yaml");
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri } }),
    );
    while client.told[&uri].findings.is_empty() {
        client.hear().expect("findings");
    }
    assert_eq!(client.told[&uri].findings[0]["code"], "T0402");
    client.end();
}

#[test]
fn what_others_write_is_noticed() {
    let folder = folder("watched");
    let mut client = Client::open_folder(&folder.0, "utf-32");
    let uri = client.uri("specs/desk.yaml");
    while !client.told.contains_key(&uri) {
        client.hear().expect("findings");
    }
    let watches = |message: &Value| message["method"] == "client/registerCapability";
    while !client.heard.iter().any(watches) {
        client.hear().expect("a request");
    }
    folder.put("specs/desk.yaml", &DESK.replace("wether", "weather"));
    let changes = json!({ "changes": [{ "uri": uri, "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    while !client.told[&uri].findings.is_empty() {
        client.hear().expect("findings");
    }
    fs::remove_file(folder.0.join("specs/weather.yaml")).expect("removed");
    let changes = json!({ "changes": [{ "uri": client.uri("specs/weather.yaml"), "type": 3 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    while client.told[&uri].findings.is_empty() {
        client.hear().expect("findings");
    }
    assert_same(&mut client, &folder, "a file was removed");
    client.end();
}

/// Two crates in one folder: a project is found when one of its files is opened.
#[test]
fn projects_below_the_folder_are_found() {
    let folder = Folder::new("lsp_below");
    folder
        .put("one/specs/toolc.yaml", "targets: [mcp]\n")
        .put("one/specs/desk.yaml", DESK)
        .put("two/specs/desk.yaml", DESK)
        .put("two/Cargo.toml", "")
        .put("other.yaml", "a: [\n");
    let mut client = Client::open_folder(&folder.0, "utf-8");
    client.open("other.yaml", "a: [\n");
    client.open("one/specs/desk.yaml", DESK);
    let found = client.await_version("one/specs/desk.yaml", 1);
    assert_eq!(found[0]["code"], "T0401");
    client.open("two/specs/desk.yaml", DESK);
    let found = client.await_version("two/specs/desk.yaml", 1);
    assert_eq!(found[0]["code"], "T0401");
    // what no project reads is nobody's business
    assert!(!client.told.contains_key(&client.uri("other.yaml")));
    let removed = json!([{ "uri": client.uri(""), "name": "root" }]);
    let event = json!({ "event": { "added": [], "removed": removed } });
    client.notify("workspace/didChangeWorkspaceFolders", event);
    let uri = client.uri("two/specs/desk.yaml");
    while !client.told[&uri].findings.is_empty() {
        client.hear().expect("findings");
    }
    client.end();
}

/// Places are counted as the client says; one that says nothing counts in UTF-16.
#[test]
fn places_are_counted_as_the_client_counts() {
    let text = "name: desk\ntoolsets: { \"😀ä\": { tools: all } }\n";
    for (encoding, end) in [("utf-8", 20), ("utf-16", 17), ("utf-32", 16)] {
        let folder = Folder::new(&format!("lsp_{encoding}"));
        folder
            .put("toolc.yaml", "targets: [mcp]\n")
            .put("desk.yaml", text);
        let mut client = Client::open_folder(&folder.0, encoding);
        client.open("desk.yaml", text);
        let found = client.await_version("desk.yaml", 1);
        let found = found.iter().find(|found| found["code"] == "T0401");
        let range = &found.expect("an unknown toolset")["range"];
        assert_eq!(range["start"], json!({ "line": 1, "character": 12 }));
        assert_eq!(
            range["end"],
            json!({ "line": 1, "character": end }),
            "{encoding}"
        );
        client.end();
    }
    let folder = folder("plain");
    let mut client = Client::start(&folder.0);
    let root = client.uri("");
    let params = json!({ "rootUri": root, "capabilities": {} });
    let answer = client.request("initialize", params).expect("an answer");
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    client.end();
}

#[test]
fn a_client_that_is_gone_leaves_no_process() {
    let folder = folder("gone");
    // it closes the pipe, in any phase
    let mut client = Client::start(&folder.0);
    client.close_input();
    assert_eq!(client.wait().code(), Some(1));
    let mut client = Client::open_folder(&folder.0, "utf-16");
    client.open("specs/desk.yaml", DESK);
    client.close_input();
    assert_eq!(client.wait().code(), Some(1));
    let mut client = Client::open_folder(&folder.0, "utf-16");
    client.request("shutdown", Value::Null).expect("an answer");
    client.close_input();
    assert_eq!(client.wait().code(), Some(0));
    // it does not keep to the order
    let mut client = Client::open_folder(&folder.0, "utf-16");
    client.notify("exit", Value::Null);
    assert_eq!(client.wait().code(), Some(1));
}
