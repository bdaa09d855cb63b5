//! What may be written at a place, in a text that is not complete.

use super::asking::FILES;
use super::client::Client;
use super::command::Folder;
use serde_json::json;

/// Opens the files, one of them with a text in which `|` is the cursor, and returns what is offered there.
fn offer(name: &str, path: &str, text: &str) -> Vec<String> {
    let folder = Folder::new(&format!("lsp_complete_{name}"));
    for (known, text) in FILES {
        folder.put(known, text);
    }
    let mut client = Client::open_folder(&folder.0, "utf-8");
    let (_, saved) = FILES
        .iter()
        .find(|(known, _)| known == &path)
        .expect("a file");
    client.open(path, saved);
    client.await_version(path, 1);
    let at = text.find('|').expect("a cursor");
    client.change(path, 2, json!([{ "text": text.replace('|', "") }]));
    let before = &text[..at];
    let params = json!({
        "textDocument": { "uri": client.uri(path) },
        "position": { "line": before.matches('\n').count(), "character": before.rsplit('\n').next().expect("a line").len() },
    });
    let answer = client
        .request("textDocument/completion", params)
        .expect("an answer");
    let items = answer.as_array().expect("a list").iter();
    let labels = items.map(|item| {
        item["textEdit"]["newText"]
            .as_str()
            .expect("a text")
            .to_owned()
    });
    let labels = labels.collect();
    client.end();
    labels
}

#[track_caller]
fn assert_offers(name: &str, path: &str, text: &str, wanted: &[&str], unwanted: &[&str]) {
    let offered = offer(name, path, text);
    for word in wanted {
        assert!(
            offered.iter().any(|it| it == word),
            "{name}: {word} is not in {offered:?}"
        );
    }
    for word in unwanted {
        assert!(
            !offered.iter().any(|it| it == word),
            "{name}: {word} is in {offered:?}"
        );
    }
}

#[test]
fn workers_are_completed() {
    let worker = |rest: &str| format!("name: desk\ntoolsets:\n  mail:\n    {rest}\n");
    let rows: &[(&str, String, &[&str], &[&str])] = &[
        (
            "tools",
            worker("tools: [li|]"),
            &["list", "send"],
            &["getPet"],
        ),
        ("items", worker("tools:\n      - |"), &["list", "send"], &[]),
        (
            "keys",
            worker("tools: all\n    ap|"),
            &["approval: ", "deny: "],
            &["tools: "],
        ),
        (
            "verdict",
            worker("tools: all\n    approval: { default: | }"),
            &["ask", "preApproved", "blocked"],
            &[],
        ),
        (
            "named",
            worker("tools: all\n    approval:\n      tools:\n        |"),
            &["list: ", "send: "],
            &[],
        ),
        (
            "rule",
            worker("tools: all\n    approval: { rules: [{ tool: |, approval: ask }] }"),
            &["send"],
            &[],
        ),
        (
            "when",
            worker(
                "tools: all\n    approval:\n      rules:\n        - tool: send\n          when:\n            /|",
            ),
            &["/to: ", "/body: "],
            &[],
        ),
        (
            "top",
            "name: desk\noutput|\ntoolsets: { mail: { tools: all } }\n".to_owned(),
            &["output_policy: ", "deny: "],
            &["name: "],
        ),
        (
            "space",
            "name: desk\ntoolsets:\n  |\n".to_owned(),
            &["mail: ", "shop: ", "filesystem: "],
            &[],
        ),
        (
            "policy",
            "name: desk\noutput_policy: w|\ntoolsets: { mail: { tools: all } }\n".to_owned(),
            &["off", "warn", "enforce"],
            &[],
        ),
    ];
    for (name, text, wanted, unwanted) in rows {
        assert_offers(name, "desk.yaml", text, wanted, unwanted);
    }
}

#[test]
fn tool_files_and_the_configuration_are_completed() {
    let tool = |rest: &str| format!("mail:\n  - name: send\n    {rest}\n");
    let answer = |rest: &str| format!("answers:\n  - name: triage\n    {rest}\n");
    type Row<'r> = (&'r str, &'r str, String, &'r [&'r str], &'r [&'r str]);
    let rows: &[Row<'_>] = &[
        (
            "tool",
            "mail.yaml",
            tool("des|"),
            &["description: ", "parameters: ", "effect: "],
            &["name: "],
        ),
        (
            "effect",
            "mail.yaml",
            tool("effect: |"),
            &["read", "write", "destructive"],
            &[],
        ),
        (
            "keyword",
            "mail.yaml",
            tool("parameters:\n      type: object\n      pro|"),
            &["properties: ", "required: ", "minLength: "],
            &["type: "],
        ),
        (
            "type",
            "mail.yaml",
            tool("parameters: { properties: { to: { type: s| } } }"),
            &["string", "integer"],
            &["to"],
        ),
        (
            "required",
            "mail.yaml",
            tool("parameters: { properties: { to: {} }, required: [|] }"),
            &["to"],
            &[],
        ),
        (
            "answer",
            "mail.yaml",
            answer("sch|"),
            &["schema: ", "description: "],
            &["name: ", "effect: "],
        ),
        (
            "answer_keyword",
            "mail.yaml",
            answer("schema:\n      type: object\n      pro|"),
            &["properties: ", "required: "],
            &["type: ", "schema: "],
        ),
        (
            "answer_type",
            "mail.yaml",
            answer("schema: { properties: { to: { type: s| } } }"),
            &["string", "integer"],
            &["to"],
        ),
        (
            "config",
            "toolc.yaml",
            "tar|\n".to_owned(),
            &["targets: ", "tools: ", "workers: "],
            &[],
        ),
        (
            "target",
            "toolc.yaml",
            "targets: [m|]\n".to_owned(),
            &["mcp", "openai"],
            &[],
        ),
        (
            "foreign",
            "shop.json",
            "{ \"openapi\": \"3.1.0\", \"inf|\": {} }".to_owned(),
            &[],
            &["info"],
        ),
    ];
    for (name, path, text, wanted, unwanted) in rows {
        assert_offers(name, path, text, wanted, unwanted);
    }
}
