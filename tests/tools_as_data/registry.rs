//! The registry: what is registered twice, what is found, and by which names.

use crate::command::{Folder, stdout};
use crate::{Case, compare};
use serde_json::{Value, json};
use toolc::compile::{Options, Outcome, compile};
use toolc::diagnostic::{Diagnostics, Severity};
use toolc::load::Loaded;
use toolc::source::{Role, Source};
use toolc_model::model::entry::{EntryData, SchemaTextData};
use toolc_runtime::ToolRegistry;
use toolc_runtime::v1::{Lookup, ToolEntry};
use toolc_schema::data::{Built, Data, InMemory};
use toolc_schema::schema::tables::Tables;

/// The fingerprint of a schema is the one that the lock has for a tool with this schema.
pub fn run_fingerprint(case: &Case) -> Result<(), String> {
    if let Some(schema) = case.input.get("schema") {
        let found = json!({ "sha256": raw_fingerprint("one", schema)? });
        return compare(&found, &case.expected);
    }
    let first = raw_fingerprint("first", &case.input["a"])?;
    let second = raw_fingerprint("second", &case.input["b"])?;
    let mut found = json!({ "equal": first == second });
    if case.expected.get("sha256").is_some() {
        found["sha256"] = Value::from(first);
    }
    compare(&found, &case.expected)
}

fn raw_fingerprint(name: &str, schema: &Value) -> Result<String, String> {
    let folder = Folder::new(&format!("fingerprint_{name}"));
    let tools = json!([{ "name": "t", "description": "d", "parameters": schema }]);
    folder.put("t.json", &tools.to_string());
    let said = folder.toolc(&["lock", "t.json"]);
    let lock = std::fs::read_to_string(folder.0.join("toolc.lock")).unwrap_or_default();
    let line = lock
        .lines()
        .find_map(|line| line.trim().strip_prefix("raw_fingerprint: "));
    let line = line.ok_or_else(|| String::from_utf8_lossy(&said.stderr).into_owned())?;
    Ok(line.trim_matches('"').to_owned())
}

/// What is registered together, or why that is refused.
pub fn run_build(case: &Case) -> Result<(), String> {
    let outcome = compile_tools(&case.input["tools"]);
    if let Some(error) = find_error(&outcome) {
        return compare(&Value::from(error), &case.expected["text"]);
    }
    let registry = make_registry(&outcome);
    let mut found = json!({ "len": registry.len() });
    for key in case
        .expected
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys())
    {
        if let Some(name) = key.strip_prefix("get ") {
            found[key] = registry.get(name).len().into();
        }
    }
    compare(&found, &case.expected)
}

/// What is asked of the registry that generated code has.
pub fn run_query(case: &Case) -> Result<(), String> {
    let input = &case.input;
    let overloads = input["overloads_of"].as_str().map(|name| {
        let schemas = [json!({}), json!({ "type": "object" })];
        let schemas = schemas.iter();
        schemas.map(|schema| tool(name, schema)).collect::<Value>()
    });
    let tools = overloads.unwrap_or_else(|| input["tools"].clone());
    let registry = make_registry(&compile_tools(&tools));
    if let Some(asked) = input["get_by_fingerprint"].as_array() {
        let [name, fingerprint] = [0, 1].map(|at| asked[at].as_str().unwrap_or_default());
        let found = match registry.get_by_fingerprint(name, fingerprint) {
            Ok(tool) => json!({ "tool": tool.name }),
            Err(unknown) => json!({ "error": "KeyError", "text": unknown.to_string() }),
        };
        return compare(&found, &case.expected);
    }
    if let Some(qualified) = input["qualified"].as_bool() {
        let records = registry.to_json(qualified).value();
        let keys = case.expected.as_object().into_iter().flatten();
        let found = keys.map(|(key, _)| (key.clone(), records[0][key].clone()));
        return compare(&Value::Object(found.collect()), &case.expected);
    }
    let asked = &input["tool_names"];
    let namespaces: Option<Vec<&str>> = asked["namespaces"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).collect());
    let names = registry.tool_names(asked["namespace"].as_str(), namespaces.as_deref());
    compare(&json!(names), &case.expected)
}

/// The overload that a call means.
pub fn run_match(case: &Case) -> Result<(), String> {
    let input = &case.input;
    let tools: Value = match (input["overloads"].as_array(), input["tools"].as_array()) {
        (Some(schemas), _) => schemas.iter().map(|schema| tool("ns::t", schema)).collect(),
        (None, tools) => {
            let names = tools.into_iter().flatten().filter_map(Value::as_str);
            names.map(|name| tool(name, &json!({}))).collect()
        }
    };
    let call = &input["call"];
    let name = match (call.as_str(), call["name"].as_str()) {
        (Some(name), _) => name.to_owned(),
        (None, Some(name)) => format!("{}::{name}", call["namespace"].as_str().unwrap_or("")),
        (None, None) => "ns::t".to_owned(),
    };
    let namespaces: Option<Vec<&str>> = input["namespaces"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).collect());
    let registry = make_registry(&compile_tools(&tools));
    let arguments = input["arguments"].to_string();
    let found = registry.find_match(&name, &arguments, namespaces.as_deref());
    let place = found.and_then(|found| {
        let mut tools = registry.iter();
        tools.position(|tool| std::ptr::eq(tool, found))
    });
    let found = place.map_or(Value::Null, |place| json!({ "overload": place }));
    compare(&found, &case.expected)
}

/// What a file that a registry entry lists has in it, by its qualified names.
pub fn run_file(case: &Case) -> Result<(), String> {
    let folder = Folder::new("registry_file");
    let path = case.input["path"].as_str().unwrap_or("tools.json");
    folder.put(path, &case.input["file"].to_string());
    compare(
        &list_names(&folder, path, &case.input["namespace"])?,
        &case.expected,
    )
}

/// A build reads the files again.
pub fn run_refresh(case: &Case) -> Result<(), String> {
    let folder = Folder::new("registry_refresh");
    let input = &case.input;
    let mut names = Value::Null;
    for key in ["file_before", "file_at_refresh"] {
        let file = input
            .get(key)
            .ok_or("nothing is read while a program runs")?;
        folder.put("tools.json", &file.to_string());
        names = list_names(&folder, "tools.json", &Value::Null)?;
    }
    let contains = case.expected["contains"].as_object();
    let contains = contains.into_iter().flatten().map(|(name, _)| {
        let is_there = names
            .as_array()
            .is_some_and(|names| names.iter().any(|has| has == name));
        (name.clone(), Value::from(is_there))
    });
    let contains: Value = Value::Object(contains.collect());
    compare(&json!({ "contains": contains }), &case.expected)
}

fn tool(name: &str, schema: &Value) -> Value {
    let (namespace, name) = name.split_once("::").unwrap_or(("ns", name));
    json!({ "name": name, "namespace": namespace, "parameters": schema, "overload": true })
}

pub fn compile_tools(tools: &Value) -> Outcome {
    let mut loaded = Loaded::default();
    loaded.sources.add(Source {
        path: "tools.json".to_owned(),
        text: json!({ "tools": tools }).to_string().into(),
        role: Role::Found,
    });
    compile(Diagnostics::default(), &loaded, &Options::default())
}

fn find_error(outcome: &Outcome) -> Option<String> {
    let mut found = outcome.diagnostics.iter();
    let error = found.find(|found| found.severity == Severity::Error)?;
    Some(error.message.clone())
}

/// The registry as generated code has it, made of the same data.
fn make_registry(outcome: &Outcome) -> ToolRegistry {
    let entries: Vec<ToolEntry> = outcome.checked.as_ref().map_or_else(Vec::new, |checked| {
        let catalog = checked.catalog();
        let mut tables = Tables::new(&catalog.shapes);
        let text = |text| SchemaTextData {
            text,
            uses: Vec::new(),
        };
        let entries = catalog.tools.iter().map(|tool| {
            let data: EntryData<'_, InMemory> = EntryData {
                tool,
                input: Built(tables.full_table(tool.input)),
                output: None,
                input_text: text(&tool.input_text.text),
                output_text: None,
            };
            data.build()
        });
        entries.collect()
    });
    let index = outcome.checked.as_ref().map_or_else(Vec::new, |checked| {
        let catalog = checked.catalog();
        let order: Vec<_> = catalog.numbered().map(|(id, _)| id).collect();
        let index = catalog.index_names(&order).into_iter();
        let index = index.map(|(name, entry)| {
            let number = |number: usize| u32::try_from(number).expect("few tools");
            (&*name.leak(), number(entry.first), number(entry.count))
        });
        index.collect()
    });
    ToolRegistry::new(
        entries.leak(),
        Box::leak(Box::new(Lookup::new(index.leak()))),
    )
}

/// The qualified names of the tools of a file, with the namespace that its registry entry sets.
fn list_names(folder: &Folder, path: &str, namespace: &Value) -> Result<Value, String> {
    let mut entry = json!({ "type": "file", "path": path });
    if namespace.is_string() {
        entry["namespace"] = namespace.clone();
    }
    let config = json!({ "tools": { "registry": [entry] } });
    folder.put("toolc.yaml", &config.to_string());
    let listed = folder.toolc(&["list", "--qualified"]);
    match listed.status.success() {
        true => Ok(stdout(&listed).lines().map(Value::from).collect()),
        false => Err(String::from_utf8_lossy(&listed.stderr).into_owned()),
    }
}
