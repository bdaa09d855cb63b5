//! From Rust: what is generated leads back to the specs, and functions that are tools are specs themselves.

use super::asking::FILES;
use super::client::Client;
use super::command::Folder;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Opens a file in Rust.
fn open(client: &mut Client, path: &str) -> String {
    let text = fs::read_to_string(client.folder.join(path)).expect("a file");
    let document =
        json!({ "uri": client.uri(path), "languageId": "rust", "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    text
}

fn place(client: &Client, path: &str, text: &str, around: &str) -> Value {
    let at = text
        .find(around)
        .unwrap_or_else(|| panic!("{around} is not in {path}"));
    let before = &text[..at];
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().map_or(0, str::len);
    json!({
        "textDocument": { "uri": client.uri(path) },
        "position": { "line": line, "character": character },
    })
}

/// The line that a definition leads to, as it is in its file.
fn leads_to(client: &mut Client, path: &str, text: &str, around: &str) -> String {
    let asked = place(client, path, text, around);
    let answer = client
        .request("textDocument/definition", asked)
        .expect("an answer");
    let [found] = answer.as_array().expect("a list").as_slice() else {
        panic!("{around}: {answer}");
    };
    let root = format!("{}/", client.uri(""));
    let file = found["uri"]
        .as_str()
        .and_then(|uri| uri.strip_prefix(&root))
        .expect("a file");
    let lines = fs::read_to_string(client.folder.join(file)).expect("a file");
    let line = found["range"]["start"]["line"].as_u64().expect("a line");
    let line = lines.lines().nth(line as usize).expect("a line");
    format!("{file}: {}", line.trim())
}

fn build(folder: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolc"));
    let built = command
        .args(["build", ".", "--out", "generated"])
        .current_dir(folder)
        .output();
    let built = built.expect("toolc runs");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
}

#[test]
fn generated_items_lead_to_the_lines_that_they_were_made_from() {
    let folder = Folder::new("lsp_generated");
    for (path, text) in FILES {
        // what they have is wrong on purpose
        folder.put(path, &text.replace("  defer: [mail::list]\n", ""));
    }
    build(&folder.0);
    let mut client = Client::open_folder(&folder.0, "utf-8");
    client.open(
        "desk.yaml",
        &fs::read_to_string(folder.0.join("desk.yaml")).expect("a file"),
    );
    client.await_version("desk.yaml", 1);
    let mail = "generated/tools/mail.rs";
    let text = open(&mut client, mail);
    for (around, line) in [
        ("pub struct SendType;", "mail.yaml: - name: send"),
        ("SendTypeArgs {", "mail.yaml: - name: send"),
        ("List;", "mail.yaml: - name: list"),
        (
            "pub to:",
            "mail.yaml: to: { type: string, description: Who gets it. }",
        ),
        (
            "Who gets it.",
            "mail.yaml: to: { type: string, description: Who gets it. }",
        ),
        ("// @generated", "mail.yaml: mail:"),
    ] {
        assert_eq!(leads_to(&mut client, mail, &text, around), line, "{around}");
    }
    let desk = "generated/tools/desk.rs";
    let text = open(&mut client, desk);
    for (around, line) in [
        ("SendType>(", "mail.yaml: - name: send"),
        ("const KEY", "desk.yaml: name: desk"),
        (
            "desk.yaml:",
            "desk.yaml: - { tool: send, when: { /to: { equals: me } }, approval: preApproved }",
        ),
    ] {
        assert_eq!(leads_to(&mut client, desk, &text, around), line, "{around}");
    }
    let tools = "generated/tools.rs";
    let text = open(&mut client, tools);
    let pet = leads_to(&mut client, tools, &text, "GET_PET_ENTRY");
    assert!(
        pet.starts_with("shop.json: ") && pet.contains("getPet"),
        "{pet}"
    );

    // another file in Rust is none of ours
    folder.put("main.rs", "fn main() {}\n");
    let text = open(&mut client, "main.rs");
    let asked = place(&client, "main.rs", &text, "main");
    assert_eq!(
        client.request("textDocument/definition", asked),
        Ok(json!([]))
    );
    client.end();
}

#[test]
fn a_function_that_is_a_tool_has_findings_and_a_hover() {
    let folder = Folder::new("lsp_module");
    folder.put("specs/toolc.yaml", "workers: [desk.yaml]\n");
    folder.put(
        "specs/desk.yaml",
        "name: desk\ntoolsets:\n  desk:\n    module: ../src/tools.rs\n    tools: [greet]\n",
    );
    let fine = "\
use serde::Deserialize;

#[derive(Deserialize)]
pub struct Guest {
    /// Who.
    pub name: String,
}

/// Greets somebody.
pub fn greet(guest: Guest) -> String {
    guest.name
}
";
    folder.put("src/tools.rs", fine);
    folder.put(
        "Cargo.toml",
        "[package]\nname = \"a\"\nversion = \"1.0.0\"\n",
    );
    let mut client = Client::open_folder(&folder.0, "utf-8");
    let text = open(&mut client, "src/tools.rs");
    client.await_version("src/tools.rs", 1);
    let asked = place(&client, "src/tools.rs", &text, "greet(");
    let answer = client
        .request("textDocument/hover", asked)
        .expect("an answer");
    let words = answer["contents"]["value"].as_str().unwrap_or_default();
    assert!(
        words.contains("desk::greet") && words.contains("Who."),
        "{answer}"
    );
    let broken = fine.replace("String,", "Mystery,");
    client.change("src/tools.rs", 2, json!([{ "text": broken }]));
    let found = client.await_version("src/tools.rs", 2);
    assert!(!found.is_empty(), "a type that nobody knows");
    client.end();
}
