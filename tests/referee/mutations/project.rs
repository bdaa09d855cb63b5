//! The files of both sides, in which each tool has a number that every finding about it contains.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// How tools are written.
#[derive(Clone, Copy)]
pub enum Project {
    /// The list of a server.
    Snapshot,
    /// A tool file for each namespace, and a worker for each tool.
    Tools,
    /// An API and an engine for each tool.
    Api,
}

/// Returns the numbers of the tools that a message mentions.
pub fn numbers_in(message: &str) -> Vec<usize> {
    let parts = message.split("zz").skip(1);
    parts
        .filter(|part| part.len() >= 4)
        .filter_map(|part| part.get(..4)?.parse().ok())
        .collect()
}

impl Project {
    /// Returns what `toolc diff` finds between the two sides of all cases.
    pub fn compare(self, name: &str, pairs: &[[Value; 2]]) -> Vec<Value> {
        let name = name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
        let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mutated_{name}"));
        let _ = fs::remove_dir_all(&work);
        for (side, at) in [("old", 0), ("new", 1)] {
            let cases: Vec<&Value> = pairs.iter().map(|pair| &pair[at]).collect();
            for (path, text) in self.files(&cases) {
                let path = work.join(side).join(path);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, text).expect("written");
            }
        }
        let output = Command::new(env!("CARGO_BIN_EXE_toolc"))
            .current_dir(&work)
            .args(["diff", "old", "new", "--format", "json"])
            .output()
            .expect("toolc runs");
        let said: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
        let _ = fs::remove_dir_all(&work);
        said["diagnostics"].as_array().expect("a list").clone()
    }

    fn files(self, cases: &[&Value]) -> Vec<(String, String)> {
        match self {
            Project::Snapshot => {
                let cases = cases
                    .iter()
                    .enumerate()
                    .filter(|(_, case)| case["present"] == true);
                let tools: Vec<Value> = cases
                    .clone()
                    .map(|(number, case)| listed(number, case))
                    .collect();
                let is_pretty = cases.clone().any(|(_, case)| case["spelling"] == "pretty");
                let answer = json!({ "tools": tools });
                let order = cases.clone().find_map(|(_, case)| case["order"].as_str());
                let text = match is_pretty {
                    true => format!("{answer:#}"),
                    false => write_json(&answer, Level::Data, order.unwrap_or_default()),
                };
                // schemas of results that are not shown are compared by their fingerprints alone
                let config = "tools: { registry: [{ type: mcp, snapshot: server.mcp.json, namespace: server, output: show }] }";
                vec![
                    ("toolc.yaml".to_owned(), config.to_owned()),
                    ("server.mcp.json".to_owned(), text),
                ]
            }
            Project::Tools => tool_files(cases),
            Project::Api => api_files(cases),
        }
    }
}

fn tool_name(number: usize, case: &Value) -> String {
    format!(
        "zz{number:04}zz{}",
        case["suffix"].as_str().unwrap_or_default()
    )
}

/// Returns a tool as a server lists it.
fn listed(number: usize, case: &Value) -> Value {
    let mut tool = json!({
        "name": tool_name(number, case),
        "title": case["title"],
        "description": case["description"],
        "annotations": case["annotations"],
        "inputSchema": case["input"],
    });
    if !case["output"].is_null() {
        tool["outputSchema"] = case["output"].clone();
    }
    tool
}

fn tool_files(cases: &[&Value]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut registry = String::new();
    for namespace in ["one", "two"] {
        let own = cases
            .iter()
            .enumerate()
            .filter(|(_, case)| case["namespace"] == namespace);
        let tools: Vec<Value> = own
            .map(|(number, case)| {
                let mut tool = json!({
                    "name": tool_name(number, case),
                    "description": case["description"],
                    "parameters": case["input"],
                });
                let own = case["own"].as_object().expect("keys");
                for (key, value) in own.iter().filter(|(_, value)| !value.is_null()) {
                    tool[key] = value.clone();
                }
                tool
            })
            .collect();
        if tools.is_empty() {
            continue;
        }
        let spelling = cases[0]["spelling"].as_str().unwrap_or_default();
        let text = match spelling {
            "yaml" => write_yaml(&json!(tools), 0),
            "pretty" => format!("{:#}", json!(tools)),
            _ => json!(tools).to_string(),
        };
        let extension = if spelling == "yaml" { "yaml" } else { "json" };
        registry.push_str(&format!(
            "    - {{ type: file, path: {namespace}.{extension}, namespace: {namespace} }}\n"
        ));
        files.push((format!("{namespace}.{extension}"), text));
    }
    for (number, case) in cases.iter().enumerate() {
        let worker = &case["worker"];
        let mut tools = Vec::new();
        if worker["listed"] == true {
            tools.push(tool_name(number, case));
        }
        let mut mount = json!({ "tools": tools, "allow_empty": true });
        if worker["listed"] == true {
            mount = json!({
                "tools": tools,
                "approval": { "tools": { &tools[0]: worker["approval"] } },
            });
            if !worker["at_most"].is_null() {
                mount["limits"] = json!({ &tools[0]: { "at_most": worker["at_most"] } });
            }
        }
        let namespace = case["namespace"].as_str().expect("a namespace");
        let text = json!({
            "name": format!("wzz{number:04}zz"),
            "instructions": worker["instructions"],
            "output_policy": worker["output_policy"],
            "timeout": worker["timeout"],
            "toolsets": { namespace: mount },
        });
        files.push((format!("workers/w{number:04}.yaml"), text.to_string()));
    }
    files.push((
        "toolc.yaml".to_owned(),
        format!("tools:\n  registry:\n{registry}workers: [workers/*.yaml]\n"),
    ));
    files
}

fn api_files(cases: &[&Value]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let (mut registry, mut engines) = (String::new(), String::new());
    for (number, case) in cases.iter().enumerate() {
        let (request, engine) = (&case["request"], &case["engine"]);
        let path = format!(
            "/zz{number:04}zz{}",
            request["path"].as_str().unwrap_or_default()
        );
        let mut style = json!({
            "name": "filter", "in": request["in"], "schema": { "type": "array", "items": { "type": "string" } },
        });
        if request["in"] == "query" {
            style["explode"] = request["explode"].clone();
        }
        let method = request["method"].as_str().expect("a method");
        let document = json!({
            "openapi": "3.1.0",
            "info": { "title": "An API", "version": "1" },
            "servers": [{ "url": request["server"] }],
            "security": [{ "key": [] }],
            "paths": { &path: { method: {
                "operationId": tool_name(number, case),
                "description": case["description"],
                "parameters": [style],
                "requestBody": { "required": true, "content": { "application/json": { "schema": case["input"] } } },
                "responses": { "200": { "description": "Done." } },
            } } },
            "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } },
        });
        files.push((format!("a{number:04}.json"), document.to_string()));
        registry.push_str(&format!("    - {{ type: rest, spec: a{number:04}.json, namespace: n{number:04}, engine: ezz{number:04}zz }}\n"));
        let text = |key: &str| engine[key].as_str().unwrap_or_default();
        engines.push_str(&format!(
            "    ezz{number:04}zz: {{ type: http, auth: {{ key: {{ api_key_env: {} }} }}, hosts: [{}], private: {}, timeout: {}, retries: {}, max_response: {} }}\n",
            text("env"), text("hosts"), engine["private"], text("timeout"), engine["retries"], text("max_response"),
        ));
    }
    files.push((
        "toolc.yaml".to_owned(),
        format!("tools:\n  registry:\n{registry}  engines:\n{engines}"),
    ));
    files
}

/// What the keys of a mapping mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Data,
    Schema,
    Names,
}

/// Returns JSON in which the order of schema keywords, or of property names, is reversed.
fn write_json(value: &Value, level: Level, order: &str) -> String {
    let below = |key: &str| match (level, key) {
        (Level::Data, "inputSchema" | "outputSchema") | (Level::Names, _) => Level::Schema,
        (Level::Schema, "properties" | "$defs" | "definitions" | "patternProperties") => {
            Level::Names
        }
        (Level::Schema, "const" | "enum" | "default" | "examples") => Level::Data,
        (level, _) => level,
    };
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items
                .iter()
                .map(|item| write_json(item, level, order))
                .collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(map) => {
            let write = |(key, value): (&String, &Value)| {
                format!("{}:{}", json!(key), write_json(value, below(key), order))
            };
            let mut entries: Vec<String> = map.iter().map(write).collect();
            let is_turned = match level {
                Level::Data => false,
                Level::Schema => order == "keywords",
                Level::Names => order == "properties",
            };
            if is_turned {
                entries.reverse();
            }
            format!("{{{}}}", entries.join(","))
        }
        _ => value.to_string(),
    }
}

/// Returns a value in the block style of YAML.
fn write_yaml(value: &Value, indent: usize) -> String {
    let margin = "  ".repeat(indent);
    match value {
        Value::Array(items) if !items.is_empty() => items
            .iter()
            .map(|item| format!("\n{margin}- {}", write_yaml(item, indent + 1).trim_start()))
            .collect(),
        Value::Object(map) if !map.is_empty() => map
            .iter()
            .map(|(key, value)| {
                format!(
                    "\n{margin}{}: {}",
                    json!(key),
                    write_yaml(value, indent + 1)
                )
            })
            .collect(),
        _ => value.to_string(),
    }
}
