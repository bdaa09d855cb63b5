//! Strict definitions of real tools: every call that a tool accepts can be expressed by the strict schema,
//! and is restored from it unchanged. The arguments are converted to the strict form using only the schema
//! that the target is shown, as a model would.

use crate::arguments::Generator;
use crate::corpus;
use crate::lenient::lenient;
use crate::random::Random;
use serde_json::{Map, Value};
use std::path::Path;
use toolc::compile::{Options, compile};
use toolc::diagnostic::Diagnostics;
use toolc::load::load_sources;
use toolc_runtime::strict::{Dialect, Rewritten};

/// Number of arguments that are tried for each tool.
const VALUES: u64 = 4;

/// Maximum number of seeds, until arguments without keys unknown to the schema are found.
const MOST_VALUES: u64 = 1_000;

/// Tools that require a property for which no value is valid.
const UNCALLABLE: &[&str] = &[
    "BFCL_v4_live_irrelevance::get_response",
    "BFCL_v4_live_relevance::Events_3_BuyEventTickets",
    "BFCL_v4_live_simple::extract_parameters_v1",
];

/// The targets whose schemas are tried, and the dialect that must show the same schema.
const TARGETS: &[(&str, Dialect, Option<Dialect>)] = &[
    (
        "openai-strict, azure-openai-strict, openai-responses-strict",
        Dialect::OpenAiChat,
        Some(Dialect::OpenAiResponses),
    ),
    (
        "anthropic-strict, bedrock-strict",
        Dialect::Anthropic,
        Some(Dialect::Bedrock),
    ),
    ("gemini-openapi", Dialect::GeminiOpenApi, None),
];

#[test]
fn strict_calls_of_mcp_tools_come_back() {
    try_tools("mcp", 1_300);
}

#[test]
fn strict_calls_of_benchmark_tools_come_back() {
    try_tools("bfcl-tools", 1_000);
}

fn try_tools(folder: &str, fewest: usize) {
    let Some(corpus) = corpus("strict calls") else {
        return;
    };
    let mut diagnostics = Diagnostics::default();
    let loaded = lenient(load_sources(&mut diagnostics, &[corpus.join(folder)]));
    let outcome = compile(diagnostics, &loaded, &Options::default());
    let checked = outcome.checked.expect("what was read is compiled");
    let mut written = String::new();
    for (names, dialect, twin) in TARGETS {
        let mut tally = Tally::default();
        for (_, tool) in checked.numbered() {
            let text = checked.shown_input(tool);
            let shown = try_tool(&tool.qualified(), &text, *dialect, &mut tally);
            if let Some(twin) = twin {
                let other = Rewritten::new(&text, *twin).ok();
                let other = other.map(|other| other.schema().to_text());
                assert_eq!(shown, other, "{names} {}", tool.qualified());
            }
            if let Some(shown) = shown {
                let name = Value::String(tool.qualified());
                written += &format!(
                    "{{\"dialect\":\"{dialect:?}\",\"tool\":{name},\"schema\":{shown}}}\n"
                );
            }
        }
        let faults = std::mem::take(&mut tally.faults);
        eprintln!("{folder} for {names}: {tally:?}");
        assert!(tally.tools > fewest, "{tally:?}");
        let mut others = tally.without_calls.iter();
        assert!(
            others.all(|name| UNCALLABLE.contains(&name.as_str())),
            "{tally:?}"
        );
        let first: Vec<&String> = faults.iter().take(20).collect();
        assert!(first.is_empty(), "{} faults:\n{first:#?}", faults.len());
    }
    // for validators that are not written in Rust: `tests/sdks/strict`
    if let Some(into) = std::env::var_os("TOOLC_STRICT") {
        let into = Path::new(&into).join(format!("{folder}.jsonl"));
        std::fs::write(into, written).expect("written");
    }
}

#[derive(Debug, Default)]
struct Tally {
    tools: usize,
    not_strict: usize,
    calls: usize,
    /// Tools for which no sample call could be made, or only calls with keys that no schema names.
    without_calls: Vec<String>,
    /// Arguments with keys that no schema names.
    pruned: usize,
    faults: Vec<String>,
}

/// Returns the schema that the target is shown of a tool, after trying sample calls through it and back.
fn try_tool(name: &str, text: &str, dialect: Dialect, tally: &mut Tally) -> Option<String> {
    tally.tools += 1;
    let Ok(rewritten) = Rewritten::new(text, dialect) else {
        tally.not_strict += 1;
        return None;
    };
    let own: Value = serde_json::from_str(text).expect("a schema");
    let written = rewritten.schema().to_text();
    let shown: Value = serde_json::from_str(&written).expect("a schema");
    let judge = jsonschema::draft202012::new(&own).expect("a schema");
    let strict = jsonschema::draft202012::new(&in_json_schema(&shown)).expect("a strict schema");
    let has_null_defaults = text.contains("\"default\":null");
    let (mut tried, mut seed) = (0, 0);
    let before = tally.calls;
    // some tools have few calls that a strict schema can express
    while tried < VALUES && seed < 10 * VALUES || tally.calls == before && seed < MOST_VALUES {
        seed += 1;
        let arguments = Generator::new(&own, &mut Random::new(seed)).valid();
        let mut form = Form {
            root: &shown,
            is_pruned: false,
        };
        if !judge.is_valid(&arguments) {
            continue;
        }
        tried += 1;
        let asked = form.put(&shown, &arguments);
        if form.is_pruned {
            tally.pruned += 1;
            continue;
        }
        tally.calls += 1;
        if !strict.is_valid(&asked) {
            let why = strict
                .iter_errors(&asked)
                .next()
                .map(|error| error.to_string());
            tally.faults.push(format!(
                "{dialect:?} {name}: {arguments} cannot be said as {asked}: {why:?}"
            ));
        }
        let back = rewritten.restore(&asked.to_string()).into_owned();
        let back: Value = serde_json::from_str(&back).expect("JSON");
        // where null is the default, it may come back as the absence of the property
        let is_same = match has_null_defaults {
            true => without_nulls(&back) == without_nulls(&arguments),
            false => back == arguments,
        };
        if !is_same || !judge.is_valid(&back) {
            tally.faults.push(format!(
                "{dialect:?} {name}: {arguments} came back as {back} by {asked}"
            ));
        }
    }
    if tally.calls == before {
        tally.without_calls.push(name.to_owned());
    }
    Some(written)
}

/// Converts arguments to the form of a schema.
struct Form<'s> {
    root: &'s Value,
    is_pruned: bool,
}

impl<'s> Form<'s> {
    fn put(&mut self, schema: &'s Value, value: &Value) -> Value {
        if let Some(name) = schema["$ref"].as_str() {
            let target = name
                .strip_prefix('#')
                .and_then(|pointer| self.root.pointer(pointer));
            return self.put(target.expect("a definition"), value);
        }
        let words = schema["description"].as_str().unwrap_or_default();
        if words.contains("Write the value as JSON text") {
            return Value::String(value.to_string());
        }
        if let Some(alternatives) = schema["anyOf"].as_array() {
            let put = alternatives.iter().map(|schema| {
                let mut form = Form {
                    root: self.root,
                    is_pruned: false,
                };
                let put = form.put(schema, value);
                let is_fit = !form.is_pruned && is_fit(self.root, schema, &put);
                is_fit.then_some(put)
            });
            let found = put.flatten().next();
            self.is_pruned |= found.is_none();
            return found.unwrap_or_else(|| value.clone());
        }
        match value {
            Value::Array(items) if schema["items"].is_object() => {
                let items = items.iter().map(|item| self.put(&schema["items"], item));
                Value::Array(items.collect())
            }
            Value::Object(entries) => self.put_object(schema, entries),
            value => value.clone(),
        }
    }

    fn put_object(&mut self, schema: &'s Value, entries: &Map<String, Value>) -> Value {
        let empty = Map::new();
        let named = schema["properties"].as_object();
        self.is_pruned |= entries
            .keys()
            .any(|key| named.is_none_or(|named| !named.contains_key(key)));
        let mut put = Map::new();
        for name in schema["properties"].as_object().unwrap_or(&empty).keys() {
            let is_required = schema["required"]
                .as_array()
                .is_some_and(|names| names.contains(&Value::from(name.as_str())));
            match entries.get(name) {
                Some(value) => {
                    let put_value = self.put(&schema["properties"][name], value);
                    put.insert(name.clone(), put_value);
                }
                None if is_required => {
                    put.insert(name.clone(), Value::Null);
                }
                None => {}
            }
        }
        Value::Object(put)
    }
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        Value::Object(entries) => {
            let kept = entries.iter().filter(|(_, value)| !value.is_null());
            let kept = kept.map(|(key, value)| (key.clone(), without_nulls(value)));
            Value::Object(kept.collect())
        }
        value => value.clone(),
    }
}

fn is_fit(root: &Value, schema: &Value, value: &Value) -> bool {
    let mut whole = in_json_schema(schema);
    if let (Some(whole), Some(definitions)) = (whole.as_object_mut(), root.get("$defs")) {
        whole.insert("$defs".to_owned(), definitions.clone());
    }
    jsonschema::draft202012::is_valid(&whole, value)
}

/// Translates the keywords of OpenAPI in a schema to JSON Schema.
fn in_json_schema(schema: &Value) -> Value {
    match schema {
        Value::Array(items) => items.iter().map(in_json_schema).collect(),
        Value::Object(entries) => {
            let is_nullable = entries.get("nullable") == Some(&Value::Bool(true));
            let mut made = Map::new();
            for (key, value) in entries {
                let value = match (key.as_str(), value) {
                    ("nullable", _) => continue,
                    ("type", Value::String(name)) => Value::String(name.to_lowercase()),
                    ("enum" | "const" | "description", value) => value.clone(),
                    ("properties" | "$defs", Value::Object(schemas)) => {
                        let schemas = schemas.iter();
                        let schemas =
                            schemas.map(|(name, schema)| (name.clone(), in_json_schema(schema)));
                        Value::Object(schemas.collect())
                    }
                    (_, value) => in_json_schema(value),
                };
                made.insert(key.clone(), value);
            }
            match is_nullable {
                true => serde_json::json!({ "anyOf": [made, { "type": "null" }] }),
                false => Value::Object(made),
            }
        }
        value => value.clone(),
    }
}
