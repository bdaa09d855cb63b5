//! Tools, calls, results and registries.

use crate::tools;
use crate::{call, said};
use serde_json::{Value, json};
use std::path::Path;
use toolc_runtime::dynamic::{DynamicTool, RegisterError, Registry};
use toolc_runtime::testing::Mocks;
use toolc_runtime::{Approval, ToolCall};

#[test]
fn a_tool_is_its_names_texts_and_schemas() {
    let [tool] = tools::find("calculator::calculateFibonacci") else {
        panic!("one tool");
    };
    assert_eq!(tool.name, "calculator::calculateFibonacci");
    assert_eq!(tool.description, "Calculate the nth Fibonacci number");
    let parameters: Value = serde_json::from_str(&tool.schema()).expect("JSON");
    assert_eq!(parameters["required"], json!(["n"]));
    let output: Value =
        serde_json::from_str(&tool.output_schema().expect("a schema")).expect("JSON");
    assert_eq!(output["type"], "integer");
    assert_eq!(tool.metadata(), Some(r#"{"owner":"teaching","since":3}"#));
    assert!(
        tools::find("forge::echo")
            .iter()
            .all(|tool| tool.metadata().is_none())
    );
}

#[test]
fn a_registry_is_asked_by_name_by_namespace_and_by_fingerprint() {
    let registry = &tools::REGISTRY;
    assert_eq!(registry.len(), tools::all().len());
    let name = "calculator::calculateFibonacci";
    assert!(registry.contains(name) && !registry.contains("calculator__calculateFibonacci"));
    let [tool] = registry.get_by_name("calculateFibonacci", "calculator") else {
        panic!("one tool");
    };
    assert_eq!(registry.get(name).len(), 1);
    assert_eq!(
        (tool.namespace(), tool.short_name()),
        ("calculator", "calculateFibonacci")
    );
    let found = registry.get_by_fingerprint(name, tool.raw_fingerprint);
    assert_eq!(found.map(|tool| tool.name), Ok(name));
    let refused = |name, fingerprint| {
        let found = registry.get_by_fingerprint(name, fingerprint);
        found.expect_err("no such tool").to_string()
    };
    assert_eq!(refused("a::zz", "f"), "No tool registered under 'a::zz'.");
    assert_eq!(
        refused(name, "f"),
        "No overload of 'calculator::calculateFibonacci' matches fingerprint 'f'."
    );
    let namespaces = registry.namespaces();
    assert!(namespaces.is_sorted() && namespaces.contains(&"forge"));
    let names = |namespace, namespaces| registry.tool_names(namespace, namespaces);
    let of_calculator = ["calculateFactorial", "calculateFibonacci"];
    assert_eq!(names(Some("calculator"), None), of_calculator);
    assert_eq!(names(Some("forge"), Some(&["calculator"])), of_calculator);
    assert!(names(None, Some(&[])).is_empty());
    assert!(names(None, None).is_sorted() && names(None, None).contains(&"echo"));
    let records = registry.to_json(true).value();
    assert!(
        records
            .as_array()
            .expect("a list")
            .iter()
            .any(|record| { record["name"] == name && record["metadata"]["owner"] == "teaching" }),
        "{records}"
    );
    assert_eq!(
        registry.find_match(name, "{}", None).map(|tool| tool.name),
        Some(name)
    );
    assert!(registry.find_match(name, "{}", Some(&["forge"])).is_none());
}

#[test]
fn a_call_has_a_qualified_name_and_an_id() {
    let issued = ToolCall::new("call_1", "forge::echo", r#"{"text":"hello"}"#);
    assert_eq!(issued.name.split_once("::"), Some(("forge", "echo")));
    let worker =
        tools::copilot::worker(Mocks::new().returns::<tools::forge::Echo>(echoed("hello")));
    for name in ["forge::echo", "forge__echo"] {
        let result = call(&worker, name, &issued.arguments);
        assert!(result.success, "{result:?}");
    }
}

fn echoed(text: &str) -> tools::forge::EchoOutput {
    tools::forge::EchoOutput {
        echoed: text.to_owned(),
    }
}

#[test]
fn a_result_is_matched_to_its_call() {
    let worker =
        tools::copilot::worker(Mocks::new().returns::<tools::forge::Echo>(echoed("hello")));
    let result = call(&worker, "forge::echo", r#"{"text":"hello"}"#);
    let result = serde_json::to_value(&result).expect("JSON");
    assert_eq!(result["call_id"], "call_1");
    assert_eq!(result["name"], "forge::echo");
    assert_eq!(result["output"], json!({ "echoed": "hello" }));
    assert_eq!(result.get("error"), Some(&Value::Null));
    assert!(result["metadata"].is_object());
}

#[test]
fn registries_are_made_of_files_and_of_tools() {
    let listed = said(Path::new("tests/reference/specs"), &["list"]);
    for tool in [
        "calculator::calculateFibonacci",
        "contract::my_tool",
        "forge::echo",
    ] {
        assert!(listed.contains(tool), "{listed}");
    }
    let search = || {
        DynamicTool::new("weather_api::search", json!({ "type": "object" }))
            .approval(Approval::PreApproved)
            .unchecked()
    };
    let mut registry = Registry::new("direct");
    let found = |_: &str, _: &toolc_runtime::Context| Ok("found".to_owned());
    registry
        .register_sync_fn(search(), found)
        .expect("registered");
    match registry.register_sync_fn(search(), found) {
        Err(RegisterError::Duplicate { name }) => assert_eq!(name, "weather_api::search"),
        other => panic!("it is there twice: {other:?}"),
    }
    let worker = registry.into_worker();
    assert!(call(&worker, "weather_api::search", "{}").success);
}
