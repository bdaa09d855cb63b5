//! Tools of a copilot: their arguments, what is provided besides them, and how they fail.

use crate::tools;
use crate::tools::contract::MyTool;
use crate::tools::forge::{
    Boom, Echo, EchoOutput, FetchOrders, FetchOrdersOutput, ProposeContract,
};
use crate::{call, kind};
use toolc_runtime::testing::Mocks;
use toolc_runtime::{ErrorKind, Tool, ToolFailure};

const SINCE: &str = r#"{"since":"2024-01-01","limit":50}"#;

fn no_rows() -> FetchOrdersOutput {
    FetchOrdersOutput { rows: Vec::new() }
}

#[test]
fn fetch_orders_gets_its_arguments_and_the_workspace() {
    let fetch = Mocks::new().on::<FetchOrders>(|call| {
        let root = call
            .context
            .workspace()
            .map(|root| root.display().to_string());
        let limit = call.args.limit.unwrap_or(100);
        let rows = vec![
            root.unwrap_or_default(),
            call.args.since.clone(),
            limit.to_string(),
        ];
        Ok(FetchOrdersOutput { rows })
    });
    let worker = tools::copilot::worker(fetch);
    let result = call(&worker, "forge::fetch_orders", r#"{"since":"2024-01-01"}"#);
    assert_eq!(
        result.to_llm_message(),
        r#"{"rows":["work","2024-01-01","100"]}"#
    );
    let schema = FetchOrders::ENTRY.schema();
    assert!(!schema.contains("workspace_root"), "{schema}");
    let given = r#"{"since":"2024-01-01","workspace_root":"/etc"}"#;
    let refused = call(&worker, "forge::fetch_orders", given);
    assert_eq!(kind(&refused), Some(ErrorKind::InvalidArguments));
}

#[test]
fn echo_gets_its_arguments() {
    let echo = Mocks::new().on::<Echo>(|call| {
        Ok(EchoOutput {
            echoed: call.args.text.clone(),
        })
    });
    let worker = tools::copilot::worker(echo);
    let result = call(&worker, "forge::echo", r#"{"text":"hello"}"#);
    assert_eq!(result.to_llm_message(), r#"{"echoed":"hello"}"#);
}

#[test]
fn propose_contract_takes_any_context() {
    let propose = Mocks::new().on::<ProposeContract>(|call| Ok(call.text().to_owned()));
    let worker = tools::copilot::worker(propose);
    let free = r#"{"context":{"project_goal":"grow","data_sources":[{"deep":[1]}]},"more":true}"#;
    assert!(call(&worker, "forge::propose_contract", free).success);
    let none = call(
        &worker,
        "forge::propose_contract",
        r#"{"template":"starter"}"#,
    );
    assert_eq!(kind(&none), Some(ErrorKind::InvalidArguments));
}

#[test]
fn a_failure_for_the_model_has_a_code_and_a_message() {
    let outside = || {
        ToolFailure::user(
            "PATH_OUTSIDE_WORKSPACE",
            "Path is outside the workspace root.",
        )
    };
    let worker = tools::copilot::worker(Mocks::new().fails::<Boom>(outside));
    let message = call(&worker, "forge::boom", "{}").to_llm_message();
    assert!(
        message.contains("[PATH_OUTSIDE_WORKSPACE] Path is outside the workspace root."),
        "{message}"
    );
}

#[test]
fn boom_says_nothing_of_its_insides() {
    let raises =
        Mocks::new().fails::<Boom>(|| ToolFailure::internal("internal-detail-do-not-leak"));
    let panics = Mocks::new().panics::<Boom>("internal-detail-do-not-leak");
    for mocks in [raises, panics] {
        let result = call(&tools::copilot::worker(mocks), "forge::boom", "{}");
        let message = result.to_llm_message();
        assert!(
            message.contains("Tool 'forge__boom' failed — see server logs"),
            "{message}"
        );
        assert!(!message.contains("do-not-leak"), "{message}");
    }
}

#[test]
fn fetch_orders_dispatches_and_returns_value() {
    let worker = tools::copilot::worker(Mocks::new().returns::<FetchOrders>(no_rows()));
    let result = call(&worker, "forge::fetch_orders", SINCE);
    assert!(result.success);
    assert_eq!(result.to_llm_message(), r#"{"rows":[]}"#);
}

#[test]
fn fetch_orders_validates_args() {
    let worker = tools::copilot::worker(Mocks::new().returns::<FetchOrders>(no_rows()));
    // Missing required `since`
    let result = call(&worker, "forge::fetch_orders", r#"{"limit":50}"#);
    assert!(!result.success);
    assert_eq!(kind(&result), Some(ErrorKind::InvalidArguments));
    for limit in ["0", "1001", "\"50\""] {
        let arguments = format!(r#"{{"since":"2024-01-01","limit":{limit}}}"#);
        let result = call(&worker, "forge::fetch_orders", &arguments);
        assert_eq!(kind(&result), Some(ErrorKind::InvalidArguments), "{limit}");
    }
}

#[test]
fn the_older_form_is_a_tool_too() {
    let run = Mocks::new().on::<MyTool>(|call| Ok(call.args.required_param.clone()));
    let worker = tools::copilot::worker(run);
    let result = call(
        &worker,
        MyTool::ENTRY.wire_name,
        r#"{"required_param":"a"}"#,
    );
    assert_eq!(result.to_llm_message(), r#""a""#);
}
