//! Tests both workers with a scripted approver.

use crate::handlers::{Operator, Public};
use crate::{demo, tools};
use toolc_runtime::testing::{EventRecorder, ScriptedApprover, block_on};
use toolc_runtime::{
    Context, Decision, ErrorKind, OutputPolicy, ToolCall, ToolError, ToolResult, Worker,
};

const FROST: &str = r#"{"location":"Oslo","level":"warning","when":{"kind":"below","celsius":-10},"notify":["roads@oslo.example"]}"#;

fn call<H: Send + Sync>(worker: &Worker<H>, tool: &str, arguments: &str) -> ToolResult {
    block_on(worker.call(&Context::new("tests"), ToolCall::new("1", tool, arguments)))
}

fn refused<H: Send + Sync>(worker: &Worker<H>, tool: &str, arguments: &str) -> ToolError {
    *call(worker, tool, arguments).error.expect("an error")
}

fn output(result: &ToolResult) -> &str {
    result
        .output
        .as_ref()
        .unwrap_or_else(|| panic!("{result:?}"))
        .as_text()
}

#[test]
fn the_public_reads_without_a_question() {
    let approver = ScriptedApprover::default();
    let worker = tools::public::worker(Public)
        .approver(approver.clone())
        .output_policy(OutputPolicy::Enforce);
    let result = call(
        &worker,
        "weather_api::get_weather",
        r#"{"location":"Lyon, France"}"#,
    );
    assert_eq!(
        output(&result),
        r#"{"temperature":21.5,"unit":"celsius","summary":"clear"}"#
    );
    let result = call(
        &worker,
        "weather_api__get_forecast",
        r#"{"location":"oslo","days":2.0}"#,
    );
    assert_eq!(
        output(&result),
        r#"{"days":[{"day":1,"low":-8.0,"high":0.0},{"day":2,"low":-9.0,"high":-1.0}]}"#
    );
    assert!(approver.requests().is_empty());
}

#[test]
fn a_granted_alarm_is_set() {
    let approver = ScriptedApprover::new([Decision::approve()]);
    let worker = tools::operator::worker(Operator::default())
        .approver(approver.clone())
        .output_policy(OutputPolicy::Enforce);
    let result = call(&worker, "alarms::set_alarm", FROST);
    assert_eq!(output(&result), r#"{"alarm":1}"#);
    assert_eq!(result.metadata.approval, Some("asked"));
    let request = &approver.requests()[0];
    assert_eq!(
        (request.worker, request.tool),
        ("operator", "alarms::set_alarm")
    );
    assert_eq!(
        output(&call(&worker, "alarms::list_alarms", "{}")),
        r#"{"alarms":[{"location":"Oslo","condition":"below -10 °C","notify":["roads@oslo.example"]}]}"#
    );
}

#[test]
fn a_denied_alarm_is_not_set() {
    let events = EventRecorder::new();
    let worker = tools::operator::worker(Operator::default())
        .approver(ScriptedApprover::new([Decision::deny("not on Sundays")]))
        .observer(events.clone());
    let error = refused(&worker, "alarms::set_alarm", FROST);
    assert_eq!(
        (error.kind, error.message.as_str()),
        (ErrorKind::Denied, "Tool execution denied: not on Sundays")
    );
    assert_eq!(worker.handlers().alarms.all(), []);
    assert_eq!(
        events.names(),
        [
            "tool:pre",
            "approval:required",
            "approval:denied",
            "tool:error"
        ]
    );
}

#[test]
fn without_an_approver_nothing_that_asks_runs() {
    let worker = tools::operator::worker(Operator::default());
    assert_eq!(
        refused(&worker, "alarms::set_alarm", FROST).kind,
        ErrorKind::Denied
    );
    assert_eq!(worker.handlers().alarms.all(), []);
}

#[test]
fn nobody_can_approve_an_evacuation() {
    let approver = ScriptedApprover::new([Decision::approve()]);
    let worker = tools::operator::worker(Operator::default()).approver(approver.clone());
    let error = refused(
        &worker,
        "alarms::set_alarm",
        &FROST.replace("warning", "evacuation"),
    );
    assert_eq!(error.kind, ErrorKind::Blocked);
    assert!(approver.requests().is_empty());
}

#[test]
fn every_violation_is_listed_and_nobody_is_asked() {
    let approver = ScriptedApprover::new([Decision::approve()]);
    let worker = tools::operator::worker(Operator::default()).approver(approver.clone());
    let wrong =
        r#"{"location":"","level":"storm","when":3,"notify":["x@y.example","nobody"],"extra":1}"#;
    let error = refused(&worker, "alarms::set_alarm", wrong);
    assert_eq!(error.kind, ErrorKind::InvalidArguments);
    let found = error.violations.iter();
    let found: Vec<&str> = found.map(|violation| violation.pointer.as_str()).collect();
    let whole = "";
    assert_eq!(
        found,
        ["/location", "/level", "/when", "/notify/1", whole],
        "{error}"
    );
    assert!(approver.requests().is_empty());
}

#[test]
fn a_tool_of_another_worker_is_unknown_here() {
    let worker = tools::public::worker(Public);
    for name in [
        "alarms::set_alarm",
        "alarms__set_alarm",
        "alarms::clear_alarms",
    ] {
        let error = refused(&worker, name, FROST);
        assert_eq!(error.kind, ErrorKind::NotFound, "{error}");
        assert_eq!(error.message, format!("tool '{name}' is not registered"));
    }
}

#[test]
fn a_blocked_tool_says_why() {
    let worker = tools::operator::worker(Operator::default());
    let error = refused(&worker, "alarms::clear_alarms", "{}");
    assert_eq!(
        (error.kind, error.message.as_str()),
        (
            ErrorKind::Blocked,
            "Tool 'alarms__clear_alarms' blocked: alarms are removed at the control desk"
        )
    );
}

#[test]
fn the_demonstration_shows_every_kind_of_answer() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    let text = runtime.block_on(demo::run());
    for expected in [
        r#"{"temperature":70.7,"unit":"fahrenheit","summary":"clear"}"#,
        "Error: [INVALID_ARGUMENTS]",
        "did you mean 'weather_api__get_weather'?",
        "Error: [UNKNOWN_PLACE]",
        r#"{"alarm":1}"#,
        "Error: [DENIED] Tool execution denied: one alarm is enough",
        "Error: [BLOCKED]",
    ] {
        assert!(text.contains(expected), "no {expected} in\n{text}");
    }
}
