//! Changes of every kind, applied to real tools: each is found in its class, and another spelling is no
//! change.

#[path = "mutations/config.rs"]
mod config;
#[path = "mutations/project.rs"]
mod project;
#[path = "mutations/schemas.rs"]
mod schemas;

use crate::random::Random;
use crate::size::size;
use crate::skip;
use project::Project;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Returns a tool as a test case: its schemas and everything else that is decided about it, before any
/// change.
pub fn case(tool: &Value) -> Value {
    let text = |key: &str| tool[key].as_str().unwrap_or_default().to_owned();
    let mut output = tool["outputSchema"].clone();
    if output["type"] != "object" {
        output = tool["inputSchema"].clone();
    }
    json!({
        "input": tool["inputSchema"],
        "output": output,
        "description": format!("Does it. {}", text("description")),
        "title": text("name"),
        "annotations": { "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false },
        "namespace": "one",
        "own": {},
        "worker": { "listed": true, "approval": "ask", "output_policy": "enforce", "at_most": null, "timeout": "9s", "instructions": "Help." },
        "engine": { "env": "SECRET", "hosts": "files.example", "private": false, "timeout": "30s", "retries": 2, "max_response": "9MB" },
        "request": { "method": "post", "path": "/", "in": "query", "explode": true, "server": "https://api.example" },
        "spelling": "compact",
        "present": true,
    })
}

/// A kind of change.
pub struct Kind {
    /// A description in words.
    pub name: &'static str,
    /// The class it is reported in; `None` if it is no change.
    pub class: Option<&'static str>,
    /// How the tools are written.
    pub project: Project,
    /// Changes one of two equal cases, or both. Returns whether that is possible.
    pub edit: fn(&mut Value, &mut Value) -> bool,
}

#[test]
fn changes_of_every_kind_are_found() {
    let Some(corpus) = skip::find_corpus() else {
        return;
    };
    let wanted = size("TOOLC_MUTATIONS", 12);
    let mut random = Random::new(size("TOOLC_SEED", 0) as u64);
    let tools = read_tools(&corpus);
    let kinds: Vec<&Kind> = schemas::KINDS.iter().chain(config::KINDS).collect();
    assert!(kinds.len() >= 40, "{} kinds", kinds.len());
    let mut faults = Vec::new();
    let (mut all, mut open) = (0, 0);
    for kind in kinds {
        let pairs = sample(kind, &tools, wanted, &mut random);
        assert!(
            pairs.len() == wanted,
            "{}: {} tools",
            kind.name,
            pairs.len()
        );
        let found = kind.project.compare(kind.name, &pairs);
        let undecided = judge(kind, pairs.len(), &found, &mut faults);
        eprintln!(
            "{}: {} tools, {undecided} undecided",
            kind.name,
            pairs.len()
        );
        all += pairs.len();
        open += undecided;
    }
    eprintln!("mutated\t{all}\t{open}");
    for fault in &faults {
        eprintln!("{fault}");
    }
    assert!(faults.is_empty(), "{} faults", faults.len());
    assert!(open * 100 <= all, "{open} of {all} undecided");
}

/// Returns the tools of all servers, and the functions of a benchmark as tools.
fn read_tools(corpus: &Path) -> Vec<Value> {
    let mut tools = Vec::new();
    for answer in read_files(&corpus.join("mcp")) {
        tools.extend(answer["result"]["tools"].as_array().expect("tools").clone());
    }
    for list in read_files(&corpus.join("bfcl-tools")) {
        for function in list.as_array().expect("functions") {
            let mut schema = function["parameters"].clone();
            if rename_types(&mut schema) && schema["type"] == "object" {
                tools.push(json!({
                    "name": function["name"],
                    "description": function["description"],
                    "inputSchema": schema,
                }));
            }
        }
    }
    tools
}

fn read_files(folder: &Path) -> Vec<Value> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let text = |path| fs::read_to_string(path).expect("a file");
    let values = paths.iter().map(|path| serde_json::from_str(&text(path)));
    values.map(|value| value.expect("JSON")).collect()
}

/// Renames the types of Python to those of JSON Schema. Returns whether all of them have a counterpart, and
/// no `enum` lacks a value of its type: such a function cannot be called, so that no change of it has an
/// effect.
fn rename_types(value: &mut Value) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().all(rename_types),
        Value::Object(members) => {
            if let Some(Value::String(name)) = members.get_mut("type") {
                *name = match name.as_str() {
                    "dict" => "object".to_owned(),
                    "float" => "number".to_owned(),
                    "tuple" => "array".to_owned(),
                    "string" | "integer" | "boolean" | "array" | "object" | "number" => {
                        name.clone()
                    }
                    _ => return false,
                };
            }
            let kind = members.get("type").and_then(Value::as_str);
            let values = members.get("enum").and_then(Value::as_array);
            if let (Some(kind), Some(values)) = (kind, values)
                && !values.iter().any(|value| is_of_type(value, kind))
            {
                return false;
            }
            members.values_mut().all(rename_types)
        }
        _ => true,
    }
}

fn is_of_type(value: &Value, kind: &str) -> bool {
    match value {
        Value::Null => kind == "null",
        Value::Bool(_) => kind == "boolean",
        Value::Number(number) => kind == "number" || kind == "integer" && !number.is_f64(),
        Value::String(_) => kind == "string",
        Value::Array(_) => kind == "array",
        Value::Object(_) => kind == "object",
    }
}

fn sample(kind: &Kind, tools: &[Value], wanted: usize, random: &mut Random) -> Vec<[Value; 2]> {
    let mut rest: Vec<usize> = (0..tools.len()).collect();
    let (mut pairs, mut known) = (Vec::new(), BTreeSet::new());
    while pairs.len() < wanted && !rest.is_empty() {
        let at = rest.swap_remove(random.below(rest.len()));
        let (mut old, mut new) = (case(&tools[at]), case(&tools[at]));
        // the benchmark has some functions several times; with two alike, nobody could tell which one was
        // renamed
        let is_renamed = kind.class == Some("tool-renamed");
        if is_renamed && !known.insert(format!("{} {}", old["description"], old["input"])) {
            continue;
        }
        // a reference would lead elsewhere in an API description
        let is_fit =
            !matches!(kind.project, Project::Api) || !old["input"].to_string().contains("$ref");
        if is_fit && (kind.edit)(&mut old, &mut new) {
            pairs.push([old, new]);
        }
    }
    pairs
}

/// The number in `and 7 more tools`.
fn counted_in(message: &str) -> Option<usize> {
    let (_, rest) = message.split_once(" and ")?;
    let (number, rest) = rest.split_once(' ')?;
    rest.starts_with("more ").then(|| number.parse().ok())?
}

/// Records what is wrong. Returns how many changes are undecided.
fn judge(kind: &Kind, count: usize, found: &[Value], faults: &mut Vec<String>) -> usize {
    let mut classes: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for finding in found {
        let class = finding["class"].as_str().unwrap_or("none").to_owned();
        let message = finding["message"].as_str().expect("a message");
        // without a worker file there is a worker that has every tool
        if message.contains("worker `all`") {
            continue;
        }
        let numbers = project::numbers_in(message);
        if numbers.is_empty() {
            faults.push(format!("{}: {class} {message}", kind.name));
        }
        // one cause of several changes is one finding, which names the first tools and counts the others
        let named = numbers.len();
        let all = match counted_in(message) {
            Some(more) if named + more == count => (0..count).collect(),
            _ => numbers,
        };
        for number in all {
            classes.entry(number).or_default().insert(class.clone());
        }
    }
    // whether results are held to a schema changes with whether there is one
    for classes in classes.values_mut().filter(|classes| classes.len() > 1) {
        classes.remove("output-policy");
    }
    let mut undecided = 0;
    for number in 0..count {
        let said: Vec<&str> = classes
            .get(&number)
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        let is_open = |class: &str| {
            let breaks = class
                .strip_suffix("breaking")
                .or(class.strip_suffix("compatible"));
            breaks.is_some_and(|part| said == [format!("{part}undecided")])
        };
        match kind.class {
            Some(class) if said == [class] => {}
            Some(class) if is_open(class) => undecided += 1,
            None if said.is_empty() => {}
            _ => faults.push(format!(
                "{}: tool {number}: {said:?} instead of {:?}",
                kind.name, kind.class
            )),
        }
    }
    undecided
}
