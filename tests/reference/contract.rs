//! What a tool owes to its agent.

use crate::tools;
use crate::tools::contract::{MyTool, TestTool};
use crate::{call, kind};
use serde_json::{Value, json};
use toolc_runtime::testing::{EventRecorder, Mocks};
use toolc_runtime::{ErrorKind, Event, Tool, ToolFailure};

const GOOD: &str = r#"{"required_param":"value"}"#;

/// The schema of the text.
fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "required_param": { "type": "string", "description": "Description of parameter" },
            "optional_param": { "type": "integer", "default": 10 }
        },
        "required": ["required_param"]
    })
}

fn mocks() -> Mocks {
    Mocks::new().on::<MyTool>(|call| Ok(format!("did {}", call.args.required_param)))
}

#[test]
fn a_tool_has_a_name_a_description_a_schema_and_its_work() {
    let entry = MyTool::ENTRY;
    assert_eq!(entry.name, "contract::my_tool");
    assert_eq!(
        entry.description,
        "Performs specific action with given parameters."
    );
    let worker = tools::copilot::worker(mocks());
    let result = call(&worker, "contract::my_tool", GOOD);
    assert_eq!(result.to_llm_message(), r#""did value""#);
}

#[test]
fn the_schema_is_shown_as_it_stands() {
    let shown: Value = serde_json::from_str(&MyTool::ENTRY.schema()).expect("JSON");
    assert_eq!(shown, schema());
}

#[test]
fn a_result_says_whether_it_succeeded() {
    let worker = tools::copilot::worker(mocks());
    let result = call(&worker, "contract::my_tool", GOOD);
    assert!(result.success && result.error.is_none());
    assert_eq!(
        result.output.expect("an output").as_text(),
        r#""did value""#
    );
    let refused = call(&worker, "contract::my_tool", "{}");
    assert!(!refused.success && refused.output.is_none() && refused.error.is_some());
}

#[test]
fn a_tool_is_made_by_its_program() {
    let limit = 7;
    let tool = Mocks::new().on::<MyTool>(move |_| Ok(format!("at most {limit}")));
    let worker = tools::copilot::worker(tool);
    assert!(worker.tools().any(|tool| tool.name == "contract::my_tool"));
    let result = call(&worker, "contract::my_tool", GOOD);
    assert_eq!(result.to_llm_message(), r#""at most 7""#);
}

#[test]
fn arguments_are_checked_and_errors_are_results() {
    let fails = Mocks::new().fails::<MyTool>(|| std::io::Error::other("the key is 4711").into());
    let worker = tools::copilot::worker(fails);
    let missing = call(&worker, "contract::my_tool", "{}");
    assert_eq!(kind(&missing), Some(ErrorKind::InvalidArguments));
    assert!(missing.to_llm_message().contains("required_param"));
    let failed = call(&worker, "contract::my_tool", GOOD);
    assert_eq!(kind(&failed), Some(ErrorKind::Execution));
    assert!(!failed.to_llm_message().contains("4711"));
}

#[test]
fn the_events_of_every_tool_have_names() {
    let recorder = EventRecorder::new();
    let mocks = mocks().fails::<TestTool>(|| ToolFailure::user("NO", "it does not work"));
    let worker = tools::copilot::worker(mocks).observer(recorder.clone());
    assert!(call(&worker, "contract::my_tool", GOOD).success);
    assert!(!call(&worker, "contract::test_tool", "{}").success);
    let names = ["tool:pre", "tool:post", "tool:pre", "tool:error"];
    assert_eq!(recorder.names(), names);
    assert!(names.iter().all(|name| Event::NAMES.contains(name)));
}

#[test]
fn test_tool_execution() {
    let worker = tools::copilot::worker(mocks());
    let result = call(&worker, "contract::my_tool", GOOD);
    assert!(result.success);
    assert!(result.error.is_none());
}

#[test]
fn mock_tool_counts_its_calls() {
    let mock_tool = Mocks::new().returns::<TestTool>("mock result".to_owned());
    let worker = tools::copilot::worker(mock_tool.clone());
    let result = call(&worker, "contract::test_tool", "{}");
    assert_eq!(result.to_llm_message(), r#""mock result""#);
    // After use
    assert_eq!(mock_tool.count::<TestTool>(), 1);
}
