//! `toolc sample`: patterns, forms, and that every call holds.

use super::command::{Folder, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::path::Path;

const TOOLS: &str = "shop:
  - name: find_item
    description: Find an item by its title.
    parameters:
      type: object
      properties: { title: { type: string, description: The title. } }
      required: [title]
      additionalProperties: false
    output_parameters:
      type: object
      properties: { item_id: { type: string, minLength: 4, maxLength: 9 }, kind: { enum: [book, map] } }
      required: [item_id]
      additionalProperties: false
  - name: price_item
    description: The price of an item.
    parameters:
      type: object
      properties: { item_id: { type: string, minLength: 1 }, kind: { enum: [map, globe] } }
      required: [item_id, kind]
      additionalProperties: false
    output_parameters:
      type: object
      properties: { price: { type: integer, minimum: 0 } }
      required: [price]
  - name: pay
    description: Pay a price.
    parameters:
      type: object
      properties: { price: { type: number } }
      required: [price]
      additionalProperties: false
";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.put("shop.yaml", TOOLS);
    let config = "tools: { registry: [{ type: file, path: shop.yaml }], enrichments: [{ type: dataflow }] }\nworkers: []\n";
    folder.put("toolc.yaml", config);
    folder
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

#[test]
fn a_chain_hands_on_what_each_call_returns() {
    let folder = folder("sample_chain");
    let words = [
        "sample",
        "--pattern",
        "chain",
        "--k",
        "3",
        "--seed",
        "7",
        "--min-score",
        "0.2",
        "--count",
        "5",
    ];
    let said = folder.toolc(&words);
    assert_eq!(said.status.code(), Some(0), "{}", stderr(&said));
    let samples = lines(&stdout(&said));
    assert_eq!(samples.len(), 5);
    for sample in &samples {
        let calls = sample["calls"].as_array().expect("calls");
        let names: Vec<&str> = calls
            .iter()
            .filter_map(|call| call["tool"].as_str())
            .collect();
        assert_eq!(names, ["shop::find_item", "shop::price_item", "shop::pay"]);
        for pair in calls.windows(2) {
            let references = pair[1]["references"].as_object().expect("references");
            assert!(!references.is_empty(), "{sample}");
            for (argument, from) in references {
                assert_eq!(from["call"], pair[0]["id"]);
                let value = pair[0]["result"].pointer(from["pointer"].as_str().expect("a pointer"));
                assert_eq!(Some(&pair[1]["arguments"][argument]), value, "{sample}");
            }
        }
    }
    assert_eq!(
        stdout(&said),
        stdout(&folder.toolc(&words)),
        "the same seed"
    );
    let other = folder.toolc(&[
        "sample",
        "--pattern",
        "chain",
        "--k",
        "3",
        "--seed",
        "8",
        "--min-score",
        "0.2",
    ]);
    assert_ne!(stdout(&said).lines().next(), stdout(&other).lines().next());
}

#[test]
fn calls_are_in_the_form_that_is_asked_for() {
    let folder = folder("sample_forms");
    let sample = |form: &[&str]| {
        let words = [
            &[
                "sample",
                "--pattern",
                "fan-in",
                "--k",
                "2",
                "--min-score",
                "0.2",
            ],
            form,
        ]
        .concat();
        let said = folder.toolc(&words);
        assert_eq!(said.status.code(), Some(0), "{}", stderr(&said));
        lines(&stdout(&said)).remove(0)
    };
    let reference = sample(&["--reference"]);
    let last = &reference["calls"][1];
    let arguments = last["arguments"].as_object().expect("arguments");
    assert!(
        arguments
            .values()
            .any(|value| value.as_str().is_some_and(|text| text.starts_with("$1."))),
        "{last}"
    );
    assert_eq!(last["id"], "$2");
    assert!(reference["tools"][0]["parameters"].is_object());
    let values = sample(&["--reference", "--values"]);
    assert!(!values["calls"].to_string().contains("$1."), "{values}");
    let rows = [
        (
            "openai",
            "/calls/0/function/arguments",
            "/tools/0/function/name",
        ),
        ("openai-responses", "/calls/0/call_id", "/tools/0/name"),
        ("anthropic", "/calls/0/input", "/tools/0/input_schema"),
        (
            "gemini",
            "/calls/0/functionCall/args",
            "/tools/0/functionDeclarations/0/name",
        ),
        ("gemini-interactions", "/calls/0/arguments", "/tools/0/name"),
        (
            "bedrock",
            "/calls/0/toolUse/input",
            "/tools/0/toolSpec/name",
        ),
        ("mcp", "/calls/0/params/arguments", "/tools/tools/0/name"),
    ];
    for (target, call, tool) in rows {
        let sample = sample(&["--target", target]);
        assert!(sample.pointer(call).is_some(), "{target}: {sample}");
        assert!(sample.pointer(tool).is_some(), "{target}: {sample}");
    }
}

#[test]
fn what_cannot_be_sampled_is_told() {
    let folder = folder("sample_errors");
    let rows: &[(&[&str], i32, &str)] = &[
        (
            &["--k", "4"],
            1,
            "tc/random: requested k=4 but only 3 tool(s) available; returning all available.",
        ),
        (
            &[],
            2,
            "tc/random: 'k' must be provided either in the sampler config or as an argument to sample().",
        ),
        (
            &["--k", "-1"],
            2,
            "tc/random: 'k' must be a positive integer, got -1.",
        ),
        (
            &["--k", "1", "--pattern", "fan_out"],
            2,
            "Tool sampler 'fan_out' not found. Registered samplers: tc/chain, tc/fan_in, tc/fan_out, tc/neighbor, tc/random",
        ),
        (
            &["--k", "1", "--pattern", "fan-out"],
            2,
            "tc/fan_out: 'k' must be at least 2 (seed + 1 successor), got 1.",
        ),
        (
            &["--k", "9", "--pattern", "tc/fan_in"],
            1,
            "tc/fan_in: no sink tool has at least 8 qualifying predecessor(s) with min_score=0.0.",
        ),
        (
            &["--k", "2", "--pattern", "dag"],
            2,
            "the pattern `dag` is only announced by fms-dgt, and has no meaning yet",
        ),
        (
            &["--k", "2", "--pattern", "tc/sparse"],
            2,
            "the pattern `sparse` is only announced by fms-dgt",
        ),
        (
            &["--k", "2", "--pattern", "conflict"],
            2,
            "the pattern `conflict` is only announced by fms-dgt",
        ),
        (
            &["--k", "2", "--pattern", "neighbor"],
            2,
            "Sampler 'tc/neighbor' requires artifact(s) ['neighbors'] but they are not present in registry.artifacts.",
        ),
        (
            &["--k", "2", "--pattern", "chain", "--namespace", "zz"],
            1,
            "tc/chain: no tools in namespace 'zz'.",
        ),
        (
            &["--k", "2", "--weights", "shop=0"],
            2,
            "tc/random: namespace_weights values must be positive and sum to > 0.",
        ),
        (
            &["--k", "2", "--weights", "shop=1,mail=2"],
            0,
            "warning: tc/random: namespace_weights contains unknown namespace(s) ['mail'] — ignoring.",
        ),
        (
            &["--k", "2", "--target", "openai-strict"],
            2,
            "samples cannot be made for the strict target `openai-strict`",
        ),
    ];
    for (words, status, sentence) in rows {
        let said = folder.toolc(&[&["sample"], *words].concat());
        assert_eq!(
            said.status.code(),
            Some(*status),
            "{words:?}: {}",
            stderr(&said)
        );
        assert!(
            stderr(&said).contains(sentence),
            "{words:?}: {}",
            stderr(&said)
        );
    }
    let short = folder.toolc(&["sample", "--k", "4"]);
    let found = lines(&stdout(&short)).remove(0);
    assert_eq!(found["requested"], 4);
    assert_eq!(found["tools"].as_array().map(Vec::len), Some(3), "{found}");
    folder.put(
        "toolc.yaml",
        "tools: [{ type: file, path: shop.yaml }]\nworkers: []\n",
    );
    let missing = folder.toolc(&["sample", "--k", "2", "--pattern", "chain"]);
    assert!(
        stderr(&missing).contains("Sampler 'tc/chain' requires artifact(s) ['dataflow']"),
        "{}",
        stderr(&missing)
    );
}

/// Every pattern over the specs of this repository.
#[test]
fn every_call_holds_by_an_independent_validator() {
    let folder = Folder::new("sample_specs");
    copy(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/specs")),
        &folder.0.join("specs"),
    );
    let config = fs::read_to_string(folder.0.join("specs/toolc.yaml")).expect("the configuration");
    let config = config.replacen("type: index", "type: dataflow", 1);
    folder.put("specs/toolc.yaml", &config);
    let mut handed_on = 0;
    for (pattern, k) in [
        ("random", "8"),
        ("chain", "3"),
        ("fan-out", "4"),
        ("fan-in", "3"),
    ] {
        let words = [
            "sample",
            "specs",
            "--pattern",
            pattern,
            "--k",
            k,
            "--count",
            "40",
            "--reference",
        ];
        let said = folder.toolc(&[&words[..], &["--values"]].concat());
        assert_eq!(said.status.code(), Some(0), "{pattern}: {}", stderr(&said));
        for sample in lines(&stdout(&said)) {
            let tools = sample["tools"].as_array().expect("tools");
            for (tool, call) in tools.iter().zip(sample["calls"].as_array().expect("calls")) {
                let validator = jsonschema::validator_for(&tool["parameters"]).expect("a schema");
                assert!(validator.is_valid(&call["arguments"]), "{tool} {call}");
            }
        }
        let text = stdout(&folder.toolc(&words));
        handed_on += text.matches(":\"$").count();
    }
    assert!(handed_on > 800, "{handed_on} ids and references");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).expect("copied")),
        }
    }
}
