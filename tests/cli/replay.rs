//! `toolc replay`: what recorded calls are read in, which of them hold, and what change broke the others.

#[path = "replay/benchmark.rs"]
mod benchmark;
#[path = "replay/forms.rs"]
mod forms;
#[path = "replay/states.rs"]
mod states;

use crate::command::{Folder, assert_exit, json};
use serde_json::{Value, json};
use std::process::Output;

const TOOLS: &str = r#"
get_weather:
  description: The weather of a place.
  effect: read
  parameters:
    type: object
    properties:
      city: { type: string }
      days: { type: integer, maximum: 7 }
    required: [city]
  output_parameters:
    type: object
    properties: { temp: { type: number }, station: { type: string } }
send_note:
  description: Sends a note.
  effect: write
  parameters:
    type: object
    properties: { text: { type: string } }
    required: [text]
"#;

fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("replay_{name}"));
    folder.put("specs/w.yaml", TOOLS);
    folder
}

fn replay(folder: &Folder, calls: &str, arguments: &[&str]) -> Output {
    folder.put("calls.jsonl", calls);
    let with = [&["replay", "calls.jsonl"], arguments].concat();
    folder.toolc(&with)
}

/// Lines of records, each an answer of these calls.
fn lines(answers: &[Value]) -> String {
    let lines = answers.iter().map(|answer| {
        let record = json!({ "calls": answer, "question": "Paris for 3 days" });
        format!("{record}\n")
    });
    lines.collect()
}

fn call(name: &str, arguments: Value) -> Value {
    json!({ "name": name, "arguments": arguments })
}

#[test]
fn a_line_in_no_form_is_a_finding_and_the_rest_is_judged() {
    let folder = folder("lines");
    let good = forms::FORMS[1].1;
    let calls = format!("{good}\n{{\"name\": \n{{\"a\": 1}}\n17\n{good}\n");
    let said = assert_exit(&replay(&folder, &calls, &["specs"]), 1);
    for place in ["calls.jsonl:2:", "calls.jsonl:3:", "calls.jsonl:4:"] {
        assert!(said.contains(place), "{place}: {said}");
    }
    assert!(said.contains("T0740"), "{said}");
    assert!(
        said.contains("2 of 2 answers hold; 3 could not be read"),
        "{said}"
    );

    // one document that is cut off is one finding
    let said = assert_exit(&replay(&folder, "[\n  {\n    \"a\": 1,\n", &["specs"]), 1);
    assert_eq!(said.matches("error[T0740]").count(), 1, "{said}");
    let said = assert_exit(&replay(&folder, "", &["specs"]), 1);
    assert!(said.contains("T0740"), "{said}");
}

#[test]
fn a_key_of_a_record_with_another_type_is_a_finding() {
    let folder = folder("keys");
    let record = r#"{"answer": [], "allow_nested": "yes", "ignore_types": "date", "results": []}"#;
    let said = assert_exit(&replay(&folder, record, &["specs"]), 1);
    for key in ["allow_nested", "ignore_types", "results"] {
        assert!(said.contains(&format!("`{key}` must be")), "{said}");
    }
}

#[test]
fn arguments_that_are_not_json_are_told_as_that() {
    let folder = folder("text");
    let half = call("get_weather", json!("{\"city\": "));
    let record = json!({ "messages": [{ "role": "assistant", "tool_calls": [{ "id": "1", "function": half }] }] });
    let said = assert_exit(&replay(&folder, &record.to_string(), &["specs"]), 1);
    let message = "does not accept the arguments: they are text, not a JSON object";
    assert!(said.contains("T0747") && said.contains(message), "{said}");
}

#[test]
fn each_reason_has_its_code_and_its_place() {
    let folder = folder("reasons");
    let paris = || call("get_weather", json!({ "city": "Paris" }));
    let sample = |answer: Value, more: Value| {
        let mut record = json!({ "answer": answer, "question": "Paris" });
        let more = more.as_object().expect("an object").clone();
        record.as_object_mut().expect("an object").extend(more);
        record
    };
    let none = || json!({});
    let cases = [
        (
            sample(json!("nope"), none()),
            "T0741",
            "Failed to parse tool call[s]",
        ),
        (sample(json!({}), none()), "T0742", "Malformed tool call[s]"),
        (
            sample(json!([paris(), paris()]), none()),
            "T0743",
            "Duplicate tool call[s]",
        ),
        (
            sample(
                json!([paris()]),
                json!({ "question": "get_weather of Paris" }),
            ),
            "T0744",
            "Question contains tool call[s]",
        ),
        (
            sample(json!([paris()]), json!({ "multi_output": true })),
            "T0745",
            "Expected multiple tool calls",
        ),
        (
            sample(json!([call("get_whether", none())]), none()),
            "T0746",
            "Unrecognized/unavailable tool[s]",
        ),
        (
            sample(
                json!([{ "name": "get_weather", "arguments": {}, "x": 1 }]),
                none(),
            ),
            "T0742",
            "Malformed tool call with additional keys",
        ),
        (
            sample(json!([{ "name": "get_weather" }]), none()),
            "T0742",
            "Missing mandatory field[s] (\"name\", \"arguments\")",
        ),
        (
            sample(json!([call("get_weather", none())]), none()),
            "T0747",
            "Parameter validation error",
        ),
        (
            sample(
                json!([call(
                    "get_weather",
                    json!({ "city": "Paris", "town": "Paris" })
                )]),
                none(),
            ),
            "T0748",
            "Hallucinated argument name",
        ),
        (
            sample(
                json!([call("get_weather", json!({ "city": "Rome" }))]),
                none(),
            ),
            "T0750",
            "Hallucinated argument value",
        ),
        (
            sample(
                json!([{ "id": "$1", "name": "get_weather", "arguments": { "city": "$1.station" } }]),
                json!({ "allow_nested": true }),
            ),
            "T0749",
            "Nested future tool call reference failure",
        ),
        (
            sample(json!([paris()]), json!({ "require_nested": true })),
            "T0749",
            "Nested tool call validation failed",
        ),
    ];
    let text: String = cases
        .iter()
        .map(|(record, _, _)| format!("{record}\n"))
        .collect();
    // tools by their short names alone
    folder.put("tools.json", &json!([
        {
            "name": "get_weather",
            "description": "The weather.",
            "parameters": {
                "type": "object",
                "properties": { "city": { "type": "string" } },
                "required": ["city"],
            },
            "output_parameters": { "type": "object", "properties": { "station": { "type": "string" } } },
        },
    ]).to_string());
    let tools: Value = serde_json::from_str(
        &std::fs::read_to_string(folder.0.join("tools.json")).expect("written"),
    )
    .expect("JSON");
    let with_tools = |line: &str| {
        let mut record: Value = serde_json::from_str(line).expect("JSON");
        record["tools"] = tools.clone();
        format!("{record}\n")
    };
    let carried: String = text.lines().map(with_tools).collect();
    let output = replay(&folder, &carried, &["--format", "json"]);
    assert_exit(&output, 1);
    let document = json(&output);
    for (at, (record, code, reason)) in cases.iter().enumerate() {
        let found = &document["records"][at];
        assert_eq!(
            (&found["code"], &found["reason"]),
            (&json!(code), &json!(reason)),
            "{record}"
        );
        assert_eq!(found["line"], at + 1);
        assert!(
            found["place"]
                .as_str()
                .expect("a place")
                .starts_with(&format!("calls.jsonl:{}", at + 1))
        );
    }
    assert_eq!(document["replay"]["reasons"]["Malformed tool call[s]"], 1);
    let findings = document["diagnostics"].as_array().expect("findings");
    assert_eq!(findings.len(), cases.len());
}

#[test]
fn logs_are_judged_as_a_worker_would_judge_them() {
    let folder = folder("logs");
    let answers = [
        json!([call("w::get_weather", json!({ "city": "Rome" }))]),
        json!([call("w__get_weather", json!({ "city": "Rome", "days": 8 }))]),
        json!([call("get_weather", json!({ "town": "Rome", "city": "x" }))]),
        json!([call("nothing", json!({}))]),
    ];
    let output = replay(&folder, &lines(&answers), &["specs"]);
    let said = assert_exit(&output, 1);
    assert!(said.contains("`/days` must be at most 7"), "{said}");
    assert!(
        said.contains("`w::get_weather` has no argument `town`"),
        "{said}"
    );
    assert!(said.contains("no tool `nothing` is offered"), "{said}");
    assert!(said.contains("1 of 4 answers hold"), "{said}");
    // as samples, values have to be in the question, and names are short
    let said = assert_exit(
        &replay(
            &folder,
            &lines(&answers[..1]),
            &["specs", "--checks", "sample"],
        ),
        1,
    );
    assert!(said.contains("T0746"), "{said}");
}

#[test]
fn records_that_carry_tools_are_judged_against_them() {
    let folder = folder("carried");
    let request = json!({
        "tools": [{ "name": "f", "input_schema": { "type": "object", "properties": { "a": { "type": "integer" } } } }],
        "messages": [
            { "role": "user", "content": "go" },
            { "role": "assistant", "content": [{ "type": "tool_use", "id": "1", "name": "f", "input": { "a": "x" } }] },
        ],
    });
    let output = folder
        .put("calls.json", &request.to_string())
        .toolc(&["replay", "calls.json"]);
    let said = assert_exit(&output, 1);
    assert!(
        said.contains("`f` does not accept the arguments: `/a` must be"),
        "{said}"
    );
    // named tools count before those that are carried
    let said = assert_exit(&folder.toolc(&["replay", "calls.json", "specs"]), 1);
    assert!(said.contains("no tool `f` is offered"), "{said}");
}

#[test]
fn references_are_filled_in_with_recorded_results() {
    let folder = folder("results");
    let record = |reference: &str, station: Value| {
        json!({
            "answer": [
                { "id": "$1", "name": "get_weather", "arguments": { "city": "Paris" } },
                { "id": "$2", "name": "send_note", "arguments": { "text": reference } },
            ],
            "results": { "$1": { "station": station } },
            "question": "Paris",
            "allow_nested": true,
            "validate_question": false,
        })
    };
    let judge = |record: Value| {
        let text = format!("{record}\n");
        json(&replay(
            &folder,
            &text,
            &[
                "specs",
                "--checks",
                "log",
                "--allow-nested",
                "--format",
                "json",
            ],
        ))
    };
    let good = judge(record("$1.station", json!("LFPB")));
    assert_eq!(good["records"][0]["valid"], true, "{good}");
    let wrong = judge(record("$1.station", json!(7)));
    assert_eq!(wrong["records"][0]["reason"], "Parameter validation error");
    let lost = judge(record("$1.temp", json!("LFPB")));
    assert_eq!(
        lost["records"][0]["reason"],
        "Unresolved variable reference $1.temp"
    );
    assert_eq!(lost["records"][0]["code"], "T0749");
}
