//! What calls are judged against: a worker, a lock, and an earlier state with what changed since.

use super::{TOOLS, call, folder, forms, lines, replay};
use crate::command::{assert_exit, json, stdout};
use serde_json::{Value, json};

#[test]
fn a_worker_has_only_what_it_may_call() {
    let folder = folder("worker");
    folder.put(
        "specs/workers/support.yaml",
        "name: support\ntoolsets:\n  w:\n    tools: [get_weather]\n",
    );
    let answers = [
        json!([call("get_weather", json!({ "city": "Rome" }))]),
        json!([call("send_note", json!({ "text": "x" }))]),
    ];
    assert_exit(&replay(&folder, &lines(&answers), &["specs"]), 0);
    let said = assert_exit(
        &replay(&folder, &lines(&answers), &["specs", "--worker", "support"]),
        1,
    );
    assert!(said.contains("no tool `send_note` is offered"), "{said}");
    let said = assert_exit(
        &replay(&folder, &lines(&answers), &["specs", "--worker", "other"]),
        2,
    );
    assert!(said.contains("there is no worker `other`"), "{said}");
}

#[test]
fn a_call_holds_if_one_of_the_tools_with_its_name_accepts_it() {
    let folder = folder("overloads");
    let other = TOOLS.replace("city", "place").replace("days", "hours");
    folder.put("specs/v.yaml", &other);
    let answers = [
        json!([call("get_weather", json!({ "city": "Rome" }))]),
        json!([call("get_weather", json!({ "place": "Rome", "hours": 3 }))]),
        json!([call("v::get_weather", json!({ "city": "Rome" }))]),
        json!([call("get_weather", json!({ "place": "Rome", "days": 3 }))]),
    ];
    let document = json(&replay(
        &folder,
        &lines(&answers),
        &["specs", "--format", "json"],
    ));
    let records = document["records"].as_array().expect("records");
    let found: Vec<&Value> = records.iter().map(|record| &record["code"]).collect();
    let expected = [&Value::Null, &Value::Null, &json!("T0747"), &json!("T0748")];
    assert_eq!(found, expected, "{document:#}");
    // the tool for which most checks passed is named
    assert_eq!(records[3]["tool"], "v::get_weather");
}

#[test]
fn a_call_that_no_longer_holds_names_the_change() {
    let folder = folder("since");
    assert_exit(&folder.toolc(&["lock", "specs"]), 0);
    std::fs::rename(folder.0.join("specs/toolc.lock"), folder.0.join("old.lock"))
        .or_else(|_| std::fs::rename(folder.0.join("toolc.lock"), folder.0.join("old.lock")))
        .expect("a lock");
    let changed = TOOLS
        .replace("maximum: 7", "maximum: 3")
        .replace("send_note", "post_message")
        .replace("{ text: { type: string } }", "{ body: { type: string } }")
        .replace("[text]", "[body]");
    folder.put("specs/w.yaml", &changed);
    let answers = [
        json!([call("get_weather", json!({ "city": "Rome", "days": 3 }))]),
        json!([call("get_weather", json!({ "city": "Rome", "days": 5 }))]),
        json!([call("send_note", json!({ "text": "x" }))]),
        json!([call("get_weather", json!({ "city": "Rome", "days": 9 }))]),
        json!([call("post_message", json!({ "body": "x" }))]),
    ];
    let text = lines(&answers);
    let document = json(&replay(
        &folder,
        &text,
        &["specs", "--since", "old.lock", "--format", "json"],
    ));
    let codes: Vec<&Value> = document["diagnostics"]
        .as_array()
        .expect("findings")
        .iter()
        .map(|found| &found["code"])
        .collect();
    assert_eq!(
        codes,
        [&json!("T0751"), &json!("T0751"), &json!("T0747")],
        "{document}"
    );
    let records = &document["records"];
    assert_eq!(
        records[1]["broken_by"]["class"], "input-breaking",
        "{document}"
    );
    assert_eq!(records[1]["held"], true);
    assert_eq!(
        records[2]["broken_by"]["class"], "tool-removed",
        "{document}"
    );
    assert_eq!(
        (&records[3]["held"], &records[3]["broken_by"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(records[4]["held"], false);
    assert_eq!(document["replay"]["broken"], 2);
    assert_eq!(document["replay"]["mended"], 1);

    let said = assert_exit(
        &replay(&folder, &text, &["specs", "--since", "old.lock"]),
        1,
    );
    assert!(
        said.contains("because T0604 the input of `w::get_weather`"),
        "{said}"
    );
    // against the lock itself, what held holds
    let said = assert_exit(&replay(&folder, &text, &["--lock", "old.lock"]), 1);
    assert!(said.contains("3 of 5 answers hold"), "{said}");
}

#[test]
fn wrong_usage_ends_with_2_and_broken_specs_with_3() {
    let folder = folder("usage");
    let said = assert_exit(&folder.toolc(&["replay", "nothing.jsonl", "specs"]), 2);
    assert!(said.contains("`nothing.jsonl` cannot be read"), "{said}");
    folder.put("calls.jsonl", forms::FORMS[1].1);
    assert_exit(&folder.toolc(&["replay", "calls.jsonl", "nowhere"]), 2);
    assert_exit(
        &folder.toolc(&["replay", "calls.jsonl", "--lock", "no.lock"]),
        2,
    );
    folder.put(
        "broken/w.yaml",
        "tools: { f: { parameters: { type: [object }\n",
    );
    assert_exit(&folder.toolc(&["replay", "calls.jsonl", "broken"]), 3);
    folder.put("bad.lock", "version: 2\nnonsense: 1\n");
    assert_exit(
        &folder.toolc(&["replay", "calls.jsonl", "--lock", "bad.lock"]),
        3,
    );
    std::fs::write(folder.0.join("calls.bin"), [0xff, 0xfe]).expect("written");
    assert_exit(&folder.toolc(&["replay", "calls.bin", "specs"]), 2);
    let shown = stdout(&folder.toolc(&["replay", "--help"]));
    assert!(shown.contains("--since"), "{shown}");
}

#[test]
fn old_names_of_tools_and_arguments_are_taken_for_those_of_today() {
    let folder = folder("old_names");
    assert_exit(&folder.toolc(&["lock", "specs", "--lock", "old.lock"]), 0);
    let named = "post_message:\n  renamed_from: send_note\n";
    let changed = TOOLS.replace("send_note:\n", named);
    let body = "{ body: { type: string, x-renamed-from: text } }";
    let changed = changed.replace("{ text: { type: string } }", body);
    folder.put("specs/w.yaml", &changed.replace("[text]", "[body]"));
    let answers = [
        json!([call("w__send_note", json!({ "text": "x" }))]),
        json!([call("w::post_message", json!({ "body": "x" }))]),
        json!([call("send_note", json!({ "text": 7 }))]),
        json!([call("post_message", json!({ "text": "x", "body": "y" }))]),
    ];
    let arguments = ["specs", "--since", "old.lock", "--format", "json"];
    let document = json(&replay(&folder, &lines(&answers), &arguments));
    let records = document["records"].as_array().expect("records");
    let found: Vec<&Value> = records.iter().map(|record| &record["code"]).collect();
    let refused = json!("T0747");
    assert_eq!(
        found,
        [&Value::Null, &Value::Null, &refused, &refused],
        "{document:#}"
    );
    assert_eq!(records[2]["tool"], "w::post_message");
    // so the new names are not major for those who call
    let said = folder.toolc(&[
        "semver", "old.lock", "specs", "--format", "json", "--for", "callers",
    ]);
    assert_eq!(json(&said)["semver"]["level"], "minor", "{:#}", json(&said));
}
