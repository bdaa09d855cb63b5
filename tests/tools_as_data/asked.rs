//! Engines that ask a model: which calls they take, and what they read in its answers.

use crate::model_endpoint::{Act, Endpoint};
use crate::{Case, compare, engine, lm};
use serde_json::{Value, json};
use std::time::Duration;
use toolc_runtime::http::Client;
use toolc_runtime::{Context, ToolCall, ToolResult};

/// How long one call may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Calls a tool whose model answers with this body.
fn ask(tool: &str, body: String) -> ToolResult {
    let endpoint = Endpoint::start([Act::Say(body)]);
    let client = Client::builder().base_url("many", endpoint.url).build();
    let worker = lm::clerk::worker(()).client(client);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let context = Context::default();
        let call = worker.call(&context, ToolCall::new("1", tool, "{}"));
        let ended = tokio::time::timeout(PATIENCE, call).await;
        ended.expect("it ends in time")
    })
}

/// A tool that there is not, and a model that nobody names.
pub fn run_engine(case: &Case) -> Result<(), String> {
    if case.input.get("lm_config").is_some() {
        let text = engine::refuse_engine(&json!({ "type": "lm" }));
        return compare(
            &json!({ "error": "AssertionError", "text": text }),
            &case.expected,
        );
    }
    let name = case.input["call"]["name"].as_str();
    let name = name.map_or_else(
        || "weather_api::search".to_owned(),
        |name| format!("ns::{name}"),
    );
    let result = ask(&name, String::new());
    let error = result.error.map(|error| error.message);
    let found = match case.expected.get("name") {
        Some(_) => json!({ "id": null, "name": name, "result": null, "error": error }),
        None => json!({ "error": error }),
    };
    compare(&found, &case.expected)
}

/// What an answer is read as.
pub fn run_parse(case: &Case) -> Result<(), String> {
    let input = &case.input;
    let tool = match &input["output_parameters"] {
        schema if schema.get("required").is_some() => "read::strict",
        schema if schema.get("properties").is_some() => "read::loose",
        _ => "read::free",
    };
    let one = [json!({ "answer": input["answer"] })];
    let candidates = input["candidates"]
        .as_array()
        .map_or(&one[..], Vec::as_slice);
    let choices: Vec<Value> = candidates.iter().map(write_choice).collect();
    let result = ask(tool, json!({ "choices": choices }).to_string());
    let found = match &result.error {
        Some(error) => json!({ "result": null, "error": error.message }),
        None => json!({ "result": result.output.map(|output| output.value()) }),
    };
    compare(&found, &case.expected)
}

fn write_choice(candidate: &Value) -> Value {
    let mut choice = json!({ "message": { "content": candidate["answer"] } });
    if let Some(numbers) = candidate["logprobs"].as_array() {
        let tokens = numbers
            .iter()
            .map(|number| json!({ "token": "t", "logprob": number }));
        choice["logprobs"]["content"] = tokens.collect::<Vec<_>>().into();
    }
    choice
}
