//! Methods called through workers: the state is that of the value, and what rmcp wraps is unwrapped.

use rust_methods::adder::Adder;
use rust_methods::crm::Crm;
use rust_methods::notes::Notes;
use serde_json::{Value, json};
use std::sync::Arc;
use toolc_runtime::testing::block_on;
use toolc_runtime::{Context, Effect, ToolCall, ToolResult, Worker};

fn call<H: Send + Sync + 'static>(worker: &Worker<H>, name: &str, arguments: &str) -> ToolResult {
    block_on(worker.call(&Context::new("tests"), ToolCall::new("1", name, arguments)))
}

fn value(result: ToolResult) -> Value {
    result
        .output
        .unwrap_or_else(|| panic!("{:?}", result.error))
        .value()
}

#[test]
fn a_worker_keeps_the_value_whose_methods_it_calls() {
    let worker = rust_methods::sales(Crm::default());
    let added = value(call(&worker, "crm::add_customer", r#"{"name": "Ada"}"#));
    assert_eq!(added, json!({"id": 1, "name": "Ada"}));
    let found = value(call(&worker, "crm::find_customer", r#"{"name": "A"}"#));
    assert_eq!(found, json!([{"id": 1, "name": "Ada"}]));
    let refused = call(&worker, "crm::find_customer", r#"{"name": 1}"#);
    assert!(
        refused
            .error
            .is_some_and(|error| !error.violations.is_empty())
    );
}

#[test]
fn a_value_may_be_shared() {
    let crm = Arc::new(Crm::default());
    let worker = rust_methods::tools::sales::worker(Arc::clone(&crm));
    value(call(&worker, "crm::add_customer", r#"{"name": "Ada"}"#));
    let other = rust_methods::tools::sales::worker(crm);
    let found = value(call(
        &other,
        "crm::find_customer",
        r#"{"name": "A", "limit": 1}"#,
    ));
    assert_eq!(found, json!([{"id": 1, "name": "Ada"}]));
}

#[test]
fn methods_of_rmcp_are_tools() {
    let kept = vec!["milk".to_owned(), String::new()];
    let worker = rust_methods::desk(Crm::default(), Notes { kept });
    assert_eq!(
        value(call(&worker, "notes::read_note", r#"{"number": 0}"#)),
        "milk"
    );
    assert_eq!(
        value(call(&worker, "notes::count", "")),
        json!({"notes": 2})
    );
    assert_eq!(value(call(&worker, "notes::hello", "")), "hello");
    assert_eq!(
        value(call(&worker, "crm::find_customer", r#"{"name": ""}"#)),
        json!([])
    );
    let missing = call(&worker, "notes::read_note", r#"{"number": 7}"#);
    let message = missing.error.map(|error| error.message).unwrap_or_default();
    assert!(message.contains("there is no such note"), "{message}");
    let broken = call(&worker, "notes::read_note", r#"{"number": 1}"#);
    let message = broken.error.map(|error| error.message).unwrap_or_default();
    assert!(!message.contains("an empty note"), "{message}");
}

#[test]
fn implementations_of_rig_are_tools() {
    let worker = rust_methods::sums(Adder { more: 1 });
    assert_eq!(value(call(&worker, "sums::add", r#"{"x": 1, "y": 2}"#)), 4);
    let failed = call(&worker, "sums::add", r#"{"x": 1000, "y": 2}"#);
    let message = failed.error.map(|error| error.message).unwrap_or_default();
    assert!(!message.contains("thousand"), "{message}");
    let [entry] = rust_methods::tools::find("sums::add") else {
        panic!("there is one such tool");
    };
    assert_eq!(entry.description, "Add two numbers.");
}

#[test]
fn the_attribute_says_what_models_read() {
    let [entry] = rust_methods::tools::find("notes::read_note") else {
        panic!("there is one such tool");
    };
    assert_eq!(entry.description, "Read a note.");
    assert_eq!(entry.title, Some("Read"));
    assert_eq!(entry.effect, Effect::Read);
    assert!(!entry.open_world);
}
