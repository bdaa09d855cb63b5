//! The generated code of `specs/` in use: which tools each worker offers and refuses, the definitions it
//! shows, and how arguments and results are handled.

#[path = "support/arguments.rs"]
#[expect(dead_code, reason = "a part of it serves other tests")]
mod arguments;
#[path = "behavior/closures.rs"]
mod closures;
#[path = "behavior/constants.rs"]
mod constants;
#[path = "behavior/definitions.rs"]
mod definitions;
#[path = "behavior/delegation.rs"]
mod delegation;
#[path = "support/doors.rs"]
mod doors;
#[path = "behavior/grants.rs"]
mod grants;
#[path = "behavior/mounts.rs"]
mod mounts;
#[path = "support/random.rs"]
#[allow(dead_code, reason = "a part of it serves other tests")]
mod random;
#[path = "behavior/rule_paths.rs"]
mod rule_paths;
#[path = "behavior/rule_trees.rs"]
mod rule_trees;
#[path = "behavior/rules.rs"]
mod rules;
#[path = "behavior/typed.rs"]
mod typed;
#[path = "behavior/values.rs"]
mod values;

use toolc_generated as tools;
use toolc_generated::weather_api::{GetForecast, GetWeather, GetWeatherError};
use toolc_runtime::testing::{EventRecorder, Mocks, block_on};
use toolc_runtime::{
    ApproveAll, Context, ErrorKind, Target, Tool, ToolCall, ToolFailure, ToolResult, Worker,
};

const TARGETS: [Target; 7] = [
    Target::OpenAi,
    Target::OpenAiResponses,
    Target::Anthropic,
    Target::Gemini,
    Target::GeminiInteractions,
    Target::Mistral,
    Target::Mcp,
];

fn call(worker: &Worker<Mocks>, name: &str, arguments: &str) -> ToolResult {
    block_on(worker.call(&Context::new("tests"), ToolCall::new("1", name, arguments)))
}

fn kind(worker: &Worker<Mocks>, name: &str, arguments: &str) -> Option<ErrorKind> {
    call(worker, name, arguments).error.map(|error| error.kind)
}

const PAYMENT: &str = r#"{"order_id":"ORD-00000001","amount":12.5,"currency":"EUR","recipient":{"kind":"card","last4":"4242"},"memo":null,"labels":{"cost_center":"7"}}"#;

#[test]
fn what_is_injected_comes_from_the_context_alone() {
    let mocks = Mocks::new().on::<GetForecast>(|call| {
        let account = call.context.value("account").unwrap_or_default();
        Err(ToolFailure::user("ACCOUNT", format!("it is {account}")))
    });
    let recorder = EventRecorder::new();
    let worker = tools::support::worker(mocks)
        .approver(ApproveAll::for_tests_only())
        .observer(recorder.clone());
    let text = r#"{"location":"Lyon","days":2}"#;
    let ask = |context: &Context, text: &str| {
        let call = ToolCall::new("1", "weather_api::get_forecast", text);
        block_on(worker.call(context, call))
            .error
            .expect("a failure")
    };
    assert_eq!(GetForecast::ENTRY.injected, ["account"]);
    let lacking = ask(&Context::new("s"), text);
    assert_eq!(lacking.kind, ErrorKind::Execution);
    assert!(!lacking.message.contains("account"), "{}", lacking.message);
    let detail = recorder.named("tool:error")[0].detail.clone();
    assert!(detail.is_some_and(|detail| detail.contains("`account`")));
    let context = Context::new("s")
        .with_value("account", "c-1")
        .with_value("account", "c-7");
    assert_eq!(ask(&context, text).message, "it is c-7");
    let forged = r#"{"location":"Lyon","days":2,"account":"c-8"}"#;
    assert_eq!(ask(&context, forged).kind, ErrorKind::InvalidArguments);
    let known = Context::new("s").with_trace("t").with_workspace("w");
    let values = ["session", "trace", "workspace_root", "account"].map(|name| known.value(name));
    assert_eq!(values, [Some("s"), Some("t"), Some("w"), None]);
}

#[test]
fn declared_errors_have_the_words_of_their_spec() {
    let read = |error: GetWeatherError| {
        let mocks = Mocks::new().fails::<GetWeather>(move || error.into());
        let worker = tools::support::worker(mocks);
        let text = r#"{"location":"Lyon"}"#;
        let result = call(&worker, "weather_api::get_weather", text);
        let error = result.error.expect("a failure");
        (
            error.to_llm_message(),
            error.is_retryable(),
            error.is_user_error(),
        )
    };
    assert_eq!(
        read(GetWeatherError::UnknownPlace),
        (
            "Error: [UNKNOWN_PLACE] no weather station is near this place\n\
             Ask the user for the next larger town."
                .to_owned(),
            false,
            true
        )
    );
    assert_eq!(
        read(GetWeatherError::StationSilent),
        (
            "Error: [STATION_SILENT] the station does not answer now\n\
             Try again later, or go on without the tool."
                .to_owned(),
            true,
            false
        )
    );
}
