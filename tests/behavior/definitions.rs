//! The definitions that models are shown.

use super::TARGETS;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::Command;
use toolc_generated as tools;
use toolc_runtime::strict::{Choice, Dialect, ToolList};
use toolc_runtime::testing::Mocks;
use toolc_runtime::{Json, Target};

#[test]
fn definitions_hold_what_is_granted_and_nothing_else() {
    let support = tools::support::worker(Mocks::new());
    let clerk = tools::clerk::worker(Mocks::new());
    for target in TARGETS {
        let both = [
            (&support, tools::support::definitions(target)),
            (&clerk, tools::clerk::definitions(target)),
        ];
        for (worker, shown) in both {
            assert_eq!(shown.as_text(), worker.definitions(target).as_text());
            let granted: Vec<&str> = worker.tools().map(|entry| entry.wire_name).collect();
            assert_eq!(names(&shown, target), granted, "{target:?}");
        }
    }
}

#[test]
fn a_namespace_of_openai_has_its_tools_without_a_prefix() {
    let shown = tools::support::definitions(Target::OpenAiNamespaces).value();
    let elements = shown.as_array().expect("a list");
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|tool| tool["name"].as_str().expect("a name").to_owned())
            .collect()
    };
    // Overloads have wire names of their own, so they are outside the namespace.
    assert_eq!(
        names(&shown),
        [
            "tickets",
            "notes__add_note",
            "notes__add_note_a5eaff7c",
            "weather_api"
        ]
    );
    assert_eq!(elements[0]["description"], "The tools of tickets.");
    assert_eq!(
        names(&elements[0]["tools"]),
        ["search-tickets", "create-ticket"]
    );
    assert_eq!(elements[3]["tools"][0]["strict"], false);
    let call = json!({ "type": "function_call", "call_id": "c", "namespace": "weather_api",
        "name": "get_weather", "arguments": "{}" });
    let calls = Target::OpenAiNamespaces.calls(&call).expect("a call");
    assert_eq!(tools::find(&calls[0].name).len(), 1);
}

#[test]
fn the_command_line_exports_the_same_bytes() {
    let workers = [
        ("support", tools::support::definitions as fn(Target) -> Json),
        ("clerk", tools::clerk::definitions),
    ];
    for (name, target) in Target::ALL {
        for (worker, definitions) in workers {
            let printed = export(name, worker);
            assert_eq!(printed, format!("{}\n", definitions(*target)), "{name}");
        }
    }
}

#[test]
fn strict_lists_have_the_same_bytes_while_running() {
    let support = tools::support::worker(Mocks::new());
    let clerk = tools::clerk::worker(Mocks::new());
    for (name, dialect) in [
        ("openai-strict", Dialect::OpenAiChat),
        ("openai-responses-strict", Dialect::OpenAiResponses),
        ("anthropic-strict", Dialect::Anthropic),
        ("bedrock-strict", Dialect::Bedrock),
        ("gemini-openapi", Dialect::GeminiOpenApi),
    ] {
        for (worker, running) in [("support", &support), ("clerk", &clerk)] {
            let list = ToolList::new(running.tools(), dialect, Choice::All);
            assert_eq!(
                export(name, worker),
                format!("{}\n", list.definitions()),
                "{name}"
            );
        }
    }
}

/// Returns what the command line prints for a worker of `specs`.
fn export(target: &str, worker: &str) -> String {
    let arguments = ["export", "--target", target, "--worker", worker, "specs"];
    let output = Command::new(env!("CARGO_BIN_EXE_toolc"))
        .args(arguments)
        .output();
    let printed = output.expect("the command runs").stdout;
    String::from_utf8(printed).expect("text")
}

#[test]
fn mcp_is_shown_results_as_objects() {
    let shown = tools::sampler::definitions(Target::Mcp).value();
    let list = shown["tools"].as_array().expect("a list");
    let roots: Vec<&Value> = list.iter().map(|tool| &tool["outputSchema"]).collect();
    assert!(
        roots
            .iter()
            .all(|root| root.is_null() || root["type"] == "object")
    );
    let wrapped = |root: &&&Value| root["required"] == json!(["result"]);
    assert!(roots.iter().any(|root| wrapped(&root)), "{shown}");
    for (result, content) in [
        (r#"{"a":1}"#, r#"{"a":1}"#),
        (" [1]", r#"{"result": [1]}"#),
        ("null", r#"{"result":null}"#),
        (r#""{""#, r#"{"result":"{"}"#),
    ] {
        let result = Json::parse(result).expect("JSON");
        assert_eq!(toolc_runtime::structured_content(&result), content);
    }
}

/// Returns the names in a list of definitions, which must be JSON that serde_json can parse as well.
pub(super) fn names(shown: &Json, target: Target) -> Vec<String> {
    let whole: Value = serde_json::from_str(shown.as_text()).expect("JSON");
    let list = match target {
        Target::Gemini => &whole[0]["functionDeclarations"],
        Target::Mcp => &whole["tools"],
        _ => &whole,
    };
    let list = list.as_array().expect("an array").clone();
    let name = |tool: Value| {
        let tool = match target {
            Target::OpenAi | Target::Mistral => {
                assert_eq!(tool["type"], "function");
                tool["function"].clone()
            }
            Target::Bedrock => tool["toolSpec"].clone(),
            _ => tool,
        };
        let schema = match target {
            Target::OpenAi
            | Target::OpenAiResponses
            | Target::OpenAiNamespaces
            | Target::GeminiInteractions
            | Target::Mistral => "parameters",
            Target::Anthropic => "input_schema",
            Target::Gemini => "parametersJsonSchema",
            Target::Bedrock | Target::Mcp => "inputSchema",
        };
        let schema = match target {
            Target::Bedrock => &tool[schema]["json"],
            _ => &tool[schema],
        };
        assert_eq!(schema["type"], "object", "{tool}");
        tool["name"].as_str().expect("a name").to_owned()
    };
    list.into_iter().map(name).collect()
}

#[test]
fn every_schema_is_complete_in_itself() {
    let mut referring = 0;
    for entry in tools::all() {
        let texts = [Some(entry.schema()), entry.output_schema()];
        for text in texts.into_iter().flatten() {
            let schema: Value = serde_json::from_str(&text).expect("JSON");
            let mut references = BTreeSet::new();
            collect_references(&schema, &mut references);
            let defined = schema["$defs"].as_object();
            let defined: BTreeSet<String> = defined
                .into_iter()
                .flat_map(|map| map.keys().map(|key| format!("#/$defs/{key}")))
                .collect();
            assert_eq!(references, defined, "{}: {text}", entry.wire_name);
            referring += usize::from(!references.is_empty());
            jsonschema::validator_for(&schema).expect("a schema");
        }
    }
    assert!(referring > 2, "few schemas have definitions: {referring}");
}

fn collect_references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get("$ref") {
                found.insert(reference.clone());
            }
            map.values()
                .for_each(|value| collect_references(value, found));
        }
        Value::Array(list) => list
            .iter()
            .for_each(|value| collect_references(value, found)),
        _ => {}
    }
}
