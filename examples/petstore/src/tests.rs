//! Tests the clerk in a shop on this machine.

use crate::{CALLS, Key, clerk, own_shop, shop, tools};
use serde_json::Value;
use toolc_runtime::http::Client;
use toolc_runtime::{Context, ErrorKind, Target, ToolCall, ToolResult, Worker};

fn ask(clerk: &Worker<()>, tool: &str, arguments: &str) -> ToolResult {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let context = Context::new("test").with_value("X-Request-Id", "r-1");
    runtime.block_on(clerk.call(&context, ToolCall::new("call_1", tool, arguments)))
}

#[test]
fn five_operations_are_granted_and_one_of_them_is_blocked() {
    let shown = tools::clerk::definitions(Target::Mcp).value();
    let names: Vec<&str> = shown["tools"]
        .as_array()
        .expect("an array")
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(
        names,
        [
            "petstore__listPets",
            "petstore__addPet",
            "petstore__getPetById",
            "petstore__updatePet"
        ]
    );
}

#[test]
fn calls_become_requests() {
    let clerk = clerk(own_shop().expect("a shop"));
    let answers: Vec<ToolResult> = CALLS
        .iter()
        .map(|(tool, arguments)| ask(&clerk, tool, arguments))
        .collect();
    let output = |index: usize| -> Value {
        let output = answers[index].output.as_ref().expect("an output");
        serde_json::from_str(output.as_text()).expect("JSON")
    };
    assert_eq!(output(0).as_array().map(Vec::len), Some(2));
    assert_eq!(output(1)["name"], "Rex");
    assert_eq!(output(4)["id"], "p-3");
    let kinds: Vec<Option<ErrorKind>> = answers
        .iter()
        .map(|answer| answer.error.as_ref().map(|error| error.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            None,
            None,
            Some(ErrorKind::InvalidArguments),
            Some(ErrorKind::Execution),
            None,
            Some(ErrorKind::Execution),
            Some(ErrorKind::Denied),
            Some(ErrorKind::Blocked),
            Some(ErrorKind::NotFound),
        ]
    );
    assert!(
        !answers[3].to_llm_message().contains("stack trace"),
        "the body of an error is not for the model"
    );
}

#[test]
fn the_model_reads_of_a_refusal_what_is_declared() {
    let clerk = clerk(own_shop().expect("a shop"));
    let refused = ask(&clerk, "petstore__addPet", r#"{"name":"Rex"}"#).to_llm_message();
    let said = r#"it says, as data: {"detail":"there is a pet of this name"}"#;
    assert!(refused.contains(said), "{refused}");
}

#[test]
fn what_the_program_gives_is_not_for_the_model() {
    let clerk = clerk(own_shop().expect("a shop"));
    let shown = tools::clerk::definitions(Target::Mcp).to_string();
    assert!(!shown.contains("Request-Id"), "{shown}");
    let forged = r#"{"name":"Bo","X-Request-Id":"r-2"}"#;
    let error = ask(&clerk, "petstore__addPet", forged).error;
    assert_eq!(error.expect("an error").kind, ErrorKind::InvalidArguments);
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let call = ToolCall::new("call_1", "petstore__addPet", r#"{"name":"Bo"}"#);
    let context = Context::new("test");
    let lacking = clerk.call(&context, call);
    let error = runtime.expect("a runtime").block_on(lacking).error;
    let error = error.expect("an error");
    assert_eq!(error.kind, ErrorKind::Execution);
    assert!(!error.to_llm_message().contains("Request-Id"), "{error}");
}

#[test]
fn without_a_token_nothing_is_sent() {
    let address = shop::open().expect("a shop");
    let client = Client::builder()
        .base_url("petstore", format!("http://{address}/v1"))
        .credentials(Key(None))
        .build();
    let error = ask(&clerk(client), "petstore__listPets", "{}")
        .error
        .expect("an error");
    assert_eq!(error.kind, ErrorKind::Unauthorized);
}
