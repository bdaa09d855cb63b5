//! Whatever came in, what models, providers and clients are shown is a valid JSON Schema 2020-12, and nothing that
//! restricts is lost on the way. The meta-schema is the judge; `tests/sdks/run` asks ajv as well.

#[path = "exported/inputs.rs"]
mod inputs;
#[path = "support/lenient.rs"]
mod lenient;
#[path = "support/skip.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod skip;

use inputs::{ANNOTATIONS, RESTRICTIONS, lists};
use jsonschema::draft202012;
use lenient::lenient;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use toolc::compile::{Options, Outcome, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc_model::model::{Target, ToolId};
use toolc_resolve::check::Checked;
use toolc_runtime::format::Format;

/// Larger descriptions of APIs are left out.
const LARGEST: u64 = 300_000;

fn compiled(test: &str, files: &[(&str, String)]) -> Outcome {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("exported")
        .join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("written");
    }
    compiled_from(folder)
}

fn compiled_from(path: PathBuf) -> Outcome {
    let mut diagnostics = Diagnostics::default();
    let loaded = lenient(load_sources(&mut diagnostics, &[path]));
    compile(diagnostics, &loaded, &Options::default())
}

/// The schemas of a definition of any target.
fn schemas_in(definition: &Value) -> impl Iterator<Item = &Value> {
    let inner = [&definition["function"], &definition["toolSpec"], definition];
    const KEYS: &[&str] = &[
        "parameters",
        "input_schema",
        "inputSchema",
        "parametersJsonSchema",
        "outputSchema",
    ];
    inner.into_iter().flat_map(|holder| {
        let found = KEYS.iter().filter_map(|key| holder.get(key));
        found.map(|schema| schema.get("json").unwrap_or(schema))
    })
}

/// The definitions in a list, however it is wrapped.
fn definitions_in(list: &Value) -> Vec<&Value> {
    match list {
        Value::Array(items) => items.iter().flat_map(definitions_in).collect(),
        _ => match ["tools", "functionDeclarations"]
            .iter()
            .find_map(|key| list.get(key))
        {
            Some(inner) => definitions_in(inner),
            None => vec![list],
        },
    }
}

/// What is wrong with what the targets are shown. The subset of OpenAPI that Gemini takes is not JSON Schema.
fn faults(checked: &Checked, targets: &[&'static Target]) -> BTreeSet<String> {
    let ids: Vec<ToolId> = checked.numbered().map(|(id, _)| id).collect();
    let mut faults = BTreeSet::new();
    for target in targets {
        let list: Value =
            serde_json::from_str(checked.definitions(&ids, target).as_text()).expect("JSON");
        for definition in definitions_in(&list) {
            for schema in schemas_in(definition) {
                if let Err(error) = draft202012::meta::validate(schema) {
                    let text = schema.to_string();
                    let shown: String = text.chars().take(400).collect();
                    faults.insert(format!(
                        "{}: {error} at {}: {shown}",
                        target.name,
                        error.instance_path()
                    ));
                }
                let mut patterns = Vec::new();
                find_foreign_patterns(schema, &mut patterns);
                let patterns = patterns.iter();
                faults.extend(patterns.map(|pattern| format!("{}: {pattern}", target.name)));
                if schema.as_object().is_none() {
                    faults.insert(format!("{}: {schema} is not an object", target.name));
                }
            }
        }
    }
    faults
}

/// The patterns in a schema that plain ECMA-262 refuses, as clients compile them.
fn find_foreign_patterns(schema: &Value, found: &mut Vec<String>) {
    if let Value::Array(items) = schema {
        items
            .iter()
            .for_each(|item| find_foreign_patterns(item, found));
    }
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        match (keyword.as_str(), value) {
            ("enum" | "const" | "default" | "examples", _) => continue,
            ("pattern", Value::String(pattern)) => found.push(pattern.clone()),
            ("patternProperties", Value::Object(schemas)) => found.extend(schemas.keys().cloned()),
            _ => {}
        }
        find_foreign_patterns(value, found);
    }
    found.retain(|pattern| !Format::Regex.accepts(pattern));
}

/// One target for each way in which schemas are written.
fn every_way() -> Vec<&'static Target> {
    let names = [
        "mcp",
        "openai-strict",
        "anthropic-strict",
        "bedrock",
        "gemini",
    ];
    names.into_iter().filter_map(Target::named).collect()
}

fn snapshot(tools: &BTreeMap<String, Value>, output: bool) -> String {
    let tools: Vec<Value> = tools
        .iter()
        .map(|(name, schema)| {
            let mut tool =
                json!({ "name": name, "description": "Does it.", "inputSchema": schema });
            if output {
                tool["outputSchema"] = schema.clone();
            }
            tool
        })
        .collect();
    json!({ "tools": tools }).to_string()
}

const CONFIG: &str = "tools:\n  registry:\n    - { type: mcp, snapshot: api.mcp.json, namespace: api, output: show }\n";

#[test]
fn annotations_of_every_kind_leave_as_valid_schemas_and_cost_no_tool() {
    let tools = lists(ANNOTATIONS, &[0, 1, 4, 6, 7, 8]);
    let files = [
        ("toolc.yaml", CONFIG.to_owned()),
        ("api.mcp.json", snapshot(&tools, true)),
    ];
    let outcome = compiled("annotations", &files);
    let checked = outcome.checked.expect("it compiles");
    let missing: Vec<String> = missing(&checked, &tools);
    assert!(missing.is_empty(), "{}: {missing:?}", missing.len());
    let faults = faults(&checked, &[Target::named("mcp").expect("a target")]);
    assert!(faults.is_empty(), "{}: {faults:#?}", faults.len());
    // Whatever is left out is told.
    let told = outcome
        .diagnostics
        .iter()
        .filter(|found| found.code.to_string() == "T0498");
    assert!(told.count() > 1_000);
}

#[test]
fn restrictions_are_kept_as_valid_schemas_or_cost_the_tool() {
    let tools = lists(RESTRICTIONS, &[1, 2, 5, 7]);
    let files = [
        ("toolc.yaml", CONFIG.to_owned()),
        ("api.mcp.json", snapshot(&tools, true)),
    ];
    let outcome = compiled("restrictions", &files);
    let checked = outcome.checked.expect("it compiles");
    let faults = faults(&checked, &every_way());
    assert!(faults.is_empty(), "{}: {faults:#?}", faults.len());
    for name in missing(&checked, &tools) {
        let skipped = outcome.summary.skipped.iter();
        let qualified = format!("api::{name}");
        assert!(
            skipped
                .clone()
                .any(|skipped| skipped.name == qualified || skipped.name == name),
            "{name}"
        );
    }
}

/// Whatever is left out with a pattern, models are shown a schema that takes every call that is valid.
#[test]
fn a_pattern_that_cannot_be_written_is_left_out_and_costs_no_call() {
    let tool = fs::read_to_string("tests/ui/T0514_unshown_pattern.yaml").expect("a case");
    let more = r#"
- name: either
  description: Takes either.
  parameters:
    type: object
    properties:
      one: { description: One., type: string, oneOf: [{ pattern: '(?i)^(a)\1$' }, { minLength: 3 }] }
      if: { description: If., type: string, if: { pattern: '(?i)^(a)\1$' }, then: { maxLength: 2 }, else: { minLength: 3 } }
      list: { description: A list., type: array, items: { type: string }, contains: { pattern: '(?i)^(a)\1$' }, maxContains: 1 }
      all:
        description: All.
        type: object
        allOf: [{ patternProperties: { '(?i)^(a)\1$': {} } }]
        unevaluatedProperties: false
    additionalProperties: false
"#;
    let files = [("tags.yaml", tool + more)];
    let checked = compiled("unshown", &files).checked.expect("it compiles");
    let found = faults(&checked, &every_way());
    assert!(found.is_empty(), "{found:#?}");
    let calls = [
        json!({ "tag": "<b>x</B>", "quoted": "'x'", "neither": "ab", "more": { "x-X": "1" } }),
        json!({ "one": "aA", "if": "aA", "list": ["aA", "b", "c"], "all": { "aA": 1 } }),
    ];
    let ids: Vec<ToolId> = checked.numbered().map(|(id, _)| id).collect();
    let target = Target::named("mcp").expect("a target");
    let list: Value =
        serde_json::from_str(checked.definitions(&ids, target).as_text()).expect("JSON");
    for definition in definitions_in(&list) {
        let schema = &definition["inputSchema"];
        let validator = jsonschema::draft202012::new(schema).expect("a schema");
        let call = calls.iter().find(|call| match definition["name"].as_str() {
            Some(name) => name.ends_with("tag") == call.get("tag").is_some(),
            None => false,
        });
        let call = call.expect("a call");
        assert!(validator.is_valid(call), "{call} {schema}");
        assert!(!schema.to_string().contains("(?i)"), "{schema}");
    }
}

fn missing(checked: &Checked, tools: &BTreeMap<String, Value>) -> Vec<String> {
    let there: BTreeSet<&str> = checked
        .numbered()
        .map(|(_, tool)| tool.name.as_str())
        .collect();
    tools
        .keys()
        .filter(|name| !there.contains(name.as_str()))
        .cloned()
        .collect()
}

/// The same for descriptions of APIs, whose schemas have other keywords.
#[test]
fn schemas_of_apis_leave_without_examples_and_extensions() {
    let mut paths = Map::new();
    for (name, schema) in lists(ANNOTATIONS, &[1, 4]) {
        let body = json!({ "type": "object", "properties": { "body": schema } });
        paths.insert(format!("/{name}"), json!({ "post": {
            "operationId": name, "summary": "Does it.",
            "requestBody": { "required": true, "content": { "application/json": { "schema": body } } },
            "responses": { "200": { "description": "ok", "content": { "application/json": { "schema": schema } } } },
        }}));
    }
    let document = json!({
        "openapi": "3.1.0", "info": { "title": "t", "version": "1" },
        "servers": [{ "url": "https://example.com" }], "paths": paths,
    });
    let config = "tools:\n  registry:\n    - { type: rest, spec: api.openapi.json, namespace: api, output: show }\n";
    let files = [
        ("toolc.yaml", config.to_owned()),
        ("api.openapi.json", document.to_string()),
    ];
    let outcome = compiled("apis", &files);
    let checked = outcome.checked.expect("it compiles");
    let missing = missing(&checked, &lists(ANNOTATIONS, &[1, 4]));
    assert!(missing.is_empty(), "{}: {missing:?}", missing.len());
    let faults = faults(&checked, &[Target::named("mcp").expect("a target")]);
    assert!(faults.is_empty(), "{}: {faults:#?}", faults.len());
    let ids: Vec<ToolId> = checked.numbered().map(|(id, _)| id).collect();
    let list = checked
        .definitions(&ids, Target::named("mcp").expect("a target"))
        .to_string();
    for word in ["\"example\":", "\"examples\":", "\"x-note\":"] {
        assert!(!list.contains(word), "{word}");
    }
}

/// The published schema of one tool of one's own.
fn published(schema: &Value) -> Value {
    let tool = json!([{ "name": "t", "description": "Does it.", "parameters": schema }]);
    let outcome = compiled("own", &[("tools.json", tool.to_string())]);
    let checked = outcome.checked.expect("it compiles");
    let (_, tool) = checked.numbered().next().expect("a tool");
    serde_json::from_str(&checked.shown_input(tool)).expect("JSON")
}

#[test]
fn what_is_legal_stays_and_the_rest_is_what_was_meant() {
    for (written, shown) in [
        (
            json!({ "required": ["p", "p"] }),
            json!({ "required": ["p"] }),
        ),
        (
            json!({ "dependentRequired": { "p": ["q", "q"], "q": [] } }),
            json!({ "dependentRequired": { "p": ["q"], "q": [] } }),
        ),
        (
            json!({ "title": null, "description": "Kept." }),
            json!({ "description": "Kept." }),
        ),
        (
            json!({ "deprecated": "true", "readOnly": true }),
            json!({ "readOnly": true }),
        ),
        (
            json!({ "examples": { "a": 1 }, "default": { "p": null } }),
            json!({ "default": { "p": null } }),
        ),
        (
            json!({ "examples": [{ "$id": 5 }] }),
            json!({ "examples": [{ "$id": 5 }] }),
        ),
        (
            json!({ "patternProperties": { "^x\\-\\w": { "pattern": "\\A[\\w-.]{,3}" } } }),
            json!({ "patternProperties": { "^x-\\w": { "pattern": "^[\\w\\-.]{0,3}" } } }),
        ),
        (
            json!({ "patternProperties": { "-": {}, "\\-": {} } }),
            json!({ "patternProperties": { "-": {}, "(?:-)": {} } }),
        ),
        (
            json!({ "x-a": { "b": { "$id": "c" } }, "x-b": { "c": 1 } }),
            json!({ "x-b": { "c": 1 } }),
        ),
    ] {
        let mut schema = json!({ "type": "object", "properties": { "p": {}, "q": {} } });
        let mut expected = schema.clone();
        let parts = [(&mut schema, written), (&mut expected, shown)];
        for (schema, keywords) in parts {
            let keywords = keywords.as_object().expect("keywords").clone();
            schema.as_object_mut().expect("a schema").extend(keywords);
        }
        assert_eq!(published(&schema), expected);
    }
    let schema = json!({ "type": "object", "properties": { "p": { "type": ["null", "null"] }, "q": { "enum": [] } } });
    let shown = published(&schema);
    assert_eq!(shown["properties"]["p"], json!({ "type": ["null"] }));
    assert_eq!(shown["properties"]["q"], json!({ "not": {} }));
}

/// All of the corpus that is tools or snapshots, for every target; APIs for MCP, with their results.
#[test]
fn the_corpus_leaves_as_valid_schemas() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    for folder in [
        "mcp",
        "bfcl-tools",
        "provider-formats/openai",
        "provider-formats/anthropic",
        "provider-formats/gemini",
    ] {
        let outcome = compiled_from(corpus.join(folder));
        let checked = outcome.checked.expect("what was read is compiled");
        let faults = faults(&checked, &every_way());
        assert!(faults.is_empty(), "{folder}: {}: {faults:#?}", faults.len());
        eprintln!("{folder}: {} tools", checked.numbered().count());
    }
    let (mut documents, mut operations) = (0, 0);
    for version in ["2.0", "3.0", "3.1"] {
        for path in list_small_files(&corpus.join("openapi").join(version)) {
            let entry = format!("{{ type: rest, spec: {path:?}, namespace: api, output: show }}");
            let config = format!("tools: {{ registry: [{entry}] }}\n");
            let outcome = compiled("apis", &[("toolc.yaml", config)]);
            let checked = outcome.checked.expect("what was read is compiled");
            documents += 1;
            operations += checked.numbered().count();
            let faults = faults(&checked, &[Target::named("mcp").expect("a target")]);
            assert!(faults.is_empty(), "{}: {faults:#?}", path.display());
        }
    }
    eprintln!("openapi: {documents} documents, {operations} operations");
    assert!(
        documents > 60 && operations > 1_000,
        "{documents}, {operations}"
    );
}

/// The smaller files of a folder.
fn list_small_files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder");
    let files = files.map(|entry| entry.expect("an entry").path());
    let mut small: Vec<PathBuf> = files
        .filter(|path| fs::metadata(path).is_ok_and(|file| file.len() < LARGEST))
        .filter(|path| path.extension().is_some_and(|ending| ending != "md"))
        .collect();
    small.sort();
    small
}
