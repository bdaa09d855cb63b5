//! Who called: tools that list their callers refuse all others, also those of whom nothing is known.

use crate::tools::{self, GetWeather, GetWeatherArgs};
use serde_json::{Value, json};
use toolc_runtime::testing::{Mocks, block_on};
use toolc_runtime::v1 as rt;
use toolc_runtime::{ApproveAll, CalledBy, Context, ErrorKind, Target, ToolCall, ToolResult};

/// A tool with `allowed_callers`.
macro_rules! limited {
    ($tool:ident $callers:literal) => {
        struct $tool;

        impl rt::Tool for $tool {
            const ENTRY: &'static rt::ToolEntry = &rt::ToolEntry {
                extras: &[("allowed_callers", $callers)],
                ..*<GetWeather as rt::Tool>::ENTRY
            };
            type Args<'a> = GetWeatherArgs;
            type Output = String;
            type Failure = rt::ToolFailure;
            type Key = ();
        }
    };
}

limited!(ForModels r#"["direct"]"#);
limited!(ForPrograms r#"["programmatic"]"#);
limited!(ForProgramsOfOneKind r#"["code_execution_20250825"]"#);
limited!(ForBoth r#"["direct","code_execution_20260120"]"#);
limited!(ForNobody "[]");

const ARGUMENTS: &str = r#"{"location":"Oslo"}"#;

fn call<T>(call: ToolCall) -> ToolResult
where
    T: rt::Tool<Key = (), Output = String>,
{
    let mocks = Mocks::new().on::<T>(|_| Ok("sunny".to_owned()));
    let worker = tools::small_worker::<T>("w", mocks).approver(ApproveAll::for_tests_only());
    block_on(worker.call(&Context::default(), call))
}

fn is_run<T>(called_by: CalledBy) -> bool
where
    T: rt::Tool<Key = (), Output = String>,
{
    let result = call::<T>(ToolCall::new("c", "weather__get", ARGUMENTS).by(called_by));
    if let Some(error) = &result.error {
        assert_eq!(error.kind, ErrorKind::Blocked, "{error:?}");
        assert!(error.message.starts_with("Tool 'weather__get' blocked: "));
    }
    result.success
}

#[test]
fn only_listed_callers_may_call() {
    let all = [CalledBy::Unknown, CalledBy::Model, CalledBy::Program];
    assert_eq!(all.map(is_run::<ForModels>), [false, true, false]);
    assert_eq!(all.map(is_run::<ForPrograms>), [false, false, true]);
    assert_eq!(
        all.map(is_run::<ForProgramsOfOneKind>),
        [false, false, true]
    );
    assert_eq!(all.map(is_run::<ForBoth>), [false, true, true]);
    assert_eq!(all.map(is_run::<ForNobody>), [false, false, false]);
}

#[test]
fn wrong_arguments_are_reported_first_and_a_person_is_not_asked_what_these_keys_are_about() {
    let wrong = call::<ForModels>(ToolCall::new("c", "weather__get", "{}"));
    assert_eq!(
        wrong.error.expect("refused").kind,
        ErrorKind::InvalidArguments
    );
    let mocks = Mocks::new().on::<ForPrograms>(|_| Ok("sunny".to_owned()));
    let worker = tools::small_worker::<ForPrograms>("w", mocks);
    let call = ToolCall::new("c", "weather__get", ARGUMENTS);
    let result = block_on(worker.call_manually(&Context::default(), call));
    assert!(result.success, "{result:?}");
}

#[test]
fn the_caller_is_read_from_answers() {
    let anthropic = |caller: Value| {
        let block =
            json!({ "type": "tool_use", "id": "c", "name": "a", "input": {}, "caller": caller });
        (Target::Anthropic, block)
    };
    let responses = |caller: Value| {
        let item = json!({ "type": "function_call", "call_id": "c", "name": "a", "arguments": "{}",
            "caller": caller });
        (Target::OpenAiResponses, item)
    };
    let chat =
        json!({ "type": "function", "id": "c", "function": { "name": "a", "arguments": "{}" } });
    let rows = [
        (anthropic(json!({ "type": "direct" })), CalledBy::Model),
        (
            anthropic(json!({ "type": "code_execution_20250825", "tool_id": "srvtoolu_1" })),
            CalledBy::Program,
        ),
        (
            anthropic(json!({ "type": "somebody_else" })),
            CalledBy::Unknown,
        ),
        (anthropic(json!("direct")), CalledBy::Unknown),
        (anthropic(Value::Null), CalledBy::Unknown),
        (responses(json!({ "type": "direct" })), CalledBy::Model),
        (
            responses(json!({ "type": "program", "caller_id": "prog_1" })),
            CalledBy::Program,
        ),
        (responses(Value::Null), CalledBy::Unknown),
        // models run no programs there
        ((Target::OpenAi, chat), CalledBy::Model),
        (
            (
                Target::Bedrock,
                json!({ "toolUse": { "toolUseId": "c", "name": "a", "input": {} } }),
            ),
            CalledBy::Model,
        ),
        (
            (
                Target::Gemini,
                json!({ "functionCall": { "name": "a", "args": {} } }),
            ),
            CalledBy::Model,
        ),
        (
            (
                Target::GeminiInteractions,
                json!({ "type": "function_call", "id": "c", "name": "a", "arguments": {} }),
            ),
            CalledBy::Model,
        ),
        (
            (Target::Mcp, json!({ "name": "a", "arguments": {} })),
            CalledBy::Unknown,
        ),
    ];
    for ((target, answer), expected) in rows {
        let calls = target.calls(&answer).expect("calls");
        assert_eq!(calls.len(), 1, "{answer}");
        assert_eq!(calls[0].called_by, expected, "{answer}");
    }
}

#[test]
fn each_target_is_shown_its_own_names() {
    let shown = |entry: &'static rt::ToolEntry, target: Target| {
        let definition: Value = entry.definition(target).value();
        definition["allowed_callers"].clone()
    };
    let rows = [
        (ForModels::entry(), json!(["direct"]), json!(["direct"])),
        (
            ForPrograms::entry(),
            json!(["code_execution_20260120"]),
            json!(["programmatic"]),
        ),
        (
            ForBoth::entry(),
            json!(["direct", "code_execution_20260120"]),
            json!(["direct", "programmatic"]),
        ),
        // no API has a way to say it
        (ForNobody::entry(), Value::Null, Value::Null),
    ];
    for (entry, anthropic, responses) in rows {
        assert_eq!(shown(entry, Target::Anthropic), anthropic);
        assert_eq!(shown(entry, Target::OpenAiResponses), responses);
        assert_eq!(shown(entry, Target::OpenAi), Value::Null);
    }
}

trait Entry: rt::Tool {
    fn entry() -> &'static rt::ToolEntry {
        Self::ENTRY
    }
}

impl<T: rt::Tool> Entry for T {}
