//! The descriptor of `specs/` and of other specs: it is what its schema says, the same bytes each time, and its keys lead
//! to each other.

#[path = "support/command.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod command;

use command::{Folder, assert_exit, json, stdout};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Command, Output};

/// Specs with engines, servers, handlers, toolsets, rules and blocked tools.
const SPECS: &[&str] = &[
    "specs",
    "tests/serve/specs",
    "tests/results/specs",
    "examples/petstore/specs",
];

fn describe(specs: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolc"));
    let command = command.args(["export", "--descriptor", specs]);
    command.output().expect("toolc runs")
}

#[test]
fn a_descriptor_is_what_its_schema_says() {
    let text = include_str!("../crates/descriptor/schemas/descriptor.json");
    let mut schema: Value = serde_json::from_str(text).expect("JSON");
    close(&mut schema);
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for specs in SPECS.iter().chain(&["examples/answers/specs"]) {
        let output = describe(specs);
        assert_exit(&output, 0);
        let document = json(&output);
        let faults: Vec<String> = schema
            .iter_errors(&document)
            .map(|fault| format!("{specs}{}: {fault}", fault.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        assert_eq!(stdout(&output), stdout(&describe(specs)));
    }
}

/// Keys that the schema does not know are a fault here, and none for programs that read a later version.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.values_mut().for_each(close);
            if map.get("properties").is_some_and(Value::is_object) {
                map.entry("additionalProperties").or_insert(false.into());
            }
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

#[test]
fn every_key_leads_to_a_tool_or_an_engine() {
    for specs in SPECS {
        let document = json(&describe(specs));
        let keys = list_texts(&document["tools"], "key");
        assert!(!keys.is_empty(), "{specs}");
        let engines = list_texts(&document["engines"], "name");
        for tool in document["tools"].as_array().expect("a list") {
            if let Some(engine) = tool["runs_by"]["engine"].as_str() {
                // an engine that toolc.lock does not record sends no requests
                let kind = &tool["runs_by"]["kind"];
                assert!(
                    kind == "mcp" || engines.contains(engine),
                    "{specs}: {engine}"
                );
            }
        }
        for worker in document["workers"].as_array().expect("a list") {
            let grants = worker["grants"].as_object().expect("an object");
            for key in grants.keys() {
                assert!(keys.contains(key.as_str()), "{specs}: {key}");
            }
        }
    }
}

fn list_texts<'d>(list: &'d Value, key: &str) -> BTreeSet<&'d str> {
    let list = list.as_array().expect("a list");
    list.iter().filter_map(|item| item[key].as_str()).collect()
}

#[test]
fn no_specs_no_descriptor() {
    let folder = Folder::new("descriptor_with_error");
    folder.put(
        "t.json",
        r#"[{"name":"t","description":"d","parameters":{"type":"wrong"}}]"#,
    );
    let output = folder.toolc(&["export", "--descriptor", "t.json"]);
    assert_exit(&output, 1);
    assert_eq!(stdout(&output), "");
}

#[test]
fn answers_have_their_schemas_and_are_no_tools() {
    let document = json(&describe("examples/answers/specs"));
    let answers = document["answers"].as_array().expect("a list");
    assert!(!answers.is_empty());
    for answer in answers {
        assert_eq!(answer["schema"]["type"], "object", "{answer}");
        assert_eq!(
            answer["fingerprints"]["definition"].as_str().map(str::len),
            Some(64)
        );
    }
    let names = list_texts(&document["tools"], "wire_name");
    assert!(list_texts(&document["answers"], "wire_name").is_disjoint(&names));
}

#[test]
fn grants_say_what_is_shown_of_results() {
    let document = json(&describe("tests/results/specs"));
    let workers = document["workers"].as_array().expect("a list");
    let results_of = |name: &str, tool: &str| {
        let worker = workers.iter().find(|worker| worker["name"] == name);
        worker.expect("a worker")["grants"][tool]["results"].clone()
    };
    let paged = results_of("pager", "shop::list_orders");
    assert_eq!(paged["rest"], "page");
    assert_eq!(paged["parts"], "some");
    assert_eq!(
        (&paged["items"], &paged["bytes"]),
        (&Value::from(5), &Value::from(2000))
    );
    let whole = results_of("whole", "shop::list_orders");
    assert!(whole.is_null(), "{whole}");
    // nothing but what is shown is in the schema
    let read = results_of("reader", "issues::list");
    let text = read["schema"].to_string();
    assert!(
        text.contains("\"title\"") && !text.contains("\"body\""),
        "{read:#}"
    );
}

/// The example of docs/descriptor.md is what is printed, but for digests.
#[test]
fn the_documented_descriptor_is_printed() {
    let page = include_str!("../docs/descriptor.md");
    let block = |start: &str| {
        let (_, rest) = page.split_once(start).expect("a block");
        rest.split_once("```").expect("its end").0
    };
    let folder = Folder::new("descriptor_documented");
    folder
        .put(
            "specs/weather.yaml",
            block("```yaml\n# specs/weather.yaml\n"),
        )
        .put(
            "specs/workers/support.yaml",
            block("```yaml\n# specs/workers/support.yaml\n"),
        );
    let output = folder.toolc(&["export", "--descriptor", "specs"]);
    assert_exit(&output, 0);
    let mut printed = json(&output);
    for digest in printed["tools"][0]["fingerprints"]
        .as_object_mut()
        .expect("an object")
        .values_mut()
    {
        assert_eq!(digest.as_str().map(str::len), Some(64), "{digest}");
        *digest = "…".into();
    }
    let documented: Value = serde_json::from_str(block("```json\n")).expect("JSON");
    assert_eq!(documented, printed, "{printed:#}");
    // keys are printed in the order of the page
    let tool = block("```json\n")
        .split("\"engines\"")
        .next()
        .expect("the tools");
    let keys = tool
        .lines()
        .filter_map(|line| line.strip_prefix("      \"")?.split('"').next());
    let places: Vec<Option<usize>> = keys
        .map(|key| stdout(&output).find(&format!("\"{key}\":")))
        .collect();
    assert!(
        places.len() > 15 && !places.contains(&None) && places.is_sorted(),
        "{places:?}"
    );
}

#[test]
fn artifacts_are_named_with_their_files() {
    let folder = Folder::new("descriptor_artifacts");
    folder
        .put("specs/weather.yaml", command::WEATHER)
        .put("specs/toolc.yaml", "tools:\n  registry: [{ type: file, path: weather.yaml }]\n  enrichments: [{ type: index }]\n");
    let describe =
        || json(&folder.toolc(&["export", "--descriptor", "specs"]))["artifacts"].clone();
    let path = "artifacts/index.json";
    let missing = serde_json::json!({ "index": { "type": "index", "path": path, "sha256": null } });
    assert_eq!(describe(), missing);
    assert_exit(&folder.toolc(&["enrich", "specs"]), 0);
    let bytes = std::fs::read(folder.0.join(path)).expect("an artifact");
    let digest = toolc_base::sha256::sha256_hex(&bytes);
    assert_eq!(describe()["index"]["sha256"], digest.as_str());
}
