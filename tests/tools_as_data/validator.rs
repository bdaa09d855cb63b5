//! Recorded calls that are judged, and references to the results of calls.

use crate::{Case, command::Folder, compare};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The tools of the cases: what the fixture expects.
fn read_fixture() -> Value {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools_as_data/cases.json");
    let text = fs::read_to_string(cases).expect("the cases");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("a list");
    let mut fixtures = cases
        .iter()
        .filter(|case| case["area"] == "validator.fixture");
    fixtures.next().expect("the fixture")["expected"].clone()
}

/// The fixture is a list of tools, which are tools for toolc too.
pub fn run_fixture(case: &Case) -> Result<(), String> {
    let folder = Folder::new("validator_fixture");
    folder.put("t.json", &case.expected.to_string());
    let said = folder.toolc(&["list", "t.json", "--qualified"]);
    let names = String::from_utf8_lossy(&said.stdout).into_owned();
    compare(
        &json!(names.lines().collect::<Vec<_>>()),
        &json!(["t::get_weather", "t::send_note"]),
    )
}

/// A case is a record, and what is said of it is what the library says: whether it holds, or else the reason with
/// what it names.
pub fn run_record(case: &Case) -> Result<(), String> {
    let mut record = case.input.clone();
    if record["tools"] == "$TOOLS" {
        record["tools"] = read_fixture();
    }
    let folder = Folder::new("validator_record");
    folder.put("calls.jsonl", &format!("{record}\n"));
    let said = folder.toolc(&["replay", "calls.jsonl", "--format", "json"]);
    let document: Value = serde_json::from_slice(&said.stdout)
        .map_err(|_| String::from_utf8_lossy(&said.stderr).into_owned())?;
    let found = &document["records"][0];
    let expected = &case.expected["metadata"];
    let mut metadata = json!({ "reason": found["reason"] });
    for (theirs, ours) in [
        ("tool_call", "call"),
        ("argument_name", "argument"),
        ("argument_value", "value"),
    ] {
        // toolc names the call and the argument wherever there is one
        if expected.get(theirs).is_some() {
            metadata[theirs] = found[ours].clone();
        }
    }
    if found["valid"] == true {
        metadata = Value::Null;
    }
    compare(
        &json!({ "is_valid": found["valid"], "metadata": metadata }),
        &case.expected,
    )
}

/// A reference to recorded results has a value if a tool accepts the call whose argument has to be that value.
pub fn run_reference(case: &Case) -> Result<(), String> {
    let is_lost = case.expected.get("error").is_some();
    let accepted = match is_lost {
        true => json!({}),
        false => json!({ "const": case.expected }),
    };
    let results = &case.input["results"];
    let record = json!({
        "tools": [
            {
                "name": "producer",
                "parameters": { "type": "object", "properties": {} },
                "output_parameters": { "type": "object", "properties": { "a": {} } },
            },
            {
                "name": "consumer",
                "parameters": { "type": "object", "properties": { "x": accepted } },
            },
        ],
        "answer": [
            { "id": "$1", "name": "producer", "arguments": {} },
            { "id": "$2", "name": "consumer", "arguments": { "x": case.input["reference"] } },
        ],
        "results": results,
        "allow_nested": true,
        "check_arg_question_overlap": false,
    });
    let judged = |record: &Value| -> Result<Value, String> {
        let folder = Folder::new("validator_reference");
        folder.put("calls.json", &record.to_string());
        let said = folder.toolc(&["replay", "calls.json", "--format", "json"]);
        let document: Value = serde_json::from_slice(&said.stdout)
            .map_err(|_| String::from_utf8_lossy(&said.stderr).into_owned())?;
        Ok(document["records"][0].clone())
    };
    let found = judged(&record)?;
    if is_lost {
        let reason = found["reason"].as_str().unwrap_or_default();
        return match reason.starts_with("Unresolved variable reference") {
            true => Ok(()),
            false => Err(found.to_string()),
        };
    }
    compare(&found["valid"], &json!(true))?;
    // any other value is refused, so it was this one
    let mut other = record.clone();
    other["tools"][1]["parameters"]["properties"]["x"] =
        json!({ "not": { "const": case.expected } });
    compare(
        &judged(&other)?["reason"],
        &json!("Parameter validation error"),
    )
}
