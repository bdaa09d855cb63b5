//! Quick fixes: what findings say to write instead.

use super::client::Client;
use super::command::{Folder, WEATHER};
use serde_json::{Value, json};

const DESK: &str = "\
name: desk
toolsets:
  weather_api:
    tools: [get_wether]
    approval:
      tools: { \"get_weathr\": ask }
";

fn started(name: &str) -> (Folder, Client) {
    let folder = Folder::new(&format!("lsp_{name}"));
    folder
        .put("specs/toolc.yaml", "targets: [mcp]\n")
        .put("specs/weather.yaml", WEATHER)
        .put("specs/desk.yaml", DESK);
    let mut client = Client::open_folder(&folder.0, "utf-16");
    client.open("specs/desk.yaml", DESK);
    (folder, client)
}

fn ask(client: &mut Client, line: u64, context: Value) -> Vec<Value> {
    let place = json!({ "line": line, "character": 14 });
    let params = json!({
        "textDocument": { "uri": client.uri("specs/desk.yaml") },
        "range": { "start": place, "end": place },
        "context": context,
    });
    let answer = client.request("textDocument/codeAction", params);
    answer.expect("actions").as_array().expect("a list").clone()
}

/// Applies the edits of an action to a text, whose lines are ASCII.
fn apply(action: &Value, text: &str, version: i64) -> String {
    let change = &action["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"]["version"], version);
    let mut edits = change["edits"].as_array().expect("edits").clone();
    edits.reverse();
    let mut text = text.to_owned();
    for edit in edits {
        let byte = |end: &str| {
            let place = &edit["range"][end];
            let line = place["line"].as_u64().expect("a line");
            let starts = text.split_inclusive('\n').take(line as usize);
            let before: usize = starts.map(str::len).sum();
            before + place["character"].as_u64().expect("a column") as usize
        };
        let (start, end) = (byte("start"), byte("end"));
        text.replace_range(start..end, edit["newText"].as_str().expect("a text"));
    }
    text
}

#[test]
fn a_fix_is_offered_where_its_finding_is() {
    let (_folder, mut client) = started("one_fix");
    let found = client.await_version("specs/desk.yaml", 1);
    let actions = ask(
        &mut client,
        3,
        json!({ "diagnostics": found, "only": ["quickfix"] }),
    );
    let [action] = actions.as_slice() else {
        panic!("{actions:#?}");
    };
    assert_eq!(
        action["title"],
        "Write `get_weather` in place of `get_wether`"
    );
    assert_eq!(action["kind"], "quickfix");
    assert_eq!(action["diagnostics"][0]["code"], "T0402");
    let fixed = apply(action, DESK, 1);
    assert_eq!(fixed, DESK.replace("[get_wether]", "[get_weather]"));
    assert_eq!(
        ask(
            &mut client,
            0,
            json!({ "diagnostics": [], "only": ["quickfix"] })
        ),
        [Value::Null; 0]
    );
    assert_eq!(
        ask(
            &mut client,
            3,
            json!({ "diagnostics": [], "only": ["refactor"] })
        ),
        [Value::Null; 0]
    );
    client.end();
}

#[test]
fn all_fixes_of_a_file_are_one_action() {
    let (_folder, mut client) = started("all_fixes");
    let actions = ask(
        &mut client,
        0,
        json!({ "diagnostics": [], "only": ["source"] }),
    );
    let [action] = actions.as_slice() else {
        panic!("{actions:#?}");
    };
    assert_eq!(action["kind"], "source.fixAll");
    let fixed = apply(action, DESK, 1);
    client.change("specs/desk.yaml", 2, json!([{ "text": fixed }]));
    let left = client.await_version("specs/desk.yaml", 2);
    assert!(
        !left.iter().any(|found| found["code"] == "T0402"),
        "{left:#?}"
    );
    client.end();
}

/// The answer is about the text that the client has, although it was not checked yet when the request came.
#[test]
fn a_fix_is_about_the_text_as_it_is() {
    let (_folder, mut client) = started("current_fix");
    client.await_version("specs/desk.yaml", 1);
    let text = format!("# a line\n{DESK}");
    client.change("specs/desk.yaml", 2, json!([{ "text": text }]));
    let actions = ask(
        &mut client,
        4,
        json!({ "diagnostics": [], "only": ["quickfix"] }),
    );
    assert_eq!(
        apply(&actions[0], &text, 2),
        text.replace("[get_wether]", "[get_weather]")
    );
    client.end();
}
