//! Prism, a mock server based on an OpenAPI document, accepts the requests that the engine sends.
//! `tests/prism/run` installs it. Needs `TOOLC_CORPUS`, the folder of real specs.

#[path = "support/arguments.rs"]
#[expect(dead_code, reason = "a part of it serves other tests")]
mod arguments;
#[path = "referee/generated.rs"]
#[expect(dead_code, reason = "a part of it serves other tests")]
mod generated;
#[path = "support/random.rs"]
mod random;
#[path = "prism/server.rs"]
mod server;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;
#[path = "prism/tally.rs"]
mod tally;

use arguments::Generator;
use generated::{Compiled, Generated, Program, compile_loaded};
use random::Random;
use serde_json::Value;
use server::Prism;
use std::fs;
use std::path::{Path, PathBuf};
use tally::{Instance, Tally};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;

/// The documents, and the minimum number of operations that are called of each.
const DOCUMENTS: &[(&str, usize)] = &[
    ("openapi/2.0/go-swagger__expansion__clickmeter.yaml", 90),
    ("openapi/3.0/readme__petstore.yaml", 19),
    ("openapi/3.0/anchore.io.json", 100),
    ("openapi/3.0/rumble.run.json", 100),
    ("openapi/3.1/meilisearch__open-api.json", 100),
];

/// The minimum number of operations that are called in total.
const FEWEST: usize = 200;

/// Number of calls of each operation.
const CALLS: usize = 3;

/// Number of arguments that are generated for them.
const TRIES: usize = 12;

const PROGRAM: Program = Program {
    main: include_str!("prism/program.rs"),
    features: &["ask", "http"],
    dependencies: "tokio = { version = \"1\", default-features = false, features = [\"rt\", \"net\", \"time\"] }",
};

#[test]
fn prism_refuses_no_request() {
    let Some(prism) = skip::find_variable("TOOLC_PRISM", "npm") else {
        return;
    };
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let mut called = 0;
    let mut refused = Vec::new();
    for (document, fewest) in DOCUMENTS {
        let path = corpus.join(document);
        let tally = judge(&path, Path::new(&prism));
        eprintln!("{document}: {tally}");
        if tally.operations < *fewest {
            refused.push(format!("{document}: too few operations"));
        }
        called += tally.operations;
        refused.extend(tally.refused);
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(called >= FEWEST, "{called} operations");
}

/// A description for handwritten requests. How Prism reports a wrong one depends on whether the description
/// has a response for that.
const THINGS: &str = r#"
openapi: "3.0.3"
info: { title: things, version: "1" }
paths:
  /things:
    get:
      parameters:
        - { name: count, in: query, required: true, schema: { type: integer, maximum: 9 } }
        - { name: kind, in: query, schema: { type: string, enum: [small, large] } }
      responses: { "200": { description: all of them } }
  /answered:
    get:
      parameters: [{ name: count, in: query, required: true, schema: { type: integer } }]
      responses: { "200": { description: all of them }, "422": { description: wrong } }
"#;

#[test]
fn prism_refuses_requests_that_break_a_rule() {
    let Some(prism) = skip::find_variable("TOOLC_PRISM", "npm") else {
        return;
    };
    let document = Path::new(env!("CARGO_TARGET_TMPDIR")).join("things.yaml");
    fs::write(&document, THINGS).expect("written");
    let prism = Prism::start(Path::new(&prism), &document);
    let requests = [
        ("/things?count=1&kind=small", false),
        ("/things", true),
        ("/things?count=many", true),
        ("/things?count=10", true),
        ("/things?count=1&kind=red", true),
        ("/answered?count=1", false),
        ("/answered?count=many", true),
    ];
    for (path, _) in requests {
        prism.ask(path);
    }
    let judgements = prism.finish();
    let refused: Vec<bool> = judgements
        .iter()
        .map(|judgement| !judgement.faults.is_empty())
        .collect();
    assert_eq!(refused, requests.map(|(_, refused)| refused));
}

/// Calls every operation of a document.
fn judge(document: &Path, prism: &Path) -> Tally {
    let name = document
        .file_stem()
        .and_then(|stem| stem.to_str())
        .expect("a name")
        .replace(|char: char| !char.is_ascii_alphanumeric(), "-");
    let compiled = compile(document, &name);
    let prism = Prism::start(prism, document);
    let program = Generated::build_with(&format!("prism-{name}"), &PROGRAM, &compiled)
        .variable("PRISM_URL", prism.url());
    let instances = instances(&compiled);
    let verdicts = program.ask(&instances);
    Tally::of(&instances, &verdicts, &prism.finish())
}

/// Compiles a document with an engine for its operations.
fn compile(document: &Path, name: &str) -> Compiled {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "prism", name]
        .iter()
        .collect();
    fs::create_dir_all(&folder).expect("a folder");
    let config = format!(
        "tools:\n  registry: [{{ type: rest, spec: {document:?}, namespace: api, engine: api }}]\n  engines: {{ api: {{ type: http, private: true, base_url: \"https://api.example\" }} }}\n"
    );
    fs::write(folder.join("toolc.yaml"), config).expect("written");
    let mut diagnostics = Diagnostics::default();
    let loaded = load_sources(&mut diagnostics, &[folder]);
    compile_loaded(diagnostics, loaded)
}

/// Returns valid arguments for every operation.
fn instances(compiled: &Compiled) -> Vec<Instance> {
    let catalog = compiled.checked.catalog();
    let mut instances = Vec::new();
    for (seed, tool) in (0..).zip(&catalog.tools) {
        let text = catalog.compose_text(&tool.input_text);
        let schema: Value = serde_json::from_str(&text).expect("JSON");
        if is_beyond_prism(&schema) {
            continue;
        }
        let mut random = Random::new(seed);
        let valid = || Generator::new(&schema, &mut random).valid();
        let arguments = std::iter::repeat_with(valid).take(TRIES);
        for arguments in arguments
            .filter(|arguments| !has_empty(arguments))
            .take(CALLS)
        {
            instances.push(Instance {
                tool: tool.wire_name.clone(),
                text: arguments.to_string(),
            });
        }
    }
    instances
}

/// Returns whether the body is a bare number or boolean: Prism reads it as text.
fn is_beyond_prism(schema: &Value) -> bool {
    let body = &schema["properties"]["body"]["type"];
    ["boolean", "integer", "number"]
        .iter()
        .any(|bare| body.to_string().contains(bare))
}

/// Returns whether there is an empty string or list: Prism treats an empty value in a query as absent.
fn has_empty(value: &Value) -> bool {
    match value {
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty() || items.iter().any(has_empty),
        Value::Object(map) => map.values().any(has_empty),
        _ => false,
    }
}
