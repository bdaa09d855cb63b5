//! Calls through a worker: how tools are found, arguments validated, overloads selected and results returned.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "call/added.rs"]
mod added;
#[path = "call/answers.rs"]
mod answers;
#[path = "call/callers.rs"]
mod callers;
#[path = "call/definitions.rs"]
mod definitions;
#[path = "call/dynamic.rs"]
mod dynamic;
#[path = "call/enforced.rs"]
mod enforced;
#[path = "call/faces.rs"]
mod faces;
#[path = "call/leaks.rs"]
mod leaks;
#[path = "call/messages.rs"]
mod messages;
#[path = "call/searches.rs"]
mod searches;
#[path = "call/strict.rs"]
mod strict;
#[path = "support/tools.rs"]
mod tools;

use std::io;
use std::process::Command;
use toolc_runtime::testing::{EventRecorder, Mocks, ScriptedApprover, block_on};
use toolc_runtime::{
    ApproveAll, Context, Decision, ErrorKind, Json, NoObserver, OutputPolicy, Tool, ToolCall,
    ToolFailure, ToolResult, Worker,
};
use toolc_runtime::{Args, ConfinedPath};
use tools::{AddNumbered, AddText, Delete, GetWeather, Ping, ReadNoteArgs};

fn mocks() -> Mocks {
    Mocks::new()
        .on::<GetWeather>(|call| Ok(Json::encode(&call.args.location)?))
        .on::<AddText>(|call| Ok(format!("text {}", call.args.text)))
        .on::<AddNumbered>(|call| Ok(format!("{}. {}", call.args.number, call.args.text)))
        .on::<Delete>(|_| Ok(()))
}

fn call(worker: &Worker<Mocks>, name: &str, arguments: &str) -> ToolResult {
    block_on(worker.call(&Context::new("s"), ToolCall::new("c1", name, arguments)))
}

fn error(result: &ToolResult) -> (ErrorKind, &str) {
    let error = result.error.as_ref().expect("an error");
    assert!(!result.success && result.output.is_none());
    assert_eq!(error.call_id, "c1");
    (error.kind, &error.message)
}

#[test]
fn a_call_reaches_its_handler_by_either_name() {
    let mocks = mocks();
    let worker = tools::worker(mocks.clone());
    for name in ["weather::get", "weather__get"] {
        let result = call(&worker, name, r#"{"location": "Oslo"}"#);
        assert!(result.success && result.error.is_none());
        assert_eq!(
            (result.name.as_str(), result.call_id.as_str()),
            (name, "c1")
        );
        assert_eq!(result.to_llm_message(), r#""Oslo""#);
        assert!(result.metadata.is_empty());
    }
    assert_eq!(mocks.count::<GetWeather>(), 2);
    assert_eq!(mocks.calls()[0].arguments, r#"{"location": "Oslo"}"#);
}

#[test]
fn an_unknown_name_is_not_found_and_the_nearest_is_proposed() {
    let worker = tools::worker(mocks());
    let result = call(&worker, "wether::get", "{}");
    assert_eq!(
        error(&result),
        (
            ErrorKind::NotFound,
            "tool 'wether::get' is not registered, did you mean 'weather__get'?"
        )
    );
    assert_eq!(result.error.as_ref().unwrap().tool_name, "wether::get");
    for wrong in ["delete", "disk::delete", "disk__delete", "file::delte"] {
        let expected = format!("tool '{wrong}' is not registered, did you mean 'files__delete'?");
        assert_eq!(error(&call(&worker, wrong, "{}")).1, expected);
    }
    assert!(
        error(&call(&worker, "notes::ad", "{}"))
            .1
            .ends_with("'notes__add_1'?")
    );
    assert_eq!(
        error(&call(&worker, "send_mail", "{}")).1,
        "tool 'send_mail' is not registered"
    );
    assert_eq!(
        error(&call(&worker, "", "{}")).1,
        "tool '' is not registered"
    );
    let long = "x".repeat(100_000);
    assert!(error(&call(&worker, &long, "{}")).1.len() < 200);
}

#[test]
fn a_blocked_name_is_refused_with_its_reason_and_never_proposed() {
    let worker = tools::worker(mocks());
    for name in ["files::wipe", "files__wipe"] {
        let result = call(&worker, name, "{}");
        assert_eq!(
            error(&result),
            (
                ErrorKind::Blocked,
                "Tool 'files__wipe' blocked: it cannot be undone"
            )
        );
    }
    assert_eq!(
        error(&call(&worker, "files::wip", "{}")),
        (ErrorKind::NotFound, "tool 'files::wip' is not registered")
    );
}

#[test]
fn wrong_arguments_never_reach_the_handler_and_their_values_are_not_repeated() {
    let mocks = mocks();
    let worker = tools::worker(mocks.clone());
    let result = call(
        &worker,
        "weather::get",
        r#"{"location": 4711, "days": "secret"}"#,
    );
    let (kind, message) = error(&result);
    assert_eq!(kind, ErrorKind::InvalidArguments);
    assert!(message.starts_with("invalid arguments: "), "{message}");
    assert!(
        !message.contains("4711") && !message.contains("secret"),
        "{message}"
    );
    let fault = result.error.as_ref().unwrap();
    assert_eq!(fault.violations.len(), 2);
    assert_eq!(fault.tool_name, "weather::get");
    assert!(fault.is_user_error() && !fault.is_retryable());
    let syntax = call(&worker, "weather::get", "{");
    assert!(error(&syntax).1.starts_with("invalid JSON arguments: "));
    assert!(mocks.calls().is_empty());
}

#[test]
fn blank_arguments_are_an_empty_object() {
    let mocks = mocks().returns::<Ping>("pong".to_owned());
    let yes = Decision::approve_for_session;
    let (approver, recorder) = (ScriptedApprover::new([yes()]), EventRecorder::new());
    let worker = tools::worker(mocks.clone())
        .approver(approver.clone())
        .observer(recorder.clone());
    for blank in ["", " \n\t", "{}", "\u{a0}"] {
        let result = call(&worker, "net__ping", blank);
        assert_eq!(result.to_llm_message(), r#""pong""#, "{blank:?}");
    }
    assert_eq!(approver.requests()[0].arguments, "{}");
    assert_eq!(approver.requests().len(), 1, "the others are remembered");
    assert!(mocks.calls().iter().all(|call| call.arguments == "{}"));
    assert!(
        recorder
            .events()
            .iter()
            .all(|event| event.arguments == "{}")
    );
    // Required keys are missing, for each overload too; no text is malformed.
    for name in ["weather__get", "notes::add"] {
        let result = call(&worker, name, "");
        let broken = result.error.unwrap().violations;
        assert!(!broken.is_empty() && broken.iter().all(|broken| broken.keyword == "required"));
    }
    assert!(Ping::ENTRY.validate("").is_err(), "only of a call");
}

#[test]
fn overloads_are_chosen_by_what_accepts_the_arguments() {
    let worker = tools::worker(mocks());
    let first = call(&worker, "notes::add", r#"{"text": "a"}"#);
    assert_eq!(first.to_llm_message(), r#""text a""#);
    assert_eq!(first.metadata.overload, Some("notes__add_1"));
    // Both accept it; the second knows more of its keys.
    let second = call(&worker, "notes::add", r#"{"text": "a", "number": 2}"#);
    assert_eq!(second.to_llm_message(), r#""2. a""#);
    // Only the first accepts it, although it knows fewer of its keys.
    let other = call(&worker, "notes::add", r#"{"text": "a", "number": "two"}"#);
    assert_eq!(other.to_llm_message(), r#""text a""#);
    // Its wire name selects an overload directly.
    assert_eq!(
        call(&worker, "notes__add_1", r#"{"text": "a", "number": 2}"#).to_llm_message(),
        r#""text a""#
    );
}

#[test]
fn overloads_that_all_refuse_say_why_each() {
    let worker = tools::worker(mocks());
    let result = call(&worker, "notes::add", r#"{"number": 1}"#);
    let (kind, message) = error(&result);
    assert_eq!(kind, ErrorKind::InvalidArguments);
    assert!(
        message.contains("'notes__add_1'") && message.contains("'notes__add_2'"),
        "{message}"
    );
    let names: Vec<_> = result
        .error
        .as_ref()
        .unwrap()
        .candidates
        .iter()
        .map(|candidate| candidate.wire_name)
        .collect();
    assert_eq!(names, ["notes__add_1", "notes__add_2"]);
    assert_eq!(result.error.as_ref().unwrap().violations.len(), 2);
}

#[test]
fn errors_of_handlers_are_for_the_observers_alone() {
    let recorder = EventRecorder::new();
    let mocks = Mocks::new().on::<GetWeather>(|_| Err(io::Error::other("password hunter2"))?);
    let worker = tools::worker(mocks).observer(recorder.clone());
    let result = call(&worker, "weather::get", r#"{"location": "x"}"#);
    assert_eq!(
        error(&result),
        (
            ErrorKind::Execution,
            "Tool 'weather__get' failed — see server logs"
        )
    );
    let shown = format!(
        "{result:?} {} {}",
        result.to_llm_message(),
        serde_json::to_string(&result).unwrap()
    );
    assert!(!shown.contains("hunter2"));
    assert_eq!(
        recorder.events()[1].detail.as_deref(),
        Some("password hunter2")
    );
}

/// Runs in a process of its own: see the test after it.
#[test]
#[ignore = "only writes to standard error"]
fn failures_without_an_observer() {
    let failing = || {
        Mocks::new()
            .on::<GetWeather>(|_| Err(io::Error::other("no disk\n\u{202e}at all"))?)
            .on::<AddText>(|_| panic!("key 7"))
            .on::<Ping>(|_| Err(ToolFailure::user("FULL", "it is full").with_detail("at rack 3")))
            .on::<AddNumbered>(|_| Err(ToolFailure::user("FULL", "it is full")))
    };
    let worker = tools::worker(failing()).approver(ApproveAll::for_tests_only());
    call(&worker, "weather::get", r#"{"location": "x"}"#);
    call(&worker, "notes__add_1", r#"{"text": "x"}"#);
    call(&worker, "notes__add_2", r#"{"text": "x", "number": 1}"#);
    call(&worker, "net::ping", "{}");
    call(&worker, "nothing", "{}");
    let wrong = Mocks::new().on::<GetWeather>(|_| Ok(Json::from(serde_json::json!(7))));
    for policy in [OutputPolicy::Warn, OutputPolicy::Enforce] {
        let worker = tools::worker(wrong.clone()).output_policy(policy);
        call(&worker, "weather::get", r#"{"location": "x"}"#);
    }
    let quiet = tools::worker(failing()).observer(NoObserver);
    call(&quiet, "weather::get", r#"{"location": "x"}"#);
    let observed = tools::worker(failing()).observer(EventRecorder::new());
    call(&observed, "weather::get", r#"{"location": "x"}"#);
}

#[test]
fn what_the_model_is_told_to_look_up_is_on_standard_error_where_nobody_observes() {
    let own = std::env::current_exe().unwrap();
    let name = "failures_without_an_observer";
    let output = Command::new(own)
        .args([
            "--exact",
            name,
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .output()
        .unwrap();
    assert!(output.status.success());
    let shown = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<_> = shown
        .lines()
        .filter(|line| line.starts_with("toolc: "))
        .collect();
    let expected = [
        r"toolc: worker support, tool weather::get, call c1: failed: no disk\n\u{202e}at all",
        "toolc: worker support, tool notes::add, call c1: failed: the handler panicked: key 7",
        "toolc: worker support, tool net::ping, call c1: failed: at rack 3",
        "toolc: worker support, tool weather::get, call c1: returned a result that breaks its output schema: the result: must be a string",
        "toolc: worker support, tool weather::get, call c1: failed: the result: must be a string",
    ];
    assert_eq!(lines, expected, "{shown}");
}

#[test]
fn declared_failures_pass_as_they_stand() {
    let failure = || {
        ToolFailure::user(
            "path_outside_workspace",
            "Path is outside the workspace root.",
        )
        .retryable()
    };
    let worker = tools::worker(Mocks::new().on::<GetWeather>(move |_| Err(failure())));
    let result = call(&worker, "weather::get", r#"{"location": "x"}"#);
    let fault = result.error.as_ref().unwrap();
    assert_eq!(fault.code.as_deref(), Some("path_outside_workspace"));
    assert!(fault.is_retryable());
    assert!(
        result
            .to_llm_message()
            .starts_with("Error: [path_outside_workspace] Path is outside the workspace root.\n")
    );
    assert_eq!(
        fault.to_string(),
        "Execution [tool=weather::get, call_id=c1]: Path is outside the workspace root."
    );
}

#[test]
fn results_that_break_the_output_schema_are_found_where_that_is_wanted() {
    let mocks = || mocks().on::<GetWeather>(|_| Ok(Json::from(serde_json::json!(7))));
    let text = r#"{"location": "x"}"#;
    assert!(call(&tools::worker(mocks()), "weather::get", text).success);
    let result = call(
        &tools::worker(mocks()).output_policy(OutputPolicy::Enforce),
        "weather::get",
        text,
    );
    assert_eq!(error(&result).0, ErrorKind::InvalidOutput);
    let recorder = EventRecorder::new();
    let warned = tools::worker(mocks())
        .output_policy(OutputPolicy::Warn)
        .observer(recorder.clone());
    let result = call(&warned, "weather::get", text);
    assert_eq!(result.output, Some(Json::from(serde_json::json!(7))));
    assert_eq!(
        recorder.names(),
        ["tool:pre", "policy:violation", "tool:post"]
    );
    let violation = &recorder.named("policy:violation")[0];
    assert_eq!(violation.detail.as_deref(), Some("`` must be a string"));
}

#[test]
fn a_result_is_json_for_programs_too() {
    let worker = tools::worker(mocks());
    let good = serde_json::to_value(call(&worker, "notes__add_1", r#"{"text": "a"}"#)).unwrap();
    assert_eq!(
        good,
        serde_json::json!({"call_id": "c1", "name": "notes__add_1", "success": true, "output": "text a",
            "error": null, "metadata": {}})
    );
    let bad = serde_json::to_value(call(&worker, "notes::add", "{}")).unwrap();
    assert_eq!(bad["error"]["kind"], "InvalidArguments");
    assert_eq!(bad["error"]["candidates"][1]["wire_name"], "notes__add_2");
    assert_eq!(bad["error"]["violations"][0]["keyword"], "required");
}

#[test]
fn a_path_outlives_the_text_it_came_in() {
    let read = |text: &str| {
        let text = text.to_owned();
        let of_text = ReadNoteArgs::from_json(&text);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let of_value = ReadNoteArgs::from_value(&value);
        match (of_text, of_value) {
            (Ok(of_text), Ok(of_value)) => {
                assert_eq!(of_text.path, of_value.path);
                Some(of_text.path)
            }
            (Err(of_text), Err(of_value)) => {
                assert_eq!(of_text.to_string(), of_value.to_string());
                None
            }
            both => panic!("{both:?}"),
        }
    };
    let path: ConfinedPath<String> = read(r#"{"path": "notes/\u0061.md"}"#).expect("a path");
    assert_eq!(path.as_str(), "notes/a.md");
    assert_eq!(path.to_string(), "notes/a.md");
    let rules = path.rules();
    assert_eq!((rules.suffixes, rules.max_bytes), (Some(&["md"][..]), 64));
    let mut json = String::new();
    toolc_runtime::Output::write(&path, &mut json);
    assert_eq!(json, r#""notes/a.md""#);
    for wrong in ["../a.md", "//a.md", "a.txt", ""] {
        assert!(
            read(&format!(r#"{{"path": "{wrong}"}}"#)).is_none(),
            "{wrong}"
        );
    }
}
