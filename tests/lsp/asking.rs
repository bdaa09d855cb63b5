//! What an editor asks: what is at a place, where it comes from, and another name for it.

use super::client::Client;
use super::command::Folder;
use serde_json::{Value, json};

const TOOLS: &str = "\
mail:
  - name: send
    description: Sends a `mail`.
    effect: write
    parameters:
      type: object
      properties:
        to: { type: string, description: Who gets it. }
        body: { $ref: '#/$defs/text' }
      required: [to]
      $defs:
        text: { type: string }
  - name: list
    description: Lists mails.
    effect: read
    parameters: {}
";

const DESK: &str = "\
name: desk
toolsets:
  mail:
    tools: [list, 'mail::send']
    approval:
      default: ask
      tools: { list: preApproved }
      rules:
        - { tool: send, when: { /to: { equals: me } }, approval: preApproved }
  shop:
    tools: [getPet]
";

const SHOP: &str = r##"{
  "openapi": "3.1.0",
  "info": { "title": "A shop", "version": "1" },
  "servers": [{ "url": "https://shop.example" }],
  "paths": {
    "/pet": { "get": { "operationId": "getPet", "summary": "A pet.", "responses": { "200": { "$ref": "#/components/responses/pet" } } } }
  },
  "components": { "responses": { "pet": { "description": "A pet." } } }
}
"##;

const CONFIG: &str = "\
tools:
  registry:
    - { type: file, path: mail.yaml }
    - { type: rest, spec: shop.json, namespace: shop }
  defer: [mail::list]
workers: [desk.yaml]
targets: [mcp]
";

pub const FILES: &[(&str, &str)] = &[
    ("toolc.yaml", CONFIG),
    ("mail.yaml", TOOLS),
    ("desk.yaml", DESK),
    ("shop.json", SHOP),
];

pub fn started(name: &str) -> (Folder, Client) {
    let folder = Folder::new(&format!("lsp_{name}"));
    for (path, text) in FILES {
        folder.put(path, text);
    }
    let mut client = Client::open_folder(&folder.0, "utf-8");
    for (path, text) in FILES {
        client.open(path, text);
    }
    (folder, client)
}

/// The place of a text that occurs in a file, as parameters.
pub fn at(client: &Client, path: &str, around: &str, word: &str) -> Value {
    let (_, text) = FILES
        .iter()
        .find(|(known, _)| *known == path)
        .expect("a file");
    let start = text
        .find(around)
        .unwrap_or_else(|| panic!("{around} is not in {path}"));
    let at = start + around.find(word).expect("a part");
    let before = &text[..at];
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().expect("a line").len();
    json!({
        "textDocument": { "uri": client.uri(path) },
        "position": { "line": line, "character": character + 1 },
    })
}

fn hover(client: &mut Client, path: &str, around: &str, word: &str) -> String {
    let place = at(client, path, around, word);
    let answer = client
        .request("textDocument/hover", place)
        .expect("an answer");
    answer["contents"]["value"]
        .as_str()
        .unwrap_or("")
        .to_owned()
}

/// The places that a definition leads to, as a file and the line from 1.
fn definitions(client: &mut Client, path: &str, around: &str, word: &str) -> Vec<(String, u64)> {
    let place = at(client, path, around, word);
    let answer = client
        .request("textDocument/definition", place)
        .expect("an answer");
    let root = format!("{}/", client.uri(""));
    let places = answer.as_array().expect("a list").iter();
    let place = |place: &Value| {
        let uri = place["uri"].as_str().expect("an address");
        let path = uri.strip_prefix(&root).unwrap_or(uri).to_owned();
        (
            path,
            place["range"]["start"]["line"].as_u64().expect("a line") + 1,
        )
    };
    places.map(place).collect()
}

#[test]
fn a_tool_is_shown_as_models_see_it_and_workers_may_call_it() {
    let (_folder, mut client) = started("hover");
    for (path, around, word) in [
        ("mail.yaml", "name: send", "send"),
        ("desk.yaml", "'mail::send'", "send"),
        ("desk.yaml", "tool: send", "send"),
    ] {
        let words = hover(&mut client, path, around, word);
        for part in [
            "**`mail::send`**",
            "`mail__send`",
            "Sends a `mail`.",
            "to: string. Who gets it.",
            "body: text, optional",
            "desk: ask, where no rule decides (the worker's default, desk.yaml:6:16)",
            "desk: preApproved if {\"/to\":{\"equals\":\"me\"}}",
        ] {
            assert!(words.contains(part), "{path}: {part}\n{words}");
        }
    }
    let words = hover(&mut client, "toolc.yaml", "mail::list", "list");
    assert!(words.contains("It takes no arguments."), "{words}");
    let words = hover(&mut client, "desk.yaml", "getPet", "getPet");
    assert!(words.contains("**`shop::getPet`**"), "{words}");
    client.end();
}

#[test]
fn a_key_has_its_words() {
    let (_folder, mut client) = started("keys");
    for (path, around, word, expected) in [
        (
            "desk.yaml",
            "default: ask",
            "default",
            "For tools that say nothing themselves.",
        ),
        (
            "desk.yaml",
            "default: ask",
            "default",
            "`preApproved`, `ask`, `blocked`",
        ),
        (
            "desk.yaml",
            "toolsets:",
            "toolsets",
            "Namespaces, and what is granted of them.",
        ),
        ("mail.yaml", "effect: write", "effect", "`destructive`"),
        ("toolc.yaml", "workers:", "workers", "orker"),
    ] {
        let words = hover(&mut client, path, around, word);
        assert!(words.contains(expected), "{path}, {around}: {words}");
    }
    // others have their own words for theirs
    assert_eq!(hover(&mut client, "shop.json", "\"paths\"", "paths"), "");
    assert_eq!(hover(&mut client, "desk.yaml", "name: desk", "desk"), "");
    client.end();
}

#[test]
fn a_name_leads_to_what_it_names() {
    let (_folder, mut client) = started("definition");
    let rows = [
        ("desk.yaml", "'mail::send'", "send", "mail.yaml", 2),
        ("desk.yaml", "tool: send", "send", "mail.yaml", 2),
        ("desk.yaml", "{ list: pre", "list", "mail.yaml", 13),
        ("toolc.yaml", "mail::list", "list", "mail.yaml", 13),
        ("desk.yaml", "getPet", "getPet", "shop.json", 6),
        ("mail.yaml", "#/$defs/text", "text", "mail.yaml", 12),
        (
            "shop.json",
            "#/components/responses/pet",
            "pet",
            "shop.json",
            8,
        ),
        ("toolc.yaml", "spec: shop.json", "shop.json", "shop.json", 1),
        ("toolc.yaml", "[desk.yaml]", "desk", "desk.yaml", 1),
    ];
    for (path, around, word, to, line) in rows {
        let found = definitions(&mut client, path, around, word);
        assert_eq!(found, [(to.to_owned(), line)], "{path}: {around}");
    }
    assert_eq!(
        definitions(&mut client, "desk.yaml", "name: desk", "desk"),
        []
    );
    client.end();
}

#[test]
fn a_function_of_a_module_is_where_it_is_written() {
    let folder = Folder::new("lsp_module");
    let worker = "name: clerk\ntoolsets:\n  shop: { module: shop.rs, tools: [close] }\n";
    folder
        .put("toolc.yaml", "targets: [mcp]\n")
        .put("clerk.yaml", worker)
        .put(
            "shop.rs",
            "/// Closes the shop.\npub fn close() -> String {\n    String::new()\n}\n",
        );
    let mut client = Client::open_folder(&folder.0, "utf-8");
    client.open("clerk.yaml", worker);
    let place = json!({
        "textDocument": { "uri": client.uri("clerk.yaml") },
        "position": { "line": 2, "character": 36 },
    });
    let answer = client
        .request("textDocument/definition", place)
        .expect("an answer");
    assert_eq!(answer[0]["uri"], json!(client.uri("shop.rs")), "{answer}");
    client.end();
}
