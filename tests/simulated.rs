//! Engines that make results up, in generated code: results, faults and sessions. `docs/simulate.md` says what is right.

#[rustfmt::skip]
#[path = "golden/simulated/tools.rs"]
#[allow(dead_code, missing_docs, reason = "a part of it is not called")]
mod tools;

use serde_json::Value;
use toolc_runtime::simulate::{SessionError, Sessions};
use toolc_runtime::testing::block_on;
use toolc_runtime::{
    ApproveAll, Context, ErrorKind, OutputPolicy, Tool, ToolCall, ToolResult, Worker,
};

/// No tool has a handler.
fn trainee() -> Worker<()> {
    tools::trainee::worker(())
}

fn ask(worker: &Worker<()>, context: &Context, id: &str, name: &str, text: &str) -> ToolResult {
    block_on(worker.call(context, ToolCall::new(id, name, text)))
}

fn call(worker: &Worker<()>, name: &str, text: &str) -> ToolResult {
    ask(worker, &Context::default(), "1", name, text)
}

#[test]
fn results_are_what_output_schemas_describe_and_always_the_same() {
    let (one, other) = (trainee(), trainee());
    let mut seen = Vec::new();
    for place in ["Lyon", "Oslo", "Kyiv", "Lima"] {
        let text = format!(r#"{{"place":"{place}"}}"#);
        let result = call(&one, "weather::now", &text);
        let again = ask(&other, &Context::new("s"), "7", "weather::now", &text);
        assert_eq!(result.to_llm_message(), again.to_llm_message());
        let value: Value = serde_json::from_str(&result.to_llm_message()).expect("JSON");
        let celsius = value["celsius"].as_f64().expect("a number");
        assert!((-60.0..=60.0).contains(&celsius), "{value}");
        seen.push(value.to_string());
    }
    // a result that was recorded once holds on every machine
    assert_eq!(seen[0], r#"{"celsius":60,"sky":"clear"}"#);
    seen.dedup();
    assert!(seen.len() > 1, "{seen:?}");
    let spaced = call(&one, "weather::now", "{ \"place\" : \"Lyon\" }");
    assert_eq!(spaced.to_llm_message(), seen[0]);
    let log = call(&one, "weather::log", r#"{"place":"Lyon"}"#);
    assert_eq!(log.to_llm_message(), "null");
}

#[test]
fn tools_of_servers_and_apis_need_neither() {
    let worker = trainee().approver(ApproveAll::for_tests_only());
    let found = call(&worker, "hr::find_employee", r#"{"name":"Ada"}"#);
    assert!(found.error.is_none(), "{found:?}");
    let order = call(&worker, "shop::findOrder", r#"{"id":"7"}"#);
    assert!(order.error.is_none(), "{order:?}");
}

#[test]
fn what_comes_before_the_work_is_as_it_is() {
    let worker = trainee();
    let kind = |name: &str, text: &str| call(&worker, name, text).error.map(|error| error.kind);
    let wrong = kind("weather::now", r#"{"place":7}"#);
    assert_eq!(wrong, Some(ErrorKind::InvalidArguments));
    // somebody has to be asked, and nobody is there
    let asked = kind("hr::find_employee", r#"{"name":"Ada"}"#);
    assert_eq!(asked, Some(ErrorKind::Denied));
    assert_eq!(kind("hr::nobody", "{}"), Some(ErrorKind::NotFound));
}

#[test]
fn faults_happen_as_often_as_the_configuration_says() {
    let worker = trainee();
    let error = |name: &str| call(&worker, name, "{}").error.expect("an error");
    let network = error("timeout::search");
    assert_eq!(network.message, "timeout");
    assert_eq!(network.code.as_deref(), Some("NETWORK_ERROR"));
    assert!(network.is_retryable());
    let broken = error("broken::search");
    assert_eq!(broken.message, "Tool execution failed");
    assert!(!broken.is_retryable());
    assert_eq!(error("shape::search").message, "bad shape");
    assert_eq!(error("wrong::search").kind, ErrorKind::InvalidOutput);
    let text = |name: &str| call(&worker, name, "{}").to_llm_message();
    assert_eq!(
        text("garbled::search"),
        r#""<garbled: simulated unparseable result>""#
    );
    assert_eq!(text("never::search"), "null");
    assert_eq!(text("empty::search"), "[]");
    let mut garbled = 0;
    for id in 0..200 {
        let result = ask(
            &worker,
            &Context::default(),
            &id.to_string(),
            "both::search",
            "{}",
        );
        match result.error {
            Some(error) => assert_eq!(error.message, "net"),
            None => garbled += 1,
        }
    }
    // half of the calls draw it, and then half of those end with it
    assert!((30..=70).contains(&garbled), "{garbled}");
}

#[test]
fn what_a_schema_refuses_is_shown_if_nobody_holds_it() {
    let worker = trainee().output_policy(OutputPolicy::Off);
    let result = call(&worker, "wrong::search", "{}");
    let shown: Value = serde_json::from_str(&result.to_llm_message()).expect("JSON");
    let schema = tools::wrong::Search::ENTRY.output.expect("a schema");
    assert!(toolc_runtime::validate(schema, &shown.to_string()).is_err());
}

#[test]
fn sessions_are_set_up_branched_taken_back_and_torn_down() {
    let sessions = Sessions::new();
    let worker = trainee().sessions(sessions.clone());
    let step = |context: &Context, place: &str| {
        let text = format!(r#"{{"place":"{place}"}}"#);
        ask(&worker, context, place, "weather::now", &text)
    };
    let closed = step(&Context::new("s1"), "a");
    assert!(closed.error.is_some(), "{closed:?}");
    let parent = sessions.setup("s1").expect("a session");
    assert_eq!(
        sessions.setup("s1").map(|_| ()),
        Err(SessionError::AlreadyActive("s1".to_owned()))
    );
    step(&parent.context(), "a");
    let before = parent.state();
    let branch = parent.fork("s2").expect("a session");
    step(&branch.context(), "b");
    step(&parent.context(), "c");
    let places = |name: &str| -> Vec<String> {
        let state = sessions.state(name).expect("a session");
        let calls = state.calls("fake").iter();
        calls.map(|call| call.arguments.clone()).collect()
    };
    assert_eq!(places("s1"), [r#"{"place":"a"}"#, r#"{"place":"c"}"#]);
    assert_eq!(places("s2"), [r#"{"place":"a"}"#, r#"{"place":"b"}"#]);
    {
        let _trial = parent.trial();
        step(&parent.context(), "d");
        assert_eq!(parent.state().len(), 3);
    }
    assert_eq!(parent.state().len(), 2);
    parent.restore(&before);
    assert_eq!(parent.state(), before);
    // those that failed are remembered, and are of their own engine
    ask(&worker, &parent.context(), "1", "timeout::search", "{}");
    let state = parent.state();
    assert_eq!(state.engines().collect::<Vec<_>>(), ["fake", "timeout"]);
    assert_eq!(state.calls("timeout")[0].output, None);
    parent.teardown();
    assert_eq!(sessions.state("s1"), None);
    assert!(step(&Context::new("s1"), "e").error.is_some());
    // the guard of a session that somebody else ended does not end the next one of its name
    sessions.teardown("s2");
    let next = sessions.setup("s2").expect("a session");
    drop(branch);
    assert!(sessions.state("s2").is_some());
    drop(next);
    // calls without a session need none
    assert!(step(&Context::default(), "f").error.is_none());
}
