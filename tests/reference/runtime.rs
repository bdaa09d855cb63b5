//! Closures as tools, and what runs them.

use crate::kind;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use toolc_runtime::dynamic::{
    DynamicTool, Registry, parse_json_object, parse_json_value, required_string,
};
use toolc_runtime::testing::{EventRecorder, ManualTimer, block_on, poll_once};
use toolc_runtime::{Approval, Context, ErrorKind, ToolCall, ToolFailure, ToolRuntime, Worker};

fn search() -> DynamicTool {
    let schema = json!({
        "type": "object",
        "properties": { "query": { "type": "string" } },
        "required": ["query"],
    });
    DynamicTool::new("demo::search", schema)
        .description("Search for something")
        .approval(Approval::PreApproved)
        .unchecked()
}

fn answer(arguments: &str) -> Result<String, ToolFailure> {
    let arguments = parse_json_object(arguments)?;
    Ok(format!("found {}", required_string(&arguments, "query")?))
}

fn registry() -> Registry {
    let mut registry = Registry::new("demo");
    let run = |arguments: &str, _: &Context| answer(arguments);
    registry
        .register_sync_fn(search(), run)
        .expect("registered");
    registry
}

fn execute(runtime: &dyn ToolRuntime, arguments: &str) -> toolc_runtime::ToolResult {
    let call = ToolCall::new("call_1", "demo__search", arguments);
    block_on(runtime.call(&Context::new("session").with_trace("trace"), call))
}

#[test]
fn a_closure_is_a_tool() {
    let worker = registry().into_worker();
    let result = execute(&worker, r#"{"query":"rust"}"#);
    assert_eq!(result.to_llm_message(), r#""found rust""#);
}

#[test]
fn an_asynchronous_closure_is_a_tool() {
    let mut registry = Registry::new("demo");
    let run = async |arguments: String, context: Context| {
        std::future::ready(()).await;
        Ok(format!(
            "{}: {}",
            context.session().unwrap_or(""),
            answer(&arguments)?
        ))
    };
    registry.register_fn(search(), run).expect("registered");
    let result = execute(&registry.into_worker(), r#"{"query":"rust"}"#);
    assert_eq!(result.to_llm_message(), r#""session: found rust""#);
}

#[test]
fn a_runtime_executes_calls() {
    let runtime: Arc<dyn ToolRuntime> = Arc::new(registry().into_worker());
    let names: Vec<&str> = runtime.tools().iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["demo::search"]);
    let result = execute(&*runtime, r#"{"query":"rust"}"#);
    assert_eq!((result.call_id.as_str(), result.success), ("call_1", true));
    let call = ToolCall::new("call_2", "demo::serch", "{}");
    let missing = block_on(runtime.call(&Context::default(), call));
    let error = missing.error.expect("an error");
    assert_eq!(error.kind, ErrorKind::NotFound);
    assert_eq!(
        (&*error.tool_name, &*error.call_id),
        ("demo::serch", "call_2")
    );
    assert!(!error.is_retryable() && error.is_user_error());
}

#[test]
fn arguments_are_read_by_helpers() {
    let args = parse_json_object(r#"{"query":"rust"}"#).expect("an object");
    assert_eq!(required_string(&args, "query").expect("a string"), "rust");
    assert_eq!(parse_json_value("[1]").expect("a value"), json!([1]));
    assert!(parse_json_value("{").is_err() && parse_json_object("[1]").is_err());
    let worker = registry().into_worker();
    let refused = execute(&worker, r#"{"query":1}"#);
    assert_eq!(kind(&refused), Some(ErrorKind::InvalidArguments));
    assert!(
        refused
            .to_llm_message()
            .contains("missing required string: 'query'"),
        "{}",
        refused.to_llm_message()
    );
}

fn hanging() -> Worker<impl Sized + Send + Sync> {
    let mut registry = Registry::new("demo");
    let run = |_: String, _: Context| std::future::pending::<Result<Value, ToolFailure>>();
    let run = move |arguments, context| {
        let running = run(arguments, context);
        async move { Ok(running.await?.to_string()) }
    };
    registry.register_fn(search(), run).expect("registered");
    registry.into_worker()
}

#[test]
fn a_runtime_has_hooks_and_a_timeout() {
    let recorder = EventRecorder::new();
    let runtime = registry().into_worker().observer(recorder.clone());
    assert!(execute(&runtime, r#"{"query":"rust"}"#).success);
    assert!(!execute(&runtime, "{}").success);
    // Exactly one of success and failure.
    assert_eq!(
        recorder.names(),
        ["tool:pre", "tool:post", "tool:pre", "tool:error"]
    );
    let timer = ManualTimer::new();
    let limit = Duration::from_secs(5);
    let runtime = hanging().timeout_with(timer.clone(), limit);
    let context = Context::default();
    let call = ToolCall::new("call_1", "demo::search", r#"{"query":"rust"}"#);
    let mut running = Box::pin(runtime.call(&context, call));
    assert!(poll_once(running.as_mut()).is_none());
    timer.advance(limit);
    let late = poll_once(running.as_mut()).expect("an end");
    assert_eq!(kind(&late), Some(ErrorKind::Timeout));
    assert!(late.error.expect("an error").is_retryable());
}
